"""Text and bytes for the client at the end of a channel, and what it says of its terminal."""

from collections.abc import Iterable
from typing import Final

import asyncssh

from keltis_server.terminal.client import Client, describe
from keltis_server.terminal.output.sanitize import STEERING
from keltis_words.sentences import said

FAILED: Final = 1
"""The exit status for what cannot be done."""
MISUNDERSTOOD: Final = 2
"""The exit status for what we do not do."""


class Output:
    """Writes to one client for as long as it is there."""

    def __init__(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._chan: asyncssh.SSHServerChannel[bytes] | None = chan

    def close(self) -> None:
        """The client is gone."""
        self._chan = None

    @property
    def client(self) -> Client:
        """The client's terminal, as it describes it."""
        if self._chan is None:
            return describe("", (0, 0), {})
        width, height, _, _ = self._chan.get_terminal_size()
        return describe(self._chan.get_terminal_type() or "", (width, height), self.environment)

    @property
    def environment(self) -> dict[str, str]:
        """What was kept of what the client told of its surroundings."""
        told = self._chan.get_environment_bytes() if self._chan is not None else {}
        return {
            name.decode("ascii", "replace"): value.decode("utf-8", "replace")
            for name, value in told.items()
        }

    def say(self, code: str) -> int:
        """Say a sentence, to a program where errors go; the exit status."""
        self.complain(said(self.client.language, code))
        return MISUNDERSTOOD

    def complain(self, text: str) -> int:
        """Say why something is not done; the exit status."""
        if self._chan is None or self._chan.is_closing():
            return FAILED
        if self._chan.get_terminal_type() is None:
            self._chan.write_stderr(_line(text))
        else:
            self.write(text)
        return FAILED

    def write_lines(self, lines: Iterable[str]) -> int:
        """Write what was asked for, line by line; the exit status."""
        for line in lines:
            self.write(line)
        return 0

    def write(self, text: str) -> None:
        """Write a line."""
        self.send(_line(text))

    def send(self, data: bytes) -> None:
        """Send bytes as they are."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def exit(self, status: int) -> None:
        """End the client's program."""
        if self._chan is not None:
            self._chan.exit(status)


def _line(text: str) -> bytes:
    """A line in which nothing steers a terminal, whoever's name stands in it."""
    return STEERING.sub("", text).encode() + b"\r\n"
