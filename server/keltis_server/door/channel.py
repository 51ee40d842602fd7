"""The channel of a session: keeps little, forwards nothing, and hangs up on nobody for a word."""

from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.packet import SSHPacket

ENVIRONMENT: Final = frozenset({b"LANG", b"LC_ALL", b"LC_MESSAGES", b"COLORTERM", b"NO_COLOR"})
"""What a client may tell us of its surroundings; the rest is not kept."""


class Reworded(SSHPacket):
    """A request whose first string reads otherwise; what was signed stays as it is."""

    def __init__(self, packet: bytes, word: bytes) -> None:
        super().__init__(packet)
        self._word: bytes | None = word

    def get_string(self) -> bytes:
        """The next string; the first time another one."""
        found = super().get_string()
        word, self._word = self._word, None
        return found if word is None else word


class DoorChannel(asyncssh.SSHServerChannel[bytes]):
    """Bounds what the library leaves unbounded, and answers in words what it refuses in none."""

    environment_room = 0
    """Bytes that the client may still tell of its surroundings."""
    on_forwarding: Callable[[], object]
    """Called when an agent or a display is to be forwarded, which the library refuses silently."""

    def _process_env_request(self, packet: SSHPacket) -> bool:
        size = len(packet.get_remaining_payload())
        name = _first(packet)
        if name not in ENVIRONMENT or size > self.environment_room:
            return False
        self.environment_room -= size
        return super()._process_env_request(packet)

    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        return super()._process_pty_req_request(_in_ascii(packet))

    def _process_subsystem_request(self, packet: SSHPacket) -> bool:
        return super()._process_subsystem_request(_in_ascii(packet))

    def _process_exec_request(self, packet: SSHPacket) -> bool:
        command = _first(packet).decode("utf-8", "replace").encode()
        return super()._process_exec_request(Reworded(packet.get_remaining_payload(), command))

    def _process_x11_req_request(self, packet: SSHPacket) -> bool | None:
        self.on_forwarding()
        return super()._process_x11_req_request(packet)

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> None:
        self.on_forwarding()
        super()._process_auth_agent_req_at_openssh_dot_com_request(packet)


def _first(packet: SSHPacket) -> bytes:
    """The string that comes next, without taking it."""
    return SSHPacket(packet.get_remaining_payload()).get_string()


def _in_ascii(packet: SSHPacket) -> SSHPacket:
    """The same request with a first word that the library can read."""
    word = _first(packet).decode("ascii", "replace").replace("\ufffd", "?")
    return Reworded(packet.get_remaining_payload(), word.encode())
