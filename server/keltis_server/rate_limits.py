"""How often something may be done: so much at once, so much in the long run."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

from keltis_server.addresses import source_of
from keltis_server.refusal import Refusal


class Bucket:
    """Whoever takes tokens may have to wait for them."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._tokens = float(burst)
        self._then = clock()

    @property
    def full(self) -> bool:
        """Whether all tokens are there again."""
        return self._filled() >= self._burst

    def take_if_any(self) -> bool:
        """Take a token if there is a whole one."""
        if self._filled() < 1.0:
            return False
        self._tokens -= 1.0
        return True

    def give_back(self, count: float) -> None:
        """Put back tokens that were taken for nothing."""
        self._tokens = min(self._burst, self._filled() + count)

    def take(self, count: float) -> float:
        """Take tokens, on credit if need be: the seconds to wait before anything more."""
        self._tokens = self._filled() - count
        return max(0.0, -self._tokens / self._per_second)

    def _filled(self) -> float:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._per_second)
        self._then = now
        return self._tokens


MOST: int = 10_000
"""How many keys are remembered before those are dropped that owe nothing."""
ROUNDING: Final = 1e-6
"""How far sums of times may be off."""


class Buckets:
    """A bucket for each key, such as a source."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self._make = partial(Bucket, burst, per_second, clock)
        self._buckets: dict[str, Bucket] = {}

    def of(self, key: str) -> Bucket:
        """The bucket of a key."""
        if key not in self._buckets:
            if len(self._buckets) >= MOST:
                kept = {key: bucket for key, bucket in self._buckets.items() if not bucket.full}
                self._buckets = kept
            self._buckets[key] = self._make()
        return self._buckets[key]


class Tries:
    """Counts by source, or person, what is allowed so many times; each is forgiven in time."""

    def __init__(
        self,
        most: int,
        seconds: float,
        reason: str = "too_many_tries",
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most = most
        self._seconds = seconds
        self._reason = reason
        self._clock = clock
        self._forgiven_at: dict[str, float] = {}
        """When the last one of a source will be forgiven."""

    def check(self, address: str) -> None:
        """Refuse an address that has tried too many."""
        if self._owed(source_of(address)) > self._most - 1 + ROUNDING:
            raise Refusal(self._reason)

    def count(self, address: str) -> None:
        """It happened once more."""
        if not address:
            return
        now = self._clock()
        if len(self._forgiven_at) >= MOST:
            self._forgiven_at = {s: at for s, at in self._forgiven_at.items() if at > now}
        source = source_of(address)
        self._forgiven_at[source] = max(now, self._forgiven_at.get(source, now)) + self._seconds

    def _owed(self, source: str) -> float:
        return (self._forgiven_at.get(source, 0.0) - self._clock()) / self._seconds
