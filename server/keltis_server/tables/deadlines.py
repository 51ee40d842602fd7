"""When tables are to be looked at again: one timer for all of them, set to the soonest."""

import asyncio
import heapq
from collections.abc import Callable
from typing import Final

_SPARE: Final = 64
"""How many entries that no longer count the queue may hold beside twice those that do."""


class Deadlines:
    """Calls back once for each table, when its time has come."""

    def __init__(self, fire: Callable[[str], None]) -> None:
        self._fire = fire
        self._when: dict[str, float] = {}
        self._queue: list[tuple[float, str]] = []
        """The soonest first; entries that `_when` does not confirm no longer count."""
        self._timer: asyncio.TimerHandle | None = None

    def put(self, table: str, seconds: float) -> None:
        """Look at a table in so many seconds, and not when it was to be before."""
        when = asyncio.get_running_loop().time() + seconds
        self._when[table] = when
        if len(self._queue) > 2 * len(self._when) + _SPARE:
            self._queue = [(when, table) for table, when in self._when.items()]
            heapq.heapify(self._queue)
        else:
            heapq.heappush(self._queue, (when, table))
        self._set_timer()

    def drop(self, table: str) -> None:
        """Do not look at a table."""
        self._when.pop(table, None)
        if not self._when:
            self.close()

    def of(self, table: str) -> float | None:
        """When a table is to be looked at, by the clock of the event loop."""
        return self._when.get(table)

    def close(self) -> None:
        """Look at no table any more."""
        self._when.clear()
        self._queue.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_timer(self) -> None:
        """Have the timer go off at the soonest; one that goes off too soon does no harm."""
        soonest = self._queue[0][0] if self._queue else None
        if self._timer is not None:
            if soonest is not None and self._timer.when() <= soonest:
                return
            self._timer.cancel()
            self._timer = None
        if soonest is not None:
            self._timer = asyncio.get_running_loop().call_at(soonest, self._go_off)

    def _go_off(self) -> None:
        """Look at every table whose time has come."""
        timer, self._timer = self._timer, None
        now = max(asyncio.get_running_loop().time(), timer.when() if timer is not None else 0.0)
        due = []
        while self._queue and self._queue[0][0] <= now:
            when, table = heapq.heappop(self._queue)
            if self._when.get(table) == when:
                del self._when[table]
                due.append(table)
        self._set_timer()
        for table in due:
            self._fire(table)
