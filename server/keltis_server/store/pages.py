"""What a store tells of games that were played: ladders, and everybody's own page.

One text of SQL serves both kinds of store. Of a game at a private table those are told who played.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from keltis_server.store.played import Opponent, Point, Ranked, Record, SeatSeen

_NAMED: Final = "coalesce(case when skeleton is null then '' else account.name end, '')"
"""The name that an account may use; empty if it is deleted."""
_SHOWN: Final = f"case when who = '' then played.name else {_NAMED} end"
_SEEN: Final = """(mine.listed = 1 or exists (select 1 from played as own
    where own.who = $2 and own.who <> '' and own.at = mine.at and own."table" = mine."table"
    and own.seq = mine.seq))"""
"""Whether somebody may know of a game: everybody does, or that one played it."""

LADDER: Final = f"""
select counted.who, {_NAMED}, newest.mu, newest.sigma, counted.games from (
    select who, count(*) as games from played
    where ladder = $1 and ladder <> '' and at >= $2 group by who
) as counted join account on account.id = counted.who join played as newest
    on newest.who = counted.who and newest.who <> ''
    and (newest.at, newest."table", newest.seq) = (
        select at, "table", seq from played where who = counted.who and who <> '' and ladder = $1
        order by at desc, "table" desc, seq desc limit 1)
where skeleton is not null
order by case when counted.games >= $3 then 0 else 1 end, newest.mu - 2 * newest.sigma desc,
    counted.who limit $4
"""
RECORDS: Final = f"""
select game, count(*), sum(case when place = 1 then 1 else 0 end), max(total)
from played as mine where who = $1 and who <> '' and {_SEEN}
group by game order by count(*) desc, game
"""
OPPONENTS: Final = f"""
select played.who, {_NAMED}, count(*),
    sum(case when mine.place < played.place then 1 else 0 end),
    sum(case when mine.place > played.place then 1 else 0 end)
from played as mine join played on played.at = mine.at and played."table" = mine."table"
    and played.seq = mine.seq and played.seat <> mine.seat
left join account on account.id = played.who
where mine.who = $1 and mine.who <> '' and mine.game = $3 and played.who <> '' and {_SEEN}
    and (account.id is not null or played.who like 'bot:%')
group by played.who, {_NAMED} order by count(*) desc, played.who limit $4
"""
_BEFORE: Final = """(select earlier.mu from played as earlier where earlier.who = played.who
    and earlier.who <> '' and earlier.ladder = played.ladder and earlier.ladder <> ''
    and (earlier.at, earlier."table", earlier.seq) < (played.at, played."table", played.seq)
    order by earlier.at desc, earlier."table" desc, earlier.seq desc limit 1)"""
_SEATS: Final = f"""
select played.at, played."table", played.seq, seat, game, ladder, who, {_SHOWN}, place, total, mu,
    sigma, {_BEFORE}
from played left join account on account.id = who
"""
LAST: Final = f"""
{_SEATS} where (played.at, played."table", played.seq) in (
    select at, "table", seq from played as mine
    where who = $1 and who <> '' and game = $3 and {_SEEN}
    order by at desc, "table" desc, seq desc limit $4
) order by played.at desc, played."table" desc, played.seq desc, seat
"""
AT_TABLE: Final = f"""
{_SEATS} where played."table" = $1 and seq = (select max(seq) from played where "table" = $1)
order by seat
"""
CURVE: Final = """
select ladder, at, mu, sigma from played where who = $1 and who <> '' and ladder = $2
    and ladder <> '' and mu is not null order by at desc, "table" desc, seq desc limit $3
"""
RATED: Final = """
select ladder, count(*) from played where who = $1 and who <> '' and ladder in ($2, $3)
    and ladder <> '' and mu is not null group by ladder
"""
NAMED: Final = "select id, name from account where skeleton = $1"

Ask = Callable[..., Awaitable[Sequence[Sequence[Any]]]]
"""The rows of a query with `$1`, `$2` … for the values that follow."""


class Pages:
    """Reads what ladders and pages show; every method may raise `StoreFailed`."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    async def ladder(self, ladder: str, since: int, enough: int, most: int) -> list[Ranked]:
        """Who has played on a ladder since then: those with enough games first, best first."""
        return [Ranked(*row) for row in await self._ask(LADDER, ladder, since, enough, most)]

    async def account_named(self, skeleton: str) -> tuple[str, str] | None:
        """The account whose name has that skeleton, and the name."""
        found = await self._ask(NAMED, skeleton)
        return (found[0][0], found[0][1]) if found else None

    async def records(self, who: str, viewer: str) -> list[Record]:
        """What somebody has played of each game, as far as the viewer may know, the most first."""
        return [Record(*map(_plain, row)) for row in await self._ask(RECORDS, who, viewer)]

    async def opponents(self, who: str, viewer: str, game: str, most: int) -> list[Opponent]:
        """Whom somebody has met in a game, as far as the viewer may know, the most often first."""
        rows = await self._ask(OPPONENTS, who, viewer, game, most)
        return [Opponent(*map(_plain, row)) for row in rows]

    async def last(self, who: str, viewer: str, game: str, most: int) -> list[SeatSeen]:
        """All seats of the last games of somebody that the viewer may know of, newest first."""
        return [SeatSeen(*row) for row in await self._ask(LAST, who, viewer, game, most)]

    async def at_table(self, table: str) -> list[SeatSeen]:
        """All seats of the last game that ended at a table."""
        return [SeatSeen(*row) for row in await self._ask(AT_TABLE, table)]

    async def curve(self, who: str, ladders: tuple[str, str], most: int) -> list[Point]:
        """How somebody's last ratings on two ladders went, so many on each, the oldest first."""
        return [
            Point(*row)
            for ladder in dict.fromkeys(ladders)
            for row in reversed(await self._ask(CURVE, who, ladder, most))
        ]

    async def rated(self, who: str, ladders: tuple[str, str]) -> dict[str, int]:
        """How many rated games somebody has played on each of two ladders."""
        return {str(row[0]): int(row[1]) for row in await self._ask(RATED, who, *ladders)}


def _plain(value: Any) -> Any:
    """A number as Python has it: sums come as decimals from some databases."""
    return value if isinstance(value, str) else int(value)
