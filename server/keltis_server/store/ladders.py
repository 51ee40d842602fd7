"""Ratings as they follow from games, in the order of their times: a fold kept beside the games.

Written for both kinds of store: it yields what is to be asked of them, and is sent what they found.
A game that comes late, by the clocks of several machines, has those after it rated anew; so the
ratings are the same whoever wrote first, and the same as when all are made anew.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from keltis_server.rating import BOT, FORM, Rating, bot_rating, game_of, rated
from keltis_server.store.played import Key

FIRST: Final = (-1, "", -1)
"""Before every game."""
SLICE: Final = 4000
"""Seats of games that are looked at together."""
NOTE: Final = "ratings"
"""The note that tells by which form of the fold the ratings were made."""


class Step(NamedTuple):
    """Something a store is to be asked, or to write once for each of several rows of values."""

    statement: str
    """With `$1`, `$2` … for values."""
    values: Sequence[Any] = ()
    many: bool = False


Steps = Generator[Step, Sequence[Sequence[Any]], None]
"""Yields steps and is sent the rows of each."""


class Seat(NamedTuple):
    """One seat of a game that counts on a ladder."""

    at: int
    table: str
    seq: int
    seat: int
    who: str
    place: int

    @property
    def game(self) -> Key:
        """The game it is one of."""
        return self.at, self.table, self.seq


class Fold:
    """The ratings on one ladder, game after game."""

    def __init__(self, ladder: str) -> None:
        self._game = game_of(ladder)
        self.known: dict[str, Rating] = {}

    def take(self, seats: Sequence[Seat]) -> list[Rating | None]:
        """What is believed of each person at the seats of the next game after it; bots stay."""
        before = [self._rating(seat.who) for seat in seats]
        after = rated(self._game, before, [seat.place for seat in seats])
        found: list[Rating | None] = []
        for seat, rating in zip(seats, after, strict=True):
            person = bool(seat.who) and not seat.who.startswith(BOT)
            if person:
                self.known[seat.who] = rating
            found.append(rating if person else None)
        return found

    def _rating(self, who: str) -> Rating:
        if who.startswith(BOT):
            return bot_rating(self._game, who.removeprefix(BOT))
        return self.known.get(who) or Rating()


def refold(ladder: str, since: Key = FIRST, relation: str = "played") -> Steps:
    """Rate every game of a ladder from `since` on, one after the other."""
    fold, place = Fold(ladder), '(at, "table", seq)'
    later = (
        f'select at, "table", seq, seat, who, place from {relation}'
        f' where ladder = $1 and {place} {{}} ($2, $3, $4) order by at, "table", seq, seat limit $5'
    )
    before = (
        f"select mu, sigma from {relation} where ladder = $1 and {place} < ($2, $3, $4)"
        " and who = $5 and who <> ''"
        ' order by at desc, "table" desc, seq desc limit 1'
    )
    update = (
        f"update {relation} set mu = $5, sigma = $6"
        ' where at = $1 and "table" = $2 and seq = $3 and seat = $4'
    )
    asked: set[str] = set()
    begin, compared = since, ">="
    while True:
        found = yield Step(later.format(compared), (ladder, *begin, SLICE))
        games = list(_whole_games([Seat(*row) for row in found], len(found) == SLICE))
        if not games:
            return
        if since != FIRST:  # else nobody has been rated before
            for who in {seat.who for seats in games for seat in seats} - asked:
                for row in (yield Step(before, (ladder, *since, who))):
                    fold.known.setdefault(who, Rating(*row))
                asked.add(who)
        yield Step(update, list(_updates(fold, games)), many=True)
        begin, compared = games[-1][0].game, ">"
        if len(found) < SLICE:
            return


def refold_all(relation: str = "played") -> Steps:
    """Rate every game there is."""
    for (ladder,) in (yield Step(f"select distinct ladder from {relation} where ladder <> ''")):
        yield from refold(ladder, FIRST, relation)


def brought_up_to_date() -> Steps:
    """Rate every game there is if that was done by another form of the fold."""
    if list(map(tuple, (yield Step("select value from about where what = $1", (NOTE,))))) != [
        (FORM,)
    ]:
        yield Step("delete from about where what = $1", (NOTE,))
        yield Step("insert into about values ($1, $2)", (NOTE, FORM))
        yield from refold_all()


def _whole_games(seats: Iterable[Seat], more: bool) -> Iterator[list[Seat]]:
    """The seats of each game, without the last one if there may be more of it."""
    games = [list(group) for _, group in groupby(seats, lambda seat: seat.game)]
    return iter(games[:-1] if more else games)


def _updates(fold: Fold, games: Iterable[Sequence[Seat]]) -> Iterator[tuple[Any, ...]]:
    for seats in games:
        for seat, rating in zip(seats, fold.take(seats), strict=True):
            if rating is not None:
                yield (*seat.game, seat.seat, rating.mu, rating.sigma)
