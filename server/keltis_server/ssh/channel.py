"""The channel of a session: keeps little, forwards nothing, and refuses in words, not silently."""

from collections.abc import Awaitable, Callable
from typing import Final

import asyncssh
from asyncssh.constants import MSG_CHANNEL_DATA, MSG_CHANNEL_REQUEST
from asyncssh.packet import Boolean, SSHPacket, String

ENVIRONMENT: Final = frozenset(
    {b"LANG", b"LC_ALL", b"LC_CTYPE", b"LC_MESSAGES", b"COLORTERM", b"NO_COLOR", b"KELTIS_BACK"}
)
"""What a client may tell us of its surroundings, or as which guest it is back; no more is kept."""
_REFUSED: Final = b"refused"
"""The name of a request that the library does not know and therefore refuses."""


class Channel(asyncssh.SSHServerChannel[bytes]):
    """Bounds what the library leaves unbounded, and answers in words what it refuses in none."""

    environment_room = 0
    """Bytes that the client may still tell of its surroundings."""
    on_data: Callable[[int], object]
    """Called with the size of what the client has typed or sent."""
    on_forwarding: Callable[[], object]
    """Called when an agent or a display is to be forwarded, which the library refuses silently."""

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Count what carries something, and make requests such as the library can read."""
        if pkttype == MSG_CHANNEL_DATA:
            self.on_data(len(next_string(packet)))
        elif pkttype == MSG_CHANNEL_REQUEST:
            packet = self._readable(packet)
        return super().process_packet(pkttype, pktid, packet)

    def _readable(self, packet: SSHPacket) -> SSHPacket:
        """The same request, or one that the library refuses."""
        name, answered = packet.get_string(), packet.get_boolean()
        details = packet.get_remaining_payload()
        match name.replace(b"_", b"-"):  # the library takes one for the other
            case b"env" if not self._may_keep(details):
                name = _REFUSED
            case b"pty-req" | b"subsystem":
                details = _first_reworded(details, "ascii")
            case b"exec":
                details = _first_reworded(details, "utf-8")
            case b"x11-req" | b"auth-agent-req@openssh.com":
                self.on_forwarding()
        return SSHPacket(String(name) + Boolean(answered) + details)

    def _may_keep(self, variable: bytes) -> bool:
        """Whether a variable of the client's surroundings is kept; it takes room then."""
        name = SSHPacket(variable).get_string()
        if name not in ENVIRONMENT or len(variable) > self.environment_room:
            return False
        self.environment_room -= len(variable)
        return True


def next_string(packet: SSHPacket) -> bytes:
    """The string that comes next, without taking it."""
    return SSHPacket(packet.get_remaining_payload()).get_string()


def _first_reworded(details: bytes, encoding: str) -> bytes:
    """The same details of a request, with a first word in which every character can be read."""
    packet = SSHPacket(details)
    word = packet.get_string().decode(encoding, "replace")
    if encoding == "ascii":
        word = word.replace("\ufffd", "?")
    return String(word.encode()) + packet.get_remaining_payload()
