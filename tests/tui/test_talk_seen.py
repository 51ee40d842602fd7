"""Talk at the table as people see it: said, heard, muted, reported."""

import pytest
from msgspec.structs import replace

from keltis_protocol.messages import Refused, Report, Said, Say, SeatState, TableChanged
from keltis_tui.entrance import Entrance
from screenshots.staged import CODE, lobby, moment, table


def said(number, seat, text):
    return Said(table=CODE, number=number, seat=seat, name=f"Name{seat}", text=text)


def waiting_room(*kinds):
    seats = [SeatState(kind=kind, name=f"Name{seat}") for seat, kind in enumerate(kinds)]
    return TableChanged(
        table=CODE, game="keltis", options={}, seats=seats, state="open", private=False,
        owner=True, seat=0,
    )  # fmt: skip


@pytest.fixture
def at_table(told):
    """A session in the middle of a game."""
    seats = [SeatState(kind="person", name=f"Name{seat}") for seat in range(2)]
    people = replace(table(2), seats=seats)
    return told(people, moment(2, lambda view: view.phase == "play").changed())


async def test_friends_talk_before_the_game_and_in_it(visiting):
    async with visiting("ann") as ann:
        await ann.press("n", "enter")
        await ann.until_shown("Friends join with this code:")
        code = ann.session.table.table
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


def test_a_line_too_much_is_refused_in_words_and_not_lost(at_table):
    """T18."""
    for key in ("/", *"line", "enter"):
        at_table.press(key)
    at_table.hear(Refused(id=at_table.outbox[-1].id, reason="too_much_talk"))
    assert "Let the others say something; wait a moment." in at_table.paint(80, 24).text()
    assert at_table.screen.text == "line"


def test_whoever_plays_bots_only_is_not_asked_to_talk(told):
    session = told(waiting_room("person", "bot"))
    assert "/" not in {key.key for key in session.screen.key_bar()}
    session = told(waiting_room("person", "person"))
    assert "/" in {key.key for key in session.screen.key_bar()}


def test_a_line_stands_above_the_status_until_a_key_is_pressed(at_table):
    at_table.hear(said(1, 1, "take your time"))
    assert "Name1: take your time" in at_table.paint(80, 24).text()
    at_table.press("right")
    assert "take your time" not in at_table.paint(80, 24).text()


def test_a_large_window_keeps_the_talk_beside_the_board(at_table):
    at_table.hear(said(1, 1, "take your time"))
    at_table.press("right")
    assert "Name1: take your time" in at_table.paint(140, 45).text()


def test_lines_told_again_are_heard_once(at_table):
    for line in (said(1, 1, "one"), said(2, 0, "two"), said(1, 1, "one"), said(2, 0, "two")):
        at_table.hear(line)
    assert [line.text for line in at_table.talk.lines] == ["one", "two"]


def test_another_table_has_its_own_talk(at_table, told):
    at_table.hear(said(1, 1, "one"))
    at_table.hear(waiting_room("person", "person"))
    assert at_table.talk.lines
    at_table.table = None
    at_table.hear(lobby())
    at_table.hear(waiting_room("person", "person"))
    assert not at_table.talk.lines


def test_somebody_muted_is_heard_no_more_until_listened_to_again(at_table):
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


def test_somebody_can_be_reported(at_table):
    """T18."""
    at_table.hear(said(1, 1, "rubbish"))
    for key in ("/", "tab", "ctrl+r"):
        at_table.press(key)
    assert isinstance(at_table.outbox[-1], Report)
    assert at_table.outbox[-1].seat == 1


def test_what_is_typed_stays_within_the_line_and_the_limit(at_table):
    at_table.press("/")
    at_table.paste("word " * 60 + "\x1b[2J")
    picture = at_table.paint(80, 24).text()
    assert "\x1b" not in picture
    assert len(at_table.screen.text) == 200
    at_table.press("enter")
    assert isinstance(at_table.outbox[-1], Say)
