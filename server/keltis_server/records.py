"""What a table's log is made of: one typed record for each thing that happened there."""

from typing import Final

import msgspec
from msgspec import Raw


class _Record(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag=True,
    tag_field="type",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    pass


class Who(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A person as a log remembers one."""

    id: str
    name: str
    guest: bool = False


class Opened(_Record, frozen=True):
    """A table was opened; its first record."""

    game: str
    seats: int
    options: dict[str, str]
    owner: Who
    private: bool = False


class SatDown(_Record, frozen=True):
    """A person took a free seat."""

    seat: int
    who: Who


class BotSeated(_Record, frozen=True):
    """A bot was put on a free seat."""

    seat: int
    bot: str
    name: str


class GotUp(_Record, frozen=True):
    """A seat became free; if its person owned the table, the next one does."""

    seat: int


class Renamed(_Record, frozen=True):
    """The person on a seat has another name now."""

    seat: int
    name: str


class Ready(_Record, frozen=True):
    """The person on a seat said so."""

    seat: int


class GameStarted(_Record, frozen=True):
    """A game began; the dealer's moves follow from `secret` and `words` (see `fair`)."""

    rules: str
    version: int
    seats: int
    options: dict[str, str]
    secret: bytes
    commitment: bytes
    words: list[str] = []
    first: int | None = None
    """Who begins; None leaves it to the dealer."""


class MoveMade(_Record, frozen=True):
    """A seat, or the dealer, made one small move."""

    seat: int
    move: Raw


class TookBack(_Record, frozen=True):
    """A seat took back its last small move."""

    seat: int


class GameOver(_Record, frozen=True):
    """The game ended with these totals."""

    totals: tuple[int, ...]


class Closed(_Record, frozen=True):
    """The table is gone; its last record."""


Record = (
    Opened
    | SatDown
    | BotSeated
    | GotUp
    | Renamed
    | Ready
    | GameStarted
    | MoveMade
    | TookBack
    | GameOver
    | Closed
)

encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final[msgspec.msgpack.Decoder[Record]] = msgspec.msgpack.Decoder(Record)


def decode(body: bytes) -> Record:
    """The record that `body` holds."""
    return _decoder.decode(body)
