"""What the client at the end of a channel is told, and what it says of its terminal."""

from typing import Final

import asyncssh

from keltis_server.terminal.clean import STEERING
from keltis_server.terminal.client import Client, describe
from keltis_server.terminal.sentences import said

MISUNDERSTOOD: Final = 2
"""The exit status for what we do not do."""


class Voice:
    """Speaks to one client for as long as it is there."""

    def __init__(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan: asyncssh.SSHServerChannel[bytes] | None = chan

    def fall_silent(self) -> None:
        """The client is gone."""
        self._chan = None

    @property
    def client(self) -> Client:
        """The client's terminal, as it describes it."""
        if self._chan is None:
            return describe("", (0, 0), {})
        width, height, _, _ = self._chan.get_terminal_size()
        environment = {
            name.decode("ascii", "replace"): value.decode("utf-8", "replace")
            for name, value in self._chan.get_environment_bytes().items()
        }
        return describe(self._chan.get_terminal_type() or "", (width, height), environment)

    def say(self, code: str) -> int:
        """Say a sentence; to a program it goes where errors go."""
        self.complain(said(self.client.language, code))
        return MISUNDERSTOOD

    def complain(self, text: str) -> None:
        """Say why something is not done."""
        if self._chan is not None and self._chan.get_terminal_type() is None:
            self._chan.write_stderr(_line(text))
        else:
            self.write(text)

    def write(self, text: str) -> None:
        """Say something in a line of its own."""
        self.send(_line(text))

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def exit(self, status: int) -> None:
        """Say the last of it."""
        if self._chan is not None:
            self._chan.exit(status)


def _line(text: str) -> bytes:
    """A line in which nothing steers a terminal, whoever's name stands in it."""
    return STEERING.sub("", text).encode() + b"\r\n"
