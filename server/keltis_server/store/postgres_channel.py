"""The connection that listens: what processes on one database tell each other through it."""

import asyncio
import logging
from contextlib import suppress
from typing import Any, Final

from keltis_server.channel import Listener
from keltis_server.guard import contained, log_failure
from keltis_server.store.notices import LONGEST, logged
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_database import TROUBLE, connect, name_of

BEAT: Final = 10.0
"""Seconds after which the connection is tried, so that one that died in silence is noticed."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 5.0
"""Seconds until a lost connection is made anew; each time twice as long."""

_NUMBER: Final = "select nextval('process_number')::int"
_SIGN_IN: Final = "select pg_advisory_lock_shared(hashtext($1), $2)"
"""Held by the connection: whoever loses it is no longer among those present."""
_PRESENT: Final = """
select objid::int from pg_locks join pg_database on pg_database.oid = database
where locktype = 'advisory' and classid::bigint = hashtext($1)::bigint & 4294967295
and objsubid = 2 and datname = current_database()
"""
_SEND: Final = "select pg_notify($1, text) from unnest($2::text[]) as text"

log = logging.getLogger(__name__)


class PostgresChannel:
    """The contract of `channel.Channel`, over a connection of its own outside the pool.

    If it is lost it is made anew; when it listens again, and not before, the listener is told to
    look for what was missed.
    """

    def __init__(self, store: PostgresStore, address: str, beat: float = BEAT) -> None:
        self.number = 0
        self.longest = LONGEST
        self._address = address
        self._channel = store.database.channel
        self._origin = store.origin
        self._beat = beat
        self._listener: Listener | None = None
        self._texts: list[str] = []
        self._working = False
        self._closing = False
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def listen(self, listener: Listener) -> None:
        """Connect, and have everything told to `listener` from now on."""
        self._listener = listener
        self._task = asyncio.create_task(self._keep())

    def send(self, text: str) -> None:
        """Say something; it is lost while the connection is."""
        if self._working:
            self._texts.append(text)
            self._wake.set()

    async def close(self) -> None:
        """Say what was begun and leave."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await asyncio.wait([self._task])

    def break_off(self) -> None:
        """Leave at once and without a word."""
        self._closing, self._working = True, False
        if self._task is not None:
            self._task.cancel()

    async def _keep(self) -> None:
        """Be connected until `close`."""
        pause = FIRST_PAUSE
        while not self._closing:
            with contained() as broken:
                await self._session()
            for error in broken:
                if not isinstance(error, TROUBLE):
                    log_failure("the listener of the store", error)
                pause = FIRST_PAUSE if self._working else min(2 * pause, LONGEST_PAUSE)
                log.error("the database is not heard: %s; again in %s s", name_of(error), pause)
                self._working = False
                self._texts.clear()
                await self._wait(pause)

    async def _session(self) -> None:
        db = await connect(self._address)
        try:
            db.add_termination_listener(lambda _: self._wake.set())
            await db.add_listener(self._channel, self._told)
            await db.add_listener(f"{self._channel}_log", self._logged)
            self.number = self.number or await db.fetchval(_NUMBER)
            await db.execute(_SIGN_IN, self._channel, self.number)
            present = await self._present(db)
            self._working = True
            if self._listener is not None:
                self._listener.joined(present)
            await self._work(db)
        finally:
            db.terminate()
            await asyncio.sleep(0)  # asyncpg lets go of it a turn later

    async def _work(self, db: Any) -> None:
        """Say what there is to say; every now and then see whether anybody hears."""
        loop = asyncio.get_running_loop()
        due = loop.time() + self._beat
        while not self._closing or self._texts:
            await self._wait(due - loop.time())
            texts, self._texts = self._texts, []
            if texts:
                await db.execute(_SEND, self._channel, texts)
            if loop.time() >= due or db.is_closed():
                due = loop.time() + self._beat
                present = await self._present(db)
                if self._listener is not None:
                    self._listener.beat(present)

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, seconds)):
                await self._wake.wait()
        if not self._closing:
            self._wake.clear()

    async def _present(self, db: Any) -> frozenset[int]:
        """Which processes listen."""
        return frozenset(number for (number,) in await db.fetch(_PRESENT, self._channel))

    def _told(self, _db: object, _pid: int, _channel: str, text: str) -> None:
        if self._listener is not None:
            self._listener.told(text)

    def _logged(self, _db: object, _pid: int, _channel: str, text: str) -> None:
        origin, tables = logged(text)
        if origin != self._origin and self._listener is not None:
            for table, length in tables:
                self._listener.logged(table, length)
