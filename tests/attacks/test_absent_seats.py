"""Somebody who sits down everywhere and goes keeps nobody waiting: such seats are freed."""

from pathlib import Path

from keltis_protocol.messages import (
    AddBot,
    JoinTable,
    LeaveTable,
    OpenTable,
    Say,
    StartGame,
    TableChanged,
)
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.attacks.clock import Clock, settle
from tests.server.players import Player

USUAL = Limits(lobby_pause=0, bot_pause=0, retry_pause=0)
TABLES = 10


async def come(game_server: GameServer, address: str, login: str) -> Player:
    player = Player(await game_server.visit(Caller(login.encode(), login, address)))
    await player.greet()
    return player


async def house_by(clock: Clock, folder: Path) -> GameServer:
    store = SqliteStore.open(folder / "games.db", clock.steady)
    return await GameServer.open(store, USUAL, clock=clock.time)


async def sits(game_server: GameServer, code: str, *names: str) -> None:
    """Wait until these, and nobody else, sit at a table."""
    found: list[str] = []
    for _ in range(500):
        found = [place.name for place in game_server.lines[code].places if place.who]
        if found == list(names):
            return
        await settle()
    raise AssertionError(found)


async def test_one_who_takes_a_seat_at_every_table_and_goes_keeps_no_game_from_beginning(
    tmp_path: Path,
) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    owners = [await come(game_server, f"10.0.1.{n}", f"owner{n}") for n in range(TABLES)]
    for owner in owners:
        await owner.do(OpenTable, game="keltis", seats=2)
        taker = await come(game_server, "10.0.0.2", "taker")
        await taker.do(JoinTable, table=owner.table)
        await taker.visit.close()
    assert await owners[0].refused(AddBot, table=owners[0].table) == "table_full"
    await clock.go_on(USUAL.away_seat + 1)
    for number, owner in enumerate(owners):
        await sits(game_server, owner.table, f"owner{number}")
        await owner.do(AddBot, table=owner.table)
        await owner.do(StartGame, table=owner.table)
    await game_server.close()


async def test_what_happens_at_the_table_meanwhile_does_not_prolong_it(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    owner = await come(game_server, "10.0.1.1", "anna")
    await owner.do(OpenTable, game="keltis", seats=3)
    code = owner.table
    taker = await come(game_server, "10.0.0.2", "taker")
    await taker.do(JoinTable, table=code)
    await taker.visit.close()
    for number in range(4):
        await clock.go_on(USUAL.away_seat / 4 + 1)
        other = await come(game_server, "10.0.0.3", "boris")
        await other.ask(JoinTable, table=code)
        await owner.do(Say, table=code, text=f"is anybody there? {number}")
        await other.do(LeaveTable, table=code)
        await other.visit.close()
    await sits(game_server, code, "anna")
    await game_server.close()


async def test_whoever_comes_back_in_time_has_the_seat_and_the_whole_time_again(
    tmp_path: Path,
) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    owner = await come(game_server, "10.0.1.1", "anna")
    await owner.do(OpenTable, game="keltis", seats=2)
    code = owner.table
    friend = await come(game_server, "10.0.1.2", "boris")
    await friend.do(JoinTable, table=code)
    for _ in range(3):
        await friend.visit.close()
        await clock.go_on(USUAL.away_seat * 0.7, steps=7)
        await sits(game_server, code, "anna", "boris")
        friend = await come(game_server, "10.0.1.2", "boris")
        await friend.do(JoinTable, table=code)
    await clock.go_on(3 * USUAL.away_seat)
    await sits(game_server, code, "anna", "boris")
    await game_server.close()


async def test_owner_who_went_leaves_the_table_to_who_waits_there(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    owner = await come(game_server, "10.0.1.1", "anna")
    await owner.do(OpenTable, game="keltis", seats=3)
    code = owner.table
    friend = await come(game_server, "10.0.1.2", "boris")
    await friend.do(JoinTable, table=code)
    assert await friend.refused(AddBot, table=code) == "not_owner"
    await owner.visit.close()
    await clock.go_on(USUAL.away_seat + 1)
    await sits(game_server, code, "boris")
    assert friend.last(TableChanged) is not None
    await friend.do(AddBot, table=code)
    await game_server.close()


async def test_seat_in_a_running_game_waits_for_its_person(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    owner = await come(game_server, "10.0.1.1", "anna")
    await owner.do(OpenTable, game="keltis", seats=2)
    code = owner.table
    friend = await come(game_server, "10.0.1.2", "boris")
    await friend.do(JoinTable, table=code)
    await friend.do(StartGame, table=code)
    await friend.visit.close()  # ready, and away before it begins
    await clock.go_on(USUAL.away_seat / 2)
    await owner.do(StartGame, table=code)
    await clock.go_on(10 * USUAL.away_seat)
    await sits(game_server, code, "anna", "boris")
    await game_server.close()
