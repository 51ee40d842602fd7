"""Several processes are one house: people at one table may sit in different ones."""

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import (
    AddBot,
    Closing,
    GameChanged,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    OpenTable,
    PlayMove,
    Said,
    Say,
    SetName,
    ShowStep,
    StartGame,
    StepShown,
    TableChanged,
    TakeBack,
    WatchTable,
)
from keltis_server import sync
from keltis_server.cluster.bus import Here, Logged, Named, Present, Spoken
from keltis_server.limits import Limits
from keltis_server.people.accounts import Declined
from keltis_server.people.names import skeleton
from keltis_server.refusal import Refusal
from keltis_server.server import Caller, GameServer
from keltis_server.tables.reading import load
from tests.postgres import Postgres
from tests.server.players import QUICK, Player, enter, play_through, playing, view
from tests.server.processes import Street, street

pytestmark = pytest.mark.law  # for workers as for nodes
SLOW_BOTS = Limits(lobby_pause=0, bot_pause=3600)


@pytest.fixture(params=["workers", "nodes"])
def address(request: pytest.FixtureRequest) -> str:
    """The database that nodes share; empty for the workers of one machine."""
    if request.param == "workers":
        return ""
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.new_schema()


@pytest.fixture
async def place(tmp_path: Path, address: str) -> AsyncIterator[Street]:
    """Where processes of one house can be started."""
    async with street(tmp_path, address) as made:
        yield made


async def until(seen: Callable[[], bool]) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(20):
        while not seen():  # noqa: ASYNC110 (there is nobody to be told by)
            await asyncio.sleep(0.002)


async def sit_apart(first: GameServer, second: GameServer, game: str = "keltis") -> list[Player]:
    """Two people at one table, each in another process, about to play."""
    anna, boris = await enter(first, "anna"), await enter(second, "boris")
    await anna.do(OpenTable, game=game, seats=2, options={})
    code = (await anna.hear(TableChanged)).table
    await boris.do(JoinTable, table=code)
    return [anna, boris]


async def play_apart(first: GameServer, second: GameServer, game: str = "keltis") -> list[Player]:
    """The same, playing, each having heard the first position."""
    players = await sit_apart(first, second, game)
    for player in players:
        await player.do(StartGame, table=players[0].table)
    for player in players:
        await player.hear(GameChanged)
    return players


async def hear_until(player: Player, ply: int) -> None:
    while player.last(GameChanged).ply < ply:
        await player.hear(GameChanged)


@pytest.mark.long
@pytest.mark.parametrize("game", ["keltis", "dice"])
async def test_two_people_in_two_processes_play_a_whole_game_and_miss_no_step(
    place: Street, game: str
) -> None:
    """T6: each hears every step once and in order, whoever logged it."""
    first, second = await place.open(), await place.open()
    players = await play_apart(first, second, game)
    random, table = Random(5), players[0].table
    while (to_act := view(players[0].last(GameChanged))["to_act"]) is not None:
        now = players[to_act].last(GameChanged)
        if now.can_take_back and random.random() < 0.1:
            await players[to_act].do(TakeBack, table=table, ply=now.ply)
        else:
            move = random.choice(now.moves)
            await players[to_act].do(PlayMove, table=table, ply=now.ply, move=move)
        await hear_until(players[to_act], now.ply + 1)
        for player in players:
            await hear_until(player, players[to_act].last(GameChanged).ply)
    logged = await load(second.store, table)
    assert logged is not None
    assert logged.game is not None
    for player in players:
        told = player.all(GameChanged)
        for before, after in pairwise(told):
            assert after.since in (0, before.ply)
        seat = logged.people[player.visit.who.id]
        expected = msgspec.msgpack.encode(logged.game.position.view(seat))
        assert bytes(told[-1].view) == expected
    steps = [[(each.since, each.ply) for each in player.all(GameChanged)] for player in players]
    assert steps[0] == steps[1]


async def test_who_comes_in_at_another_process_takes_over(place: Street) -> None:
    first, second = await place.open(), await place.open()
    anna, boris = await play_apart(first, second)
    again = await enter(second, "anna")
    assert (await anna.hear(Closing)).reason == "taken_over"
    await again.do(JoinTable, table=boris.table)
    assert (await again.hear(GameChanged)).ply == boris.last(GameChanged).ply
    table = again.last(TableChanged)
    while table.seats[0].away:  # if the other process has not told yet that she left it
        table = await again.hear(TableChanged)
    assert not table.seats[1].away
    assert set(first.visits) == set()


async def test_of_two_visits_that_begin_at_once_exactly_one_stays(place: Street) -> None:
    houses = [await place.open(), await place.open()]
    visits = await asyncio.gather(
        *(game_server.visit(Caller(b"key", "anna")) for game_server in houses)
    )
    await until(lambda: any(visit.ended for visit in visits))
    await until(lambda: sum(len(game_server.presence) for game_server in houses) == 1)
    older, newer = sorted(visits, key=lambda visit: visit.since)
    assert (older.ended, newer.ended) == ("taken_over", "")


