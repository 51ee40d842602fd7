"""Clocks: time counts on one's own turn only, never grows beyond its bank, survives restarts."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from keltis_engine.fair import commitment
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    DecideAbsence,
    GameChanged,
    JoinTable,
    LeaveTable,
    OpenTable,
    StartGame,
    TableChanged,
)
from keltis_server.people.who import Who
from keltis_server.refusal import Refusal
from keltis_server.server import GameServer
from keltis_server.store.contract import Entry, Store
from keltis_server.tables import absence, clocks, decide, downtime, reading, writing
from keltis_server.tables.clocks import KINDS, Kind
from keltis_server.tables.records import (
    BotPlays,
    ClockPaused,
    Committed,
    Opened,
    Record,
    SatDown,
    TimeUp,
    decode,
    encode,
)
from keltis_server.tables.table import Decision, Table
from tests.server.conftest import StoreFactory
from tests.server.players import QUICK, Player, catch_up, enter, play_through, view
from tests.server.processes import Street
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place
from tests.server.test_sync import until
from tests.volume import examples

HOUR = 3_600_000
BEGAN = 1_700_000_000_000
PATIENT = replace(QUICK, away_seconds=0, away_end_seconds=0)


def people(seats: int) -> list[Who]:
    return [Who(id=f"a{seat}", name=f"name{seat}") for seat in range(seats)]


class Clocked:
    """A table with a clock, whose records are written at whatever time the test says."""

    def __init__(
        self, seats: int, clock: str, seed: int, absent: str = "ask", games: str = "1"
    ) -> None:
        self.random = Random(seed)
        self.opened = Opened(
            game="stones",
            seats=seats,
            options=RULE_SETS["stones"].agreed({"games": games}),
            owner=people(seats)[0],
            settings={"clock": clock, "absent": absent},
        )
        self.log: list[tuple[int, Record]] = []
        self.table = Table("ABCDEF", self.opened)
        self.now = BEGAN
        secret = self.random.randbytes(32)
        for seat, who in enumerate(people(seats)):
            self.write(SatDown(seat=seat, who=who))
        self.write(Committed(secret=secret, commitment=commitment(secret)))
        for who in people(seats):
            self.decided(decide.get_ready(self.table, who))

    def write(self, *written: Record) -> None:
        self.decided(Decision(written))

    def decided(self, decision: Decision) -> None:
        """Have the table adopt what was decided, and write it down."""
        ahead = self.table.after(decision, self.now).clocks
        self.log += [(self.now, record) for record in decision.records]
        self.table.adopt(decision, "", self.now)
        assert self.table.clocks == ahead

    def folded(self) -> Table:
        """The table as a process that has just begun reads it."""
        table = Table("ABCDEF", self.opened)
        for at, record in self.log:
            table.at = at
            table.fold(decode(encode(record)))
        return table

    def move(self) -> None:
        """A random move of whoever's turn it is."""
        seat, game = self.table.to_act, self.table.game
        assert seat is not None
        assert game is not None
        move = self.random.choice(list(game.position.legal_moves()))
        body = Raw(msgspec.msgpack.encode(move))
        self.decided(decide.play(self.table, seat, game.ply, body))

    @property
    def left(self) -> dict[int, int]:
        """What everybody has left now."""
        seats = range(len(self.table.places))
        return {seat: self.table.clocks.left(seat, self.now) for seat in seats}


STEPS = st.lists(
    st.tuples(
        st.sampled_from(("move", "move", "move", "wait", "late", "stand_in", "back", "down")),
        st.one_of(
            st.integers(0, 200_000),
            st.sampled_from((0, HOUR, -HOUR, 24 * HOUR, -365 * 24 * HOUR, 365 * 24 * HOUR)),
        ),
    ),
    max_size=40,
)


@given(
    steps=STEPS, clock=st.sampled_from(sorted(KINDS)), seats=st.integers(2, 4), seed=st.integers(0)
)
@settings(max_examples=examples(150), deadline=None)
def test_time_never_grows_beyond_its_bank_and_never_counts_on_another_s_turn(
    steps: list[tuple[str, int]], clock: str, seats: int, seed: int
) -> None:
    kind = KINDS[clock]
    clocked = Clocked(seats, clock, seed)
    for step, passed in steps:
        table = clocked.table
        if not table.playing:
            break
        before, mover = clocked.left, table.to_act
        assert mover is not None
        clocked.now += passed
        waited = clocked.left
        for seat in range(seats):
            assert 0 <= waited[seat] <= kind.bank + kind.each
            if seat != mover:
                assert waited[seat] == before[seat], "nobody's time counts on another's turn"
            elif passed >= 0:
                assert waited[seat] <= before[seat], "nobody's time grows while it is their turn"
        perform(clocked, step, mover)
        for bank in table.clocks.banks.values():
            assert 0 <= bank <= kind.bank, "a bank is never more than in the beginning"
        if table.clocks.kind is not None and table.clocks.deadline() is not None:
            assert table.clocks.running == table.to_act
        assert clocked.folded().clocks == table.clocks, "a restart knows the same"


