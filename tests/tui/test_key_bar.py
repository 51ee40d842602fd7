"""Every key in the key bar does something, and every key bar fits."""

import pytest

from keltis_protocol.messages import SeatState, TableChanged
from keltis_tui.painters.bars import EVERYWHERE, cap
from keltis_tui.words import words_for
from screenshots.staged import CODE, Staged, lobby, moment, table


def waiting_room() -> TableChanged:
    seats = [SeatState(kind="person", name="ann"), SeatState(kind="free")]
    return TableChanged(
        table=CODE, game="keltis", options={}, seats=seats, state="open", private=False,
        owner=True, seat=0,
    )  # fmt: skip


def in_phase(phase: str):
    def so(view):
        fresh = view.large[0] is None and 0 in view.figures[0]
        pile = view.cards.pile_tops[0] is not None and 0 not in view.cards.barred
        return view.phase == phase and (phase != "clover" or fresh) and (phase != "draw" or pile)

    return [table(2), moment(2, so).changed(can_take_back=phase != "play")]


SCREENS = {
    "lobby": lambda: [lobby()],
    "empty lobby": list,
    "waiting room": lambda: [waiting_room()],
    "play": lambda: in_phase("play"),
    "start": lambda: in_phase("start"),
    "clover": lambda: in_phase("clover"),
    "draw": lambda: in_phase("draw"),
    "over": lambda: [
        table(2, "over"),
        Staged(2, "choosing").until(lambda _: False).changed(),
    ],
}


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_in_the_key_bar_does_something(told, name):
    facts = SCREENS[name]()
    for key in _key_bar(told(*facts)):
        session = told(*facts)
        session.outbox.clear()
        before = session.paint(80, 24).text()
        session.press(key.key)
        acted = bool(session.outbox) or session.farewell is not None
        assert acted or session.paint(80, 24).text() != before, f"{key.key} does nothing"


@pytest.mark.parametrize("name", SCREENS)
def test_every_key_bar_is_shown_whole_at_80_columns(told, name):
    session = told(*SCREENS[name]())
    last = session.paint(80, 24).text().splitlines()[-1]
    words = words_for("en")
    for key in session.screen.key_bar():
        assert f"{cap(words, key)} {words._(key.word)}" in last


@pytest.mark.parametrize("name", ["lobby", "waiting room", "clover"])
def test_keys_that_every_screen_has_are_in_the_help_even_without_room_in_the_bar(told, name):
    session = told(*SCREENS[name]())
    session.press("?")
    text = session.paint(80, 24).text()
    for key in EVERYWHERE:
        assert cap(words_for("en"), key) in text
        assert key.word in text


@pytest.mark.parametrize("name", SCREENS)
def test_a_click_on_a_key_is_that_key(told, name):
    facts = SCREENS[name]()
    canvas = told(*facts).paint(80, 24)
    shown = {area.target.key for area in canvas.areas if area.y == 23}
    bar = {key.key for key in _key_bar(told(*facts))}
    more = {key.key for key in told(*facts).screen.more_keys()}
    assert bar <= shown <= bar | more


def _key_bar(session):
    """The keys as they are once the screen has been painted."""
    session.paint(80, 24)
    return session.screen.key_bar()