async def test_whoever_watches_in_another_process_sees_and_is_counted_the_same(
    place: Street,
) -> None:
    """Table, talk and numbers; and nobody counts any more who went."""
    quick = msgspec.structs.replace(QUICK, watchers_pause=0)
    first, second, third = [await place.open(quick) for _ in range(3)]
    players = await play_apart(first, second, "stones")
    table, watchers = (
        players[0].table,
        [await enter(s, n) for s, n in zip((second, third), ("olga", "pia"), strict=True)],
    )
    for watcher in watchers:
        await watcher.do(WatchTable, table=table)
    for each in (*players, *watchers):
        await each.hear(TableChanged, lambda told: told.watchers == 2)
    mover = next(player for player in players if player.last(GameChanged).moves)
    game = mover.last(GameChanged)
    await mover.do(PlayMove, table=table, ply=game.ply, move=game.moves[0])
    for watcher in watchers:
        await watcher.hear_after(game.ply)
    assert bytes(watchers[0].last(GameChanged).view) == bytes(watchers[1].last(GameChanged).view)
    await watchers[0].do(Say, table=table, text="look")
    assert (await watchers[1].hear(Said)).name == "olga"
    await watchers[1].visit.close()
    for each in (*players, watchers[0]):
        await each.hear(TableChanged, lambda told: told.watchers == 1)
    await place.kill(second)
    await players[0].hear(TableChanged, lambda told: told.watchers == 0)


async def test_who_leads_through_a_finished_game_leads_those_in_other_processes(
    place: Street,
) -> None:
    first, second = await place.open(QUICK), await place.open(QUICK)
    players, olga = (
        await playing(first, "anna", "boris", game="stones"),
        await enter(second, "olga"),
    )
    await until(lambda: players[0].table in second.lines)
    await olga.do(WatchTable, table=players[0].table)
    await play_through(players, Random(2))
    await until(lambda: second.live_tables[players[0].table].table.over)
    await players[0].do(ShowStep, table=players[0].table, step=9)
    for other in (players[1], olga):
        told = await other.hear(StepShown)
        assert (told.name, told.step) == ("anna", 9)
    await olga.do(ShowStep, table=players[0].table, step=3, leads=False)
    for other in players:
        assert (await other.hear(StepShown, lambda told: told.step == 3)).name == "olga"


async def test_seats_and_lobby_show_who_is_in_the_other_process(place: Street) -> None:
    first, second = await place.open(), await place.open()
    anna, boris = await sit_apart(first, second)
    watcher = await enter(second, "carla")
    lobby = watcher.last(Lobby)
    assert lobby.people == 3
    assert [seat.away for seat in lobby.tables[0].seats] == [False, False]
    await boris.visit.close()
    await anna.hear(TableChanged, lambda told: told.seats[1].away)
    await watcher.hear(Lobby, lambda told: told.people == 2 and told.tables[0].seats[1].away)


async def test_people_of_a_process_that_died_are_away_and_can_come_in_elsewhere(
    place: Street,
) -> None:
    first, second = await place.open(), await place.open()
    anna, boris = await play_apart(first, second)
    await place.kill(first)
    await boris.hear(TableChanged, lambda told: told.seats[0].away)
    again = await enter(second, "anna")
    await again.do(JoinTable, table=anna.table)
    assert (await again.hear(GameChanged)).ply == boris.last(GameChanged).ply


async def test_bots_of_a_table_play_in_one_process_and_go_on_in_another_when_it_dies(
    place: Street,
) -> None:
    first, second = await place.open(SLOW_BOTS), await place.open(SLOW_BOTS)
    anna = await enter(second, "anna")
    await anna.do(OpenTable, game="stones", seats=2, options={})
    code = (await anna.hear(TableChanged)).table
    await anna.do(AddBot, table=code)
    await anna.do(StartGame, table=code)
    game = await anna.hear(GameChanged)
    while view(game)["to_act"] == 0:
        await anna.do(PlayMove, table=code, ply=game.ply, move=game.moves[0])
        game = await anna.hear(GameChanged, lambda told: told.ply > game.ply)  # noqa: B023
    await until(lambda: code in second.registry.upkeep.bots)
    await until(lambda: first.lines[code].seq == second.lines[code].seq)
    assert code not in first.registry.upkeep.bots
    await place.kill(second)
    await until(lambda: code in first.registry.upkeep.bots)


async def test_new_process_frees_no_seat_of_a_guest_who_sits_in_another(place: Street) -> None:
    first = await place.open()
    guest = await enter(first, "", guest=True)
    await guest.do(OpenTable, game="keltis", seats=2, options={})
    code = (await guest.hear(TableChanged)).table
    second = await place.open(msgspec.structs.replace(QUICK, empty_table=0.0))
    anna = await enter(second, "anna")
    await anna.do(JoinTable, table=code)
    seats = (await anna.hear(TableChanged)).seats
    assert [seat.kind for seat in seats] == ["person", "person"]
    await place.kill(first)
    await anna.hear(TableChanged, lambda told: told.seats[0].kind == "free")