def perform(clocked: Clocked, step: str, mover: int) -> None:
    """Have something happen at the table."""
    table, who = clocked.table, f"a{mover}"
    match step:
        case "move":
            clocked.move()
        case "late":
            clocked.decided(absence.time_is_up(table, people(4)[mover].id))
        case "stand_in" if not table.bot(mover):
            clocked.decided(absence.stand_in(table, mover))
        case "back":
            clocked.decided(absence.come_back(table, who, QUICK))
        case "down":
            since = clocked.now
            clocked.now += clocked.random.choice((1000, HOUR, -HOUR))
            before = clocked.left[mover]
            if table.clocks.since is None or table.clocks.since <= since:
                left = table.clocks.left(mover, since)
                clocked.write(ClockPaused(since=since, until=clocked.now))
                if table.clocks.kind is not None:
                    assert clocked.left[mover] == left, "the server was not there"
            assert before >= 0


def test_turn_of_a_live_clock_is_refilled_up_to_its_first_size_and_one_by_days_never() -> None:
    for clock, used, more in (("3+15", 60_000, 15_000), ("1d", HOUR, 0)):
        clocked = Clocked(2, clock, 1)
        first = clocked.table.to_act
        assert first is not None
        clocked.now += used
        while clocked.table.to_act == first:
            clocked.move()
        kind = KINDS[clock]
        taken = 0 if kind.each else used
        assert clocked.table.clocks.banks[first] == kind.bank - taken + more


def test_each_turn_by_days_has_its_own_time_before_the_bank_is_touched() -> None:
    day = 24 * HOUR
    clocked = Clocked(2, "1d", 2)
    first = clocked.table.to_act
    assert first is not None
    deadline = clocked.table.clocks.deadline()
    assert deadline == BEGAN + 3 * day
    clocked.now += day + HOUR
    while clocked.table.to_act == first:
        clocked.move()
    assert clocked.table.clocks.banks[first] == 2 * day - HOUR


async def clocked_game(
    servers: list[GameServer],
    clock: str = "3+15",
    options: dict[str, str] | None = None,
    **more: str,
) -> tuple[Player, Player]:
    """Two people at a game with a clock, in one process or two; first whose turn it is."""
    players = [await enter(servers[0], "anna"), await enter(servers[-1], "boris")]
    chosen = {"clock": clock, **more}
    wish = {"seats": 2, "options": options or {}, "settings": chosen}
    await players[0].do(OpenTable, game="stones", **wish)
    code = (await players[0].hear(TableChanged)).table
    await players[1].do(JoinTable, table=code)
    for player in players:
        await player.do(StartGame, table=code)
    for player in players:
        await player.hear(GameChanged)
        if player.last(TableChanged).running is None:
            await player.hear(TableChanged, lambda table: table.running is not None)
    await catch_up(players)
    turn = view(players[0].last(GameChanged))["to_act"]
    return players[turn], players[1 - turn]


async def told_late(player: Player) -> TableChanged:
    """The table once a player was told that somebody's time is up."""
    if player.last(TableChanged).late is None:
        await player.hear(TableChanged, lambda table: table.late is not None)
    return player.last(TableChanged)


async def written(store: Store, code: str, kind: type[Any]) -> int:
    """How often a record of a kind stands in a table's log."""
    return len(await times_of(store, code, kind))


async def times_of(store: Store, code: str, kind: type[Any]) -> list[int]:
    """When each record of a kind was written into a table's log."""
    log = await store.read(code)
    return [entry.at for entry in log if isinstance(decode(entry.body), kind)]


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live clock of half a second."""
    monkeypatch.setitem(clocks.KINDS, "3+15", Kind(500, more=100))


@pytest.mark.law
@pytest.mark.usefixtures("short")
async def test_time_is_up_once_though_two_processes_see_to_it_and_the_others_may_decide(
    place: Street,
) -> None:
    servers = [await place.open(PATIENT) for _ in range(2)]
    late, waits = await clocked_game(servers)
    code = late.table
    told = await told_late(waits)
    number = told.late
    assert number is not None
    assert number == late.last(TableChanged).seat
    for game_server in servers:
        await game_server.registry._firing._look()
    assert await written(servers[1].store, code, TimeUp) == 1
    ask = {"table": code, "seat": number, "absence": told.seats[number].returns}
    for choice in ("bot", "end"):
        assert await waits.refused(DecideAbsence, choice=choice, **ask) == "not_away"
    assert await late.refused(DecideAbsence, choice="turn", **ask) == "not_away"
    await waits.do(DecideAbsence, choice="turn", **ask)
    await waits.hear(GameChanged, lambda game: bool(game.moves))
    # The next turn is one's own again.
    await late.hear(TableChanged, lambda table: table.running == 1 - number)
    assert late.last(TableChanged).seats[number].stand_in == ""
    await until(lambda: servers[0].lines[code].seq == servers[1].lines[code].seq)


@pytest.mark.law  # on each of the two databases
@pytest.mark.usefixtures("short")
async def test_where_it_was_settled_so_a_bot_plays_at_once_and_no_move_comes_too_late(
    factory: StoreFactory,
) -> None:
    store = await factory()
    game_server = await GameServer.open(store, PATIENT)
    late, waits = await clocked_game([game_server], absent="bot")
    await told_moves(waits)
    log = [decode(entry.body) for entry in await store.read(late.table)]
    late_ones = [record.seat for record in log if isinstance(record, TimeUp)]
    assert late_ones, "of either, if the machine is slow"
    assert [record.seat for record in log if isinstance(record, BotPlays)] == late_ones
    await game_server.close()


async def told_moves(player: Player) -> None:
    """Wait until it is this one's turn."""
    if not player.last(GameChanged).moves:
        await player.hear(GameChanged, lambda game: bool(game.moves))


