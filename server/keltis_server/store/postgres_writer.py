"""Appends to PostgreSQL: all that wait are committed at once, and each fails alone."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import asyncpg
import msgspec

from keltis_server.guard import contained, log_failure
from keltis_server.store.contract import AccountGone, Conflict, Judge, StoreFailed, Written
from keltis_server.store.notices import logged_texts
from keltis_server.store.postgres_database import TROUBLE, Database, name_of
from keltis_server.store.postgres_due import claim, postpone
from keltis_server.store.postgres_ladders import add

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
    insert into line
    select * from unnest($6::text[], $7::bigint[], $8::int[], $9::bytea[], $17::bigint[])
    on conflict ("table") do update
    set length = excluded.length, line = excluded.line, due = excluded.due
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
        seq: int | None,
        written: Written | None,
        by: str = "",
        judge: Judge | None = None,
    ) -> None:
        self.table = table
        self.seq = seq
        """How long its log is to be; None: however long, if something is due."""
        self.written = written
        """None if something is due, until that is judged, or if nothing is."""
        self.by = by
        self.judge = judge
        """Says what is due, if this is what it is about."""
        self.failure: Exception | None = None
        """What broke while that was said."""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def settle(self, failure: Exception | None) -> None:
        """Keep the promise, or say what failed, if anybody still waits."""
        if self.done.done():
            return
        if failure is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(failure)


class _Writing(NamedTuple):
    """An append with which nothing is wrong."""

    table: str
    seq: int
    written: Written


class _Standing(msgspec.Struct):
    """A table as it will be after the appends judged so far."""

    length: int
    opened: int = 0
    line: bytes | None = None
    due: int | None = None
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
        known = await db.fetch(_LENGTHS, sorted({job.table for job in jobs if not job.judge}))
        standing = {table: _Standing(length) for table, length in known}
        await _judge_due(db, [job for job in jobs if job.judge], standing)
        failures = [_judge(job, standing, accounts) for job in jobs]
        judged = zip(jobs, failures, strict=True)
        writing = [
            _Writing(job.table, job.seq or 0, job.written)
            for job, failure in judged
            if failure is None and job.written is not None and job.written.entries
        ]
        if writing:
            await self._insert(db, writing, standing)
        return failures

    async def _insert(
        self, db: Any, writing: Sequence[_Writing], standing: dict[str, _Standing]
    ) -> None:
        rows = [
            (job.table, seq, entry.command or None, entry.at, entry.body)
            for job in writing
            for seq, entry in enumerate(job.written.entries, job.seq)
        ]
        changed = {job.table: standing[job.table] for job in writing}
        lines = [
            (table, each.opened, each.length, each.line, each.due)
            for table, each in changed.items()
            if not each.closed
        ]
        closed = [table for table, each in changed.items() if each.closed]
        results = [
            (entries[-1].at, job.table, job.seq + len(entries) - 1, job.written.result)
            for job in writing
            if job.written.result and (entries := job.written.entries)
        ]
        texts = logged_texts(self._origin, {code: each.length for code, each in changed.items()})
        *columns, dues = _columns(lines, 5)
        await db.fetch(
            _WRITE,
            *_columns(rows, 5),
            *columns,
            closed,
            *_columns(results, 4),
            f"{self._database.channel}_log",
            texts,
            dues,
        )
        ends = [job for job in writing if job.written.ended is not None]
        await add(
            db, [(job.table, job.seq + len(job.written.entries) - 1, job.written) for job in ends]
        )


async def _judge_due(db: Any, jobs: Sequence[Append], standing: dict[str, _Standing]) -> None:
    """Claim the tables whose time has come, and have judged what is due at each."""
    claimed = await claim(db, {job.table for job in jobs}) if jobs else {}
    later = []
    for job in jobs:
        job.written = job.failure = None
        length, now = claimed.pop(job.table, (None, 0))  # the first of two who ask has it
        if job.judge is None or length is None or job.seq not in (None, length):
            continue
        if standing.setdefault(job.table, _Standing(length)).length != length:
            continue
        with contained() as broken:
            job.seq, job.written = length, job.judge(now)
            if not job.written.entries:
                later.append((job.table, job.written.due))
        for error in broken:
            job.failure = error
    if later:
        await postpone(db, later)


def _columns(rows: Sequence[tuple[Any, ...]], count: int) -> list[list[Any]]:
    """So many columns of rows, as PostgreSQL takes many rows at once."""
    return [list(column) for column in zip(*rows, strict=True)] if rows else [[]] * count


def _judge(job: Append, standing: dict[str, _Standing], gone: set[str]) -> Exception | None:
    """What is wrong with an append; if nothing is, the table stands as it leaves it."""
    if job.failure is not None:
        return job.failure
    if job.by in gone:
        return AccountGone()
    written = job.written
    if written is None:  # nothing is due
        return None
    before = standing.get(job.table, _Standing(0))
    if before.closed or before.length != job.seq:
        if job.judge is None:
            return Conflict()
        job.written = None  # what was judged is no longer so: an append of this batch was first
        return None
    if not written.entries:
        return None
    before.opened = before.opened or written.entries[0].at
    before.length += len(written.entries)
    before.line, before.due = written.line, written.due
    before.closed = written.last
    standing[job.table] = before
    return None


def _fail(jobs: Sequence[Append], reason: str) -> None:
    for job in jobs:
        job.settle(StoreFailed(reason))
