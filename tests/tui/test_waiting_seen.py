"""The waiting room as people see it: what its keys ask for, what is told, when it rings."""

from typing import Any

import pytest
from msgspec.structs import replace

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    AddBot,
    ArrangeTable,
    ClearSeat,
    Command,
    HandTable,
    LeaveTable,
    LeftTable,
    News,
    NotReady,
    Said,
    SeatState,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_tui.entrance import Entrance
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.waiting import WaitingScreen
from keltis_tui.session import Session
from keltis_words.bots import TEMPERS
from keltis_words.games.catalogue import summary
from keltis_words.table_news import agreed
from keltis_words.words import words_for
from screenshots.staged import CODE, welcome
from tests.tui.conftest import Told, Visiting

ANN = SeatState(kind="person", name="ann")
BOB = SeatState(kind="person", name="bob")
BOT = SeatState(kind="bot", name="Bran", bot="club")
FREE = SeatState(kind="free")


def room(*seats: SeatState, **fields: Any) -> TableChanged:
    table = TableChanged(
        table=CODE, game="keltis", options={"games": "1"}, seats=list(seats), state="open",
        private=False, owner=True, seat=0, host=0,
    )  # fmt: skip
    return replace(table, **fields)


def greeting() -> Welcome:
    return next(fact for fact in welcome() if isinstance(fact, Welcome))


def asked(session: Session, *keys: str) -> list[Command]:
    """What is sent for these keys."""
    session.outbox.clear()
    for key in keys:
        session.press(key)
    return list(session.outbox)


def shown(session: Session) -> str:
    return session.paint(80, 24).text()


def test_bots_are_put_in_by_strength_and_taken_out(told: Told) -> None:
    session = told(room(ANN, FREE, BOT))
    (added,) = asked(session, "b")
    assert isinstance(added, AddBot)
    assert (added.seat, added.bot) == (1, "club")
    (changed,) = asked(session, "down", "right")
    assert isinstance(changed, AddBot)
    assert (changed.seat, changed.bot) == (2, "novice")
    assert "‹ club player ›" in shown(session)
    assert TEMPERS["club"] in shown(session)
    (cleared,) = asked(session, "x")
    assert isinstance(cleared, ClearSeat)
    assert cleared.seat == 2


@pytest.mark.parametrize(("key", "kind"), [("x", ClearSeat), ("g", HandTable)])
def test_before_a_person_is_asked_to_leave_or_given_the_table_one_is_asked(
    told: Told, key: str, kind: type
) -> None:
    session = told(room(ANN, BOB))
    assert asked(session, "down", key) == []
    assert "bob" in shown(session)
    assert asked(session, "n") == []
    (command,) = asked(session, key, "y")
    assert isinstance(command, ClearSeat | HandTable)
    assert (type(command), command.seat) == (kind, 1)


def test_ready_is_taken_back_with_u_and_enter_twice_takes_nothing_back(told: Told) -> None:
    session = told(room(replace(ANN, ready=True), BOB))
    assert asked(session, "enter") == []
    (command,) = asked(session, "u")
    assert isinstance(command, NotReady)


def test_s_starts_with_the_seats_that_are_filled(told: Told) -> None:
    session = told(room(ANN, BOB, FREE, FREE))
    fewer, start = asked(session, "s")
    assert isinstance(fewer, ArrangeTable)
    assert fewer.seats == 2
    assert isinstance(start, StartGame)
    alone = told(room(ANN, FREE))
    assert asked(alone, "s") == [], "one cannot play alone"


def test_what_is_agreed_is_changed_by_whose_table_it_is_and_read_by_the_others(told: Told) -> None:
    session = told(room(ANN, BOB, FREE))
    (command,) = asked(session, "o", "right", "enter")
    assert isinstance(command, ArrangeTable)
    assert command.seats == 4
    assert command.options == {"games": "1"}
    other = told(room(BOB, ANN, owner=False, seat=1))
    assert asked(other, "o", "right") == []
    assert "games in the match" in shown(other)
    assert asked(other, "enter") == []
    assert isinstance(other.screen, WaitingScreen)


def test_whose_table_it_is_not_is_offered_nothing_that_the_server_would_refuse(told: Told) -> None:
    session = told(room(BOB, ANN, FREE, owner=False, seat=1))
    for key in ("b", "s", "x", "g", "down"):
        assert asked(session, key) == []


def test_leaving_asks_first(told: Told) -> None:
    session = told(room(ANN, FREE))
    assert asked(session, "q") == []
    (command,) = asked(session, "y")
    assert isinstance(command, LeaveTable)