def test_move_is_judged_by_the_time_at_which_it_is_written() -> None:
    for absent, late in (("ask", True), ("bot", False)):
        clocked = Clocked(2, "3+15", 3, absent)
        deadline, seat = clocked.table.clocks.deadline(), clocked.table.to_act
        game = clocked.table.game
        assert deadline is not None
        assert seat is not None
        assert game is not None
        body = Raw(msgspec.msgpack.encode(next(iter(game.position.legal_moves()))))
        moved = decide.play(clocked.table, seat, game.ply, body)
        assert writing.written(clocked.table, moved, "", deadline, lambda _: None).entries
        if late:
            assert writing.written(clocked.table, moved, "", deadline + 1, lambda _: None).entries
        else:
            with pytest.raises(Refusal, match="time_up"):
                writing.written(clocked.table, moved, "", deadline + 1, lambda _: None)


@pytest.mark.law  # on each of the two databases
@pytest.mark.usefixtures("short")
async def test_whoever_is_late_may_still_move_as_long_as_nobody_has_decided(
    factory: StoreFactory,
) -> None:
    store = await factory()
    game_server = await GameServer.open(store, PATIENT)
    late, waits = await clocked_game([game_server])
    await told_late(waits)
    await catch_up([late])
    await late.play_on(Random(1), 1)
    seat = late.last(TableChanged).seat
    assert seat is not None
    log = [decode(entry.body) for entry in await store.read(late.table)]
    assert log.count(TimeUp(seat=seat)) == 1
    await game_server.close()


@pytest.mark.law  # on each of the two databases
async def test_no_time_counts_while_the_server_is_not_there_however_its_clock_was_set(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that was killed an hour ago, whose machine shows another hour by now."""
    for jump in (HOUR, -HOUR):
        before = await GameServer.open(await factory(), PATIENT)
        mover, _ = await clocked_game([before])
        code, seat = mover.table, mover.last(TableChanged).seat
        assert seat is not None
        there = before.store.now()
        await before.store.set_note(downtime.ALIVE, str(there))
        left = before.live_tables[code].table.clocks.left(seat, there)
        monkeypatch.setattr(downtime.Downtime, "close", nothing)  # it is killed
        await before.close()
        monkeypatch.undo()
        store = await factory()
        noted = int(await store.note(downtime.ALIVE))
        await store.set_note(downtime.ALIVE, str(noted - jump))  # as if its clock had been set
        shift_log(monkeypatch, -jump)
        after = await GameServer.open(store, PATIENT)
        async with after.registry.hold(code) as live:
            assert live is not None
            now = store.now()
            assert live.table.clocks.running == seat
            assert left - 15_000 < live.table.clocks.left(seat, now) <= left
            assert await written(store, code, ClockPaused) == 1
            assert not downtime.pause(live.table, [downtime.Away(noted - jump, now)]), (
                "once is enough"
            )
        monkeypatch.undo()
        await after.close()


async def nothing(_: object) -> None:
    """What a process does that is killed."""


def shift_log(monkeypatch: pytest.MonkeyPatch, by: int) -> None:
    """Have every log read as if it had been written by a clock that was set so much otherwise."""
    fold, opened = reading.fold, reading.opened

    def shifted(entry: Entry) -> Entry:
        return replace(entry, at=entry.at + by)

    monkeypatch.setattr(reading, "fold", lambda t, r, e: fold(t, r, shifted(e)))
    monkeypatch.setattr(reading, "opened", lambda code, e: opened(code, shifted(e)))


@pytest.mark.law  # on each of the two databases
async def test_whoever_plays_a_game_for_the_first_time_has_twice_the_time(
    factory: StoreFactory,
) -> None:
    game_server = await GameServer.open(await factory(), PATIENT)
    players = list(await clocked_game([game_server]))
    code = players[0].table
    bank = KINDS["3+15"].bank
    assert set(game_server.live_tables[code].table.clocks.first.values()) == {2 * bank}
    await play_through(players, Random(1))
    players.append(await enter(game_server, "carla"))
    await players[0].do(LeaveTable, table=code)
    await players[2].do(JoinTable, table=code)
    for player in players[1:]:
        await player.do(StartGame, table=code)
    table = game_server.live_tables[code].table
    assert table.playing
    new = table.people[players[2].visit.who.id]
    assert table.clocks.first == {new: 2 * bank, 1 - new: bank}
    await players[0].do(OpenTable, game="stones", seats=2)
    assert not game_server.live_tables[players[0].table].table.places[0].newcomer
    await game_server.close()
