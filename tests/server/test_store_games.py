"""What every store promises about games that ended: ratings in their order, secrets kept."""

import asyncio
import sqlite3
from collections.abc import Sequence
from functools import partial
from random import Random

import pytest

from keltis_server.rating import FORM, Rating, bot_rating, rated
from keltis_server.store.contract import Entry, Store
from keltis_server.store.ladders import NOTE
from keltis_server.store.played import Ended, Point, SeatPlayed
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from tests.server.conftest import StoreFactory

pytestmark = pytest.mark.law  # on each of the two databases

PEOPLE = ("anna", "boris", "carla", "dezso")


def ended(
    *seats: tuple[str, int], ladder: str = "dice", listed: bool = True, game: str = "dice"
) -> Ended:
    """A game of these, each with the place, which makes points too."""
    found = [SeatPlayed(who, f"~{who}" if not who else "", place, -place) for who, place in seats]
    return Ended(game=game, listed=listed, ladder=ladder, seats=found)


async def end(store: Store, table: str, at: int, game: Ended) -> None:
    """A game ends at that time at a table that nobody knew before."""
    await store.append(table, 0, [Entry(b"opened", at), Entry(b"over", at)], ended=game)


async def people(store: Store) -> None:
    for name in PEOPLE:
        await store.account(b"key of " + name.encode(), name)
        await store.rename(name, name, name)


async def ratings(store: Store, who: str) -> list[Point]:
    return await store.pages.curve(who, ("dice", "dice+bots"), 99)


def folded(games: Sequence[tuple[int, str, Ended]]) -> dict[str, list[Rating]]:
    """Everybody's ratings after each of these games, in the order of their times."""
    after: dict[str, list[Rating]] = {name: [] for name in PEOPLE}
    for _, _, game in sorted(games, key=lambda each: each[:2]):
        before = [(after[seat.who] or [Rating()])[-1] for seat in game.seats]
        new = rated("dice", before, [seat.place for seat in game.seats])
        for seat, rating in zip(game.seats, new, strict=True):
            after[seat.who].append(rating)
    return after


