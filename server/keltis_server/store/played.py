"""Games that ended, seat by seat: what is written of them, and what ladders and pages show."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

Key = tuple[int, str, int]
"""When a game ended (ms since 1970, UTC), at which table, at which record of it."""


class SeatPlayed(msgspec.Struct, frozen=True):
    """One seat of a game that ended."""

    who: str
    """The account, or `bot:` and its kind; empty for a guest."""
    name: str
    """What a guest was called; accounts are looked up, for they may take another name."""
    place: int
    """1 is best; equals have the same."""
    total: int


class Ended(msgspec.Struct, frozen=True):
    """A game that ended, seat by seat."""

    game: str
    listed: bool
    """Whether everybody may know of it."""
    ladder: str
    """Where it counts; empty if nowhere."""
    seats: Sequence[SeatPlayed]


class Ranked(msgspec.Struct, frozen=True):
    """Somebody on a ladder."""

    who: str
    name: str
    mu: int
    """In thousandths of a point."""
    sigma: int
    games: int
    """How many since the time that was asked for."""


class Record(msgspec.Struct, frozen=True):
    """What somebody has played of one game."""

    game: str
    games: int
    won: int
    best: int
    """The most points in one game."""


class Opponent(msgspec.Struct, frozen=True):
    """Somebody against whom one has played."""

    who: str
    name: str
    """Empty for a bot and for an account that is deleted."""
    games: int
    ahead: int
    """How often one had the better place …"""
    behind: int
    """… and how often the other had."""


class SeatSeen(msgspec.Struct, frozen=True):
    """One seat of a game as a page shows it."""

    at: int
    table: str
    seq: int
    seat: int
    game: str
    ladder: str
    who: str
    name: str
    place: int
    total: int
    mu: int | None
    sigma: int | None
    before: int | None
    """The rating before it, if there was one."""


class Point(msgspec.Struct, frozen=True):
    """A rating after a game."""

    ladder: str
    at: int
    mu: int
    sigma: int


COLUMNS: Final = (
    *("at", "table", "seq", "seat", "game", "listed", "who", "name", "place", "total", "ladder"),
)
"""What is written of each seat; its rating follows."""


def seats_of(key: Key, ended: Ended) -> Iterator[tuple[Any, ...]]:
    """What is written of a game that ended, a row for each seat."""
    for number, seat in enumerate(ended.seats):
        yield (
            *key, number, ended.game, int(ended.listed), seat.who, seat.name, seat.place,
            seat.total, ended.ladder,
        )  # fmt: skip
