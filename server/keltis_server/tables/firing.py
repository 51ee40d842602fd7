"""Looks for tables whose time has come by the store's clock, and has done what is due there.

Every process does; the store lets one of them write.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

from keltis_server.guard import Tasks, contained, log_failure, survived
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store, StoreFailed, Written
from keltis_server.tables.live import Judged, LiveTable
from keltis_server.tables.table import Table
from keltis_server.tables.upkeep import Hold

log = logging.getLogger(__name__)

CHECK: Final = 30.0
"""Seconds between two looks at most: what others have set is found by them."""
AGAIN: Final = 1.0
"""Seconds until the next look if tables were due, for another may have claimed one in vain."""
SOON: Final = 0.01
"""Seconds between two looks at least."""
AT_ONCE: Final = 32
"""Tables that are looked at together."""
UNREADABLE: Final = 86_400_000
"""Milliseconds after which a table is looked at again that cannot be read …"""
BROKEN: Final = 600_000
"""… or at which something broke: else a few of them, the oldest, are all that is looked at."""


class Firing:
    """One task for all tables, woken when something is due sooner than it knew."""

    def __init__(
        self,
        store: Store,
        hold: Hold,
        judge: Callable[[Table, int], Judged],
        closed_for: Mapping[str, str],
        settled: Callable[[], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._hold = hold
        self._judge = judge
        self._closed_for = closed_for
        """Tables that cannot be read."""
        self._settled = settled
        """Whether it is known what the server missed, which nobody is to pay for."""
        self._next: int | None = None
        """When the next look is, by the store's clock."""
        self._pause = CHECK
        self._wake = asyncio.Event()
        self._closing = False
        self._tasks = Tasks()

    def start(self) -> None:
        """Look from now on."""
        self._tasks.spawn(self._keep_looking())

    async def close(self) -> None:
        """Finish what was begun and look no more."""
        self._closing = True
        self._wake.set()
        await self._tasks.finish()

    def expect(self, due: int | None) -> None:
        """Something is due then, which is perhaps sooner than the next look."""
        if due is not None and self._next is not None and due < self._next:
            self._wake.set()

    async def _keep_looking(self) -> None:
        while not self._closing:
            self._next, self._pause = None, CHECK
            self._wake.clear()
            await survived("looking for what is due", self._look)
            self._next = self._store.now() + int(self._pause * 1000)
            with suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._wake.wait()

    async def _look(self) -> None:
        found = await self._store.due(AT_ONCE)
        if found.tables and not await self._settled():
            self._pause = AGAIN
            return
        fired = await asyncio.gather(*map(self._fire, found.tables))
        if found.tables:
            self._pause = SOON if all(fired) else AGAIN
        elif found.next_in is not None:
            self._pause = max(SOON, min(CHECK, found.next_in / 1000))

    async def _fire(self, code: str) -> bool:
        """Have done what is due at a table; whether it is done, by whomever.

        What is wrong with a table keeps no other waiting.
        """
        done = False
        with contained() as broken:
            done = await self._have_done(code)
        for error in broken:
            log_failure(f"what is due at table {code}", error)
            done = await self._put_off(code, BROKEN)
        return done

    async def _have_done(self, code: str) -> bool:
        try:
            async with self._hold(code) as live:
                if live is not None:
                    return await self._fire_at(live)
            return code not in self._closed_for or await self._put_off(code, UNREADABLE)
        except (Refusal, StoreFailed) as problem:
            log.warning("table %s waits for what is due: %s", code, problem)
            return False

    async def _put_off(self, code: str, milliseconds: int) -> bool:
        """Have a table looked at later, if nobody else has seen to it; whether it is now."""
        try:
            await self._store.fire(code, None, lambda now: Written(due=now + milliseconds))
        except StoreFailed as problem:
            log.warning("table %s is not put off: %s", code, problem)
            return False
        return True

    async def _fire_at(self, live: LiveTable) -> bool:
        return await live.come_due(self._judge)
