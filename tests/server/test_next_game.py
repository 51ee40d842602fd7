"""Between two games of a match with a clock, whoever is ready does not wait for ever."""

from random import Random

import pytest

from keltis_engine.position import DEALER
from keltis_protocol.messages import GameChanged, PlayMove, StartGame, TableChanged
from keltis_server.server import GameServer
from keltis_server.tables import absence, arranging, decide, downtime
from keltis_server.tables.clocks import KINDS
from keltis_server.tables.records import ClockPaused, GameStarted, Ready, TimeUp
from tests.server.players import Player, view
from tests.server.processes import Street
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place
from tests.server.test_clocks import HOUR, PATIENT, Clocked, clocked_game, people, times_of, written
from tests.server.test_clocks import short as short
from tests.server.test_sync import until


def first_game_over(clock: str, seats: int = 2) -> Clocked:
    """A match of two games whose first is over."""
    clocked = Clocked(seats, clock, 1, games="2")
    while not clocked.table.between_games:
        clocked.now += 1000
        clocked.move()
    return clocked


@pytest.mark.parametrize("clock", ["3+15", "15+60", "1d", "7d"])
def test_next_game_begins_some_time_after_the_first_is_ready_and_not_before(clock: str) -> None:
    clocked = first_game_over(clock, 3)
    anna, boris, _ = people(3)
    banks = dict(clocked.table.clocks.banks)
    clocked.now += HOUR
    assert clocked.table.clocks.deadline() is None, "nobody waits"
    clocked.decided(decide.get_ready(clocked.table, anna))
    kind, began = KINDS[clock], clocked.now
    assert clocked.table.clocks.deadline() == began + (kind.each or kind.bank)
    clocked.now += 1000
    clocked.decided(decide.get_ready(clocked.table, boris))
    assert clocked.table.clocks.deadline() == began + (kind.each or kind.bank)
    assert clocked.folded().clocks == clocked.table.clocks
    clocked.now = began + (kind.each or kind.bank)
    clocked.decided(absence.time_is_up(clocked.table, set()))
    assert not clocked.table.between_games
    assert clocked.table.clocks.running == clocked.table.to_act != DEALER
    assert dict(clocked.table.clocks.banks) == banks, "it costs nobody any of their time"
    told = [record for _, record in clocked.log if isinstance(record, TimeUp | Ready)]
    assert told[-2:] == [TimeUp(seat=2), Ready(seat=2)]
    assert clocked.folded().clocks == clocked.table.clocks
    assert sum(isinstance(record, GameStarted) for _, record in clocked.log) == 1


def test_who_takes_ready_back_holds_the_clock_and_without_one_there_is_no_hurry() -> None:
    clocked = first_game_over("3+15")
    anna, _ = people(2)
    clocked.decided(decide.get_ready(clocked.table, anna))
    assert clocked.table.clocks.deadline() is not None
    clocked.now += 60_000
    clocked.decided(arranging.take_back_ready(clocked.table, anna))
    assert clocked.table.clocks.deadline() is None
    clocked.decided(decide.get_ready(clocked.table, anna))
    assert clocked.table.clocks.deadline() == clocked.now + KINDS["3+15"].bank
    clocked = first_game_over("none")
    clocked.decided(decide.get_ready(clocked.table, anna))
    assert clocked.table.clocks.deadline() is None


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_time_in_which_the_server_is_not_there_does_not_count(jump: int) -> None:
    clocked = first_game_over("6+30")
    clocked.decided(decide.get_ready(clocked.table, people(2)[0]))
    clocked.now += 60_000
    since, until_ = clocked.now, clocked.now + jump
    deadline = clocked.table.clocks.deadline()
    assert deadline is not None
    paused = downtime.pause(clocked.table, [downtime.Away(since, until_)])
    assert paused.records == (ClockPaused(since=since, until=until_),)
    clocked.now = until_
    clocked.decided(paused)
    assert clocked.table.clocks.deadline() == deadline + jump
    assert not downtime.pause(clocked.table, [downtime.Away(since, until_)]), "once is enough"


def test_stand_in_is_ready_but_begins_nothing_and_whoever_is_ready_waits_for_people_only() -> None:
    clocked = first_game_over("3+15", 3)
    anna, boris, _ = people(3)
    clocked.decided(absence.stand_in(clocked.table, 2))
    assert clocked.table.clocks.deadline() is None
    clocked.decided(decide.get_ready(clocked.table, anna))
    assert clocked.table.clocks.deadline() is not None
    clocked.decided(decide.get_ready(clocked.table, boris))
    assert not clocked.table.between_games


async def match(servers: list[GameServer]) -> list[Player]:
    """Two people who have played the first game of a match with a clock."""
    players = list(await clocked_game(servers, options={"games": "2"}))
    at_seat = {player.last(TableChanged).seat: player for player in players}
    random = Random(5)
    while (to_act := view(players[0].last(GameChanged))["to_act"]) != DEALER:
        told = at_seat[to_act].last(GameChanged)
        move = random.choice(told.moves)
        await at_seat[to_act].do(PlayMove, table=told.table, ply=told.ply, move=move)
        for player in players:
            while player.last(GameChanged).ply == told.ply:
                await player.hear(GameChanged)
    return players


@pytest.mark.law
@pytest.mark.usefixtures("short")
async def test_game_is_dealt_once_though_two_processes_see_to_it_and_all_are_told_when(
    place: Street,
) -> None:
    servers = [await place.open(PATIENT) for _ in range(2)]
    ready, idle = await match(servers)
    code, ended = ready.table, ready.last(GameChanged)
    await ready.do(StartGame, table=code)
    told = [
        await player.hear(TableChanged, lambda table: table.next_game is not None)
        for player in (ready, idle)
    ]
    since = (await times_of(servers[0].store, code, Ready))[2]
    assert [table.next_game for table in told] == 2 * [since + KINDS["3+15"].bank]
    for player in (ready, idle):
        await player.hear(GameChanged, lambda game: game.ply > ended.ply)
    for game_server in servers:
        await game_server.registry._firing._look()
    await until(lambda: servers[0].lines[code].seq == servers[1].lines[code].seq)
    assert await written(servers[0].store, code, Ready) == 2 + 1 + 1
    dealt = view(ready.last(GameChanged))
    assert dealt["match"]["scores"] == [view(ended)["totals"]]
    assert await ready.refused(StartGame, table=code) == "game_running"
