"""The store in one SQLite file: one writing thread commits everything that waits at once."""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any, Final, Self

from keltis_server.store import Account, Conflict, Entry, KeyTaken, NameTaken, StoreFailed
from keltis_server.turns import Turns

_SCHEMA: Final = """
create table if not exists event (
    "table" text not null, seq integer not null, command text, at integer not null,
    body blob not null, primary key ("table", seq), unique ("table", command)
) without rowid;
create index if not exists opened on event ("table") where seq = 0;
create table if not exists closed ("table" text primary key) without rowid;
create table if not exists account (
    id text primary key, name text not null default '', skeleton text unique
) without rowid;
create table if not exists key (
    key blob primary key, account text not null references account (id)
) without rowid;
create table if not exists preference (
    account text not null references account (id), name text not null, value text not null,
    primary key (account, name)
) without rowid;
create table if not exists link_offer (
    code blob primary key, account text not null references account (id), until integer not null
) without rowid;
create table if not exists forgotten (id text primary key) without rowid;
pragma user_version = 1;
"""


class SqliteStore:
    """The contract of `store.Store`; commits are durable (WAL, synchronous=FULL)."""

    def __init__(self, path: Path) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._broken = ""
        self._closed = False
        with ExitStack() as opened:
            try:
                self._writing = opened.enter_context(closing(_connect(path)))
                self._writing.executescript(_SCHEMA)
                self._reading = opened.enter_context(closing(_connect(path)))
                self._reading.execute("pragma query_only = on")
            except sqlite3.Error as error:
                raise StoreFailed(_code(error)) from error
            self._turns = Turns(path.with_name(f"{path.name}-turns"))
            opened.pop_all()
        self._readers = ThreadPoolExecutor(1, "keltis-read")
        self._writer = threading.Thread(target=self._write, name="keltis-write", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: Path) -> Self:
        """The store in the file at `path`, which is made if there is none."""
        return cls(path)

    async def append(
        self, table: str, expected_seq: int, entries: Sequence[Entry], *, last: bool = False
    ) -> None:
        """Write all entries from `expected_seq` on, or none."""
        rows = [
            (table, seq, entry.command or None, entry.at, entry.body)
            for seq, entry in enumerate(entries, expected_seq)
        ]

        def write(db: sqlite3.Connection) -> None:
            (length,) = db.execute(
                'select coalesce(max(seq) + 1, 0) from event where "table" = ?', (table,)
            ).fetchone()
            closed = db.execute('select 1 from closed where "table" = ?', (table,)).fetchone()
            if length != expected_seq or closed:
                raise Conflict
            try:
                db.executemany("insert into event values (?, ?, ?, ?, ?)", rows)
            except sqlite3.IntegrityError as error:
                raise Conflict from error
            if last:
                db.execute("insert into closed values (?)", (table,))

        await self._do(write)

    async def read(self, table: str, from_seq: int = 0) -> list[Entry]:
        """The log of a table from `from_seq` on."""
        query = 'select body, at, command from event where "table" = ? and seq >= ? order by seq'
        rows = await self._ask(query, table, from_seq)
        return [Entry(body, at, command or "") for body, at, command in rows]

    async def tables(self) -> list[str]:
        """Every table that has not had its last entry."""
        query = (
            'select "table" from event where seq = 0'
            ' and "table" not in (select "table" from closed) order by at, "table"'
        )
        return [table for (table,) in await self._ask(query)]

    async def lengths(self) -> dict[str, int]:
        """How long the log of each such table is."""
        query = (
            'select "table", (select max(seq) + 1 from event where "table" = first."table")'
            ' from event as first where seq = 0 and "table" not in (select "table" from closed)'
        )
        return dict(await self._ask(query))

    async def account(self, key: bytes, new_id: str) -> Account:
        """The account of a public key; a key never seen before gets a new one."""
        query = "select id, name from account join key on account = id where key = ?"
        found = await self._ask(query, key)
        if not found:

            def write(db: sqlite3.Connection) -> None:
                if not db.execute("select 1 from key where key = ?", (key,)).fetchone():
                    db.execute("insert into account (id) values (?)", (new_id,))
                    db.execute("insert into key values (?, ?)", (key, new_id))

            await self._do(write)
            found = await self._ask(query, key)
        ((account, name),) = found
        return Account(account, name)

    async def known(self, key: bytes) -> Account | None:
        """The account of a public key, if there is one."""
        query = "select id, name from account join key on account = id where key = ?"
        found = await self._ask(query, key)
        return Account(*found[0]) if found else None

    async def offer_link(self, code: bytes, account: str, until: int) -> None:
        """Let the next key that names `code` join the account; an older offer is void."""

        def write(db: sqlite3.Connection) -> None:
            db.execute("delete from link_offer where account = ?", (account,))
            db.execute("insert into link_offer values (?, ?, ?)", (code, account, until))

        await self._do(write)

    async def link(self, code: bytes, key: bytes, now: int) -> Account | None:
        """Let a key open the account that offered `code`, which is used up."""
        linked: list[Account] = []

        def write(db: sqlite3.Connection) -> None:
            db.execute("delete from link_offer where until < ?", (now,))
            query = "select id, name from account join link_offer on account = id where code = ?"
            found = db.execute(query, (code,)).fetchone()
            if found is None:
                return
            query = "select id, name from account join key on account = id where key = ?"
            before = db.execute(query, (key,)).fetchone()
            if before is not None and before[0] != found[0]:
                if before[1]:
                    raise KeyTaken
                _delete_account(db, before[0])
            db.execute("insert or replace into key values (?, ?)", (key, found[0]))
            db.execute("delete from link_offer where code = ?", (code,))
            linked.append(Account(*found))

        await self._do(write)
        return linked[0] if linked else None

    async def forget(self, account: str) -> None:
        """Delete an account and everything that was known of it."""

        def write(db: sqlite3.Connection) -> None:
            _delete_account(db, account)
            db.execute("insert or ignore into forgotten values (?)", (account,))

        await self._do(write)

    async def forgotten(self) -> frozenset[str]:
        """The ids of all accounts that were deleted."""
        return frozenset(account for (account,) in await self._ask("select id from forgotten"))

    async def rename(self, account: str, name: str, skeleton: str) -> None:
        """Give an account a name, unless another has one of that skeleton."""

        def write(db: sqlite3.Connection) -> None:
            try:
                db.execute(
                    "update account set name = ?, skeleton = ? where id = ?",
                    (name, skeleton, account),
                )
            except sqlite3.IntegrityError as error:
                raise NameTaken from error

        await self._do(write)

    async def name_taken(self, skeleton: str) -> bool:
        """Whether an account has a name of that skeleton."""
        return bool(await self._ask("select 1 from account where skeleton = ?", skeleton))

    async def preferences(self, account: str) -> dict[str, str]:
        """What an account asked to remember."""
        query = "select name, value from preference where account = ? order by name"
        return dict(await self._ask(query, account))

    async def prefer(self, account: str, preferences: Mapping[str, str]) -> None:
        """Remember these for an account, instead of those before."""
        rows = [(account, name, value) for name, value in preferences.items()]

        def write(db: sqlite3.Connection) -> None:
            db.execute("delete from preference where account = ?", (account,))
            db.executemany("insert into preference values (?, ?, ?)", rows)

        await self._do(write)

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            await asyncio.to_thread(self._readers.shutdown)
            self._reading.close()
            self._writing.close()
            self._turns.close()

    async def _do(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Have the writing thread do `work` and wait until it is durable."""
        if self._closed:
            raise StoreFailed("closed")
        job = _Job(work)
        self._jobs.put(job)
        await job.done

    async def _ask(self, query: str, *values: str | int | bytes) -> list[Any]:
        """The rows of a query, read beside the event loop."""
        if self._closed:
            raise StoreFailed("closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._readers, lambda: self._reading.execute(query, values).fetchall()
            )
        except sqlite3.Error as error:
            raise StoreFailed(_code(error)) from error

    def _write(self) -> None:
        """Commit everything that waits in one transaction, again and again until `close`."""
        open_still = True
        while open_still:
            jobs: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            open_still = job is not None
            if jobs:
                with self._turns:
                    self._commit(jobs)
                _settle(jobs)

    def _commit(self, jobs: list["_Job"]) -> None:
        """Do the jobs in one transaction; those that clash fail alone, a failing disk fails all."""
        db = self._writing
        try:
            if self._broken:
                raise StoreFailed(self._broken)
            db.execute("begin immediate")
            for job in jobs:
                db.execute("savepoint job")
                try:
                    job.work(db)
                except (Conflict, KeyTaken, NameTaken) as clash:
                    db.execute("rollback to job")
                    job.failure = clash
                db.execute("release job")
            db.execute("commit")
        except (sqlite3.Error, StoreFailed) as error:
            reason = _code(error) if isinstance(error, sqlite3.Error) else str(error)
            self._give_up(reason)
            for job in jobs:
                job.failure = StoreFailed(reason)

    def _give_up(self, reason: str) -> None:
        """Undo a transaction that failed; after an input/output error nothing is trusted again."""
        if reason.startswith("SQLITE_IOERR"):
            self._broken = reason
        with suppress(sqlite3.Error):
            self._writing.rollback()


class _Job:
    """One piece of writing, and the promise to whoever waits for it that it is durable."""

    def __init__(self, work: Callable[[sqlite3.Connection], None]) -> None:
        self.work = work
        self.failure: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()

    def settle(self) -> None:
        """Keep the promise, or say what failed, unless nobody waits any more."""
        if self.done.done():
            return
        if self.failure is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.failure)


def _settle(jobs: list[_Job]) -> None:
    """Settle all jobs of a commit in one go, so that what they lead to is committed together."""
    for loop in {job.loop for job in jobs}:
        mine = [job for job in jobs if job.loop is loop]
        with suppress(RuntimeError):  # the loop has ended, and with it all who waited
            loop.call_soon_threadsafe(_settle_all, mine)


def _settle_all(jobs: list[_Job]) -> None:
    for job in jobs:
        job.settle()


def _delete_account(db: sqlite3.Connection, account: str) -> None:
    for table in ("key", "preference", "link_offer"):
        db.execute(f"delete from {table} where account = ?", (account,))
    db.execute("delete from account where id = ?", (account,))


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute("pragma foreign_keys = on")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _code(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", type(error).__name__)
