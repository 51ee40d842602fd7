"""Compares what is stored of games for pages and ladders with what their logs and the fold say."""

from collections.abc import Callable, Iterable
from typing import Any

from keltis_server.rating import Rating
from keltis_server.store.ladders import Fold, Seat
from keltis_server.store.played import COLUMNS, Key

Tell = Callable[[str, str, int], None]
"""Takes a table, what is wrong there, and at which record."""


class GamesCheck:
    """Takes what is to be stored of games, then what is, in the order of their times."""

    def __init__(self, fault: Tell) -> None:
        self._fault = fault
        self._awaited: dict[tuple[Key, int], list[Any]] = {}
        self._folds: dict[str, Fold] = {}
        self._game: list[tuple[Seat, Rating | None]] = []
        """The seats so far of the game whose rows are coming, with the ratings that are stored."""
        self._ladder = ""

    def expect(self, values: list[Any]) -> None:
        """This is to be stored, with a rating that only all games together tell."""
        self._awaited[_key(values), values[3]] = values[: len(COLUMNS)]

    def take(self, values: list[Any]) -> None:
        """This is stored."""
        key, seat = _key(values), values[3]
        if self._game and self._game[0][0].game != key:
            self._end_game()
        if self._awaited.pop((key, seat), None) != values[: len(COLUMNS)]:
            self._fault(key[1], "played", key[2])
        row = dict(zip(COLUMNS, values, strict=False))
        mu, sigma = values[len(COLUMNS) :]
        self._ladder = row["ladder"]
        stored = None if mu is None else Rating(mu, sigma)
        self._game.append((Seat(*key, seat, row["who"], row["place"]), stored))

    def end(self) -> None:
        """There are no more rows."""
        self._end_game()
        for _, table, seq in _games(self._awaited):
            self._fault(table, "no_played", seq)

    def _end_game(self) -> None:
        """See whether the ratings after a game are those that follow from the ones before."""
        seats, self._game = self._game, []
        if not seats:
            return
        rated: Iterable[Rating | None] = [None] * len(seats)
        if self._ladder:
            fold = self._folds.setdefault(self._ladder, Fold(self._ladder))
            rated = fold.take([seat for seat, _ in seats])
            # What is stored goes on from here, so that one that is wrong is named once.
            fold.known |= {seat.who: stored for seat, stored in seats if stored is not None}
        if any(mine != stored for mine, (_, stored) in zip(rated, seats, strict=True)):
            self._fault(seats[0][0].table, "rating", seats[0][0].seq)


def _key(values: list[Any]) -> Key:
    return values[0], values[1], values[2]


def _games(awaited: Iterable[tuple[Key, int]]) -> Iterable[Key]:
    """Each game once."""
    return dict.fromkeys(key for key, _ in awaited)
