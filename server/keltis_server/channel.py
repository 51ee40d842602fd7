"""What all processes of a server hear, on whatever machine: said by one, told to every one."""

from typing import Protocol


class Channel(Protocol):
    """What a process says here, all processes hear in the order in which it was said."""

    number: int
    """Which process this one is, on all machines; the eldest has the lowest number."""
    longest: int
    """Bytes of the longest text that it takes."""

    def send(self, text: str) -> None:
        """Say something; it is lost while the channel is broken."""

    def listen(self, listener: "Listener") -> None:
        """Have everything told to `listener` from now on."""

    async def close(self) -> None:
        """Say what was begun and leave."""


class Listener(Protocol):
    """Whoever is told what comes through a channel."""

    def joined(self, present: frozenset[int]) -> None:
        """The channel works, for the first time or again; these processes are on it."""

    def beat(self, present: frozenset[int]) -> None:
        """Some time has passed; these processes are on the channel."""

    def told(self, text: str) -> None:
        """Somebody said something, perhaps this process itself."""

    def logged(self, table: str, length: int) -> None:
        """Another process has made the log of a table so long."""
