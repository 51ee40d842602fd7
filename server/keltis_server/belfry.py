"""The belfry: where the ropes of all processes of a house meet.

It passes on what each tells the others and remembers who is where, for whoever comes later.
"""

import socket
from collections.abc import Callable
from functools import partial

from keltis_server.bell import (
    Everyone,
    Gone,
    Heard,
    Here,
    Left,
    News,
    Present,
    Roll,
    Serving,
    decode_stroke,
)
from keltis_server.rope import Rope


class Belfry:
    """Stands in the process that started the others."""

    def __init__(self) -> None:
        self._ropes: dict[int, Rope] = {}
        self._people: dict[int, dict[str, Present]] = {}
        """Who is in each process."""
        self._closed = False

    async def hang(
        self, number: int, end: socket.socket, serving: Callable[[Serving], None]
    ) -> None:
        """Hang up the rope of a process, which is told who is in the others, and they of it."""
        self._people[number] = {}
        self._ropes[number] = await Rope.tie(
            end,
            partial(self._hear, number, serving),
            partial(self._tell_everyone, number),
            partial(self._leave, number),
        )
        self._tell_everyone(number)
        self._tell_others(number, Heard(number, Roll([])))

    def close(self) -> None:
        """Pass on nothing more: everybody is leaving."""
        self._closed = True

    def _hear(self, number: int, serving: Callable[[Serving], None], body: bytes) -> None:
        stroke = decode_stroke(body)
        people = self._people[number]
        match stroke:
            case Serving():
                serving(stroke)
                return
            case Roll():
                people.clear()
                people.update((present.who, present) for present in stroke.people)
            case Here():
                people[stroke.present.who] = stroke.present
            case Gone():
                people.pop(stroke.who, None)
        self._tell_others(number, Heard(number, stroke))

    def _leave(self, number: int) -> None:
        del self._people[number]
        self._ropes.pop(number, None)
        self._tell_others(number, Left(number))

    def _tell_everyone(self, number: int) -> None:
        others = {n: list(p.values()) for n, p in self._people.items() if n != number}
        self._ropes[number].say(Everyone(number, others))

    def _tell_others(self, number: int, news: News) -> None:
        if not self._closed:
            for other, rope in self._ropes.items():
                if other != number:
                    rope.say(news)
