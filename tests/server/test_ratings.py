"""Rated games: who may play them, where they count, what pages and ladders tell of them to whom."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keltis.database import open_store
from keltis_protocol.messages import (
    AddBot,
    ArrangeTable,
    FetchLadder,
    FetchPage,
    FetchRatings,
    GameChanged,
    JoinTable,
    Ladder,
    LeaveTable,
    OpenTable,
    Page,
    Ratings,
    SetName,
    StartGame,
    TableChanged,
    WatchTable,
)
from keltis_server.people.who import Who
from keltis_server.server import Caller, GameServer
from keltis_server.store.played import Ranked
from keltis_server.tables import standings
from keltis_server.tables.outcomes import ended_of
from keltis_server.tables.records import (
    BotSeated,
    Committed,
    GameOver,
    GameStarted,
    GaveUp,
    HandedOver,
    Opened,
    SatDown,
)
from keltis_server.tables.standings import ENOUGH
from keltis_server.tables.table import Table
from tests.postgres import Postgres
from tests.server.players import QUICK, Player, enter, play_through
from tests.server.processes import street
from tests.server.test_rebuilding import Place

RATED = {"rated": "yes"}
BEGIN = 1500


async def ladder(player: Player, game: str = "stones", *, bots: bool = False) -> Ladder:
    await player.do(FetchLadder, game=game, bots=bots)
    return await player.hear(Ladder)


async def page(player: Player, name: str = "", game: str = "") -> Page:
    await player.do(FetchPage, name=name, game=game)
    return await player.hear(Page)


async def play(
    game_server: GameServer,
    *logins: str,
    bots: int = 0,
    seed: int = 1,
    settings: dict[str, str] = RATED,
    private: bool = False,
) -> list[Player]:
    """A whole game of these and bots; everybody has left its table, and heard of it."""
    players = [await enter(game_server, login) for login in logins]
    await players[0].do(
        OpenTable,
        game="stones",
        seats=len(logins) + bots,
        settings=settings,
        private=private,
    )
    code = (await players[0].hear(TableChanged)).table
    for player in players[1:]:
        await player.do(JoinTable, table=code)
    for _ in range(bots):
        await players[0].do(AddBot, table=code, bot="any")
    for player in players:
        await player.do(StartGame, table=code)
    for player in players:
        await player.hear(GameChanged)
    if bots:
        await asyncio.gather(*(player.play_on(Random(seed)) for player in players))
    else:
        await play_through(players, Random(seed))
    return players


async def leave(players: list[Player]) -> None:
    for player in players:
        await player.do(LeaveTable, table=player.table)
        await player.visit.close()


async def test_a_rated_game_moves_both_and_the_sheet_is_told(game_server: GameServer) -> None:
    players = await play(game_server, "anna", "boris")
    for player in players:
        await player.do(FetchRatings, table=player.table)
        told = await player.hear(Ratings)
        assert {change.seat for change in told.changes} == {0, 1}
        assert sum(change.after - BEGIN for change in told.changes) == 0
        assert all(change.before == BEGIN and change.provisional for change in told.changes)
    olga = await enter(game_server, "olga")
    assert await olga.refused(FetchRatings, table=players[0].table) == "not_at_table"
    await olga.do(WatchTable, table=players[0].table)
    await olga.do(FetchRatings, table=players[0].table)
    assert await olga.hear(Ratings) == told
    rows = (await ladder(players[0])).rows
    assert [row.provisional for row in rows] == [True, True]
    assert {row.name for row in rows} == {"anna", "boris"}
    after = {f"{'anna' if change.seat == 0 else 'boris'}": change.after for change in told.changes}
    assert {row.name: row.rating for row in rows} == after
    assert (await ladder(players[0], bots=True)).rows != rows
    mine = await page(players[0])
    assert (mine.name, mine.own, mine.game) == ("anna", True, "stones")
    (rating,) = mine.ratings
    assert (rating.games, rating.curve, rating.provisional) == (1, [after["anna"]], True)
    (game,) = mine.games
    assert [seat.change for seat in game.seats] == [after[n] - BEGIN for n in ("anna", "boris")]


async def test_a_game_that_is_not_rated_stands_on_pages_and_moves_nobody(
    game_server: GameServer,
) -> None:
    anna, _ = await play(game_server, "anna", "boris", settings={})
    await anna.do(FetchRatings, table=anna.table)
    assert (await anna.hear(Ratings)).changes == []
    assert (await ladder(anna)).rows == []
    mine = await page(anna)
    assert mine.ratings == []
    assert [record.games for record in mine.records] == [1]
    assert [met.name for met in mine.opponents] == ["boris"]
    assert [seat.change for seat in mine.games[0].seats] == [None, None]


async def test_a_game_with_a_bot_counts_among_bots_only(game_server: GameServer) -> None:
    (anna,) = await play(game_server, "anna", bots=1)
    assert (await ladder(anna)).rows == []
    rows = (await ladder(anna, bots=True)).rows
    assert [row.name for row in rows if not row.bot] == ["anna"]
    assert {row.name for row in rows if row.bot} >= {"any", "novice", "club"}
    assert rows[-1].name == "anna", "provisional ones stand below"
    (rating,) = (await page(anna)).ratings
    assert rating.bots
    assert [(met.name, met.bot) for met in (await page(anna)).opponents] == [("any", True)]


async def test_guests_cannot_open_a_rated_table_nor_sit_down_there(
    game_server: GameServer,
) -> None:
    guest, anna = await enter(game_server, "gast", guest=True), await enter(game_server, "anna")
    wish = {"game": "stones", "seats": 2, "settings": RATED}
    assert await guest.refused(OpenTable, **wish) == "rated_needs_key"
    await anna.do(OpenTable, **wish)
    code = (await anna.hear(TableChanged)).table
    assert anna.last(TableChanged).settings["rated"] == "yes"
    assert await guest.refused(JoinTable, table=code) == "rated_needs_key"
    assert await guest.refused(FetchPage) == "no_page"
    await anna.do(ArrangeTable, table=code, settings={"rated": "no"})
    await guest.do(JoinTable, table=code)
    refused = await anna.refused(ArrangeTable, table=code, settings=RATED)
    assert refused == "rated_needs_key"


async def test_being_ready_is_consenting_to_what_is_settled_then(game_server: GameServer) -> None:
    anna, boris = [await enter(game_server, login) for login in ("anna", "boris")]
    await anna.do(OpenTable, game="stones", seats=2)
    code = (await anna.hear(TableChanged)).table
    await boris.do(JoinTable, table=code)
    await boris.do(StartGame, table=code)
    await anna.do(ArrangeTable, table=code, settings=RATED)
    told = await boris.hear(TableChanged, lambda table: table.settings["rated"] == "yes")
    assert not any(seat.ready for seat in told.seats)
    await anna.do(StartGame, table=code)
    assert not game_server.live_tables[code].table.playing
    await boris.do(StartGame, table=code)
    assert game_server.live_tables[code].table.rated


async def test_what_there_is_not_is_said(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    assert await anna.refused(FetchLadder, game="chess") == "unknown_game"
    assert await anna.refused(FetchPage, name="nobody-here") == "no_such_person"
    assert await anna.refused(FetchPage, game="chess") == "unknown_game"
    assert await anna.refused(FetchRatings, table="AAAAAA") == "not_at_table"
    nothing = await page(anna)
    assert (nothing.name, nothing.game, nothing.records, nothing.games) == ("anna", "", [], [])
    assert await page(await enter(game_server, "boris"), "ANNA") == Page(
        **{field: getattr(nothing, field) for field in nothing.__struct_fields__} | {"own": False}
    )


async def test_a_place_comes_with_the_tenth_game(game_server: GameServer) -> None:
    for number in range(ENOUGH):
        players = await play(game_server, "anna", "boris", seed=number)
        rows = (await ladder(players[0])).rows
        assert {row.provisional for row in rows} == {number + 1 < ENOUGH}
        assert {row.games for row in rows} == {number + 1}
        await leave(players)
    worth = [row.rating - 2 * row.deviation for row in rows]
    assert worth == sorted(worth, reverse=True)


async def test_nobody_is_told_of_a_private_game_but_those_who_played(
    game_server: GameServer,
) -> None:
    await play(game_server, "anna", "boris", private=True)
    olga = await enter(game_server, "olga")
    told = await page(olga, "anna", "stones")
    assert (told.records, told.games, told.opponents) == ([], [], [])
    assert len(told.ratings) == 1, "what it did to the rating is no secret"
    assert {row.name for row in (await ladder(olga)).rows} == {"anna", "boris"}
    boris = game_server.visits[
        next(w for w, v in game_server.visits.items() if v.who.name == "boris")
    ]
    assert len((await page(Player(boris), "anna")).games) == 1


async def test_ladder_that_is_dear_to_read_is_not_read_for_everybody_who_asks(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    read = game_server.store.pages.ladder

    async def counted(ladder: str, since: int, enough: int, most: int) -> list[Ranked]:
        asked.append(ladder)
        return await read(ladder, since, enough, most)

    monkeypatch.setattr(game_server.store.pages, "ladder", counted)
    players = [await enter(game_server, f"p{number}") for number in range(5)]
    await asyncio.gather(*(ladder(player) for player in players))
    assert asked == ["stones"] * 5
    monkeypatch.setattr(standings, "LONG", 0.0)
    monkeypatch.setattr(standings, "RESTS", 1e9)
    await asyncio.gather(*(ladder(player) for player in players))
    await asyncio.gather(*(ladder(player, "dice") for player in players))
    assert asked == [*["stones"] * 6, "dice"]


async def test_renamed_and_forgotten_people_on_ladders_and_pages(game_server: GameServer) -> None:
    players = await play(game_server, "anna", "boris")
    anna, boris = players
    await boris.do(SetName, name="bobby")
    assert {row.name for row in (await ladder(anna)).rows} == {"anna", "bobby"}
    before = (await page(anna)).ratings
    caller = Caller(b"key of boris", "boris")
    word = await game_server.accounts.to_forget(caller)
    await game_server.accounts.forget(caller, word)
    assert [row.name for row in (await ladder(anna)).rows] == ["anna"]
    mine = await page(anna)
    assert mine.ratings == before
    assert mine.opponents == []
    assert [(seat.name, seat.kind) for seat in mine.games[0].seats] == [
        ("anna", "person"),
        ("somebody", ""),
    ]
    assert await anna.refused(FetchPage, name="bobby") == "no_such_person"


async def test_a_second_key_leads_to_the_same_page(game_server: GameServer) -> None:
    players = await play(game_server, "anna", "boris")
    await leave(players)
    code = await game_server.accounts.offer_link(Caller(b"key of anna", "anna"))
    await game_server.accounts.link(Caller(b"another key", "laptop"), code)
    player = Player(await game_server.visit(Caller(b"another key", "laptop")))
    await player.greet()
    mine = await page(player)
    assert mine.own
    assert len(mine.games) == 1


async def test_what_ended_on_one_process_is_told_by_the_other(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        await play(first, "anna", "boris")
        olga = await enter(second, "olga")
        assert {row.name for row in (await ladder(olga)).rows} == {"anna", "boris"}


ANNA, BORIS, GAST = (
    Who(id="a1", name="anna"),
    Who(id="a2", name="boris"),
    Who(id="g1", name="gast", guest=True),
)


def table_of(*people: Who | str, rated: bool = True) -> Table:
    """A table at which a game of these, people and bots, has begun."""
    settings = RATED if rated else {}
    opened = Opened(game="keltis", seats=len(people), options={}, owner=ANNA, settings=settings)
    table = Table("K7QF", opened)
    for seat, who in enumerate(people):
        if isinstance(who, str):
            table.fold(BotSeated(seat=seat, bot=who, name="Bran"))
        else:
            table.fold(SatDown(seat=seat, who=who))
    drawn = Committed.drawn()
    table.fold(drawn)
    table.fold(
        GameStarted(
            rules="keltis",
            version=1,
            seats=len(people),
            options={"games": "1"},
            secret=drawn.secret,
            commitment=drawn.commitment,
            words=[""] * len(people),
        )
    )
    return table


@pytest.mark.parametrize(
    ("people", "rated", "ladder"),
    [
        ((ANNA, BORIS), True, "keltis"),
        ((ANNA, "club"), True, "keltis+bots"),
        ((ANNA, BORIS, "club"), True, "keltis+bots"),
        ((ANNA, BORIS), False, ""),
        ((ANNA, GAST), True, ""),
    ],
)
def test_where_a_game_counts(people: tuple[Any, ...], rated: bool, ladder: str) -> None:
    over = GameOver(totals=tuple(range(len(people))))
    ended = ended_of(table_of(*people, rated=rated), [over])
    assert ended is not None
    assert ended.ladder == ladder


def test_nothing_is_kept_of_a_game_in_which_nobody_has_an_account() -> None:
    assert ended_of(table_of(GAST, "club"), [GameOver(totals=(1, 2))]) is None


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ((5, 9, 5), (2, 1, 2)),
        ((9, 9, 1), (1, 1, 3)),
        ((-4, -9, 0), (2, 3, 1)),
        ((3, 3, 3), (1, 1, 1)),
    ],
)
def test_places_go_by_points_and_equals_have_the_same(
    totals: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """C9."""
    ended = ended_of(table_of(ANNA, BORIS, "club"), [GameOver(totals=totals)])
    assert ended is not None
    assert tuple(seat.place for seat in ended.seats) == places
    assert [seat.who for seat in ended.seats] == ["a1", "a2", "bot:club"]


def test_a_seat_that_was_handed_on_counts_for_whoever_has_it_now() -> None:
    table = table_of(ANNA, GAST)
    table.fold(HandedOver(seat=1, who=BORIS))
    ended = ended_of(table, [GameOver(totals=(1, 2))])
    assert ended is not None
    assert [seat.who for seat in ended.seats] == ["a1", "a2"]
    assert ended.ladder == "keltis"


def test_whoever_gave_up_is_last_whatever_a_bot_made_of_the_seat() -> None:
    table = table_of(ANNA, BORIS, "club")
    table.fold(GaveUp(seat=0, bot="club", name="Ciara"))
    ended = ended_of(table, [GameOver(totals=(99, 5, 7))])
    assert ended is not None
    assert [(seat.who, seat.place) for seat in ended.seats] == [
        ("a1", 3),
        ("a2", 2),
        ("bot:club", 1),
    ]
    assert ended.ladder == "keltis+bots"


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_schema()


SPOILED = {
    "nothing is left": ("delete from played",),
    "other ratings": ("update played set mu = mu + 5000, sigma = 7 where mu is not null",),
    "other places": ("update played set place = 2, total = 99, who = 'a1'",),
    "games that never were": (  # of the same people
        "create table other as select * from played",
        "update other set at = at - 1, \"table\" = 'NONE'",
        "insert into played select * from other",
        "drop table other",
    ),
}


@pytest.mark.law  # on each of the two databases
@pytest.mark.parametrize("spoiled", SPOILED.values(), ids=SPOILED)
def test_leaderboards_and_pages_made_anew_from_the_log_are_what_was_shown(
    tmp_path: Path, address: str, spoiled: tuple[str, ...]
) -> None:
    async def seen(play_first: bool) -> list[Any]:
        game_server = await GameServer.open(await open_store(tmp_path, address), QUICK)
        if play_first:
            for number, who in enumerate(
                [("anna", "boris"), ("boris", "carla", "anna"), ("anna",)]
            ):
                bots = 1 if len(who) == 1 else 0
                await leave(await play(game_server, *who, bots=bots, seed=number))
            await leave(await play(game_server, "carla", "boris", private=True))
        olga = await enter(game_server, "olga")
        told: list[Any] = [await ladder(olga), await ladder(olga, bots=True)]
        for name in ("anna", "boris", "carla"):
            told.append(await page(olga, name))
            told.append(await page(await enter(game_server, name)))
        await game_server.close()
        return told

    before = asyncio.run(seen(True))
    assert len(before[0].rows) == 3
    place = Place(tmp_path, address)
    assert place.admin("verify") == 0
    place.execute(*spoiled)
    assert place.admin("verify") == 1
    assert asyncio.run(seen(False)) != before
    assert place.admin("rebuild") == 0
    assert asyncio.run(seen(False)) == before
    assert place.admin("verify") == 0
