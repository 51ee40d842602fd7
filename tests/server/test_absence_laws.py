"""Absence, whatever happens at a table: nobody is held up, nobody loses a seat, nothing by itself.

Every time is the test's own: the time of day, which jumps, and what has really passed.
"""

from collections import Counter
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis_server.limits import Limits
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Entry
from keltis_server.tables import absence, decide
from keltis_server.tables.absences import Absences
from keltis_server.tables.bots import bot_to_act
from keltis_server.tables.due import due_of
from keltis_server.tables.missing import missing, wanted
from keltis_server.tables.reading import load
from keltis_server.tables.records import BotPlays, CameBack, GameStopped, GaveUp, Voted, encode
from keltis_server.tables.table import Decision, Table
from tests.server.conftest import StoreFactory
from tests.server.test_clocks import HOUR, Clocked, people
from tests.volume import examples

LIMITS = Limits()
KINDS = (
    *("go", "come", "wait", "move", "tick", "jump", "restart", "hand_over", "give_up"),
    *("vacant", "vacant", "vote", "vote", "vote", "vote", "vote"),
)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(KINDS),
        st.integers(0, 3),
        st.sampled_from(absence.CHOICES),
        st.sampled_from((0, 5_000, 15_000, 30_000, 130_000, HOUR)),
    ),
    max_size=60,
)
ABOUT_AWAY = BotPlays | GameStopped | GaveUp
"""What takes a seat or a game from somebody."""


class Room:
    """People at a game, some of whom come and go."""

    def __init__(self, seats: int, clock: str, absent: str, seed: int) -> None:
        self.clocked = Clocked(seats, clock, seed, absent)
        self.who = [person.id for person in people(seats)]
        self.present = set(self.who)
        self.passed = 0
        """What has really passed, in milliseconds; the time of day is that of the log."""
        self.gone = dict.fromkeys(self.who, 0)
        """When each was seen last, by that; or when the server began after it."""
        self.said: dict[tuple[int, int, int], dict[int, str]] = {}
        """What each seat says about an absence, as the test has counted it."""
        self.absences = self._begin()

    @property
    def table(self) -> Table:
        return self.clocked.table

    def _begin(self) -> Absences:
        absences = Absences(lambda: self.clocked.now, lambda: self.passed / 1000)
        absences.note("ABCDEF", self.table.people, self.present)
        return absences

    def note(self) -> None:
        self.absences.note("ABCDEF", self.table.people, self.present)

    def decided(self, decision: Decision) -> None:
        self.clocked.decided(decision)
        self.note()

    def restart(self) -> None:
        """Everybody's line breaks, and another process reads the log."""
        self.present.clear()
        self.gone = dict.fromkeys(self.who, self.passed)
        self.clocked.table = self.clocked.folded()
        self.absences = self._begin()

    def bots_play(self) -> None:
        while self.table.playing and bot_to_act(self.table) is not None:
            self.clocked.move()

    def majority(self, voter: int, about: int, choice: str) -> bool:
        """Whether more than half of those present say the same, as the test counts it."""
        game = self.table.game
        assert game is not None
        key = (about, self.table.stand_ins.returns[about], game.turns[about])
        votes = self.said.setdefault(key, {})
        votes[voter] = choice
        there = [seat for who, seat in self.table.people.items() if who in self.present]
        counts = Counter(votes.get(seat) for seat in there if seat != about)
        return 2 * counts[choice] > sum(counts.values())


def go(room: Room, who: str) -> None:
    """A line is lost: that alone changes nothing at the table."""
    before = len(room.clocked.log)
    if who in room.present:
        room.present.discard(who)
        room.gone[who] = room.passed
    room.note()
    assert len(room.clocked.log) == before
    assert not room.table.playing or who in room.table.people or gave_up(room, who)


def gave_up(room: Room, who: str) -> bool:
    return room.who.index(who) in room.table.stand_ins.gave_up


