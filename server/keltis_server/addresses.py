"""Addresses people come from: whom one counts for, and how many wrong codes it has tried."""

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache

from keltis_server.judge import Refusal

MOST: int = 10_000
"""How many addresses are remembered before those that are forgiven are dropped."""


@lru_cache(maxsize=4096)
def source_of(address: str) -> str:
    """Whom an address counts for: itself, or its /64, which one person holds whole."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


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
        if self._owed(source_of(address)) > self._most - 1:
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
