"""Appends to PostgreSQL: all that wait are committed at once, and each fails alone."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final

import asyncpg
import msgspec

from keltis_server.guard import contained, log_failure
from keltis_server.store.contract import AccountGone, Conflict, Entry, StoreFailed
from keltis_server.store.notices import logged_texts
from keltis_server.store.postgres_database import TROUBLE, Database, name_of

AGAIN: Final = (asyncpg.SerializationError, asyncpg.DeadlockDetectedError)
"""A transaction met another one: neither is to blame, and it can be tried again."""
TRIES: Final = 5
"""How often that is done."""
_OWN_FAULT: Final = (
    asyncpg.DataError,
    asyncpg.IntegrityConstraintViolationError,
    asyncpg.ProgramLimitExceededError,
)
"""What one append can have wrong with it, so that those with it are to be written without it."""

_ACCOUNTS: Final = "select id from account where id = any($1) order by id for key share"
_LENGTHS: Final = (
    'select "table", length from line where "table" = any($1) order by "table" for update'
)
"""In order, so that two processes never wait for each other."""
_WRITE: Final = """
with written as (
    insert into event
    select * from unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::bytea[])
), grown as (
    insert into line select * from unnest($6::text[], $7::bigint[], $8::int[], $9::bytea[])
    on conflict ("table") do update set length = excluded.length, line = excluded.line
), ended as (
    insert into closed select unnest($10::text[])
), cleared as (
    delete from line where "table" = any($10::text[])
), told as (
    insert into result select * from unnest($11::bigint[], $12::text[], $13::int[], $14::bytea[])
)
select pg_notify($15, text) from unnest($16::text[]) as text
"""

log = logging.getLogger(__name__)


class Append:
    """One append, and the promise to whoever waits for it that it is durable."""

    def __init__(
        self,
        table: str,
        seq: int,
        entries: Sequence[Entry],
        line: bytes | None,
        last: bool,
        by: str,
        result: bytes,
    ) -> None:
        self.table = table
        self.seq = seq
        self.entries = entries
        self.line = line
        self.last = last
        self.by = by
        self.result = result
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(self, failure: Exception | None) -> None:
        """Keep the promise, or say what failed, if anybody still waits."""
        if self.done.done():
            return
        if failure is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(failure)


class _Standing(msgspec.Struct):
    """A table as it will be after the appends judged so far."""

    length: int
    opened: int = 0
    line: bytes | None = None
    closed: bool = False


class Writer:
    """Commits one batch after the other; while one is on its way, the next gathers."""

    def __init__(self, database: Database, origin: str) -> None:
        self._database = database
        self._origin = origin
        """Under this name the other processes are told."""
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._write())

    async def append(self, job: Append) -> None:
        """Have it written and wait until it is durable; or raise what went wrong with it."""
        if self._closed:
            raise StoreFailed("closed")
        self._waiting.append(job)
        self._wake.set()
        await job.done

    async def close(self) -> None:
        """Finish what was begun."""
        self._closed = True
        self._wake.set()
        await self._task

    async def _write(self) -> None:
        while self._waiting or not self._closed:
            self._wake.clear()
            jobs, self._waiting = self._waiting, []
            if jobs:
                with contained() as broken:
                    await self._commit(jobs)
                for error in broken:
                    log_failure("the writer of the store", error)
                    _fail(jobs, name_of(error))
            else:
                await self._wake.wait()

    async def _commit(self, jobs: list[Append]) -> None:
        """Write these in one transaction; or each in its own, if there is something wrong with one.

        A database that is gone fails all of them.
        """
        for _ in range(TRIES):
            try:
                async with self._database.transaction() as db:
                    failures = await self._append(db, jobs)
            except AGAIN:
                continue
            except _OWN_FAULT as error:
                if len(jobs) > 1:
                    for job in jobs:
                        await self._commit([job])
                elif isinstance(error, asyncpg.UniqueViolationError):
                    jobs[0].settle(Conflict())
                else:
                    log_failure("an append", error)
                    _fail(jobs, name_of(error))
                return
            except (*TROUBLE, StoreFailed) as error:
                log.critical("nothing can be written: %s", name_of(error))
                _fail(jobs, name_of(error))
                return
            for job, failure in zip(jobs, failures, strict=True):
                job.settle(failure)
            return
        _fail(jobs, "busy")

    async def _append(self, db: Any, jobs: Sequence[Append]) -> list[Exception | None]:
        """Write what can be written; what is wrong with each."""
        accounts = {job.by for job in jobs if job.by}
        if accounts:
            accounts -= {who for (who,) in await db.fetch(_ACCOUNTS, sorted(accounts))}
        known = await db.fetch(_LENGTHS, sorted({job.table for job in jobs}))
        standing = {table: _Standing(length) for table, length in known}
        failures = [_judge(job, standing, accounts) for job in jobs]
        judged = zip(jobs, failures, strict=True)
        written = [job for job, failure in judged if failure is None and job.entries]
        if written:
            await self._insert(db, written, standing)
        return failures

    async def _insert(
        self, db: Any, jobs: Sequence[Append], standing: dict[str, _Standing]
    ) -> None:
        rows = [
            (job.table, seq, entry.command or None, entry.at, entry.body)
            for job in jobs
            for seq, entry in enumerate(job.entries, job.seq)
        ]
        changed = {job.table: standing[job.table] for job in jobs}
        lines = [
            (table, each.opened, each.length, each.line)
            for table, each in changed.items()
            if not each.closed
        ]
        closed = [table for table, each in changed.items() if each.closed]
        results = [
            (job.entries[-1].at, job.table, job.seq + len(job.entries) - 1, job.result)
            for job in jobs
            if job.result
        ]
        texts = logged_texts(self._origin, {code: each.length for code, each in changed.items()})
        await db.fetch(
            _WRITE,
            *_columns(rows, 5),
            *_columns(lines, 4),
            closed,
            *_columns(results, 4),
            f"{self._database.channel}_log",
            texts,
        )


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    """So many columns of rows, as PostgreSQL takes many rows at once."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * count


def _judge(job: Append, standing: dict[str, _Standing], gone: set[str]) -> Exception | None:
    """What is wrong with an append; if nothing is, the table stands as it leaves it."""
    if job.by in gone:
        return AccountGone()
    before = standing.get(job.table, _Standing(0))
    if before.closed or before.length != job.seq:
        return Conflict()
    if not job.entries:
        return None
    before.opened = before.opened or job.entries[0].at
    before.length += len(job.entries)
    before.line = job.line
    before.closed = job.last
    standing[job.table] = before
    return None


def _fail(jobs: Sequence[Append], reason: str) -> None:
    for job in jobs:
        job.settle(StoreFailed(reason))
