"""T29: fresh people from one address open tables and go; the house stays open for all others."""

import asyncio
from itertools import count
from pathlib import Path
from random import Random

import asyncssh
import msgspec
import pytest

from keltis_protocol.messages import (
    AddBot,
    Done,
    GameChanged,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    Refused,
    StartGame,
    TableChanged,
)
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.lobby_search import PLAYING, WAITING, Listed, fair_choice
from tests.attacks.clock import Clock
from tests.attacks.honest import Paid, beside
from tests.attacks.program import Program, until
from tests.e2e.conftest import Server
from tests.server.players import Player, enter, playing

ATTACKER, HONEST = "10.0.0.2", "10.0.0.1"
SMALL = Limits(
    lobby_pause=0, bot_pause=0, retry_pause=0, tables=60, tables_per_source=20, lobby_tables=10
)
"""A small house, as full as a large one would be after an hour."""
_NUMBERS = count()


async def come(game_server: GameServer, address: str, *, guest: bool = False) -> Player:
    """Somebody nobody has seen before."""
    login = f"somebody{next(_NUMBERS)}"
    key = None if guest else login.encode()
    player = Player(await game_server.visit(Caller(key, login, address)))
    await player.greet()
    return player


async def open_and_go(game_server: GameServer, address: str, *, guest: bool) -> str:
    """Open a table, begin a game with a bot and hang up; why not, if refused."""
    player = await come(game_server, address, guest=guest)
    answer = await player.ask(OpenTable, game="keltis", seats=2)
    if isinstance(answer, Done):
        await player.do(AddBot, table=player.table)
        await player.do(StartGame, table=player.table)
    await player.visit.close()
    return answer.reason if isinstance(answer, Refused) else ""


async def gone(clock: Clock, game_server: GameServer, *codes: str) -> None:
    """Wait until tables are no more; they go as fast as the store can write."""
    await clock.until(lambda: game_server.lines.keys().isdisjoint(codes))


@pytest.mark.law
@pytest.mark.parametrize("guest", [True, False])
async def test_after_an_hour_of_it_an_honest_table_is_listed_and_the_house_is_open(
    tmp_path: Path, guest: bool, times: int
) -> None:
    clock = Clock()
    store = SqliteStore.open(tmp_path / "games.db")
    limits = msgspec.structs.replace(SMALL, names_per_source=10**6)
    game_server = await GameServer.open(store, limits, clock=clock.time)
    owner = await come(game_server, HONEST)
    await owner.do(OpenTable, game="keltis", seats=2)
    waiting = owner.table
    refused = 0
    for _ in range(12):
        for _ in range(8 * min(times, 10)):
            refused += await open_and_go(game_server, ATTACKER, guest=guest) != ""
        trace = game_server.traces.of(ATTACKER)
        assert game_server.registry.index.sources[trace] <= limits.tables_per_source
        await clock.go_on(300.0)
    assert refused
    honest = await come(game_server, HONEST)
    assert waiting in [line.table for line in (await honest.hear(Lobby)).tables]
    await honest.do(OpenTable, game="keltis", seats=2)
    await clock.go_on(3600.0)
    mine = {waiting, honest.table}
    others = game_server.lines.keys() - mine  # nobody really played at any of them
    await gone(clock, game_server, *others)
    assert mine == game_server.lines.keys()
    await game_server.close()


