"""T34: a new face each time counts for the address it comes from; nobody is locked out for good."""

import asyncio
from itertools import count
from pathlib import Path

import asyncssh
import pytest

from keltis_protocol.messages import (
    Done,
    JoinTable,
    OpenTable,
    Refused,
    Report,
    Say,
    SetName,
    StartGame,
    TableChanged,
)
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.attacks.clock import Clock
from tests.attacks.honest import Paid, beside
from tests.attacks.program import Program, until
from tests.e2e.conftest import Server
from tests.server.players import Player

ATTACKER, HONEST = "10.0.0.2", "10.0.0.1"
USUAL = Limits(
    lobby_pause=0, bot_pause=0, retry_pause=0, tables_per_source=10**6, source_cost_burst=10**6
)
_NUMBERS = count()


async def come(game_server: GameServer, address: str, login: str = "") -> Player:
    """Somebody with a key of their own, or without a login a new guest."""
    key = login.encode() or None
    player = Player(await game_server.visit(Caller(key, login, address)))
    await player.greet()
    return player


async def house_by(clock: Clock, folder: Path) -> GameServer:
    store = SqliteStore.open(folder / "games.db")
    return await GameServer.open(store, USUAL, clock=clock.time)


@pytest.mark.law
@pytest.mark.parametrize("guests", [True, False])
async def test_lines_from_one_address_are_counted_whoever_says_them(
    tmp_path: Path, times: int, guests: bool
) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    anna = await come(game_server, HONEST, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    said = 0
    for part in range(12):
        for number in range(12 * min(times, 10)):
            login = "" if guests else f"spam{part % 3}x{number}"
            spammer = await come(game_server, ATTACKER, login)
            answer = await spammer.ask(OpenTable, game="keltis", seats=2)
            while isinstance(answer, Done):
                answer = await spammer.ask(Say, table=spammer.table, text=f"buy {next(_NUMBERS)}")
                said += isinstance(answer, Done)
            await spammer.visit.close()
        await clock.go_on(5.0)
    allowed = USUAL.source_lines + 60 / USUAL.source_line_seconds
    assert 0 < said <= (allowed / 2 if guests else allowed) + 1
    await anna.do(Say, table=anna.table, text="good evening")
    await game_server.close()


async def test_who_is_told_why_is_told_the_truth(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    for _ in range(30):
        guest = await come(game_server, ATTACKER)
        await guest.do(OpenTable, game="keltis", seats=2)
        for n in range(2):
            answer = await guest.ask(Say, table=guest.table, text=f"line {n}")
        if isinstance(answer, Refused):
            break
    assert isinstance(answer, Refused)
    assert answer.reason == "too_much_talk_here"
    assert await guest.refused(Report, table=guest.table, seat=0) == "too_much_talk_here"
    house_guest = await come(game_server, HONEST)
    await house_guest.do(OpenTable, game="keltis", seats=2)
    await house_guest.do(Say, table=house_guest.table, text="hello")
    await game_server.close()


async def test_a_class_gets_its_names_and_an_attacker_no_more_than_a_class(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    pupils = [await come(game_server, HONEST, f"pupil{n}") for n in range(30)]
    assert all(pupil.visit.who.name for pupil in pupils)
    squatters = [await come(game_server, ATTACKER, f"name{n}") for n in range(111)]
    named = [each for each in squatters if each.visit.who.name]
    assert len(named) == USUAL.names_per_source
    nameless = squatters[-1]
    assert await nameless.refused(SetName, name="another") == "too_many_names"
    guest = await come(game_server, ATTACKER)
    await guest.do(OpenTable, game="keltis", seats=2)
    await (await come(game_server, HONEST, "latecomer")).do(OpenTable, game="keltis", seats=2)
    await clock.go_on(USUAL.name_seconds)
    await nameless.do(SetName, name="another")
    await clock.go_on(86_400.0)
    again = [await come(game_server, ATTACKER, f"next{n}") for n in range(111)]
    assert sum(bool(each.visit.who.name) for each in again) == USUAL.names_per_source
    await game_server.close()


async def test_one_person_changes_names_a_few_times_and_then_waits(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    for player in (await come(game_server, HONEST, "anna"), await come(game_server, ATTACKER)):
        for n in range(USUAL.renames):
            await player.do(SetName, name=f"{'gx' if player.visit.who.guest else 'ax'}{n}")
        assert await player.refused(SetName, name="andnow") == "renamed_often"
    await clock.go_on(USUAL.rename_seconds)
    await player.do(SetName, name="andnow")
    await game_server.close()


async def test_games_that_others_left_lock_nobody_out(tmp_path: Path) -> None:
    clock = Clock()
    game_server = await house_by(clock, tmp_path)
    anna = await come(game_server, HONEST, "anna")
    for n in range(2 * USUAL.tables_per_person):
        await anna.do(OpenTable, game="keltis", seats=2)
        friend = await come(game_server, "10.0.0.9", f"friend{n}")
        await friend.do(JoinTable, table=anna.table)
        for player in (anna, friend):
            await player.do(StartGame, table=anna.table)
        await friend.visit.close()
        await anna.visit.close()
        anna = await come(game_server, HONEST, "anna")
    await game_server.close()


async def attack_talk(port: int, seconds: float) -> Paid:
    """Come as a new guest each time, and say as much as is taken."""
    paid = Paid()

    async def one() -> None:
        while True:
            try:
                async with Program(port, "127.0.0.2", paid) as program:
                    await program.ask(OpenTable, game="keltis", seats=2)
                    table = (await program.hear(TableChanged)).table
                    answer: Done | Refused = Done(id="")
                    while isinstance(answer, Done):
                        text = f"buy {next(_NUMBERS)}"
                        answer = await program.ask(Say, table=table, text=text)
            except (OSError, asyncssh.Error):
                paid.refused += 1
                await asyncio.sleep(0.1)

    await until(seconds, *(one() for _ in range(4)))
    return paid


async def attack_names(port: int, seconds: float) -> Paid:
    """Come with a new key each time, to take a name."""
    paid = Paid()

    async def one() -> None:
        while True:
            try:
                async with Program(port, "127.0.0.2", paid, login=f"t34n{next(_NUMBERS)}"):
                    pass
            except (OSError, asyncssh.Error):
                paid.refused += 1
                await asyncio.sleep(0.1)

    await until(seconds, *(one() for _ in range(4)))
    return paid


ATTACKS = {"T34 talk of fresh guests": attack_talk, "T34 names of fresh keys": attack_names}


@pytest.mark.e2e
@pytest.mark.parametrize("name", ATTACKS)
async def test_honest_people_play_beside_it(server: Server, name: str, times: int) -> None:
    seen, paid = await beside(ATTACKS[name], server.port, 2.0 * min(times, 10))
    assert paid.connections, "it was made"
    assert seen.count
    assert seen.failures == 0
