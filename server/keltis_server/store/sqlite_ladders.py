"""Has a SQLite file do what the fold of ratings asks of it."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

from keltis_server.store.contract import Written
from keltis_server.store.ladders import Steps, refold
from keltis_server.store.played import COLUMNS, seats_of

_NAMES: Final = ", ".join(f'"{column}"' for column in COLUMNS)
_INSERT: Final = f"insert into played ({_NAMES}) values ({', '.join('?' * len(COLUMNS))})"


def run(db: sqlite3.Connection, steps: Steps) -> None:
    """Take every step in the transaction that is open."""
    step = next(steps, None)
    while step is not None:
        found: Sequence[Sequence[Any]] = []
        if step.many:
            db.executemany(step.statement, [named(values) for values in step.values])
        else:
            found = db.execute(step.statement, named(step.values)).fetchall()
        try:
            step = steps.send(found)
        except StopIteration:
            return


def named(values: Sequence[Any]) -> dict[str, Any]:
    """Values as SQLite takes them for `$1`, `$2` …"""
    return {str(number): value for number, value in enumerate(values, 1)}


def add(db: sqlite3.Connection, table: str, seq: int, written: Written) -> None:
    """Write a game that ended with these entries, the last of which is `seq`, and rate it."""
    ended = written.ended
    if ended is None:
        return
    key = (written.entries[-1].at, table, seq)
    db.executemany(_INSERT, seats_of(key, ended))
    if ended.ladder:
        run(db, refold(ended.ladder, key))
