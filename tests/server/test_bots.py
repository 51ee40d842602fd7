"""Bots at the table: they know their view alone, and one that stumbles stops nobody."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from keltis_engine.bots import catalogue
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_protocol.messages import (
    AddBot,
    GameChanged,
    JoinTable,
    OpenTable,
    StartGame,
    TableChanged,
)
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, enter, view


async def against_bots(
    game_server: GameServer, game: str = "keltis", bot: str = "", bots: int = 1
) -> Player:
    """Somebody who has begun a game against bots."""
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game=game, seats=bots + 1)
    await anna.hear(TableChanged)
    for _ in range(bots):
        await anna.do(AddBot, table=anna.table, bot=bot)
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)
    return anna


async def test_bot_is_given_its_own_view_and_nothing_else(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T4."""
    seen: list[View] = []

    def watching(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        seen.append(view)
        return moves[random.below(len(moves))]

    players = catalogue.GAME_PLAYERS["keltis"]._replace(club=watching)
    monkeypatch.setitem(catalogue.GAME_PLAYERS, "keltis", players)
    anna = await against_bots(game_server)
    await anna.play_on(Random(1), moves=6)
    assert seen
    assert {view.seat for view in seen} == {1}


async def test_bot_that_stumbles_tries_again_and_the_table_goes_on(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """T21: and the log tells what happened without a hidden card."""
    calls = 0

    def stumbling(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise RuntimeError(f"I hold {view}")
        return moves[0]

    players = catalogue.GAME_PLAYERS["stones"]._replace(club=stumbling)
    monkeypatch.setitem(catalogue.GAME_PLAYERS, "stones", players)
    with caplog.at_level(logging.ERROR):
        anna = await against_bots(game_server, game="stones")
        end = await anna.play_on(Random(2))
    assert view(end)["to_act"] is None
    assert "RuntimeError" in caplog.text
    assert "StonesView(" not in caplog.text


async def test_bot_that_plays_against_the_rules_is_refused_like_anybody(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = 0
    refused = asyncio.Event()
    loop = asyncio.get_running_loop()

    def cheating(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        nonlocal calls
        calls += 1
        if calls > 20:
            loop.call_soon_threadsafe(refused.set)
        return type(moves[0])(99) if moves[0].__struct_fields__ else moves[0]

    players = catalogue.GAME_PLAYERS["stones"]._replace(club=cheating)
    monkeypatch.setitem(catalogue.GAME_PLAYERS, "stones", players)
    anna = await against_bots(game_server, game="stones")
    table = game_server.live_tables[anna.table].table
    while table.to_act == 0:
        await anna.play_on(Random(2), moves=1)
    assert table.game is not None
    ply = table.game.ply
    await asyncio.wait_for(refused.wait(), 20)
    assert table.game.ply == ply


async def test_house_opened_again_lets_the_bots_go_on(tmp_path: Path) -> None:
    """A bot was about to move when the house closed."""
    path = tmp_path / "games.db"
    game_server = await GameServer.open(
        SqliteStore.open(path), Limits(bot_pause=3600, lobby_pause=0)
    )
    anna = await against_bots(game_server, bots=3)
    code = anna.table
    for _ in range(60):
        if view(anna.last(GameChanged))["to_act"] != 0:
            break
        await anna.play_on(Random(1), moves=1)
    await game_server.close()
    again = await GameServer.open(SqliteStore.open(path), QUICK)
    anna = await enter(again, "anna")
    await anna.do(JoinTable, table=code)
    await anna.hear(GameChanged, lambda fact: bool(fact.moves))
    await again.close()
