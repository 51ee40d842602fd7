"""The time of day for a store on one machine, undisturbed when somebody sets the clock."""

import time
from collections.abc import Callable


def _elapsed() -> float:
    """Seconds that have passed, those in which the machine slept too where that can be told."""
    if hasattr(time, "CLOCK_BOOTTIME"):
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    return time.monotonic()


class Steady:
    """The time of day as it was once, and what has passed since."""

    def __init__(
        self,
        today: Callable[[], float] = time.time,
        elapsed: Callable[[], float] = _elapsed,
        zero: float | None = None,
    ) -> None:
        self._elapsed = elapsed
        self._zero = today() - elapsed() if zero is None else zero

    @property
    def zero(self) -> float:
        """The time of day from which it counts: several processes of a machine that share it agree,
        though its clock is set before the last of them begins."""
        return self._zero

    def set(self, now: int) -> None:
        """Go on from a time of day in ms since 1970."""
        self._zero = now / 1000 - self._elapsed()

    def now(self) -> int:
        """Milliseconds since 1970."""
        return int((self._zero + self._elapsed()) * 1000)