def come(room: Room, who: str) -> None:
    """Whoever comes back has the seat at once; who has left for good has none."""
    away_for = room.absences.away_for("ABCDEF", who)
    room.decided(absence.come_back(room.table, who, LIMITS, away_for))
    seat = room.table.people.get(who)
    if seat is None:
        assert gave_up(room, who)
        return
    room.present.add(who)
    room.note()
    if not room.table.stand_ins.is_late(seat):
        assert room.table.bot(seat) == ""
    assert room.absences.away_for("ABCDEF", who) == 0


def vote(room: Room, voter: str, choice: str) -> None:
    """More than half of those present decide, and nobody else, about one who is missing or late."""
    table = room.table
    about = wanted(table, room.present)
    assert not table.clocks.by_days or about == table.clocks.too_late, "nobody has to be there"
    if about is None or voter not in table.people:
        with pytest.raises(Refusal):
            absence.vote(table, voter, about or 0, 1, choice, room.present)
        return
    gone = room.table.people_at(about)
    returns = table.stand_ins.returns[about]
    away_for = room.absences.away_for("ABCDEF", gone)
    here, late = gone in room.present, table.clocks.too_late == about
    try:
        decided = absence.vote(table, voter, about, returns, choice, room.present)
        absence.check_patience(table, about, choice, away_for, LIMITS)
    except Refusal as refusal:
        if refusal.reason == "away_too_short":
            assert away_for < (120_000 if choice == "end" else 20_000)
            assert not late or choice == "end"
        else:
            assert voter not in room.present or voter == gone or (here and choice in ("bot", "end"))
        return
    assert voter in room.present
    assert voter != gone
    assert late or away_for >= (120_000 if choice == "end" else 20_000)
    agreed = room.majority(table.people[voter], about, choice) and choice != "wait"
    room.decided(decided)
    assert any(isinstance(record, ABOUT_AWAY) for record in decided.records) == agreed
    if agreed:
        assert (room.table.bot(about) != "") if room.table.playing else choice == "end"


def tick(room: Room) -> None:
    """What happens by itself: a bot plays only where the table was opened so."""
    table, log = room.table, len(room.clocked.log)
    deadline = table.clocks.deadline()
    if deadline is not None and deadline <= room.clocked.now:
        room.decided(absence.time_is_up(table, room.present))
    elif table.settings["absent"] == "bot" and room.present:
        seat = missing(table, room.present)
        who = "" if seat is None else table.people_at(seat)
        if seat is not None and room.absences.away_for("ABCDEF", who) >= 20_000:
            room.decided(absence.stand_in(table, seat))
    if table.settings["absent"] != "bot":
        new = [record for _, record in room.clocked.log[log:]]
        assert not any(isinstance(record, ABOUT_AWAY) for record in new)
        assert room.table.playing


def leave(room: Room, who: str, how: str) -> None:
    """A bot until one is back, or for good: those are different things."""
    seat = room.table.people.get(who)
    if seat is None or who not in room.present or len(room.table.people) == 1:
        return
    room.decided(absence.leave(room.table, who, how))
    room.present.discard(who)
    room.gone[who] = room.passed
    room.note()
    assert room.table.bot(seat)
    assert (who in room.table.people) == (how == absence.HAND_OVER)
    if how == absence.GIVE_UP:
        assert not absence.come_back(room.table, who, LIMITS, HOUR)


def happen(room: Room, step: str, who: str, choice: str, passed: int) -> None:
    match step:
        case "go":
            go(room, who)
        case "vacant":
            mover = room.table.to_act
            go(room, room.table.people_at(mover) if mover is not None else who)
            happen(room, "wait", who, choice, 130_000)
        case "come":
            come(room, who)
        case "vote":
            vote(room, who, choice)
        case "wait":
            room.passed += passed
            room.clocked.now += passed
        case "jump":
            room.clocked.now += HOUR if passed % 2 else -HOUR
        case "tick":
            tick(room)
        case "restart":
            room.restart()
        case "hand_over":
            leave(room, who, absence.HAND_OVER)
        case "give_up":
            leave(room, who, absence.GIVE_UP)
        case "move":
            mover = room.table.to_act
            if mover is not None and room.table.people_at(mover) in room.present:
                room.clocked.move()
    room.bots_play()


