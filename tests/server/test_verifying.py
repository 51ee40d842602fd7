"""`keltis admin verify`: every stored game is replayed, and whatever differs from it is named."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import msgspec
import pytest

from keltis.cli import main
from keltis.database import GAMES, open_store
from keltis_engine.position import DEALER
from keltis_protocol.messages import OpenTable, TableChanged
from keltis_server.server import GameServer
from keltis_server.store.moving import Row
from keltis_server.store.sqlite_moving import exported
from keltis_server.tables import records
from keltis_server.tables.records import Committed, GameOver, GameStarted, MoveMade, Record
from keltis_server.tables.verifying import FAULTS, Verifier
from keltis_words.command_line import STORE_FAULTS
from tests.postgres import Postgres
from tests.server.players import QUICK, enter, playing


async def fill(data: Path, address: str = "") -> None:
    """A game that is over, one that is not, and a table at which nobody has played yet."""
    game_server = await GameServer.open(await open_store(data, address), QUICK)
    players = await playing(game_server, "anna", "boris", game="stones")
    await asyncio.gather(*(each.play_on(Random(1)) for each in players))
    first, _ = await playing(game_server, "carla", "dezso", game="keltis")
    await first.play_on(Random(2), moves=0)
    alone = await enter(game_server, "emil")
    await alone.do(OpenTable, game="dice", seats=2, options={})
    await alone.hear(TableChanged)
    await game_server.close()


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Everything that such a server keeps."""
    data = tmp_path_factory.mktemp("data")
    asyncio.run(fill(data))
    return list(exported(data / GAMES))


def faults(rows: list[Row]) -> set[str]:
    verifier = Verifier()
    for row in rows:
        verifier.take(row)
    verifier.end()
    return {fault.reason for fault in verifier.faults}


def change(kind: type[Record], **fields: Any) -> Callable[[list[Row]], None]:
    """Another value in the last record of a kind."""

    def do(rows: list[Row]) -> None:
        for _, values in reversed([row for row in rows if row[0] == "event"]):
            record = records.decode(values[4])
            if isinstance(record, kind):
                values[4] = records.encode(msgspec.structs.replace(record, **fields))
                return

    return do


def other_deal(rows: list[Row]) -> None:
    """The first two cards of a deal change their places."""
    for relation, values in rows:
        record = records.decode(values[4]) if relation == "event" else None
        if isinstance(record, MoveMade) and record.seat == DEALER:
            move = msgspec.msgpack.decode(record.move)
            order = next(part for part in move if isinstance(part, list))
            order[0], order[1] = order[1], order[0]
            changed = msgspec.Raw(msgspec.msgpack.encode(move))
            values[4] = records.encode(MoveMade(seat=DEALER, move=changed))
            return


def end_too_early(rows: list[Row]) -> None:
    """A game is over though its last move was not made."""
    moves = [row for row in rows if row[0] == "event" and is_move(row)]
    moves[-1][1][4] = records.encode(GameOver(totals=(0, 0)))


def is_move(row: Row) -> bool:
    return isinstance(records.decode(row[1][4]), MoveMade)


def first(rows: list[Row], relation: str) -> Row:
    return next(row for row in rows if row[0] == relation)


def lines_swapped(rows: list[Row]) -> None:
    (_, one), (_, other), *_ = [row for row in rows if row[0] == "line"]
    one[3], other[3] = other[3], one[3]


def logged(rows: list[Row], kind: type[Record]) -> Row:
    return next(
        row for row in rows if row[0] == "event" and isinstance(records.decode(row[1][4]), kind)
    )


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lambda rows: None, set()),
        (lambda rows: rows.remove(logged(rows, GameStarted)), {"gap"}),
        (lambda rows: first(rows, "event")[1].__setitem__(4, b"\xff"), {"damaged"}),
        (change(MoveMade, seat=3), {"damaged"}),
        (change(Committed, secret=b"another" * 4), {"commitment"}),
        (change(GameStarted, secret=b"another" * 4), {"secret"}),
        (change(GameStarted, words=["luck", ""]), {"deal"}),
        (other_deal, {"deal"}),
        (change(GameOver, totals=(1, 1)), {"totals"}),
        (end_too_early, {"end"}),
        (lambda rows: rows.append(("closed", [first(rows, "line")[1][0]])), {"closed"}),
        (lambda rows: rows.append(("closed", ["NONE"])), {"closed"}),
        (lambda rows: rows.remove(first(rows, "line")), {"no_line"}),
        (lambda rows: rows.append(("line", ["NONE", 1, 1, None, None])), {"no_line"}),
        (lambda rows: first(rows, "line")[1].__setitem__(2, 1), {"length"}),
        (lines_swapped, {"line"}),
        (lambda rows: first(rows, "line")[1].__setitem__(3, None), set()),
        (lambda rows: rows.remove(first(rows, "result")), {"no_result"}),
        (lambda rows: first(rows, "result")[1].__setitem__(3, b"anna won"), {"result"}),
        (lambda rows: first(rows, "result")[1].__setitem__(0, 1), {"result"}),
    ],
)
def test_whatever_differs_from_the_replayed_games_is_found(
    rows: list[Row], damage: Callable[[list[Row]], None], found: set[str]
) -> None:
    stored = [(relation, list(values)) for relation, values in rows]
    damage(stored)
    assert faults(stored) == found


def test_game_that_ends_without_its_last_record_is_found(rows: list[Row]) -> None:
    """Its end was cut off, and everything else is as if it had never been."""
    over = logged(rows, GameOver)[1]
    cut = [row for row in rows if row[1][:1] != over[:1] or row[1][1] < over[1]]
    assert faults(cut) == {"end"}


def test_games_under_other_rules_are_counted_and_no_fault(rows: list[Row]) -> None:
    stored = [(relation, list(values)) for relation, values in rows]
    change(GameStarted, version=99)(stored)
    verifier = Verifier()
    for row in stored:
        verifier.take(row)
    verifier.end()
    assert not verifier.faults
    assert (verifier.tables, verifier.games, verifier.other_rules) == (3, 1, 1)


def test_every_fault_has_its_words() -> None:
    assert STORE_FAULTS.keys() == FAULTS


@pytest.mark.law
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_admin_verify_names_the_table_that_is_wrong(
    kind: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    address = ""
    if kind == "postgres":
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.new_schema()
    asyncio.run(fill(tmp_path, address))
    command = ["admin", "verify", "--data", str(tmp_path), "--database", address]
    assert main(command) == 0
    assert "3 tables with 2 games were replayed; 0 things are wrong." in capsys.readouterr().out
    shorten = "update line set length = length - 1"
    if address:
        asyncio.run(execute(address, shorten))
    else:
        with closing(sqlite3.connect(tmp_path / GAMES)) as db, db:
            db.execute(shorten)
    assert main(command) == 1
    said = capsys.readouterr()
    assert said.err.count("its line for the lobby is of another length of the log.") == 3
    assert "3 things are wrong" in said.out


async def execute(address: str, statement: str) -> None:
    db = await asyncpg.connect(address)
    await db.execute(statement)
    await db.close()
