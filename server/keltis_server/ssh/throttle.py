"""Bounds new connections, by source and in all."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from keltis_server.addresses import network_of, source_of
from keltis_server.limits import SshLimits
from keltis_server.rate_limits import Bucket

__all__ = ["Throttle", "source_of"]

LATELY: Final = 1.0
"""Seconds after which somebody who came and did not log in is let in again, however many come from
everywhere."""


class Throttle:
    """Counts by source: a bucket of tokens for new connections, and how many still wait."""

    def __init__(self, limits: SshLimits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}
        self._came: dict[str, float] = {}
        """When each source came of which nobody has logged in since."""
        self._everywhere = Bucket(
            limits.arrivals_everywhere_burst, limits.arrivals_everywhere, clock
        )
        self._waiting: Counter[str] = Counter()
        self._fades_at: dict[str, float] = {}
        """When the penalties of a source are forgotten."""

    def admit(self, source: str) -> str:
        """Why one more connection may not wait to log in; if it may, it counts until `done`."""
        now = self._clock()
        lately = now - self._came.get(source, -LATELY) < LATELY
        self._came[source] = now
        if not self._take(source) or self._waiting[source] >= self._limits.waiting_per_source:
            return "too_many_arrivals"
        if not self._everywhere.take_if_any() and lately:
            return "no_place"
        self._waiting[source] += 1
        return ""

    @property
    def waiting(self) -> int:
        """How many wait to log in."""
        return self._waiting.total()

    @property
    def overfull(self) -> bool:
        """Whether more wait to log in than may."""
        return self.waiting > self._limits.waiting

    def largest(self) -> str:
        """The source most wait from, in the network most wait from."""
        networks: Counter[str] = Counter()
        for source, count in self._waiting.items():
            networks[network_of(source)] += count
        return max(
            self._waiting, key=lambda each: (networks[network_of(each)], self._waiting[each])
        )

    def done(self, source: str) -> None:
        """A connection has logged in or is gone."""
        self._waiting[source] -= 1
        if self._waiting[source] <= 0:
            del self._waiting[source]

    def logged_in(self, source: str) -> None:
        """Somebody from here has logged in: the next one is not taken for one who only holds on."""
        self._came.pop(source, None)

    def penalise(self, source: str, seconds: float) -> None:
        """Something happened that honest people seldom cause; it is forgotten after a while."""
        now = self._clock()
        if len(self._fades_at) > 10_000:
            self._fades_at = {each: at for each, at in self._fades_at.items() if at > now}
        most = self._limits.penalty_patience + self._limits.penalty_most
        owed = max(0.0, self._fades_at.get(source, now) - now) + seconds
        self._fades_at[source] = now + min(owed, most)

    def wait(self, source: str) -> float:
        """How many seconds a source has to wait for what happened before."""
        owed = self._fades_at.get(source, 0.0) - self._clock()
        return max(0.0, owed - self._limits.penalty_patience)

    def _take(self, source: str) -> bool:
        now = self._clock()
        if len(self._buckets) > 10_000:
            self._forget(now)
        tokens, then = self._buckets.get(source, (float(self._limits.arrivals_burst), now))
        tokens = min(
            float(self._limits.arrivals_burst),
            tokens + (now - then) * self._limits.arrivals_per_second,
        )
        allowed = tokens >= 1.0
        self._buckets[source] = (tokens - 1.0 if allowed else tokens, now)
        return allowed

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again by now."""
        full = self._limits.arrivals_burst / self._limits.arrivals_per_second
        self._buckets = {
            source: bucket for source, bucket in self._buckets.items() if now - bucket[1] < full
        }
        self._came = {each: at for each, at in self._came.items() if each in self._buckets}
