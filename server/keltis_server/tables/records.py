"""What a table's log is made of: one typed record for each thing that happened there."""

import secrets
from typing import Final, Self

import msgspec
from msgspec import Raw

from keltis_engine.fair import commitment
from keltis_server.people.who import Who

SECRET: Final = 32
"""How many random bytes a secret has."""


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


class Opened(_Record, frozen=True):
    """A table was opened; its first record."""

    game: str
    seats: int
    options: dict[str, str]
    owner: Who
    private: bool = False
    source: str = ""
    """A trace of where it was opened from (see `addresses.Traces`)."""
    settings: dict[str, str] = {}
    """What is settled about the table and is not the default."""


class SatDown(_Record, frozen=True):
    """A person took a free seat."""

    seat: int
    who: Who
    source: str = ""
    """A trace of where that person came from (see `addresses.Traces`)."""
    newcomer: bool = False
    """Whether that person has not played such a game to its end."""


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


class HandedOver(_Record, frozen=True):
    """A seat and everything on it is another person's from now on, or nobody's known."""

    seat: int
    who: Who


class Ready(_Record, frozen=True):
    """The person on a seat said so."""

    seat: int


class NotReady(_Record, frozen=True):
    """The person on a seat took that back."""

    seat: int


class Arranged(_Record, frozen=True):
    """The owner settled the table anew: this is all that is agreed from now on."""

    order: tuple[int, ...]
    """For each seat the one it was before; -1 is a new one, which is free."""
    options: dict[str, str]
    private: bool = False
    settings: dict[str, str] = {}
    """What is not the default."""


class SeatCleared(_Record, frozen=True):
    """The owner took a bot off the table, or asked this person to leave."""

    seat: int
    who: str = ""


class MadeOwner(_Record, frozen=True):
    """The table is that of the person on a seat from now on."""

    seat: int


class Committed(_Record, frozen=True):
    """The table drew the secret of its next game; the commitment is public from now on."""

    secret: bytes
    commitment: bytes

    @classmethod
    def drawn(cls) -> Self:
        """A fresh secret, which nobody can foresee, and the commitment to it."""
        secret = secrets.token_bytes(SECRET)
        return cls(secret=secret, commitment=commitment(secret))


class WordGiven(_Record, frozen=True):
    """The person on a seat gave a lucky word for the next game; an empty one takes it back."""

    seat: int
    word: str


class GameStarted(_Record, frozen=True):
    """A game began; the dealer's moves follow from `secret` and `words` (see `fair`).

    The secret is that of the last `Committed`, the words are those given since, seat by seat.
    """

    rules: str
    version: int
    seats: int
    options: dict[str, str]
    secret: bytes
    commitment: bytes
    words: list[str]
    first: int | None = None
    """Who begins; None leaves it to the dealer."""
    newcomers: tuple[int, ...] = ()
    """Seats of those who play this game for the first time: they have twice the time."""


class MoveMade(_Record, frozen=True):
    """A seat, or the dealer, made one small move."""

    seat: int
    move: Raw


class TookBack(_Record, frozen=True):
    """A seat took back its last small move."""

    seat: int


class Said(_Record, frozen=True):
    """The person on a seat, then called `name`, said something to the table."""

    seat: int
    name: str
    text: str


class Voted(_Record, frozen=True):
    """The person on a seat said what is to be done while the one on seat `about` is not there."""

    seat: int
    about: int
    choice: str
    """One of `absence.CHOICES`."""


class BotPlays(_Record, frozen=True):
    """A bot plays for the person on a seat, who is not there, until that one comes back."""

    seat: int
    bot: str
    turns: int = 0
    """For so many turns of the seat at most; 0: for as long as the game goes on."""
    late: bool = False
    """The person's time was up, so that it does not matter whether that one is there."""


class CameBack(_Record, frozen=True):
    """The person on a seat is there again: no bot plays for it, and no vote about it counts."""

    seat: int


class GaveUp(_Record, frozen=True):
    """The person on a seat left the game for good; a bot has the seat from now on."""

    seat: int
    bot: str
    name: str
    """What the bot is called."""


class GameStopped(_Record, frozen=True):
    """The game was ended before its end; nobody has won it."""

    forsaken: bool = False
    """Nobody came back to it for as long as the table waits; else those who were there ended it."""


class WatcherSaid(_Record, frozen=True):
    """Somebody who looks on said something to the others who do; all read it after the game."""

    who: Who
    text: str


class HandOpened(_Record, frozen=True):
    """The person on a seat lets watchers see through their eyes, a round late, or no longer."""

    seat: int
    open: bool


class TimeUp(_Record, frozen=True):
    """The time of the person on a seat is up, whose turn it is."""

    seat: int


class ClockPaused(_Record, frozen=True):
    """The server was not there from one time of day to another; nobody's time counted."""

    since: int
    until: int


class AgreedToDays(_Record, frozen=True):
    """The person on a seat would have the live clock turned into this one by days, or no more."""

    seat: int
    clock: str
    """Empty takes it back."""


class ClockTurned(_Record, frozen=True):
    """All who were there had agreed to it: the game goes on with this clock, by days."""

    clock: str


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
    | HandedOver
    | Ready
    | NotReady
    | Arranged
    | SeatCleared
    | MadeOwner
    | Committed
    | WordGiven
    | GameStarted
    | MoveMade
    | TookBack
    | Voted
    | BotPlays
    | CameBack
    | GaveUp
    | GameStopped
    | TimeUp
    | ClockPaused
    | AgreedToDays
    | ClockTurned
    | Said
    | WatcherSaid
    | HandOpened
    | GameOver
    | Closed
)

encode: Final = msgspec.msgpack.Encoder().encode
_decoder: Final[msgspec.msgpack.Decoder[Record]] = msgspec.msgpack.Decoder(Record)


def decode(body: bytes) -> Record:
    """The record that `body` holds."""
    return _decoder.decode(body)
