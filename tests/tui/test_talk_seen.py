"""Talk at the table as people see it: said, heard, muted, reported."""

import pytest
from msgspec.structs import replace

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    Fact,
    LeftTable,
    Refused,
    Report,
    Said,
    Say,
    SeatState,
    TableChanged,
)
from keltis_tui.entrance import Entrance
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.talk import TalkDialog
from keltis_tui.screens.typed import TypedDialog
from keltis_tui.session import Session
from keltis_words.words import Words
from screenshots.staged import CODE, lobby, moment, table
from tests.tui.at_table import known, table_of
from tests.tui.conftest import Told, Visiting
from tests.tui.pictures import LANGUAGES
from tests.tui.recorded import Recorded
from tests.tui.scenes import SCENES, session_of


def said(number: int, seat: int, text: str) -> Said:
    return Said(table=CODE, number=number, seat=seat, name=f"Name{seat}", text=text)


def waiting_room(*kinds: str) -> TableChanged:
    seats = [SeatState(kind=kind, name=f"Name{seat}") for seat, kind in enumerate(kinds)]
    return TableChanged(
        table=CODE, game="keltis", options={}, seats=seats, state="open", private=False,
        owner=True, seat=0,
    )  # fmt: skip


@pytest.fixture
def at_table(told: Told) -> Session:
    """A session in the middle of a game."""
    seats = [SeatState(kind="person", name=f"Name{seat}") for seat in range(2)]
    people = replace(table(2), seats=seats)
    return told(people, moment(2, lambda view: view.phase == "play").changed())


@pytest.mark.parametrize("game", RULE_SETS)
def test_where_there_is_no_room_the_last_line_and_how_many_are_unread_are_seen(
    told: Told, game: str
) -> None:
    played = Recorded(f"{game}-4").until(lambda view: view.turn > 9 and view.to_act == 0)
    seats = [SeatState(kind="person", name=f"Name{seat}") for seat in range(4)]
    session = told(replace(played.table(), seats=seats), played.changed())
    for number, text in enumerate(("one", "two", "three"), 1):
        session.hear(said(number, 1, text))
    session.press("pageup")
    assert "3 new, Name1: three" in session.paint(80, 24).text()
    assert "[3] / talk" in session.paint(80, 24).text()
    session.press("/")
    session.paint(80, 24)
    session.press("escape")
    assert " new, " not in session.paint(80, 24).text()
    assert "Name1: three" in session.paint(80, 24).text(), "the last line stays"


@pytest.mark.parametrize("name", ["keltis-4", "oracle-2", "dice-3", "stones-4"])
def test_what_is_said_is_seen_on_the_score_sheet(told: Told, name: str) -> None:
    """The last line and how many are unread at 80 by 24, all of it where there is room."""
    played = Recorded(name).until(lambda _: False)
    seats = [SeatState(kind="person", name=f"Name{seat}") for seat in range(played.seats)]
    over = replace(played.table(), seats=seats, state="over")
    session = told(over, played.changed())
    assert isinstance(session.screen, ScoreSheets)
    for number, text in enumerate(("well played", "once more?"), 1):
        session.hear(said(number, 1, text))
    session.press("s")
    shown = session.paint(80, 24).text()
    assert "2 new, Name1: once more?" in shown.splitlines()[21]
    assert "[2] / talk" in shown
    assert "? keys" in shown
    assert f"game {CODE} > game.keltis" in " ".join(shown.split()), "and nothing lies over a note"
    large = session.paint(140, 45).text()
    assert "Name1: well played" in large
    assert "Name1: once more?" in large
    assert "[2]" not in session.paint(80, 24).text()


def test_slash_opens_the_talk_before_a_game_after_it_and_between_two() -> None:
    for name in (
        "waiting",
        "keltis-play",
        "keltis-score-sheet",
        "keltis-over",
        "keltis-match-between",
    ):
        session = session_of(SCENES[name], tell=among_people)
        session.press("/")
        assert isinstance(session.screen, TalkDialog), name
        assert "Talk at the table" in session.paint(80, 24).text()


def among_people(fact: Fact) -> Fact:
    if not isinstance(fact, TableChanged):
        return fact
    return replace(fact, seats=[replace(seat, kind="person", bot="") for seat in fact.seats])


@pytest.mark.parametrize("name", ["keltis-play", "waiting", "keltis-score-sheet"])
def test_slash_without_other_people_says_so_and_plays_nothing(name: str) -> None:
    def alone(fact: Fact) -> Fact:
        if not isinstance(fact, TableChanged):
            return fact
        bots = [replace(seat, kind="bot") for seat in fact.seats[1:]]
        return replace(fact, seats=[fact.seats[0], *bots])

    session = session_of(SCENES[name], tell=alone)
    session.outbox.clear()
    session.press("/")
    assert "Nobody else sits at this table to talk to." in session.paint(80, 24).text()
    assert not session.outbox


