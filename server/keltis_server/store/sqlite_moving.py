"""All rows of a SQLite file, out of it and into it."""

import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from keltis_server.store.contract import StoreFailed
from keltis_server.store.moving import ORDER, RELATIONS, NotEmpty, Row
from keltis_server.store.sqlite_file import connect, name_of, refused, set_up


def exported(path: Path) -> Generator[Row, None, None]:
    """Every row as it is at one moment, whoever writes meanwhile; each log in its order."""
    try:
        with closing(connect(path)) as db:
            set_up(db)
            db.execute("begin")
            for relation, columns in RELATIONS.items():
                query = f"select {names(columns)} from {relation}{ORDER.get(relation, '')}"
                for row in db.execute(query):
                    yield relation, list(row)
    except sqlite3.Error as error:
        raise refused(error) from error


def imported(path: Path, rows: Iterable[Row]) -> None:
    """Write all rows into a file in which nothing is kept, or none."""
    with importing(path) as add:
        for row in rows:
            add(row)


@contextmanager
def importing(path: Path) -> Iterator[Callable[[Row], None]]:
    """Takes rows for a file in which nothing is kept; if the block raises, none is written."""
    try:
        with closing(connect(path)) as db:
            set_up(db)
            db.execute("begin immediate")
            for relation in ("event", "account", "forgotten"):
                if db.execute(f"select 1 from {relation} limit 1").fetchone():
                    raise NotEmpty
            db.execute("delete from about")
            yield partial(insert, db)
            db.execute("commit")
    except sqlite3.OperationalError as error:
        raise refused(error) from error
    except sqlite3.Error as error:
        raise StoreFailed(name_of(error)) from error


def insert(db: sqlite3.Connection, row: Row, into: str = "") -> None:
    """Write a row where it belongs, or into another relation of the same form."""
    relation, values = row
    columns, marks = names(RELATIONS[relation]), ", ".join("?" * len(values))
    db.execute(f"insert into {into or relation} ({columns}) values ({marks})", values)


def names(columns: Iterable[str]) -> str:
    """Columns as SQL names them."""
    return ", ".join(f'"{column}"' for column in columns)