def some_games(count: int) -> list[tuple[int, str, Ended]]:
    """Many of them end at the same moment."""
    random, games = Random(5), []
    for number in range(count):
        seats = random.sample(PEOPLE, random.choice((2, 3, 4)))
        places = [random.randint(1, len(seats)) for _ in seats]
        game = ended(*zip(seats, places, strict=True))
        games.append((1_000_000 + random.randrange(count // 3), f"T{number:03}", game))
    return games


async def test_ratings_follow_from_the_games_in_their_order_whoever_writes_them_when(
    store: Store, factory: StoreFactory
) -> None:
    """Two processes write games of the same people at once, and late ones too."""
    await people(store)
    other, games = await factory(), some_games(36)
    Random(6).shuffle(games)
    for batch in (games[:12], games[12:30], games[30:]):
        writers = (store, other)
        await asyncio.gather(
            *(end(writers[n % 2], table, at, game) for n, (at, table, game) in enumerate(batch))
        )
    awaited = folded(games)
    for name in PEOPLE:
        told = await ratings(other, name)
        assert [Rating(point.mu, point.sigma) for point in told] == awaited[name]
        assert sorted(told, key=lambda point: point.at) == told
    await other.close()


def spoil_with(statement: str, db: sqlite3.Connection) -> None:
    db.execute(statement)


async def test_games_rated_by_another_form_of_the_fold_are_rated_anew(
    store: Store, factory: StoreFactory
) -> None:
    await people(store)
    games = some_games(9)
    for at, table, game in games:
        await end(store, table, at, game)
    spoil = (
        "update played set mu = 5 where mu is not null",
        f"update about set value = '0' where what = '{NOTE}'",
    )
    for statement in spoil:
        if isinstance(store, PostgresStore):
            await store.database.ask(statement)
        elif isinstance(store, SqliteStore):
            await store._writer.do(partial(spoil_with, statement))
    assert (await ratings(store, "anna"))[0].mu == 5
    other = await factory()
    assert await other.note(NOTE) == FORM
    awaited = folded(games)["anna"]
    assert [Rating(p.mu, p.sigma) for p in await ratings(other, "anna")] == awaited
    await other.close()


async def test_ladder_is_ordered_by_what_somebody_is_worth_at_least(store: Store) -> None:
    await people(store)
    for number in range(4):
        await end(store, f"A{number}", 100 + number, ended(("anna", 1), ("boris", 2)))
    for number in range(2):
        await end(store, f"C{number}", 200 + number, ended(("carla", 1), ("boris", 2)))
    await end(store, "D", 50, ended(("dezso", 1), ("boris", 2)))
    told = await store.pages.ladder("dice", 0, 4, 9)
    assert [each.who for each in told[:2]] == ["anna", "boris"]
    assert [each.games for each in told] == [4, 7, 2, 1]
    low = [each.mu - 2 * each.sigma for each in told]
    assert low[0] > low[1]
    assert low[2] > low[3]
    assert [each.who for each in await store.pages.ladder("dice", 200, 1, 9)] == ["carla", "boris"]
    assert len(await store.pages.ladder("dice", 0, 4, 1)) == 1
    assert await store.pages.ladder("", 0, 1, 9) == []
    assert await store.pages.ladder("stones", 0, 1, 9) == []


async def test_bots_stand_where_they_are_and_people_are_rated_against_them(store: Store) -> None:
    await people(store)
    game = ended(("anna", 1), ("bot:club", 2), ladder="dice+bots")
    await end(store, "T", 5, game)
    awaited, _ = rated("dice", [Rating(), bot_rating("dice", "club")], [1, 2])
    assert await ratings(store, "anna") == [Point("dice+bots", 5, awaited.mu, awaited.sigma)]
    assert [each.who for each in await store.pages.ladder("dice+bots", 0, 1, 9)] == ["anna"]
    (met,) = await store.pages.opponents("anna", "", "dice", 9)
    assert (met.who, met.name, met.games, met.ahead, met.behind) == ("bot:club", "", 1, 1, 0)


async def test_page_tells_games_newest_first_with_what_each_was_rated_before(store: Store) -> None:
    await people(store)
    await end(store, "A", 1, ended(("anna", 1), ("boris", 2)))
    await end(store, "B", 2, ended(("", 1), ("anna", 2), ladder=""))
    await end(store, "C", 3, ended(("anna", 1), ("boris", 1)))
    told = await store.pages.last("anna", "", "dice", 9)
    assert [(seat.table, seat.who) for seat in told] == [
        ("C", "anna"),
        ("C", "boris"),
        ("B", ""),
        ("B", "anna"),
        ("A", "anna"),
        ("A", "boris"),
    ]
    first = told[4]
    assert [seat.before for seat in told] == [first.mu, told[5].mu, None, None, None, None]
    assert [seat.name for seat in told] == ["anna", "boris", "~", "anna", "anna", "boris"]
    assert {seat.table for seat in await store.pages.last("anna", "", "dice", 1)} == {"C"}
    (record,) = await store.pages.records("anna", "")
    assert (record.game, record.games, record.won, record.best) == ("dice", 3, 2, -1)
    assert await store.pages.at_table("C") == told[:2]
    assert await store.pages.at_table("NONE") == []
    assert await store.pages.account_named("anna") == ("anna", "anna")
    assert await store.pages.account_named("nobody") is None


@pytest.mark.parametrize("viewer", ["", "carla", "nobody"])
async def test_nobody_else_is_told_of_a_private_game(store: Store, viewer: str) -> None:
    await people(store)
    await end(store, "SEEN", 1, ended(("anna", 1), ("boris", 2)))
    await end(store, "HID", 2, ended(("anna", 2), ("boris", 1), listed=False))
    pages = store.pages
    assert {seat.table for seat in await pages.last("anna", viewer, "dice", 9)} == {"SEEN"}
    assert [each.games for each in await pages.records("anna", viewer)] == [1]
    assert [each.games for each in await pages.opponents("anna", viewer, "dice", 9)] == [1]
    for own in ("anna", "boris"):
        assert len(await pages.last("anna", own, "dice", 9)) == 4
        assert [each.games for each in await pages.records("anna", own)] == [2]
        assert [each.behind for each in await pages.opponents("anna", own, "dice", 9)] == [1]


async def test_whoever_is_forgotten_is_on_no_ladder_and_has_no_name_and_others_keep_their_ratings(
    store: Store,
) -> None:
    await people(store)
    await end(store, "A", 1, ended(("anna", 1), ("boris", 2), ("carla", 3)))
    before = await ratings(store, "anna")
    await store.forget("boris")
    assert {each.who for each in await store.pages.ladder("dice", 0, 1, 9)} == {"anna", "carla"}
    assert [each.who for each in await store.pages.opponents("anna", "", "dice", 9)] == ["carla"]
    told = await store.pages.last("anna", "", "dice", 9)
    assert [seat.name for seat in told] == ["anna", "", "carla"]
    await end(store, "B", 2, ended(("anna", 2), ("carla", 1)))
    assert (await ratings(store, "anna"))[:1] == before


async def test_whoever_takes_another_name_has_it_on_ladders_and_pages(store: Store) -> None:
    await people(store)
    await end(store, "A", 1, ended(("anna", 1), ("boris", 2)))
    await store.rename("boris", "bob", "bob")
    assert {each.name for each in await store.pages.ladder("dice", 0, 1, 9)} == {"anna", "bob"}
    assert [seat.name for seat in await store.pages.at_table("A")] == ["anna", "bob"]
    assert [each.name for each in await store.pages.opponents("anna", "", "dice", 9)] == ["bob"]
    assert await store.pages.account_named("boris") is None


async def test_append_that_fails_leaves_no_game(store: Store) -> None:
    await people(store)
    await end(store, "A", 1, ended(("anna", 1), ("boris", 2)))
    tries = [end(store, "A", 9, ended(("anna", 2), ("boris", 1))) for _ in range(3)]
    await asyncio.gather(*tries, return_exceptions=True)
    assert len(await ratings(store, "anna")) == 1
