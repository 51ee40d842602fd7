"""One writing thread: it commits everything that waits at once, and each job fails alone."""

import asyncio
import logging
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from keltis_server.guard import contained, log_failure
from keltis_server.store.contract import AccountGone, Conflict, KeyTaken, NameTaken, StoreFailed
from keltis_server.store.sqlite_file import SqliteFile, name_of
from keltis_server.store.turns import Turns

Work = Callable[[sqlite3.Connection], None]

_CLASHES: Final = (AccountGone, Conflict, KeyTaken, NameTaken)
"""What a job may raise by the store's contract; anything else is an accident."""
_FATAL: Final = ("SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_NOTADB")
"""Errors after which nothing in the same transaction is trusted."""
CHECKPOINT: Final = 1000
"""Jobs after which what was written is copied from the file's log into the file itself."""

log = logging.getLogger(__name__)


class Writer:
    """Has the only connection that writes; a promise is kept once the commit is on the disk."""

    def __init__(self, db: sqlite3.Connection, file: SqliteFile, turns: Turns) -> None:
        self._db = db
        self._file = file
        self._turns = turns
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._broken = ""
        """Why nothing is written any more: what a failed sync left behind is unknown."""
        self._when_broken: tuple[asyncio.AbstractEventLoop, Callable[[], None]] | None = None
        self._since_checkpoint = 0
        self._closed = False
        self._thread = threading.Thread(target=self._write, name="keltis-write", daemon=True)
        self._thread.start()

    async def do(self, work: Work) -> None:
        """Have `work` done and wait until it is durable; or raise what went wrong with it."""
        if self._closed:
            raise StoreFailed("closed")
        job = _Job(work)
        self._jobs.put(job)
        await job.done

    @property
    def broken(self) -> bool:
        """Whether the disk has failed, so that nothing is written any more."""
        return bool(self._broken)

    def when_broken(self, tell: Callable[[], None]) -> None:
        """Have `tell` called in the running loop once the disk has failed."""
        self._when_broken = asyncio.get_running_loop(), tell

    async def close(self) -> None:
        """Finish what was begun."""
        self._closed = True
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

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
                with contained() as broken, self._turns:
                    self._commit(jobs)
                for error in broken:
                    log_failure("the writing thread", error)
                    self._fail(jobs, type(error).__name__)
                for loop in {job.loop for job in jobs}:
                    with suppress(RuntimeError):  # the loop has ended, and with it all who waited
                        loop.call_soon_threadsafe(_settle, loop, jobs)

    def _commit(self, jobs: list["_Job"]) -> None:
        """Do the jobs in one transaction; a failing disk fails all, anything else its own job."""
        try:
            if self._broken:
                raise StoreFailed(self._broken)
            self._db.execute("begin immediate")
            for job in jobs:
                self._try(job)
            self._file.check()
            self._db.execute("commit")
            self._file.check()  # what was written is worth nothing if this fails
        except (sqlite3.Error, StoreFailed) as error:
            reason = str(error) if isinstance(error, StoreFailed) else name_of(error)
            self._report(reason)
            self._fail(jobs, reason)
            return
        self._since_checkpoint += len(jobs)
        if self._since_checkpoint >= CHECKPOINT:
            self._since_checkpoint = 0
            self._checkpoint()

    def _checkpoint(self) -> None:
        """Copy what is durable by now; SQLite alone would keep to itself that this failed."""
        try:
            self._db.execute("pragma wal_checkpoint(passive)").fetchall()
        except sqlite3.Error as error:
            self._report(name_of(error))

    def _report(self, reason: str) -> None:
        """Log why nothing can be written; a failed disk ends all writing."""
        log.critical("nothing can be written: %s", reason)
        if reason.startswith("SQLITE_IOERR") and not self._broken:
            self._broken = reason
            if self._when_broken is not None:
                loop, tell = self._when_broken
                with suppress(RuntimeError):  # the loop has ended
                    loop.call_soon_threadsafe(tell)

    def _try(self, job: "_Job") -> None:
        """Do one job, or undo it and nothing else; or raise what makes the others worthless too."""
        self._db.execute("savepoint job")
        with contained() as broken:
            job.work(self._db)
        for error in broken:
            name = name_of(error)
            if name.startswith(_FATAL) or not self._db.in_transaction:
                raise StoreFailed(name)
            job.failure = error if isinstance(error, _CLASHES) else StoreFailed(name)
            if not isinstance(error, _CLASHES):
                log_failure("a job of the store", error)
            self._db.execute("rollback to job")
        self._db.execute("release job")

    def _fail(self, jobs: list["_Job"], reason: str) -> None:
        """Undo the transaction and have every job in it fail."""
        with suppress(sqlite3.Error):
            self._db.rollback()
        for job in jobs:
            job.failure = StoreFailed(reason)


class _Job:
    """One piece of writing, and the promise to whoever waits for it that it is durable."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.failure: Exception | None = None
        self.loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self.loop.create_future()


def _settle(loop: asyncio.AbstractEventLoop, jobs: list[_Job]) -> None:
    """Keep the promises of one commit, or say what failed, to all who still wait in a loop.

    In one go, so that what they lead to is committed together.
    """
    for job in jobs:
        if job.loop is not loop or job.done.done():
            continue
        if job.failure is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.failure)
