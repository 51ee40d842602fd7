"""A live clock becomes one by days once all who are there agree, and not before."""

import asyncio
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from keltis_protocol.messages import (
    AgreeToDays,
    DecideAbsence,
    JoinTable,
    LeaveTable,
    TableChanged,
    WatchTable,
)
from keltis_server.refusal import Refusal
from keltis_server.server import GameServer
from keltis_server.tables import absence, by_days
from keltis_server.tables.clocks import KINDS
from keltis_server.tables.reading import load
from keltis_server.tables.records import BotPlays, ClockTurned, GotUp, TimeUp
from tests.server.conftest import StoreFactory
from tests.server.players import Player, catch_up, enter, play_through
from tests.server.processes import Street
from tests.server.test_absence import AT_ONCE, goes_away, say, seat
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place
from tests.server.test_clocks import HOUR, Clocked, clocked_game, people, written
from tests.server.test_sync import until
from tests.volume import examples

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("agree"), st.integers(0, 3), st.sampled_from(("1d", "2d", "7d", ""))),
        st.tuples(st.just("there"), st.integers(0, 3), st.sampled_from(("yes", "no"))),
        st.tuples(st.sampled_from(("move", "late")), st.integers(0, 200_000), st.just("")),
    ),
    max_size=30,
)


@given(steps=STEPS, seats=st.integers(2, 4), seed=st.integers(0))
@settings(max_examples=examples(150), deadline=None)
def test_clock_turns_when_all_who_are_there_say_the_same_and_a_restart_knows_it(
    steps: list[tuple[str, int, str]], seats: int, seed: int
) -> None:
    clocked = Clocked(seats, "3+15", seed)
    present = {who.id for who in people(seats)}
    said = dict.fromkeys(sorted(present), "")
    for step, number, value in steps:
        table, who = clocked.table, f"a{number}"
        if not table.playing or not table.clocks.live:
            break
        if step == "there" and number < seats:
            present = present | {who} if value == "yes" else present - {who}
        elif step == "agree" and who in present:
            said[who] = value
            clocked.decided(by_days.agree(table, who, value, present, ()))
            agreed = bool(value) and all(said[each] == value for each in present)
            assert table.clocks.kind == KINDS[value if agreed else "3+15"]
            assert table.settings["clock"] == (value if agreed else "3+15")
        elif step in ("move", "late"):
            clocked.now += number
            if step == "move":
                clocked.move()
            else:
                clocked.decided(absence.time_is_up(table, present))
        folded = clocked.folded()
        assert folded.clocks == table.clocks
        assert folded.settings == table.settings
    clocks = clocked.table.clocks
    if clocks.kind is not None and not clocks.live:
        mover = clocked.table.to_act
        assert clocks.too_late is None
        assert clocks.agreed == {}
        whole = clocks.kind.bank + clocks.kind.each
        for seat, left in clocked.left.items():
            assert left == (whole if seat == mover else clocks.kind.bank)
        assert clocks.deadline() == clocked.now + whole


def test_one_who_has_just_gone_is_waited_for_and_may_have_agreed_before() -> None:
    table = Clocked(2, "3+15", 1).table
    with pytest.raises(Refusal, match="away_too_short"):
        by_days.agree(table, "a0", "2d", {"a0"}, {"a1"})
    table.adopt(by_days.agree(table, "a1", "2d", {"a0", "a1"}, ()))
    assert ClockTurned(clock="2d") in by_days.agree(table, "a0", "2d", {"a0"}, {"a1"}).records
    table.fold(GotUp(seat=1))
    assert table.clocks.agreed == {}


def test_what_was_agreed_is_forgotten_with_the_game_and_time_that_was_up_is_given_anew() -> None:
    clocked = Clocked(2, "3+15", 2)
    both = {"a0", "a1"}
    clocked.decided(by_days.agree(clocked.table, "a0", "1d", both, ()))
    clocked.now += HOUR
    late = clocked.table.to_act
    assert late is not None
    clocked.write(TimeUp(seat=late))
    assert clocked.table.clocks.too_late == late
    clocked.decided(by_days.agree(clocked.table, "a1", "1d", both, ()))
    assert [clocked.table.clocks.late, clocked.table.clocks.running] == [False, late]
    assert clocked.table.clocks.deadline() == clocked.now + 72 * HOUR
    other = Clocked(2, "3+15", 2)
    other.decided(by_days.agree(other.table, "a0", "1d", both, ()))
    while other.table.playing:
        other.move()
    assert other.table.clocks.agreed == {}
    with pytest.raises(Refusal, match="game_over"):
        by_days.agree(other.table, "a1", "1d", both, ())


async def agree(player: Player, clock: str) -> None:
    await player.do(AgreeToDays, table=player.table, clock=clock)


async def told_clock(player: Player, clock: str) -> TableChanged:
    """The table once a player was told that it has a clock."""
    if player.last(TableChanged).settings["clock"] != clock:
        await player.hear(TableChanged, lambda table: table.settings["clock"] == clock)
    return player.last(TableChanged)


