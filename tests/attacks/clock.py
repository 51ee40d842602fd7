"""A clock that goes on only when it is told to, for limits that count hours and days."""

import asyncio
import time
from collections.abc import Callable

from keltis_server.store.steady import Steady


class Clock:
    """From now on the event loop of this test goes by it."""

    def __init__(self) -> None:
        self._began = asyncio.get_running_loop().time()
        self._today = time.time()
        self.passed = 0.0
        """Seconds since it was made."""
        vars(asyncio.get_running_loop())["time"] = self.time
        self.steady = Steady(self.now, self.time).now
        """The time of day for a store, in ms since 1970: as it was once, and what passed since."""

    def time(self) -> float:
        """What durations are measured by."""
        return self._began + self.passed

    def now(self) -> float:
        """The time of day."""
        return self._today + self.passed

    async def go_on(self, seconds: float, steps: int = 1) -> None:
        """Let time pass, and everything be done that is due."""
        for _ in range(steps):
            self.passed += seconds / steps
            await settle()

    async def until(self, seen: Callable[[], bool]) -> None:
        """Let time pass until something is so: what looked just before a leap looks again."""
        for _ in range(2000):
            if seen():
                return
            await self.go_on(1.0)
        raise AssertionError("it is still not so")


async def settle() -> None:
    """Let everybody do what there is to do, the threads of the store too."""
    for _ in range(5):
        await asyncio.to_thread(time.sleep, 0.001)
        for _ in range(5):
            await asyncio.sleep(0)
