"""The messages between the processes of one server: what each tells the others.

Each is only a hint. The log is the truth, and whoever missed a hint finds out from it.
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
    since: int
    """When the visit began, on the clock on which all processes agree (`moments`)."""
    guest: bool = False
    watching: str = ""
    """The code of the table at which this person looks on."""


class _Hint(msgspec.Struct, frozen=True, tag=True, array_like=True):
    pass


class Roll(_Hint, frozen=True):
    """Everybody who is in the process that tells it."""

    people: list[Present]
    windows: dict[str, list[int]] = {}
    """As in `Opened`, by source."""


class Here(_Hint, frozen=True):
    """Somebody came, went to a table or left it, or has another name."""

    present: Present


class Gone(_Hint, frozen=True):
    """Somebody went."""

    who: str


class Logged(_Hint, frozen=True):
    """The log of a table is so long now."""

    table: str
    seq: int


class Opened(_Hint, frozen=True):
    """Which windows are open from a source, or with a key, in the process that tells it."""

    source: str
    since: list[int]
    """When each was opened, on the clock on which all processes agree (`moments`)."""


class SentOff(_Hint, frozen=True):
    """Whoever this is must go: somebody else has taken over, or the account is gone."""

    who: str
    reason: str = "taken_over"
    """What the visit is told as it closes."""


class Named(_Hint, frozen=True):
    """An account has another name, which the store tells."""

    who: str


class Tried(_Hint, frozen=True):
    """Somebody did what may be done so often: tried a wrong code, took a name, said a line."""

    address: str
    """Where from, or for what is counted by person, who."""
    reason: str
    """With which more of it is refused."""


class Spoken(_Hint, frozen=True):
    """Something was said in the lobby, which the store tells."""


class Shown(_Hint, frozen=True):
    """Somebody leads the others at a table through a finished game, and is at this step."""

    table: str
    name: str
    step: int
    number: int
    leads: bool = True


class Serving(_Hint, frozen=True):
    """The process listens; only whoever started it hears this."""

    port: int
    fingerprint: str


class Well(_Hint, frozen=True):
    """The process answers; only whoever started it hears this."""


Hint = (
    Roll | Here | Gone | Logged | Opened | SentOff | Named | Tried | Spoken | Shown | Serving | Well
)
"""What a process tells."""


class Everyone(_Hint, frozen=True):
    """Which process this is, and who is in each of the others; what was heard before is void."""

    number: int
    others: dict[int, list[Present]]
    windows: dict[int, dict[str, list[int]]] = {}
    """The windows open in each of them, by source."""


class Heard(_Hint, frozen=True):
    """What another process told."""

    number: int
    hint: Hint


class Left(_Hint, frozen=True):
    """Another process has ended, and with it every visit there."""

    number: int


class Asked(_Hint, frozen=True):
    """Whoever started the process asks whether it is well."""


class Replaced(_Hint, frozen=True):
    """The next server has the sockets: let nobody in any more, tell everybody, and end."""


News = Everyone | Heard | Left | Asked | Replaced
"""What a process hears."""

encode: Final = msgspec.msgpack.Encoder().encode
decode_hint: Final = msgspec.msgpack.Decoder[Hint](Hint).decode
decode_news: Final = msgspec.msgpack.Decoder[News](News).decode


class Bus(Protocol):
    """One process's way to tell the others."""

    def publish(self, hint: Hint) -> None:
        """Tell the other processes, if they can hear."""

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Have `hear` told all news from now on, first of all who is where.

        If hints were lost on the way, `roll` says what is true here now.
        """


class NoBus:
    """The bus of a server that is one process: nobody hears it."""

    def publish(self, hint: Hint) -> None:
        """Tell nobody."""

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Hear nothing."""
