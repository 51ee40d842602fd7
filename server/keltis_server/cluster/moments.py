"""When something began, so that all processes of a server agree what was first."""

import time


class Moments:
    """The time of day, but never twice the same and never before what was heard of.

    Clocks of several machines differ: whoever has heard of a visit begins the next one after it.
    """

    def __init__(self) -> None:
        self._last = 0

    def now(self) -> int:
        """This moment, in nanoseconds since 1970."""
        self._last = max(self._last + 1, time.time_ns())
        return self._last

    def heard(self, moment: int) -> None:
        """Something began at a moment in another process."""
        self._last = max(self._last, moment)
