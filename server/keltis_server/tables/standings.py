"""Leaderboards and everybody's page, made from what the store tells of games, for whoever looks."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import groupby
from typing import Final

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    GameRecord,
    Ladder,
    LadderRow,
    Opponent,
    Page,
    PageGame,
    PageSeat,
    RatingChange,
    RatingNow,
    Ratings,
)
from keltis_server.one_at_a_time import OneAtATime
from keltis_server.people import names
from keltis_server.people.names import SOMEBODY
from keltis_server.people.who import Who
from keltis_server.rating import BOT, POINT, Rating, bot_rating, ladder_of
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store
from keltis_server.store.played import Point, Ranked, SeatSeen
from keltis_server.tables.bots import bot_kinds

ENOUGH: Final = 10
"""So many rated games …"""
LATELY: Final = 90 * 24 * 3600 * 1000
"""… in so many milliseconds, and somebody has a place."""
ROWS: Final = 100
"""How many people a leaderboard names."""
GAMES: Final = 20
"""How many of the last games a page tells of."""
OPPONENTS: Final = 10
"""How many people a page tells of whom one has met."""
CURVE: Final = 120
"""How many ratings a page gives for a plot …"""
LONGEST: Final = 1000
"""… of so many of the last ones."""

Pay = Callable[[float], object]
"""Called with the milliseconds that something took."""

LONG: Final = 0.25
"""Seconds from which on reading a ladder is dear …"""
RESTS: Final = 20
"""… so that it is not read again for so many times as long."""


class Standings:
    """Reads from the store: one at a time for each address, and few in all.

    Whoever has something read pays for the time that it takes.
    """

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._pages = store.pages
        self._by_source = OneAtATime()
        self._in_all = asyncio.Semaphore(most)
        self._by_ladder = OneAtATime()
        self._kept: dict[str, tuple[float, list[Ranked]]] = {}
        """What was read of each ladder, and until when it is good."""

    @asynccontextmanager
    async def _reading(self, source: str, pay: Pay) -> AsyncIterator[None]:
        """Wait for one's turn, and pay for what is done in it."""
        clock = asyncio.get_running_loop().time
        async with self._by_source.hold(source), self._in_all:
            began = clock()
            try:
                yield
            finally:
                pay((clock() - began) * 1000)

    async def ladder(self, game: str, bots: bool, source: str, pay: Pay) -> Ladder:
        """The leaderboard of a game; those without a place stand below those who have one."""
        if game not in RULE_SETS:
            raise Refusal("unknown_game")
        async with self._reading(source, pay):
            found = await self._ranked(ladder_of(game, bots=bots))
        people = [
            LadderRow(
                name=each.name,
                rating=_points(each.mu),
                deviation=_points(each.sigma),
                games=each.games,
                provisional=each.games < ENOUGH,
            )
            for each in found
        ]
        return Ladder(game=game, bots=bots, rows=_with_bots(game, people) if bots else people)

    async def _ranked(self, ladder: str) -> list[Ranked]:
        """Who stands on a ladder; where it takes long to find out, as it was a while ago."""
        clock = asyncio.get_running_loop().time
        async with self._by_ladder.hold(ladder):
            until, found = self._kept.get(ladder, (0.0, []))
            if clock() >= until:
                began = clock()
                since = self._store.now() - LATELY
                found = await self._pages.ladder(ladder, since, ENOUGH, ROWS)
                took = clock() - began
                self._kept[ladder] = clock() + (RESTS * took if took >= LONG else 0.0), found
            return found

    async def page(self, who: Who, name: str, wish: str, source: str, pay: Pay) -> Page:
        """Somebody's page as `who` may see it."""
        if wish and wish not in RULE_SETS:
            raise Refusal("unknown_game")
        async with self._reading(source, pay):
            account, called = await self._whose(who, name)
            records = await self._pages.records(account, who.account)
            records = [record for record in records if record.game in RULE_SETS]
            game = wish or (records[0].game if records else "")
            ladders = (ladder_of(game, bots=False), ladder_of(game, bots=True))
            seen = await self._pages.last(account, who.account, game, GAMES)
            met = await self._pages.opponents(account, who.account, game, OPPONENTS)
            curve = await self._pages.curve(account, ladders, LONGEST) if game else []
            rated = await self._pages.rated(account, ladders) if game else {}
        return Page(
            name=called,
            own=account == who.id,
            game=game,
            records=[
                GameRecord(game=each.game, games=each.games, won=each.won, best=each.best)
                for each in records
            ],
            ratings=self._ratings(curve, rated, ladders),
            games=_games(account, seen),
            opponents=[
                Opponent(
                    name=each.who.removeprefix(BOT) if each.who.startswith(BOT) else each.name,
                    bot=each.who.startswith(BOT),
                    games=each.games,
                    ahead=each.ahead,
                    behind=each.behind,
                )
                for each in met
            ],
        )

    async def ratings(self, table: str, source: str, pay: Pay) -> Ratings:
        """What the last game that ended at a table did to ratings."""
        async with self._reading(source, pay):
            seats = await self._pages.at_table(table)
            of_seat = {
                seat.seat: await self._pages.curve(seat.who, (seat.ladder, seat.ladder), ENOUGH)
                for seat in seats
                if seat.mu is not None
            }
        changes = []
        for seat in seats:
            if seat.mu is not None:
                before = Rating().mu if seat.before is None else seat.before
                changes.append(
                    RatingChange(
                        seat=seat.seat,
                        before=_points(before),
                        after=_points(seat.mu),
                        provisional=self._provisional(of_seat[seat.seat]),
                    )
                )
        return Ratings(table=table, changes=changes)

    async def _whose(self, who: Who, name: str) -> tuple[str, str]:
        """The account whose page is meant, and its name."""
        if not name:
            if who.guest:
                raise Refusal("no_page")
            return who.id, who.name
        found = await self._pages.account_named(names.skeleton(names.tidy(name)))
        if found is None:
            raise Refusal("no_such_person")
        return found

    def _ratings(
        self, curve: Sequence[Point], rated: Mapping[str, int], ladders: tuple[str, str]
    ) -> list[RatingNow]:
        found = []
        for ladder in ladders:
            points = [point for point in curve if point.ladder == ladder]
            if points:
                found.append(
                    RatingNow(
                        bots=ladder == ladders[1],
                        rating=_points(points[-1].mu),
                        deviation=_points(points[-1].sigma),
                        games=rated[ladder],
                        provisional=self._provisional(points),
                        curve=_thinned([_points(point.mu) for point in points], CURVE),
                    )
                )
        return found

    def _provisional(self, curve: Sequence[Point]) -> bool:
        since = self._store.now() - LATELY
        return sum(point.at >= since for point in curve) < ENOUGH


