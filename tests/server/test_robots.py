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
from keltis_server.house import House
from keltis_server.limits import Limits
from keltis_server.sqlite_store import SqliteStore
from tests.server.players import QUICK, Player, enter, view


async def against_bots(house: House, game: str = "keltis", bot: str = "", bots: int = 1) -> Player:
    """Somebody who has begun a game against bots."""
    anna = await enter(house, "anna")
    await anna.do(OpenTable, game=game, seats=bots + 1)
    await anna.hear(TableChanged)
    for _ in range(bots):
        await anna.do(AddBot, table=anna.table, bot=bot)
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)
    return anna


async def test_bot_is_given_its_own_view_and_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T4."""
    seen: list[View] = []

    def watching(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        seen.append(view)
        return moves[random.below(len(moves))]

    monkeypatch.setitem(catalogue.BOTS["keltis"], "club", watching)
    anna = await against_bots(house)
    await anna.play_on(Random(1), moves=6)
    assert seen
    assert {view.seat for view in seen} == {1}


async def test_bot_that_stumbles_tries_again_and_the_table_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """T21: and the log tells what happened without a hidden card."""
    calls = 0

    def stumbling(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        nonlocal calls
        calls += 1
        if calls % 3 == 0:
            raise RuntimeError(f"I hold {view}")
        return moves[0]

    monkeypatch.setitem(catalogue.BOTS["stones"], "club", stumbling)
    with caplog.at_level(logging.ERROR):
        anna = await against_bots(house, game="stones")
        end = await anna.play_on(Random(2))
    assert view(end)["to_act"] is None
    assert "RuntimeError" in caplog.text
    assert "StonesView(" not in caplog.text


async def test_bot_that_plays_against_the_rules_is_refused_like_anybody(
    house: House, monkeypatch: pytest.MonkeyPatch
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

    monkeypatch.setitem(catalogue.BOTS["stones"], "club", cheating)
    anna = await against_bots(house, game="stones")
    game = house.keepers[anna.table].table.game
    assert game is not None
    while game.to_act == 0:
        await anna.play_on(Random(2), moves=1)
    ply = game.ply
    await asyncio.wait_for(refused.wait(), 20)
    assert game.ply == ply


async def test_house_opened_again_lets_the_bots_go_on(tmp_path: Path) -> None:
    """A bot was about to move when the house closed."""
    path = tmp_path / "games.db"
    house = await House.open(SqliteStore.open(path), Limits(bot_pause=3600, lobby_pause=0))
    anna = await against_bots(house, bots=3)
    code = anna.table
    for _ in range(60):
        if view(anna.last(GameChanged))["to_act"] != 0:
            break
        await anna.play_on(Random(1), moves=1)
    await house.close()
    again = await House.open(SqliteStore.open(path), QUICK)
    anna = await enter(again, "anna")
    await anna.do(JoinTable, table=code)
    await anna.hear(GameChanged, lambda fact: bool(fact.moves))
    await again.close()
