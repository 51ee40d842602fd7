"""A backup: one SQLite file that holds everything of a store, of whichever kind that is."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from errno import ENOSPC
from os import strerror
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from keltis_server.store.contract import StoreFailed, StoreRefused
from keltis_server.store.moving import Row
from keltis_server.store.sqlite_file import connect, name_of, refused, set_up
from keltis_server.store.sqlite_moving import exported

_NO_BACKUP: Final = ("SQLITE_NOTADB", "SQLITE_CORRUPT")


class BadBackup(Exception):
    """The file is no backup, or not a whole one."""


class NewerBackup(Exception):
    """A newer version of this program wrote the backup."""


def copy_store(path: Path, backup: Path) -> None:
    """Copy a store as it is at one moment, whoever writes meanwhile, into an empty file."""
    try:
        with closing(connect(path)) as source:
            set_up(source)
            with written_to():
                _copy(source, backup)
    except sqlite3.Error as error:
        raise refused(error) from error


@contextmanager
def written_to(file: Path | None = None) -> Iterator[None]:
    """Have a disk that is full be that of the copy, and not of what is copied."""
    try:
        yield
    except (sqlite3.Error, StoreRefused) as error:
        if "full" not in (str(error), name_of(error).removeprefix("SQLITE_").lower()):
            raise
        raise OSError(ENOSPC, strerror(ENOSPC), file) from error


def finish(backup: Path) -> None:
    """Have everything in that one file, and none beside it."""
    try:
        with closing(sqlite3.connect(backup)) as db:
            db.execute("pragma journal_mode = delete")
    except sqlite3.Error as error:
        raise StoreFailed(name_of(error)) from error


@contextmanager
def backed_up(backup: Path) -> Iterator[Iterator[Row]]:
    """Every row of a backup, in the form of this version; the backup itself is left as it is.

    Raises `BadBackup` or `NewerBackup`.
    """
    with TemporaryDirectory(prefix="keltis-") as folder:
        copied = Path(folder) / "copy.db"
        address = f"file:{quote(str(backup.absolute()))}?mode=ro&immutable=1"
        try:
            with closing(sqlite3.connect(address, uri=True)) as source, written_to(copied):
                _copy(source, copied)
            with closing(connect(copied)) as db:
                problems = db.execute("pragma integrity_check(1)").fetchall()
                if problems != [("ok",)] or not set_up(db):  # an empty file is of form 0
                    raise BadBackup
        except StoreRefused as error:  # only one reason is known by then
            raise NewerBackup from error
        except sqlite3.Error as error:
            if name_of(error).startswith(_NO_BACKUP):
                raise BadBackup from error
            raise StoreFailed(name_of(error)) from error
        with closing(exported(copied)) as rows:
            yield rows


def _copy(source: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as db:
        source.backup(db)  # in one step, so that no writer makes it begin anew