def test_what_is_being_typed_goes_on_when_a_game_begins_or_ends(told: Told) -> None:
    """A letter meant for the others never plays a card."""
    played = Recorded("keltis-2").until(lambda view: view.to_act == 0)
    people = among_people(played.table())
    session = told(people)
    for key in ("/", *"hell"):
        session.press(key)
    session.hear(played.changed())
    session.press("o")
    assert known(session.screen, TalkDialog).text == "hello"
    played.until(lambda _: False)
    session.hear(played.changed())
    session.press("1")
    assert known(session.screen, TalkDialog).text == "hello1"
    session.press("escape")
    assert "Enter shows the score" in session.paint(80, 24).text()
    session.press("enter")
    assert isinstance(session.screen, ScoreSheets)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
@pytest.mark.parametrize("letter", ["w", "語"])
def test_the_longest_lucky_words_are_there_to_their_end(
    told: Told, letter: str, words: Words
) -> None:
    """Four seats at 80 by 24; what was said last is there too, and how much is unread."""
    room = waiting_room(*["person"] * 4)
    seats = [replace(seat, word=f"{n}{letter * 62}{n}") for n, seat in enumerate(room.seats)]
    session = told(replace(room, seats=seats, commitment=bytes(32)), words=words)
    session.hear(said(1, 3, "hello"))
    session.hear(said(2, 3, "are you there?"))
    lines = session.paint(80, 24).text().splitlines()
    letters = "".join("".join(lines).split())
    for seat in seats:
        assert seat.word in letters
    assert sum(seat.name in line for seat in seats for line in lines[:20]) == 4
    assert "0" * 32 in lines[20]
    assert "2" in lines[21]
    assert "Name3: are you there?" in lines[21]
    assert "[2] /" in lines[23]
    session.press("/")
    session.paint(80, 24)
    session.press("escape")
    assert "[2] /" not in session.paint(80, 24).text()


@pytest.mark.parametrize("letter", ["w", "語"])
def test_a_full_waiting_room_shows_every_name_word_and_what_was_said_last(
    told: Told, letter: str
) -> None:
    """Four seats, the longest names and words, at 80 by 24: nothing lies over anything."""
    room = waiting_room(*["person"] * 4)
    seats = [
        replace(seat, name=f"{n}{letter * 15}", word=f"word{n}")
        for n, seat in enumerate(room.seats)
    ]
    session = told(replace(room, seats=seats, commitment=bytes(32)))
    text = "a long message that needs more than one line to be told whole"
    session.hear(Said(table=CODE, number=1, seat=3, name=seats[3].name, text=text))
    shown = session.paint(80, 24).text()
    for seat in seats:
        assert f"{seat.name} " in shown
        assert f"lucky word: {seat.word}" in shown
    assert shown.count("not ready yet") == 4
    assert "The dealer's promise: 0000" in shown
    lines = shown.splitlines()
    rule = next(y for y, line in enumerate(lines) if "─ talk ─" in line)
    whole = " ".join(" ".join(lines[rule + 1 : 19]).split())
    assert text in whole


def test_what_cannot_be_said_says_why_while_it_is_typed(at_table: Session) -> None:
    at_table.press("/")
    at_table.press("enter")
    assert "There is nothing to say yet." in at_table.paint(80, 24).text()
    at_table.press("\u200b")
    assert "What cannot be shown was left out." in at_table.paint(80, 24).text()
    at_table.press("a")
    assert "cannot be shown" not in at_table.paint(80, 24).text()
    at_table.paste("b" * 250)
    assert "That is as much as can be said at once." in at_table.paint(80, 24).text()
    bots = [SeatState(kind="person", name="Name0"), SeatState(kind="bot", name="Name1")]
    at_table.hear(replace(table_of(at_table), seats=bots))
    assert "Nobody else sits at this table" in at_table.paint(80, 24).text(), "the others left"


@pytest.mark.parametrize(
    ("pasted", "kept", "told_so"),
    [
        ("see\u202e this", "see this", True),
        ("a\x07b", "ab", True),
        ("\ue000 mine", " mine", True),
        ("e" + "\u0301" * 6, "é" + "\u0301" * 3, True),
        ("grüße\n語", "grüße 語", False),
        ("👩\u200d💻 ✌\ufe0f 🇮🇪", "👩💻 ✌ IE", False),
    ],
)
def test_what_is_left_out_of_a_pasted_text_is_said(
    at_table: Session, pasted: str, kept: str, told_so: bool
) -> None:
    at_table.press("/")
    at_table.paste(pasted)
    assert known(at_table.screen, TalkDialog).text == kept
    assert ("What cannot be shown was left out." in at_table.paint(80, 24).text()) == told_so


