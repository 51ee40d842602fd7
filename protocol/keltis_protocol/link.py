"""What a line between a client and a server can do, wherever that server runs."""

from typing import Protocol

from keltis_protocol.messages import Command, Fact


class LinkClosed(Exception):
    """The line is down; `reason` is a code, as in `Closing`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Link(Protocol):
    """Commands go out, facts come in; the same in the server's memory and over SSH."""

    async def send(self, command: Command) -> None:
        """Send one command, or raise `LinkClosed`."""

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""

    async def close(self) -> None:
        """Hang up."""