def holds(room: Room) -> None:
    """What is true at every moment."""
    table = room.table
    folded = room.clocked.folded()
    assert (folded.stand_ins, folded.clocks) == (table.stand_ins, table.clocks)
    for who in room.who:
        away_for = room.absences.away_for("ABCDEF", who)
        seat = table.people.get(who)
        if who in room.present:
            assert away_for == 0
            assert seat is not None
            assert not table.bot(seat) or table.stand_ins.is_late(seat)
        elif seat is not None:
            assert away_for == room.passed - room.gone[who], "however the clock was set"
            since = room.absences.since("ABCDEF", who)
            assert room.clocked.now - since == away_for
    due = due_of(table, LIMITS)
    assert due is not None
    assert due <= table.at + 30 * 24 * HOUR


CASE = st.fixed_dictionaries(
    {
        "seats": st.integers(2, 4),
        "clock": st.sampled_from(("none", "none", "3+15", "1d")),
        "absent": st.sampled_from(("ask", "ask", "bot")),
        "seed": st.integers(0, 2**32),
    }
)


def played(steps: list[tuple[str, int, str, int]], room: Room) -> None:
    for step, number, choice, passed in steps:
        if not room.table.playing:
            break
        happen(room, step, room.who[number % len(room.who)], choice, passed)
        if room.table.playing:
            holds(room)


@given(steps=STEPS, case=CASE)
@settings(max_examples=examples(200), deadline=None)
def test_majority_decides_whoever_is_back_has_the_seat_and_nothing_happens_by_itself(
    steps: list[tuple[str, int, str, int]], case: dict[str, object]
) -> None:
    played(steps, Room(**case))  # type: ignore[arg-type]


@pytest.mark.parametrize("absent", ["ask", "bot"])
async def test_both_stores_give_back_who_plays_for_whom(factory: StoreFactory, absent: str) -> None:
    room = Room(4, "3+15", absent, 5)
    mover = room.table.to_act
    assert mover is not None
    course = (("go", 0), ("wait", 0), ("vote", 1), ("vote", 2), ("tick", 0), ("come", 0),
        ("hand_over", 3), ("go", 0), ("wait", 0), ("vote", 1))  # fmt: skip
    played([(step, mover + n, "bot", 30_000) for step, n in course], room)
    kinds = {type(record) for _, record in room.clocked.log}
    assert {BotPlays, CameBack, Voted} <= kinds
    store = await factory()
    entry = partial(Entry, command="")
    log = [Entry(encode(room.clocked.opened), room.clocked.log[0][0])]
    log += [entry(encode(record), at) for at, record in room.clocked.log]
    await store.append("ABCDEF", 0, log)
    await store.close()
    again = await factory()
    table = await load(again, "ABCDEF")
    assert table is not None
    assert (table.stand_ins, table.clocks) == (room.table.stand_ins, room.table.clocks)
    assert [table.bot(seat) for seat in range(4)] == [room.table.bot(seat) for seat in range(4)]
    await again.close()


async def test_whose_time_is_up_is_not_waited_for_though_just_there_or_gone() -> None:
    """Those who are there need not wait for the patience that one who is away may ask for."""
    for there in (True, False):
        room = Room(2, "3+15", "ask", 1)
        seat = room.table.to_act
        assert seat is not None
        late, waits = room.who[seat], room.who[1 - seat]
        deadline = room.table.clocks.deadline()
        assert deadline is not None
        room.clocked.now = deadline
        if not there:
            go(room, late)
        tick(room)
        assert room.table.clocks.too_late == seat
        assert decide.seat_of(room.table, late) == seat
        vote(room, waits, "turn")
        assert room.table.bot(seat)