async def test_friends_talk_before_the_game_and_in_it(visiting: Visiting) -> None:
    async with visiting("ann") as ann:
        await ann.press("o", "enter")
        await ann.until_shown("Friends join with this code:")
        code = table_of(ann.session).table
        async with visiting("bob", Entrance(join=code), size=(140, 45)) as bob:
            await ann.until_shown("bob")
            await ann.press("/", *"hello bob", "enter")
            await bob.until_shown("ann: hello bob")
            await ann.press("escape", "enter")
            await bob.press("enter")
            await bob.until_shown("KELTIS  table " + code)
            await bob.press("/", *"good luck", "enter", "escape")
            await ann.until_shown("bob: good luck")
            assert "ann: hello bob" in bob.text


def test_a_line_too_much_is_refused_in_words_and_not_lost(at_table: Session) -> None:
    """T18."""
    for key in ("/", *"line", "enter"):
        at_table.press(key)
    at_table.hear(Refused(id=known(at_table.outbox[-1], Say).id, reason="too_much_talk"))
    assert "Let the others say something; wait a moment." in at_table.paint(80, 24).text()
    assert known(at_table.screen, TypedDialog).text == "line"


def test_whoever_plays_bots_only_is_not_asked_to_talk(told: Told) -> None:
    session = told(waiting_room("person", "bot"))
    assert "/" not in {key.key for key in session.screen.key_bar()}
    session = told(waiting_room("person", "person"))
    assert "/" in {key.key for key in session.screen.key_bar()}


def test_a_line_stands_above_the_status_until_a_key_is_pressed(at_table: Session) -> None:
    at_table.hear(said(1, 1, "take your time"))
    assert "Name1: take your time" in at_table.paint(80, 24).text()
    at_table.press("right")
    assert "take your time" not in at_table.paint(80, 24).text().splitlines()[21]


def test_a_large_window_keeps_the_talk_beside_the_board(at_table: Session) -> None:
    at_table.hear(said(1, 1, "take your time"))
    at_table.press("right")
    assert "Name1: take your time" in at_table.paint(140, 45).text()


def test_lines_told_again_are_heard_once(at_table: Session) -> None:
    for line in (said(1, 1, "one"), said(2, 0, "two"), said(1, 1, "one"), said(2, 0, "two")):
        at_table.hear(line)
    assert [line.text for line in at_table.client.talk.lines] == ["one", "two"]


def test_another_table_has_its_own_talk(at_table: Session, told: Told) -> None:
    at_table.hear(said(1, 1, "one"))
    at_table.hear(waiting_room("person", "person"))
    assert at_table.client.talk.lines
    at_table.client.table = None
    at_table.hear(lobby())
    at_table.hear(waiting_room("person", "person"))
    assert not at_table.client.talk.lines


def test_a_lesson_knows_nothing_of_what_was_said_at_the_table_before(at_table: Session) -> None:
    at_table.hear(said(1, 1, "one"))
    for fact in (LeftTable(table=CODE), lobby()):
        at_table.hear(fact)
    for key in ("t", "enter", "enter", "enter", "3"):
        at_table.press(key)
    bar = at_table.paint(80, 24).text().splitlines()[-1]
    assert bar.startswith(" Enter do it")
    assert "talk" not in bar


def test_somebody_muted_is_heard_no_more_until_listened_to_again(at_table: Session) -> None:
    """T18."""
    at_table.hear(said(1, 1, "rubbish"))
    for key in ("/", "tab", "ctrl+x"):
        at_table.press(key)
    at_table.hear(said(2, 1, "more rubbish"))
    text = at_table.paint(140, 45).text()
    assert "Name1 is muted." in text
    assert "rubbish" not in text
    at_table.press("ctrl+x")
    assert "more rubbish" in at_table.paint(140, 45).text()


def test_somebody_can_be_reported(at_table: Session) -> None:
    """T18."""
    at_table.hear(said(1, 1, "rubbish"))
    for key in ("/", "tab", "ctrl+r"):
        at_table.press(key)
    assert isinstance(at_table.outbox[-1], Report)
    assert at_table.outbox[-1].seat == 1


def test_what_is_typed_stays_within_the_line_and_the_limit(at_table: Session) -> None:
    at_table.press("/")
    at_table.paste("word " * 60 + "\x1b[2J")
    picture = at_table.paint(80, 24).text()
    assert "\x1b" not in picture
    assert len(known(at_table.screen, TypedDialog).text) == 200
    at_table.press("enter")
    assert isinstance(at_table.outbox[-1], Say)
