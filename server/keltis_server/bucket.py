"""A bucket of tokens that fills again: so much at once, so much in the long run."""

from collections.abc import Callable


class Bucket:
    """Whoever takes tokens may have to wait for them."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self._burst = burst
        self._per_second = per_second
        self._clock = clock
        self._tokens = float(burst)
        self._then = clock()

    def take(self, count: float) -> float:
        """Take tokens, on credit if need be: the seconds to wait before anything more."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._then) * self._per_second)
        self._then = now
        self._tokens -= count
        return max(0.0, -self._tokens / self._per_second)