def test_what_happened_is_told_in_words(told: Told) -> None:
    news = [
        News(number=1, what="came", name="bob"),
        News(number=2, what="arranged", changed={"seats": "3", "setting clock": "3+15"}),
        News(number=3, what="something new", name="bob"),
    ]
    text = shown(told(room(ANN, BOB, news=news)))
    assert "bob sat down" in text
    assert "players: 3, clock: 3 min and 15 s a turn" in text


def test_it_rings_when_somebody_else_comes_or_is_ready_and_for_nothing_else(told: Told) -> None:
    came = News(number=1, what="came", name="bob")
    session = told(room(ANN, BOB, news=[came]))
    assert not session.effects.bell, "that was before"
    for what, name, rings in (
        ("ready", "bob", True),
        ("ready", "ann", False),
        ("left", "bob", False),
        ("came", "cid", True),
    ):
        session.effects.bell = False
        came = replace(came, number=came.number + 1, what=what, name=name)
        session.hear(room(ANN, BOB, news=[came]))
        assert session.effects.bell == rings, (what, name)
        session.effects.bell = False
        session.hear(room(ANN, BOB, news=[came]))
        assert not session.effects.bell, "once is enough"


def test_how_many_look_on_is_seen_before_the_game_too(told: Told) -> None:
    session = told(room(ANN, FREE))
    assert "look" not in session.paint(80, 24).text().splitlines()[0]
    session.hear(room(ANN, FREE, watchers=1))
    assert "1 looks on" in session.paint(80, 24).text().splitlines()[0]
    for count, text in ((1, "you look on"), (2, "you and 1 more look on")):
        session.hear(room(ANN, FREE, watchers=count, seat=None, owner=False))
        assert text in session.paint(80, 24).text().splitlines()[0]


def test_the_line_for_friends_is_the_one_that_brought_us_here(told: Told) -> None:
    known = Session(words_for("en"), Entrance(host="home.example.org", port=2022))
    known.hear(replace(greeting(), host="server", port=2222))
    known.hear(room(ANN, FREE))
    assert f"ssh -t -p 2022 home.example.org join {CODE}" in shown(known)
    unknown = told(room(ANN, FREE))
    unknown.hear(replace(greeting(), host="server", port=22))
    assert f"ssh -t server join {CODE}" in shown(unknown)


def test_who_is_asked_to_leave_reads_that_in_the_lobby(told: Told) -> None:
    session = told(room(BOB, ANN, owner=False, seat=1))
    session.hear(LeftTable(table=CODE, reason="asked_to_leave"))
    assert "asked you to leave" in shown(session)


def test_what_people_said_stays_theirs_when_they_move_up(told: Told) -> None:
    session = told(room(ANN, FREE, BOB))
    session.hear(Said(table=CODE, number=1, seat=2, name="bob", text="hello"))
    session.hear(room(ANN, BOB))
    assert [line.seat for line in session.client.talk.lines] == [1]
    session.client.talk.mute(1)
    session.hear(room(ANN, FREE, BOB))
    assert session.client.talk.muted == {2}


async def test_two_people_settle_a_table_together(visiting: Visiting) -> None:
    async with visiting("ann") as ann, visiting("bob") as bob:
        await ann.press("o", "down", "right", "enter")
        await ann.until_shown("free seat")
        await bob.until_shown("ann")
        await bob.press("enter")
        await ann.until_shown("bob sat down")
        await ann.press("o", "down", "right", "enter")
        await bob.until_shown("games in the match: 2")
        await bob.press("enter")
        await ann.until_shown("bob is ready")
        await ann.press("s")
        await bob.until_shown("log")


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_waiting_room_bears_the_title_of_its_game(told: Told, game: str) -> None:
    seen = shown(told(room(ANN, FREE, game=game)))
    assert seen.startswith(f" {GAMES[game].board.wording.title}  table {CODE}")


@pytest.mark.parametrize("size", [(120, 32), (140, 45), (200, 60)])
@pytest.mark.parametrize("said", [True, False])
def test_a_wide_window_shows_what_was_said_or_the_game_beside_and_over_nothing(
    told: Told, size: tuple[int, int], said: bool
) -> None:
    settings = {"clock": "7d", "watchers": "no", "refill": "yes", "rated": "yes", "absent": "bot"}
    table = room(ANN, BOB, BOT, FREE, settings=settings)
    session = told(table)
    session.client.table_settings = {name: [""] for name in settings}
    if said:
        session.hear(Said(table=CODE, number=1, seat=1, name="bob", text="Good evening!"))
    text = session.paint(*size).text()
    whole = " ".join(" ".join(text.splitlines()[5:8]).split())
    assert agreed(words_for("en"), table.game, table.options, settings) in whole
    assert ("bob: Good evening!" in text) is said
    assert (summary(words_for("en"), "keltis")[:20] in text) is not said
