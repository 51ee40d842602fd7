"""Between two games of a match: what lies there stays until every person is ready for the next."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from keltis_engine.position import DEALER
from keltis_engine.record import BadRecord, verify, write
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    AddBot,
    FetchGame,
    GameChanged,
    GameFile,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    PlayMove,
    Say,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, catch_up, enter, playing, view

MATCH = {"games": "2"}


async def first_game(game_server: GameServer, game: str = "stones") -> list[Player]:
    """Two people who have played the first game of a match."""
    players = await playing(game_server, "anna", "boris", game=game, options=MATCH)
    random = Random(game)
    await catch_up(players)
    while (to_act := view(players[0].last(GameChanged))["to_act"]) != DEALER:
        told = players[to_act].last(GameChanged)
        move = random.choice(told.moves)
        await players[to_act].do(PlayMove, table=told.table, ply=told.ply, move=move)
        await catch_up(players)
    return players


def ready(player: Player) -> list[bool]:
    """Who is ready, as a player was told last."""
    return [seat.ready for seat in player.last(TableChanged).seats]


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_the_next_game_is_dealt_when_the_last_person_is_ready(
    game_server: GameServer, game: str
) -> None:
    players = await first_game(game_server, game)
    anna, boris = players
    ended = anna.last(GameChanged)
    assert view(ended)["phase"] == "over"
    assert view(ended)["match"]["scores"] == []
    assert ready(anna) == [False, False], "ready for the first game is not ready for the second"
    await anna.do(StartGame, table=anna.table)
    await boris.hear(TableChanged, lambda table: table.seats[0].ready)
    await anna.do(Say, table=anna.table, text="well played")
    await catch_up(players)
    assert anna.last(GameChanged) == ended
    assert anna.last(TableChanged).secret == b"", "it would tell the cards to come"
    await boris.do(StartGame, table=boris.table)
    begun = await boris.hear(GameChanged)
    assert view(begun)["match"]["scores"] == [view(ended)["totals"]]
    assert view(begun)["to_act"] in (0, 1)
    assert await boris.refused(StartGame, table=boris.table) == "game_running"


async def test_bots_are_ready_but_begin_nothing(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="stones", seats=2, options=MATCH)
    await anna.hear(TableChanged)
    await anna.do(AddBot, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    game, random = await anna.hear(GameChanged), Random(1)
    while view(game)["to_act"] != DEALER:
        if game.moves:
            move = random.choice(game.moves)
            await anna.do(PlayMove, table=game.table, ply=game.ply, move=move)
        game = await anna.hear(GameChanged)
    for _ in range(20):  # whatever a bot would do has its turn
        await asyncio.sleep(0)
    assert not anna.visit.has_unread(GameChanged)
    await anna.do(StartGame, table=anna.table)
    assert view(await anna.hear(GameChanged))["turn"] == 1


async def test_who_is_not_ready_is_waited_for_in_the_lobby_too(game_server: GameServer) -> None:
    anna, boris = await first_game(game_server)
    await anna.do(StartGame, table=anna.table)
    for player, awaited in ((anna, False), (boris, True)):
        code = player.table
        await player.do(LeaveTable, table=code)
        lobby = await player.hear(Lobby, lambda lobby: bool(lobby.tables))
        assert [line.your_turn for line in lobby.tables if line.table == code] == [awaited]


async def test_a_server_that_starts_again_waits_for_the_same_people(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = await GameServer.open(SqliteStore.open(path), QUICK)
    anna, boris = await first_game(first)
    code, ended = anna.table, anna.last(GameChanged)
    await anna.do(StartGame, table=code)
    await first.close()
    second = await GameServer.open(SqliteStore.open(path), QUICK)
    try:
        anna, boris = [await enter(second, login) for login in ("anna", "boris")]
        for player in (anna, boris):
            await player.do(JoinTable, table=code)
            game = await player.hear(GameChanged)
            assert (game.ply, view(game)["to_act"]) == (ended.ply, DEALER)
        assert ready(boris) == [True, False]
        await boris.do(StartGame, table=code)
        assert view(await boris.hear(GameChanged))["turn"] == 1
    finally:
        await second.close()


@pytest.mark.long
@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_the_games_so_far_can_be_saved_without_the_secret(
    game_server: GameServer, game: str
) -> None:
    players = await first_game(game_server, game)
    ended = players[0].last(GameChanged)
    for dealt in (False, True):
        if dealt:
            for player in players:
                await player.do(StartGame, table=player.table)
        await players[0].do(FetchGame, table=ended.table)
        record = verify((await players[0].hear(GameFile)).text, RULE_SETS)
        assert record.secret == b""
        assert len(record.entries) == ended.ply, "nothing of the game that is played now"
        assert list(record.result) == view(ended)["totals"]
    with pytest.raises(BadRecord, match="other_result"):
        verify(write(replace(record, result=(99, 0))), RULE_SETS)
    with pytest.raises(BadRecord, match="game_not_over"):
        verify(write(replace(record, entries=record.entries[:-1])), RULE_SETS)
