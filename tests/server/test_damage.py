"""Something else stands in the store than was written: it touches its own table and no other."""

import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from keltis_protocol.messages import Lobby, OpenTable, SaidInLobby, SayInLobby
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.moving import Row
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import downtime, line
from keltis_server.tables.due import due_of
from keltis_server.tables.game import UnknownRules
from keltis_server.tables.reading import Damaged, fold, opened, record_of
from keltis_server.tables.table import Table
from tests.server.players import QUICK, enter
from tests.server.test_lobby_talk import hear
from tests.server.test_rebuilding import rows

__all__ = ["rows"]

LOGS = 2000
"""Damaged logs that are read."""


def damaged(random: Random, body: bytes) -> bytes:
    """The same with another byte or two somewhere."""
    changed = bytearray(body)
    for _ in range(random.choice((1, 1, 2))):
        changed[random.randrange(len(changed))] = random.choice((random.randrange(256), 0xFF, 0x90))
    return bytes(changed)


def harm(random: Random, log: list[Entry], others: list[Entry]) -> None:
    """Have a record be missing, doubled, in another's place, of another table, or damaged."""
    place = random.randrange(len(log))
    match random.randrange(5):
        case 0 if len(log) > 1:
            del log[place]
        case 1:
            log.insert(place, random.choice(log))
        case 2:
            other = random.randrange(len(log))
            log[place], log[other] = log[other], log[place]
        case 3:
            log[place] = random.choice(others)
        case _:
            log[place] = Entry(damaged(random, log[place].body), log[place].at)


def read(log: list[Entry]) -> Table:
    """The table that a log tells of."""
    table = opened("ABCDEF", log[0])
    for entry in log[1:]:
        fold(table, record_of(entry), entry)
    return table


def test_log_is_read_or_damaged_and_nothing_else_comes_of_it(
    rows: list[Row], amount: Callable[[int], int]
) -> None:
    random, logs = Random(7), defaultdict(list)
    for relation, values in rows:
        if relation == "event":
            table, _, command, at, body = values
            logs[table].append(Entry(body, at, command or ""))
    written = [entry for log in logs.values() for entry in log]
    for _ in range(amount(LOGS)):
        log = list(random.choice(list(logs.values())))
        for _ in range(random.choice((1, 1, 3))):
            harm(random, log, written)
        with suppress(Damaged, UnknownRules):
            table = read(log)
            line.line_of(table)
            due_of(table, Limits())


def test_line_is_read_or_none(rows: list[Row], amount: Callable[[int], int]) -> None:
    random, lines = Random(7), [values[3] for relation, values in rows if relation == "line"]
    for _ in range(amount(LOGS)):
        known = line.decode(damaged(random, random.choice(lines)))
        if known is not None:
            assert known.awaits_bot in (False, True)
            assert known.missing(()) in ("", *known.people)


async def test_what_is_damaged_beside_the_logs_is_made_anew_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    before = await GameServer.open(SqliteStore.open(path), QUICK)
    anna = await enter(before, "anna")
    for text in ("good evening", "anybody?"):
        await anna.do(SayInLobby, text=text)
    await anna.do(OpenTable, game="keltis", seats=2)
    code = anna.table
    await before.close()
    with closing(sqlite3.connect(path)) as db, db:
        (kept,) = db.execute("select line from line").fetchone()
        db.execute("update line set line = ?", (kept.replace(b"anna", b"ann\xff"),))
        db.execute("insert into result values (5, 'OVER', 5, x'81a5')")
        db.execute("update said set body = x'c1' where number = 1")
        for note in (downtime.ALIVE, downtime.AWAY, "traces"):
            db.execute("insert or replace into about values (?, '12-3 4x')", (note,))
    after = await GameServer.open(SqliteStore.open(path), QUICK)
    boris = await enter(after, "boris")
    assert [each.table for each in boris.last(Lobby).tables] == [code]
    assert boris.last(Lobby).results == []
    await hear(boris, "anybody?")
    assert len(boris.all(SaidInLobby)) == 1
    await after.close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select line from line").fetchone() == (kept,)
