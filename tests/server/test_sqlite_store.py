"""The SQLite store when the disk is full, broken or gone: it fails aloud and lies to nobody."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from keltis_server.store import sqlite
from keltis_server.store.contract import Entry, StoredLine, StoreFailed
from keltis_server.store.sqlite import SqliteStore


def entry(size: int = 10) -> Entry:
    return Entry(b"x" * size, 0)


async def test_full_disk_refuses_the_append_and_the_store_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    """T14: SQLite's own page limit stands for the disk."""
    store = SqliteStore.open(tmp_path / "games.db")
    pages = store._writing.execute("pragma page_count").fetchone()[0]
    store._writing.execute(f"pragma max_page_count = {pages}")
    with pytest.raises(StoreFailed, match="SQLITE_FULL"):
        await store.append("T", 0, [entry(100_000)])
    assert await store.read("T") == []
    store._writing.execute("pragma max_page_count = 100000")
    await store.append("T", 0, [entry(100_000)])
    assert len(await store.read("T")) == 1
    await store.close()


class FailingSync(sqlite3.Connection):
    """A connection whose disk fails at the commit."""

    failing = False

    def execute(self, sql: str, *args: object) -> sqlite3.Cursor:
        if self.failing and sql == "commit":
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorname = "SQLITE_IOERR_FSYNC"
            raise error
        return super().execute(sql, *args)  # type: ignore[arg-type]


async def test_after_a_failed_sync_nothing_is_acknowledged_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T13: what a failed sync left behind is unknown, so the store stops; it does not retry."""

    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=FailingSync
        )

    monkeypatch.setattr(sqlite, "connect", connect)
    store = SqliteStore.open(tmp_path / "games.db")
    await store.append("T", 0, [entry()])
    FailingSync.failing = True
    with pytest.raises(StoreFailed, match="SQLITE_IOERR_FSYNC"):
        await store.append("T", 1, [entry()])
    FailingSync.failing = False
    with pytest.raises(StoreFailed, match="SQLITE_IOERR_FSYNC"):
        await store.append("T", 1, [entry()])
    assert len(await store.read("T")) == 1
    await store.close()


async def test_every_commit_is_synced_and_the_log_survives_a_crash(tmp_path: Path) -> None:
    """T12: write-ahead log, synchronous=FULL."""
    store = SqliteStore.open(tmp_path / "games.db")
    assert store._writing.execute("pragma journal_mode").fetchone() == ("wal",)
    assert store._writing.execute("pragma synchronous").fetchone() == (2,)
    await store.close()


async def test_appends_that_wait_together_are_committed_together(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    statements: list[str] = []
    store._writing.set_trace_callback(statements.append)
    await asyncio.gather(*(store.append(f"T{n}", 0, [entry()]) for n in range(200)))
    commits = sum(statement.lower() == "commit" for statement in statements)
    assert commits < 100
    await store.close()


async def test_someone_who_stops_waiting_for_an_append_does_not_hurt_the_others(
    tmp_path: Path,
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    tasks = [asyncio.create_task(store.append(f"T{n}", 0, [entry()])) for n in range(20)]
    await asyncio.sleep(0)
    for task in tasks[::2]:
        task.cancel()
    await asyncio.gather(*tasks[1::2])
    assert {f"T{n}" for n in range(1, 20, 2)} <= set(await store.tables())
    await store.close()


def test_file_that_is_no_store_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_bytes(b"not a database at all, but long enough" * 100)
    with pytest.raises(StoreFailed):
        SqliteStore.open(tmp_path / "games.db")


async def test_tables_of_a_database_from_before_lines_are_listed_without_one(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    await store.append("CLOSED", 0, [entry(), entry()])
    await store.append("CLOSED", 2, [entry()], last=True)
    await store.append("STANDS", 0, [entry(), entry(), entry()])
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript("drop table line; pragma user_version = 2;")
    store = SqliteStore.open(path)
    assert await store.lines(await store.tables()) == [StoredLine("STANDS", 3, None)]
    await store.append("STANDS", 3, [entry()], line=b"known")
    assert await store.lines(await store.tables()) == [StoredLine("STANDS", 4, b"known")]
    await store.close()