async def test_what_an_address_has_opened_counts_after_a_restart_too(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    for _ in range(SMALL.tables_per_source):
        assert await open_and_go(game_server, ATTACKER, guest=False) == ""
    assert await open_and_go(game_server, ATTACKER, guest=True) == "too_many_tables_here"
    await game_server.close()
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    assert await open_and_go(again, ATTACKER, guest=True) == "too_many_tables_here"
    assert await open_and_go(again, HONEST, guest=True) == ""
    await again.close()


async def test_many_who_open_at_the_same_moment_are_counted_too(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    people = [await come(game_server, ATTACKER, guest=True) for _ in range(30)]
    answers = await asyncio.gather(
        *(player.ask(OpenTable, game="keltis", seats=2) for player in people)
    )
    assert sum(isinstance(answer, Done) for answer in answers) == SMALL.tables_per_source
    await game_server.close()


async def test_no_address_is_written_down(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    await open_and_go(game_server, ATTACKER, guest=True)
    logs = [
        entry.body for code in game_server.lines for entry in await game_server.store.read(code)
    ]
    await game_server.close()
    assert logs
    assert not any(ATTACKER.encode() in body for body in logs)


async def test_game_of_friends_waits_thirty_days_and_then_ends(tmp_path: Path) -> None:
    """The table stands a while longer, with a word for those who come; then it is gone."""
    clock = Clock()
    store = SqliteStore.open(tmp_path / "games.db", clock.steady)
    game_server = await GameServer.open(store, SMALL, clock=clock.time)
    players = await playing(game_server, "anna", "boris")
    code, day = players[0].table, 86_400.0
    while not game_server.lines[code].played:
        mover = next(player for player in players if player.last(GameChanged).moves)
        await mover.play_on(Random(1), 1)
        for player in players:
            while player.visit.has_unread(GameChanged):
                await player.hear(GameChanged)
    for player in players:
        await player.visit.close()
    await clock.go_on(29 * day, 29)
    assert code in game_server.lines
    await game_server.close()
    game_server = await GameServer.open(
        SqliteStore.open(tmp_path / "games.db", clock.steady), SMALL, clock=clock.time
    )
    await clock.go_on(day / 2)
    assert code in game_server.lines
    anna = await enter(game_server, "anna")
    await anna.do(JoinTable, table=code)
    await clock.go_on(day)
    assert code in game_server.lines, "somebody is there"
    await anna.visit.close()
    await clock.go_on(SMALL.abandoned_game_seconds + day, 31)  # that she came back counts too
    await clock.until(lambda: not game_server.lines[code].playing)
    assert game_server.lines[code].forsaken
    await clock.go_on(SMALL.ended_game_seconds + 60)
    await gone(clock, game_server, code)
    await game_server.close()


async def test_game_in_which_nobody_made_a_turn_ends_soon_after_all_have_left(
    tmp_path: Path,
) -> None:
    clock = Clock()
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, SMALL, clock=clock.time)
    anna, boris = await playing(game_server, "anna", "boris")
    code = anna.table
    await anna.do(LeaveTable, table=code)
    await clock.go_on(3600.0)
    assert code in game_server.lines, "boris is there"
    await boris.visit.close()
    await clock.go_on(SMALL.unplayed_game_seconds / 2)
    assert code in game_server.lines, "a lost line may come back"
    await clock.go_on(SMALL.unplayed_game_seconds)
    await gone(clock, game_server, code)
    await game_server.close()


def test_one_who_opens_many_tables_crowds_nobody_out_of_the_list(times: int) -> None:
    honest = [
        Listed("WAITS", "a", WAITING),
        Listed("PLAYS", "b", PLAYING),
        Listed("LATER", "c", WAITING),
    ]
    crowd = [Listed(f"X{n}", "x", WAITING) for n in range(500 * times)]
    chosen = fair_choice([*honest, *crowd], 200)
    assert len(chosen) == 200
    assert {"WAITS", "LATER"} <= set(chosen[:3])
    running = [Listed(f"X{n}", "x", PLAYING) for n in range(500 * times)]
    assert "PLAYS" in fair_choice([*honest, *running], 200)[:4]
    ten = [Listed(f"T{n}", f"o{n}", WAITING) for n in range(10)]
    assert fair_choice(ten, 200) == [each.table for each in reversed(ten)]


async def attack(port: int, seconds: float) -> Paid:
    """Come as somebody new again and again, open a table, begin a game and hang up."""
    paid = Paid()

    async def one(number: int) -> None:
        for turn in count():
            login = f"t29x{number}x{turn}" if number % 2 else ""
            try:
                async with Program(port, "127.0.0.2", paid, login=login) as program:
                    answer = await program.ask(OpenTable, game="keltis", seats=2)
                    if isinstance(answer, Done):
                        table = (await program.hear(TableChanged)).table
                        await program.ask(AddBot, table=table)
                        await program.ask(StartGame, table=table)
            except (OSError, asyncssh.Error):
                paid.refused += 1
                await asyncio.sleep(0.1)

    await until(seconds, *(one(number) for number in range(4)))
    return paid


ATTACKS = {"T29 abandoned tables": attack}


@pytest.mark.e2e
@pytest.mark.parametrize("name", ATTACKS)
async def test_honest_people_play_beside_it(server: Server, name: str, times: int) -> None:
    seen, paid = await beside(ATTACKS[name], server.port, 1.0 * min(times, 20))
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0
