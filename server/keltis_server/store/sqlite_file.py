"""The SQLite file itself: how it is opened, what stands in it, and whether it is still there."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from keltis_server import look_alikes
from keltis_server.store import migrations
from keltis_server.store.contract import StoreFailed, StoreRefused
from keltis_server.store.ladders import brought_up_to_date
from keltis_server.store.skeletons import kept_names
from keltis_server.store.sqlite_ladders import run

SCHEMA: Final = migrations.NEWEST
"""Which form of the tables this program knows (`user_version`)."""
WAIT: Final = 5.0
"""Seconds that SQLite waits for another process to finish writing."""

_PROBLEMS: Final = {
    "SQLITE_NOTADB": "damaged",
    "SQLITE_CORRUPT": "damaged",
    "SQLITE_READONLY": "read_only",
    "SQLITE_CANTOPEN": "unreadable",
    "SQLITE_PERM": "unreadable",
    "SQLITE_AUTH": "unreadable",
    "SQLITE_BUSY": "locked",
    "SQLITE_LOCKED": "locked",
    "SQLITE_FULL": "full",
}


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are durable."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=WAIT)
    try:
        # If this fails, SQLite says nothing and keeps the form that it had.
        if db.execute("pragma journal_mode = wal").fetchone() != ("wal",):
            raise StoreRefused("failing")
        db.execute("pragma synchronous = full")
        db.execute("pragma wal_autocheckpoint = 0")  # the writer does it, and hears if it fails
        db.execute("pragma foreign_keys = on")
    except (sqlite3.Error, StoreRefused):
        db.close()
        raise
    return db


def refused(error: sqlite3.Error) -> StoreRefused:
    """Why a file cannot be opened, in the words of the store's contract."""
    name = name_of(error)
    return StoreRefused(next((p for n, p in _PROBLEMS.items() if name.startswith(n)), "failing"))


def name_of(error: Exception) -> str:
    """What SQLite calls an error, or else its type."""
    return getattr(error, "sqlite_errorname", None) or type(error).__name__


def set_up(db: sqlite3.Connection) -> int:
    """Bring the file up to date, or raise `StoreRefused` and touch nothing.

    The form in which it was comes back; 0 if it was empty.
    """
    before = _version(db)
    db.execute("begin immediate")
    try:
        before = _version(db)  # another process may have been quicker
        # Files of form 1 are of several ages; the first two steps make only what is missing.
        for _, statements in migrations.steps("sqlite", before if before > 2 else 0):
            for statement in statements:
                db.execute(statement)
        # Written at every start, so that a file that cannot be written is refused by it.
        db.execute(f"pragma user_version = {SCHEMA}")
        about = dict(db.execute("select what, value from about"))
        if about.get("skeletons") != look_alikes.VERSION:
            _make_skeletons_anew(db)
        run(db, brought_up_to_date())
        db.execute("commit")
    finally:
        if db.in_transaction:
            db.rollback()
    return before


def look(path: Path) -> dict[str, str]:
    """The notes in a file, unchanged; or `StoreRefused` as if it was opened."""
    address = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True, timeout=WAIT)) as db:
            _version(db)
            noted = db.execute("select 1 from sqlite_master where name = 'about'").fetchone()
            return dict(db.execute("select what, value from about")) if noted else {}
    except sqlite3.Error as error:
        raise refused(error) from error


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("pragma user_version").fetchone()
    if version > SCHEMA:
        raise StoreRefused("newer")
    return int(version)


def _make_skeletons_anew(db: sqlite3.Connection) -> None:
    """Compare every name as this program does."""
    rows = db.execute("select id, name, skeleton from account where skeleton is not null")
    kept = list(kept_names(rows.fetchall()))
    db.execute("update account set skeleton = null")
    db.executemany("update account set skeleton = ? where id = ?", kept)
    db.execute("insert or replace into about values ('skeletons', ?)", (look_alikes.VERSION,))


class SqliteFile:
    """Notices that the file is gone, another one, or shorter than it was.

    SQLite does not: it writes on into a file that nobody will ever open again.
    """

    def __init__(self, path: Path) -> None:
        seen = {each: _seen(each) for each in _parts(path)}
        self._known = {each: what for each, what in seen.items() if what[0] is not None}

    def check(self) -> None:
        """Raise `StoreFailed` if what was written may be lost."""
        for path, (identity, size) in self._known.items():
            now, length = _seen(path)
            if now is None:
                raise StoreFailed(f"{path.name} is gone")
            if now != identity:
                raise StoreFailed(f"{path.name} is another file than it was")
            if length < size:
                raise StoreFailed(f"{path.name} was cut")
            self._known[path] = identity, length


def _parts(path: Path) -> Iterable[Path]:
    """The file, its log of what was written last, and what processes share of that."""
    return [path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))]


def _seen(path: Path) -> tuple[tuple[int, int] | None, int]:
    try:
        found = path.stat()
    except OSError:
        return None, 0
    return (found.st_dev, found.st_ino), found.st_size
