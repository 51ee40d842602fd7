"""How games ended: a line for each, which names the winner only, wherever one looks."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.codec import encode
from keltis_protocol.messages import (
    JoinTable,
    Lobby,
    OpenTable,
    Person,
    ResultLine,
    StartGame,
    TableChanged,
)
from keltis_server.people.who import Who
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.store.sqlite_file import SCHEMA
from keltis_server.tables import records
from keltis_server.tables.records import BotSeated, GameOver, MoveMade, Opened, SatDown
from keltis_server.tables.results import Result, fair_choice, result_of
from keltis_server.tables.table import Table
from tests.server.players import QUICK, Player, enter, play_through, playing
from tests.server.processes import street

ANNA, BORIS = (Who(id=f"a{name}", name=name) for name in ("anna", "boris"))


def table_of(*, private: bool = False) -> Table:
    """A table for three: two people and a bot."""
    opened = Opened(
        game="keltis", seats=3, options={"games": "1"}, owner=ANNA, private=private, source="here"
    )
    table = Table("K7QF", opened)
    for record in (
        SatDown(seat=0, who=ANNA),
        SatDown(seat=1, who=BORIS),
        BotSeated(seat=2, bot="simple", name="Bran"),
    ):
        table.fold(record)
    return table


def decoded(body: bytes) -> Result:
    return msgspec.msgpack.decode(body, type=Result)


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((12, 30, 7), ["boris"]),
        ((30, 12, 30), ["anna", "Bran"]),
        ((-4, -9, -4), ["anna", "Bran"]),
        ((1, 1, 1), ["anna", "boris", "Bran"]),
    ],
)
def test_all_who_have_the_most_points_are_named_and_nobody_else(
    totals: tuple[int, ...], winners: list[str]
) -> None:
    """C9."""
    line = decoded(result_of(table_of(), [GameOver(totals=totals)], 5)).line(())
    assert line == ResultLine(
        table="K7QF", game="keltis", options={"games": "1"}, seats=3, winners=winners, at=5
    )


def test_nothing_is_stored_of_a_private_game_nor_of_what_ends_none() -> None:
    assert result_of(table_of(private=True), [GameOver(totals=(1, 2, 3))], 5) == b""
    move = MoveMade(seat=0, move=msgspec.Raw(msgspec.msgpack.encode(["roll"])))
    assert result_of(table_of(), [move], 5) == b""


def result(table: str, opener: str, at: int = 0) -> Result:
    return Result(
        table=table, game="dice", options={}, seats=2, winners=[ANNA], at=at, opener=opener
    )


def test_nobody_crowds_out_the_results_of_others_by_ending_many_games() -> None:
    many = [result(f"T{number:03}", "flood") for number in range(50)]
    chosen = fair_choice([*many, result("LAST", "friend")], 20)
    assert [each.table for each in chosen] == [*(f"T{number:03}" for number in range(19)), "LAST"]


async def end_game(players: Sequence[Player]) -> None:
    """Play to the end."""
    await play_through(list(players), Random(7))


async def hear_result(player: Player, table: str) -> ResultLine:
    """The newest result that somebody in the lobby is told of, once it is that of a table."""
    told = player.last(Lobby)
    while not told.results or told.results[0].table != table:
        told = await player.hear(Lobby)
    return told.results[0]


async def last_totals(game_server: GameServer, table: str) -> tuple[int, ...]:
    logged = [records.decode(entry.body) for entry in await game_server.store.read(table)]
    return next(record.totals for record in reversed(logged) if isinstance(record, GameOver))


async def test_the_lobby_tells_who_won_and_not_who_lost_also_after_a_restart(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    onlooker = await enter(game_server, "olga")
    players = await playing(game_server, "anna", "boris", game="stones")
    table = players[0].table
    await end_game(players)
    told = await hear_result(onlooker, table)
    totals = await last_totals(game_server, table)
    names = [player.visit.who.name for player in players]
    best = max(totals)
    assert told.winners == [
        name for name, total in zip(names, totals, strict=True) if total == best
    ]
    losers = set(names) - set(told.winners)
    shown = msgspec.msgpack.encode(told)
    assert all(loser.encode() not in shown for loser in losers)
    await game_server.close()
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    assert (await enter(game_server, "pia")).last(Lobby).results == [told]
    await game_server.close()


async def test_a_stored_result_is_what_the_log_tells(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris", game="stones")
    await end_game(players)
    log = await game_server.store.read(players[0].table)
    first = records.decode(log[0].body)
    assert isinstance(first, Opened)
    table, made_anew = Table(players[0].table, first), b""
    for entry in log[1:]:
        record = records.decode(entry.body)
        made_anew = result_of(table, [record], entry.at) or made_anew
        table.fold(record)
    assert await game_server.store.results(9) == [made_anew]


async def test_nobody_is_told_how_a_private_game_ended(game_server: GameServer) -> None:
    onlooker = await enter(game_server, "olga")
    anna, boris = [await enter(game_server, name) for name in ("anna", "boris")]
    await anna.do(OpenTable, game="stones", seats=2, private=True)
    code = (await anna.hear(TableChanged)).table
    await boris.do(JoinTable, table=code)
    for player in (anna, boris):
        await player.do(StartGame, table=code)
    await end_game([anna, boris])
    await enter(game_server, "pia")
    told = await onlooker.hear(Lobby, lambda lobby: Person(name="pia", guest=False) in lobby.here)
    assert told.results == []
    assert code.encode() not in b"".join(map(encode, onlooker.all(Lobby)))
    assert await game_server.store.results(9) == []


async def test_a_result_is_told_in_every_process_and_loses_a_name_that_is_forgotten_there(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        onlookers = [await enter(first, "olga"), await enter(second, "pia")]
        players = await playing(first, "anna", "boris", game="stones")
        await end_game(players)
        for onlooker in onlookers:
            told = await hear_result(onlooker, players[0].table)
        winner, *others = told.winners  # others had as many points
        await first.accounts.forget(Caller(b"key of " + winner.encode(), winner), winner)
        for onlooker in onlookers:
            told = onlooker.last(Lobby).results[0]
            while winner in told.winners:
                told = (await onlooker.hear(Lobby)).results[0]
            assert told.winners == ["somebody", *others]


async def test_what_the_bus_did_not_bring_is_found_in_the_store(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(cracked=True), await place.open()
        onlooker = await enter(second, "olga")
        players = await playing(first, "anna", "boris", game="stones")
        await end_game(players)
        second._sync._in_doubt.set()
        await hear_result(onlooker, players[0].table)


async def test_the_lobby_tells_of_the_last_games_only(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    for number in range(200):
        ended = msgspec.msgpack.encode(result(f"T{number:03}", f"{number}", number))
        await store.append(f"T{number:03}", 0, [Entry(b"x", number)], last=True, result=ended)
    game_server = await GameServer.open(store, QUICK)
    told = (await enter(game_server, "olga")).last(Lobby).results
    assert [line.table for line in told] == [f"T{number:03}" for number in range(199, 179, -1)]
    await game_server.close()


async def test_database_of_the_form_before_is_taken_over_without_results(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    await SqliteStore.open(path).close()
    with sqlite3.connect(path) as db:
        db.executescript("drop table result; drop table line; pragma user_version = 2;")
    db.close()
    store = SqliteStore.open(path)
    assert await store.results(9) == []
    await store.close()
    with sqlite3.connect(path) as db:
        assert db.execute("pragma user_version").fetchone() == (SCHEMA,)
    db.close()
