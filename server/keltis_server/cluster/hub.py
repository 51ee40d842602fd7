"""The hub that connects all processes of a server.

It passes on what each tells the others and remembers who is where, for whoever comes later.
"""

import socket
from collections.abc import Callable
from functools import partial

from keltis_server.cluster.bus import (
    Asked,
    Heard,
    Left,
    News,
    Replaced,
    Roll,
    Serving,
    Well,
    decode_hint,
)
from keltis_server.cluster.census import Census
from keltis_server.cluster.transport import Transport


class Hub:
    """Stands in the process that started the others."""

    def __init__(self) -> None:
        self._transports: dict[int, Transport] = {}
        self._census = Census()
        self._well: set[int] = set()
        """Who has answered since the last question."""
        self._closed = False

    async def connect(
        self, number: int, end: socket.socket, serving: Callable[[Serving], None]
    ) -> None:
        """Connect a process, which is told who is in the others, and they of it."""
        self._census.add(number)
        self._transports[number] = await Transport.connect(
            end,
            partial(self._hear, number, serving),
            partial(self._tell_everyone, number),
            partial(self._leave, number),
        )
        self._tell_everyone(number)
        self._tell_others(number, Heard(number, Roll([])))

    def ask(self, number: int) -> None:
        """Ask a process whether it is well."""
        self._well.discard(number)
        if number in self._transports:
            self._transports[number].say(Asked())

    def answered(self, number: int) -> bool:
        """Whether a process has said since that it is."""
        return number in self._well

    def replace(self) -> None:
        """Tell every process that the next server has the sockets."""
        for transport in self._transports.values():
            transport.say(Replaced())

    def close(self) -> None:
        """Pass on nothing more: everybody is leaving."""
        self._closed = True

    def _hear(self, number: int, serving: Callable[[Serving], None], body: bytes) -> None:
        hint = decode_hint(body)
        match hint:
            case Serving():
                serving(hint)
                return
            case Well():
                self._well.add(number)
                return
        self._census.note(number, hint)
        self._tell_others(number, Heard(number, hint))

    def _leave(self, number: int) -> None:
        self._census.drop(number)
        self._well.discard(number)
        self._transports.pop(number, None)
        self._tell_others(number, Left(number))

    def _tell_everyone(self, number: int) -> None:
        self._transports[number].say(self._census.everyone(number))

    def _tell_others(self, number: int, news: News) -> None:
        if not self._closed:
            for other, transport in self._transports.items():
                if other != number:
                    transport.say(news)
