"""No time counts while the server is not there: it notes that it lives, and what it missed."""

import asyncio
import logging
from contextlib import suppress
from functools import partial
from typing import Final

from keltis_server.cluster.presence import Presence
from keltis_server.guard import Tasks, survived
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store, StoreFailed
from keltis_server.tables.records import ClockPaused
from keltis_server.tables.table import Decision, Table
from keltis_server.tables.table_index import TableIndex
from keltis_server.tables.upkeep import Hold

log = logging.getLogger(__name__)

ALIVE: Final = "alive"
"""The note that says when a process was there last, in ms since 1970."""
BEAT: Final = 10.0
"""Seconds between two of these notes, while a clock runs somewhere."""
MISSED: Final = 25_000
"""Milliseconds after which the notes have stopped, though another process seems to be there."""


class Downtime:
    """What one process does about the time in which none was there."""

    def __init__(self, store: Store, index: TableIndex, hold: Hold, presence: Presence) -> None:
        self._store = store
        self._index = index
        self._hold = hold
        self._presence = presence
        self._tasks = Tasks()

    async def begin(self) -> None:
        """Have no clock count the time since a process was there last, then note that one is."""
        try:
            noted = await self._store.note(ALIVE)
            since, now = int(noted or 0), self._store.now()
            alone = not self._presence.numbers
            if noted and (alone or abs(now - since) > MISSED):
                for code in list(self._index.clocked):
                    await self._pause(code, since, now)
            await self._note()
        except StoreFailed as error:
            log.error("clocks go on as if the server had been there: %s", error)
        self._tasks.spawn(self._keep_noting())

    async def close(self) -> None:
        """Note for the last time that this process is there."""
        await self._tasks.close()
        if self._index.clocked:
            with suppress(StoreFailed):
                await self._note()

    async def _pause(self, code: str, since: int, until: int) -> None:
        try:
            async with self._hold(code) as live:
                if live is not None:
                    await live.change("", partial(pause, since=since, until=until))
        except (Refusal, StoreFailed) as problem:
            log.warning("the clock of table %s goes on: %s", code, problem)

    async def _keep_noting(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            if self._presence.eldest and self._index.clocked:
                await survived("noting that the server is there", self._note())

    async def _note(self) -> None:
        await self._store.set_note(ALIVE, str(self._store.now()))


def pause(table: Table, since: int, until: int) -> Decision:
    """Do not count a time in which no server was there; once, however many processes notice."""
    clocks = table.clocks
    if clocks.since is None or clocks.stood == since or since <= until < clocks.since:
        return Decision()
    return Decision((ClockPaused(since=since, until=until),))