async def test_table_is_cleared_away_only_when_nobody_is_there_in_any_process(
    place: Street,
) -> None:
    limits = msgspec.structs.replace(QUICK, empty_table=0.0)
    first, second = await place.open(limits), await place.open(limits)
    anna, boris = await sit_apart(first, second)
    code = anna.table
    await anna.do(LeaveTable, table=code)
    await boris.hear(TableChanged, lambda told: told.seats[0].kind == "free")
    await asyncio.sleep(0.05)
    assert code in first.lines
    await boris.do(LeaveTable, table=code)
    await boris.hear(LeftTable)
    await until(lambda: code not in first.lines and code not in second.lines)


async def test_name_of_a_guest_in_the_other_process_is_taken(place: Street) -> None:
    """T17."""
    first, second = await place.open(), await place.open()
    guest = await enter(first, "", guest=True)
    await until(lambda: len(second.presence) == 1)
    taken = guest.visit.who.name
    assert second._identity._in_use(skeleton(taken))


async def test_wrong_codes_count_in_all_processes(place: Street) -> None:
    """T19."""
    limits = msgspec.structs.replace(QUICK, wrong_codes=3)
    first, second = await place.open(limits), await place.open(limits)
    caller = Caller(None, "", "192.0.2.7")
    for number in range(3):
        with pytest.raises(Declined, match="no_such_code"):
            await first.accounts.come_back(caller, f"WRONGCODE{number}")
    await until(lambda: bool(second.accounts._wrong_codes._forgiven_at))
    with pytest.raises(Refusal, match="too_many_tries"):
        await second.accounts.come_back(caller, "WRONGCODE9")


async def test_guest_comes_back_with_a_key_at_another_process(place: Street) -> None:
    first, second = await place.open(), await place.open()
    visit = await first.visit(Caller(None, "", "192.0.2.7"))
    guest = Player(visit)
    await guest.greet()
    await guest.do(OpenTable, game="keltis", seats=2, options={})
    code = (await guest.hear(TableChanged)).table
    await until(lambda: code in second.lines)
    caller, table = await second.accounts.come_back(Caller(b"key", "anna"), visit.return_code)
    assert table == code
    assert (await guest.hear(Closing)).reason == "taken_over"
    anna = Player(await second.visit(caller))
    await anna.greet()
    await anna.do(JoinTable, table=code)
    assert (await anna.hear(TableChanged)).seats[0].name == "anna"


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_guest_who_comes_back_by_the_code_keeps_the_seat_of_the_old_window(
    place: Street, elsewhere: bool
) -> None:
    first = await place.open()
    second = await place.open() if elsewhere else first
    visit = await first.visit(Caller(None, "", "192.0.2.7"))
    guest = Player(visit)
    await guest.greet()
    await guest.do(OpenTable, game="keltis", seats=2, options={})
    code = (await guest.hear(TableChanged)).table
    await until(lambda: code in second.lines)
    before = first.live_tables[code].table.seq
    caller, _ = await second.accounts.come_back(Caller(None, "", "192.0.2.8"), visit.return_code)
    again = Player(await second.visit(caller))
    assert (await guest.hear(Closing)).reason == "taken_over"
    await again.greet()
    await again.do(JoinTable, table=code)
    assert (await again.hear(TableChanged)).seat == 0
    assert second.live_tables[code].table.seq == before


async def test_what_the_bus_lost_is_found_in_the_store(
    place: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "CHECK", 0.01)
    first, second = await place.open(cracked=True), await place.open(cracked=True)
    players = await play_apart(first, second)
    to_act = view(players[0].last(GameChanged))["to_act"]
    now = players[to_act].last(GameChanged)
    await players[to_act].do(PlayMove, table=now.table, ply=now.ply, move=now.moves[0])
    heard = await players[1 - to_act].hear(GameChanged)
    assert (heard.since, heard.ply) == (now.ply, now.ply + 1)


async def test_table_can_be_joined_before_the_bus_has_told_of_it(place: Street) -> None:
    first, second = await place.open(cracked=True), await place.open(cracked=True)
    anna, boris = await sit_apart(first, second)
    assert boris.table == anna.table


async def test_process_that_ends_just_as_it_hears_of_something_ends_without_a_warning(
    place: Street,
) -> None:
    ends = await place.open()
    for hint in (Logged("ABCDEF", 1), Named("nobody"), Spoken()):
        ends._sync._heard(0, hint)  # and has no time left to begin what follows from it
    await place.end(ends)


async def test_guest_s_seat_gives_up_a_name_though_the_process_ends_meanwhile(
    place: Street,
) -> None:
    """T26: the seat stands in the log, and the guest may never come back."""
    ends = await place.open()
    guest, boris = await enter(ends, "", guest=True), await enter(ends, "boris")
    await guest.do(SetName, name="Zed")
    await guest.do(OpenTable, game="keltis", seats=2)
    code = (await guest.hear(TableChanged)).table
    await boris.do(JoinTable, table=code)
    for player in (guest, boris):
        await player.do(StartGame, table=code)
    ends._sync._heard(0, Here(Present(who="azed", name="Zed", table="", since=0)))
    await place.end(ends)
    later = await place.open()
    assert [guest.visit.who.name, "boris"] == [each.name for each in later.lines[code].places]
    assert guest.visit.who.name.startswith("guest-")