@pytest.mark.law
async def test_two_in_two_processes_agree_and_it_outlasts_both(place: Street) -> None:
    servers = [await place.open(AT_ONCE) for _ in range(2)]
    one, other = await clocked_game(servers)
    code = one.table
    await agree(one, "2d")
    seat = one.last(TableChanged).seat
    assert seat is not None
    await other.hear(TableChanged, lambda table: table.seats[seat].agrees == "2d")
    await agree(other, "3d")
    await agree(other, "")
    assert (await told_clock(other, "3+15")).running == seat
    await agree(other, "2d")
    for player in (one, other):
        told = await told_clock(player, "2d")
        left = told.seats[seat].left
        assert left is not None
        assert left > KINDS["2d"].bank
        assert [state.agrees for state in told.seats] == ["", ""]
        assert await player.refused(AgreeToDays, table=code, clock="1d") == "no_live_clock"
    assert await written(servers[0].store, code, ClockTurned) == 1
    await until(lambda: servers[0].lines[code].seq == servers[1].lines[code].seq)
    known = [server.live_tables[code].table.clocks for server in servers]
    assert known[0] == known[1]
    third = await place.open(AT_ONCE)
    folded = await load(third.store, code)
    assert folded is not None
    assert folded.clocks == known[0]
    assert folded.settings["clock"] == third.lines[code].settings["clock"] == "2d"


@pytest.mark.law  # on each of the two databases
async def test_one_who_is_away_does_not_stand_in_the_way_once_that_has_lasted(
    factory: StoreFactory,
) -> None:
    for seconds, turned in ((3600, False), (0, True)):
        server = await GameServer.open(await factory(), replace(AT_ONCE, away_seconds=seconds))
        gone, stays = await clocked_game([server])
        await goes_away(gone, [stays])
        if turned:
            await agree(stays, "7d")
            await told_clock(stays, "7d")
        else:
            ask = {"table": stays.table, "clock": "7d"}
            assert await stays.refused(AgreeToDays, **ask) == "away_too_short"
        await server.close()


@pytest.mark.law  # on each of the two databases
async def test_only_who_plays_agrees_and_only_where_a_live_clock_runs(
    factory: StoreFactory,
) -> None:
    server = await GameServer.open(await factory(), AT_ONCE)
    one, other = await clocked_game([server])
    code = one.table
    ask = {"table": code, "clock": "2d"}
    looks_on = await enter(server, "carla")
    assert await looks_on.refused(AgreeToDays, **ask) == "not_at_table"
    await looks_on.do(WatchTable, table=code)
    assert await looks_on.refused(AgreeToDays, **ask) == "not_at_table", "looking on is not sitting"
    for wrong in ("none", "6+30", "4d", "x"):
        assert await one.refused(AgreeToDays, table=code, clock=wrong) == "bad_choice"
    await agree(one, "2d")
    await one.do(LeaveTable, table=code)
    await one.do(JoinTable, table=code)
    await catch_up([one, other])
    agreed = server.live_tables[code].table.clocks.agreed
    assert list(agreed.values()) == ["2d"], "going and coming back does not take it back"
    await agree(other, "2d")
    await told_clock(one, "2d")
    await play_through([one, other], Random(1))
    assert await one.refused(AgreeToDays, **ask) == "game_over"
    assert server.live_tables[code].table.settings["clock"] == "2d"
    await server.close()


@pytest.mark.law  # on each of the two databases
@pytest.mark.parametrize("absent", ["ask", "bot"])
async def test_by_days_nobody_has_to_be_there_and_nothing_is_decided_before_the_time_is_up(
    factory: StoreFactory, absent: str
) -> None:
    server = await GameServer.open(await factory(), AT_ONCE)
    gone, stays = await clocked_game([server], "1d", absent=absent)
    number = await goes_away(gone, [stays])
    code, returns = stays.table, seat(stays, number).returns
    ask = {"table": code, "seat": number, "absence": returns}
    for choice in absence.CHOICES:
        assert await stays.refused(DecideAbsence, **ask, choice=choice) == "not_away"
    server.registry.presence_changed(code)
    await asyncio.sleep(0.3)
    assert await written(server.store, code, BotPlays) == 0
    late = server.live_tables[code]
    decided = absence.time_is_up(late.table, late.present)
    assert any(isinstance(record, BotPlays) for record in decided.records) == (absent == "bot")
    if absent == "ask":
        async with server.registry.hold(code) as live:
            assert live is not None
            await live.change("", lambda table: absence.time_is_up(table, live.present))
        await stays.hear(TableChanged, lambda table: table.late == number)
        await say(stays, number, "bot")
        await stays.hear(TableChanged, lambda table: bool(table.seats[number].stand_in))
    await server.close()


@pytest.mark.law  # on each of the two databases
async def test_game_by_days_waits_for_its_first_turn_though_all_have_gone(
    factory: StoreFactory,
) -> None:
    server = await GameServer.open(await factory(), AT_ONCE)
    for clock, waits in (("1d", True), ("15+60", False)):
        players = await clocked_game([server], clock)
        code = players[0].table
        for player in players:
            await player.visit.close()
        due = server.registry.upkeep.deadlines.of(code)
        assert (due is None) == waits, "one with a live clock is cleared away soon"
        assert code in server.lines
    await server.close()
