"""How much one connection may send before it is cut off; honest clients stay far below."""

from collections.abc import Callable
from typing import Final

from keltis_server.limits import SshLimits
from keltis_server.rate_limits import Bucket

WEIGHT: Final = 4096
"""Bytes that weigh as much as a packet."""
ACCOMPANIED: Final = 2
"""Some clients send an empty packet before each one that carries something."""


class Budget:
    """Counts what comes in: little before the login, later only what carries nothing."""

    def __init__(self, limits: SshLimits, clock: Callable[[], float]) -> None:
        self._packets_left = limits.login_packets
        self._bytes_left = limits.login_bytes
        self._spare = Bucket(limits.spare_burst, limits.spare_per_second, clock)
        self._exchanges = Bucket(limits.rekeys, 1 / limits.rekey_seconds, clock)
        self._logged_in = False

    def log_in(self) -> None:
        """From now on the client may send more, if it carries something."""
        self._logged_in = True

    def read(self, count: int) -> bool:
        """Bytes have come: whether the client may go on."""
        if self._logged_in:
            return not self._spare.take(count / WEIGHT)
        self._bytes_left -= count
        return self._bytes_left >= 0

    def packet(self) -> bool:
        """A packet has come: whether the client may go on."""
        if self._logged_in:
            return not self._spare.take(1)
        self._packets_left -= 1
        return self._packets_left >= 0

    def exchange(self) -> bool:
        """A key exchange begins: whether the client may go on."""
        return not self._exchanges.take(1)

    def carried(self, count: int) -> None:
        """The last packet carried so many bytes of keys or commands, which are bounded as such."""
        if count:
            self._spare.give_back(ACCOMPANIED + count / WEIGHT)
