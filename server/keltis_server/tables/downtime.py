"""No time counts while the server is not there: it notes that it lives, and what it missed.

What was missed is noted once and put into a table's log when that is read, before anybody can move
there or be too late.
"""

import asyncio
import logging
import re
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

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
AWAY: Final = "away"
"""The note of the times in which none was, for tables whose logs have not been read since."""
BEAT: Final = 10.0
"""Seconds between two of these notes, while a clock runs somewhere."""
LATE: Final = 12_000
"""Milliseconds after which another process than the eldest does, for that one may be stopped."""
MISSED: Final = 25_000
"""Milliseconds after which the notes have stopped, though another process seems to be there."""
PATIENCE: Final = 100
"""How often a process that begins looks whether an elder one that begins too has done so …"""
SOON: Final = 0.05
"""… and the seconds between two looks."""
_AWAY: Final = re.compile(r"(\d+)-(\d+)", re.ASCII)


class Away(NamedTuple):
    """A time in which no process was there, in ms since 1970; backwards if the clock was set."""

    since: int
    until: int


class Downtime:
    """What one process does about the time in which none was there."""

    def __init__(self, store: Store, index: TableIndex, hold: Hold, presence: Presence) -> None:
        self._store = store
        self._index = index
        self._hold = hold
        self._presence = presence
        self._away: list[Away] = []
        self._first: int | None = None
        """The note that this process found when it began."""
        self._known = 0
        """When all that was missed until then was known here; 0 if it is not yet."""
        self._looking: asyncio.Task[bool] | None = None
        """One look at the notes, on which all wait that ask meanwhile."""
        self._tasks = Tasks()

    async def begin(self) -> None:
        """Have no clock count the time since a process was there last, then note that one is."""
        try:
            for _ in range(PATIENCE):
                if await self.settled() or not await self._another_begins():
                    break
                await asyncio.sleep(SOON)
        except StoreFailed as error:
            log.error("no clock goes off until it is known what was missed: %s", error)
        self._tasks.spawn(self._keep_noting())

    async def close(self) -> None:
        """Note for the last time that this process is there."""
        await self._tasks.close()
        with suppress(StoreFailed):
            if self._index.clocked and self._known and await self.settled():
                await self._note()

    async def settled(self) -> bool:
        """Whether it is known when no process was there, so that what is due may be done.

        It is not while this process and an elder one begin: that one says for how long none was.
        """
        if self._known and abs(self._store.now() - self._known) <= MISSED:
            return True
        if self._looking is None or self._looking.done():
            self._looking = self._tasks.spawn(self._look())
        return await asyncio.shield(self._looking)

    def owed(self, table: Table) -> Decision:
        """What is to be written first at a table whose clock is not to count what was missed."""
        return pause(table, self._away) if self._away else Decision()

    async def _look(self) -> bool:
        now = self._store.now()
        noted, eldest = await self._noted(), self._presence.eldest
        if self._first is None:
            self._first = noted
        begins = not self._known and (noted == self._first or not self._presence.numbers)
        clocked = bool(noted and self._index.clocked)
        missed = clocked and (abs(now - noted) > MISSED or (begins and eldest))
        if missed:
            await self._declare(Away(noted, now))
        self._away = _read(await self._store.note(AWAY))
        if clocked and begins and not missed:
            return False
        if not noted or eldest:
            await self._note()
        self._known = now
        await self._credit(self._index.clocked & self._index.live_tables.keys())
        return True

    async def _another_begins(self) -> bool:
        """Whether an elder process is likely to begin too: nobody has noted anything for long."""
        return self._store.now() - await self._noted() > 1200 * BEAT

    async def _declare(self, away: Away) -> None:
        """Note that no process was there, for every table whose log goes on later."""
        known = _read(await self._store.note(AWAY))
        if away.since not in (each.since for each in known):
            known.append(away)
        if away.until < away.since:  # no time says any more what was before and what after
            self._away = known
            await self._credit(self._index.clocked)
            known = []
        written = [self._index.lines[code].at for code in self._index.clocked]
        oldest = min(written, default=away.until)
        kept = [each for each in known if each.until > oldest]
        await self._store.set_note(AWAY, " ".join(f"{since}-{until}" for since, until in kept))
        await self._note()

    async def _credit(self, codes: Collection[str]) -> None:
        for code in list(codes):
            try:
                async with self._hold(code) as live:
                    if live is not None:
                        await live.credit()
            except (Refusal, StoreFailed) as problem:
                log.warning("the clock of table %s goes on: %s", code, problem)

    async def _keep_noting(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            await survived("noting that the server is there", self._go_on)

    async def _go_on(self) -> None:
        """Note that this process is there, or see that another has and the store can be asked."""
        if not await self.settled():
            return
        if self._index.clocked:
            noted = await self._noted()
            if self._presence.eldest or self._store.now() - noted > LATE:
                await self._note()
        self._known = self._store.now()

    async def _noted(self) -> int:
        """When a process was there last, as is noted; 0 if nothing is that can be read."""
        note = await self._store.note(ALIVE)
        return int(note) if note.isdecimal() else 0

    async def _note(self) -> None:
        await self._store.set_note(ALIVE, str(self._store.now()))


def pause(table: Table, away: Sequence[Away]) -> Decision:
    """Do not count these times; each once, however many processes notice."""
    clocks = table.clocks
    if clocks.since is None:
        return Decision()
    noted = [each.since for each in away]
    later = away[noted.index(clocks.stood) + 1 :] if clocks.stood in noted else away
    missed = [each for each in later if not each.since <= each.until < clocks.since]
    return Decision(tuple(ClockPaused(since=each.since, until=each.until) for each in missed))


def _read(note: str) -> list[Away]:
    return [Away(int(since), int(until)) for since, until in _AWAY.findall(note)]
