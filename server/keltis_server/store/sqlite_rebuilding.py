"""What a SQLite file holds besides its logs, made anew from them."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from keltis_server.store.moving import ORDER, RELATIONS, Row
from keltis_server.store.rebuilding import (
    KEPT,
    KEYS,
    PREPARE,
    TOGETHER,
    Maker,
    made,
    rating,
    replacing,
)
from keltis_server.store.sqlite_file import connect, refused, set_up
from keltis_server.store.sqlite_ladders import run
from keltis_server.store.sqlite_moving import insert, names


def rebuilt(path: Path, maker: Maker) -> int:
    """Have everything that follows from the logs made anew, or nothing; how many rows differed."""
    try:
        with closing(connect(path)) as db:
            set_up(db)
            db.execute("begin immediate")
            for statement in PREPARE:
                db.execute(statement)
            query = f"select {names(RELATIONS['event'])} from event{ORDER['event']}"
            for values in db.execute(query):
                _gather(db, maker.take(("event", list(values))))
            _gather(db, maker.end())
            db.executemany(f"insert into {KEPT} values (?)", [(table,) for table in maker.kept])
            for statement in TOGETHER:
                db.execute(statement)
            run(db, rating())
            changed = sum(_replace(db, relation) for relation in KEYS)
            db.execute("commit")
            return changed
    except sqlite3.Error as error:
        raise refused(error) from error


def _gather(db: sqlite3.Connection, rows: Iterable[Row]) -> None:
    for relation, values in rows:
        insert(db, (relation, values), made(relation))


def _replace(db: sqlite3.Connection, relation: str) -> int:
    index, *changes = replacing(relation)
    db.execute(index)
    return sum(db.execute(statement).rowcount for statement in changes)