def _points(thousandths: int) -> int:
    return round(thousandths / POINT)


def _with_bots(game: str, people: list[LadderRow]) -> list[LadderRow]:
    """Bots among those who have a place, by their measured strength."""
    placed = [row for row in people if not row.provisional]
    bots = [
        LadderRow(name=kind, rating=_points(bot_rating(game, kind).mu), deviation=0, bot=True)
        for kind in bot_kinds(game)
    ]
    ranked = sorted([*placed, *bots], key=lambda row: row.rating - 2 * row.deviation, reverse=True)
    return [*ranked, *(row for row in people if row.provisional)]


def _games(account: str, seen: Sequence[SeatSeen]) -> list[PageGame]:
    games = []
    for (at, table, _), group in groupby(seen, lambda seat: (seat.at, seat.table, seat.seq)):
        seats = list(group)
        own = next(number for number, seat in enumerate(seats) if seat.who == account)
        games.append(PageGame(table=table, at=at, own=own, seats=list(map(_seat, seats))))
    return games


def _seat(seat: SeatSeen) -> PageSeat:
    change = None
    if seat.mu is not None:
        before = Rating().mu if seat.before is None else seat.before
        change = _points(seat.mu) - _points(before)
    if seat.who.startswith(BOT):
        name, kind = seat.who.removeprefix(BOT), "bot"
    elif seat.name:
        name, kind = seat.name, "person" if seat.who else "guest"
    else:
        name, kind = SOMEBODY, ""
    return PageSeat(name=name, kind=kind, place=seat.place, total=seat.total, change=change)


def _thinned(values: list[int], most: int) -> list[int]:
    """So many of them at most, evenly chosen, the last among them."""
    if len(values) <= most:
        return values
    last = len(values) - 1
    return [values[round(number * last / (most - 1))] for number in range(most)]
