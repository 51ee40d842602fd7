"""The bell between the processes of one house: what each tells the others.

A stroke is only a hint. The log is the truth, and whoever missed a stroke finds out from it.
"""

from collections.abc import Callable
from typing import Final, Protocol

import msgspec


class Present(msgspec.Struct, frozen=True, kw_only=True, array_like=True):
    """Somebody who is in one of the processes."""

    who: str
    name: str
    table: str
    """The code of the table this person is at; empty in the lobby."""
    source: str
    """Where this person comes from."""
    since: int
    """When the visit began, on the clock that all processes of a machine share."""


class _Stroke(msgspec.Struct, frozen=True, tag=True, array_like=True):
    pass


class Roll(_Stroke, frozen=True):
    """Everybody who is in the process that tells it."""

    people: list[Present]


class Here(_Stroke, frozen=True):
    """Somebody came, went to a table or left it, or has another name."""

    present: Present


class Gone(_Stroke, frozen=True):
    """Somebody went."""

    who: str


class Logged(_Stroke, frozen=True):
    """The log of a table is so long now."""

    table: str
    seq: int


class SentOff(_Stroke, frozen=True):
    """Whoever this is must go: somebody else has taken over."""

    who: str


class Tried(_Stroke, frozen=True):
    """An address tried a code that does not exist."""

    address: str


class Serving(_Stroke, frozen=True):
    """The process has opened its door; only whoever started it hears this."""

    port: int
    fingerprint: str


Stroke = Roll | Here | Gone | Logged | SentOff | Tried | Serving
"""What a process tells."""


class Everyone(_Stroke, frozen=True):
    """Which process this is, and who is in each of the others; what was heard before is void."""

    number: int
    others: dict[int, list[Present]]


class Heard(_Stroke, frozen=True):
    """What another process told."""

    number: int
    stroke: Stroke


class Left(_Stroke, frozen=True):
    """Another process has ended, and with it every visit there."""

    number: int


News = Everyone | Heard | Left
"""What a process hears."""

encode: Final = msgspec.msgpack.Encoder().encode
decode_stroke: Final = msgspec.msgpack.Decoder[Stroke](Stroke).decode
decode_news: Final = msgspec.msgpack.Decoder[News](News).decode


class Bell(Protocol):
    """One process's end of the bell."""

    def ring(self, stroke: Stroke) -> None:
        """Tell the other processes, if they can hear."""

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Have `hear` told all news from now on, first of all who is where.

        If strokes were lost on the way, `roll` says what is true here now.
        """


class Silent:
    """The bell of a house that is one process: nobody hears it."""

    def ring(self, stroke: Stroke) -> None:
        """Tell nobody."""

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Hear nothing."""
