"""What is counted by address or person, in all processes of a server together."""

from collections.abc import Callable

from keltis_server.cluster.bus import Bus, Tried
from keltis_server.rate_limits import Tries


class SharedTries(Tries):
    """What an address or a person did counts in every process."""

    def __init__(
        self,
        most: int,
        seconds: float,
        reason: str,
        clock: Callable[[], float],
        bus: Bus,
    ) -> None:
        super().__init__(most, seconds, reason, clock)
        self._bus = bus

    def count(self, address: str) -> None:
        """An address or a person did it here."""
        super().count(address)
        self._bus.publish(Tried(address, self._reason))

    def heard(self, address: str, reason: str) -> None:
        """In another process something was done, for which this is the refusal."""
        if reason == self._reason:
            super().count(address)
