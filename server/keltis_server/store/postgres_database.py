"""Connections to PostgreSQL, and what goes wrong with them in the words of the store's contract."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

import asyncpg

from keltis_server.store.contract import StoreFailed, StoreRefused

CONNECTIONS: Final = 8
"""How many connections a process has at most, besides the one that listens."""
WAIT: Final = 5.0
"""Seconds that the database has to let us in, and to answer."""
TROUBLE: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)
"""What asyncpg raises when the database is not there, or does not do what it is asked."""

_SETTINGS: Final = (
    "set local idle_in_transaction_session_timeout = '3s'; set local lock_timeout = '5s'"
)
"""A process that was stopped while it wrote loses its turn before others give up waiting for it."""
BEGIN: Final = f"begin; {_SETTINGS}"
ALONE: Final = f"{BEGIN}; select pg_advisory_xact_lock({{}})"
"""One after the other in the whole database: who waited sees what those before have written."""

_REFUSALS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (asyncpg.InvalidCatalogNameError, "no_database"),
    (asyncpg.InvalidAuthorizationSpecificationError, "not_let_in"),
    (asyncpg.InsufficientPrivilegeError, "not_let_in"),
    (asyncpg.ClientConfigurationError, "bad_address"),
    (asyncpg.CannotConnectNowError, "no_answer"),
    (asyncpg.TooManyConnectionsError, "no_answer"),
    (OSError, "no_answer"),
    (ValueError, "bad_address"),
)


def name_of(error: Exception) -> str:
    """What PostgreSQL or the system calls an error, without values that may be secret."""
    return type(error).__name__


@contextmanager
def in_our_words() -> Iterator[None]:
    """Have whatever is wrong with the database raise `StoreFailed`."""
    try:
        yield
    except TROUBLE as error:
        raise StoreFailed(name_of(error)) from error


@contextmanager
def refusing() -> Iterator[None]:
    """Have whatever keeps us from opening the database raise `StoreRefused`, if we know it."""
    try:
        yield
    except (*TROUBLE, ValueError) as error:
        for kind, reason in _REFUSALS:
            if isinstance(error, kind):
                raise StoreRefused(reason) from error
        raise StoreFailed(name_of(error)) from error


async def connect(address: str) -> Any:
    """A connection of its own."""
    return await asyncpg.connect(address, timeout=WAIT, command_timeout=WAIT)


async def _keep_as_it_is(_: Any) -> None:
    """A connection that goes back to the pool has nothing to forget: all we set is local."""


async def _be_durable(db: Any) -> None:
    """Have commits wait for the disk, even where the database does not by default."""
    if await db.fetchval("show synchronous_commit") == "off":
        await db.execute("set synchronous_commit = on")


class Database:
    """A pool of connections; one that was lost is made again when it is needed."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self._closed = False
        self.channel = "keltis"
        """Where processes on this database tell each other something."""
        self._changing = asyncio.Lock()

    @classmethod
    async def open(cls, address: str) -> "Database":
        """The database at an address, or `StoreRefused`."""
        with refusing():
            # None is kept for later: asyncpg would tell of each try to have it again.
            pool = asyncpg.create_pool(
                address, min_size=0, max_size=CONNECTIONS, timeout=WAIT, command_timeout=WAIT,
                init=_be_durable, reset=_keep_as_it_is,
            )  # fmt: skip
            database = cls(await asyncio.wait_for(pool, 2 * WAIT))
            query = "select current_schema(), getdatabaseencoding()"
            try:
                ((schema, encoding),) = await pool.fetch(query)
            except (*TROUBLE, ValueError):
                await database.close()
                raise
        problem = "no_database" if schema is None else "not_utf8" if encoding != "UTF8" else ""
        if problem:
            await database.close()
            raise StoreRefused(problem)
        database.channel = f"keltis_{schema}"
        return database

    async def ask(self, query: str, *values: object) -> list[Any]:
        """The rows of a query."""
        if self._closed:
            raise StoreFailed("closed")
        with in_our_words():
            return list(await self._pool.fetch(query, *values))

    @asynccontextmanager
    async def transaction(self, begin: str = "") -> AsyncIterator[Any]:
        """A connection on which all is written that the block writes, or nothing if it raises."""
        if self._closed:
            raise StoreFailed("closed")
        async with self._pool.acquire(timeout=WAIT) as db:
            done = False
            try:
                await db.execute(begin or BEGIN)
                yield db
                await db.execute("commit")
                done = True
            finally:
                if not done and not db.is_closed():
                    await db.execute("rollback")

    @asynccontextmanager
    async def change(self) -> AsyncIterator[Any]:
        """A transaction that no other of this kind goes beside, of any process.

        Those of this process wait here, or they would hold all its connections while they wait.
        """
        async with self._changing, self.transaction(ALONE.format(self._lock)) as db:
            yield db

    @property
    def _lock(self) -> int:
        """The number of the lock; where it listens, processes take locks of two numbers."""
        return zlib.crc32(f"{self.channel} accounts".encode())

    async def close(self) -> None:
        """Let go of all connections."""
        if not self._closed:
            self._closed = True
            with suppress(*TROUBLE):
                await asyncio.wait_for(self._pool.close(), WAIT)
            await asyncio.sleep(0)  # asyncpg lets go of a lost connection a turn later
