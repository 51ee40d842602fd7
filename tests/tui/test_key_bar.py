"""Every key in the key bar of every screen does something, by key, by click and in the real app."""

from collections.abc import Callable

import msgspec
import pytest

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import PlayMove
from keltis_tui.canvas.bars import ALWAYS, EVERYWHERE, Key, cap
from keltis_tui.canvas.canvas import Target
from keltis_tui.screens.lesson import LessonScreen
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.choosing import confirmable
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for
from screenshots.staged import StagedLink, welcome
from tests.tui.scenes import SCENES, Scene, session_of
from tests.volume import spread

SIZE = (80, 24)
SPELLED = {" ": "space", "?": "question_mark", "/": "slash"}
"""Keys that Textual's pilot calls by a name."""
LIKE_OTHERS = ("too-small", "-focus", "-for-2", "-for-3")
SHOWN = {
    name: scene for name, scene in SCENES.items() if not any(part in name for part in LIKE_OTHERS)
}
"""Every screen with a key bar of its own."""
ASKED = [
    name for name, scene in SHOWN.items() if name.split("-")[0] in RULE_SETS and not scene.keys
]

Press = Callable[[str], None]


def bar_of(scene: Scene) -> tuple[list[Key], list[Key]]:
    """The keys of the bar as they are once the screen has been painted, and those in the help."""
    session = session_of(scene)
    session.paint(*SIZE)
    return session.screen.key_bar(), session.screen.more_keys()


def state(session: Session) -> object:
    """All that a key can change: what is seen, what is sent, and whether it is over."""
    canvas = session.paint(*SIZE)
    sent = [msgspec.json.encode(command) for command in session.outbox]
    said = [body.partition(b'"id"')[0] for body in sent]
    return canvas.texts, canvas.styles, said, session.farewell


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_every_key_in_the_key_bar_does_something_and_a_click_does_the_same(name: str) -> None:
    session = session_of(SHOWN[name])
    before, areas = state(session), session.paint(*SIZE).areas
    keys = {area.target.key for area in areas if area.y == SIZE[1] - 1}
    assert keys, "there is always a way on"
    for key in keys:
        pressed, clicked = session_of(SHOWN[name]), session_of(SHOWN[name])
        for each in (pressed, clicked):
            each.paint(*SIZE)
        pressed.press(key)
        clicked.click(Target("key", key=key))
        after = state(pressed)
        assert state(clicked) == after
        assert not pressed.client.unused_key, f"{key} does nothing"
        if after == before:  # an answer that is offered already: the same key gives it
            pressed.press(key)
            assert state(pressed) != before, f"{key} does nothing"


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_every_key_that_the_help_lists_besides_does_something_too(name: str) -> None:
    for key in bar_of(SHOWN[name])[1]:
        session = session_of(SHOWN[name])
        session.paint(*SIZE)
        if not session.screen.types(key.key):
            session.press(key.key)
            assert not session.client.unused_key, f"{key.key} does nothing"


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_the_keys_that_are_always_there_stand_in_one_order_at_the_right(name: str) -> None:
    areas = session_of(SHOWN[name]).paint(*SIZE).areas
    bar = sorted((area.x, area.target.key) for area in areas if area.y == SIZE[1] - 1)
    always = [key for _, key in bar if key in ALWAYS]
    assert always == [key for key in ALWAYS if key in always]
    assert not always or [key for _, key in bar][-len(always) :] == always


@pytest.mark.law
@pytest.mark.parametrize("name", ASKED)
def test_the_keys_at_the_right_stay_where_they_are_whatever_is_asked(name: str) -> None:
    """Those that come and go stand left of them."""
    session = session_of(SHOWN[name])
    places: dict[str, set[int]] = {"?": set(), "q": set()}
    for key in ("", "1", "left", "h"):
        if key:
            session.press(key)
        if isinstance(session.screen, TableScreen):
            for area in session.paint(*SIZE).areas:
                if area.y == SIZE[1] - 1 and area.target.key in places:
                    places[area.target.key].add(area.x - SIZE[0])
    assert places["?"] <= {-16}
    assert places["q"] <= {-8}


@pytest.mark.law
@pytest.mark.parametrize("name", ASKED)
def test_where_enter_makes_a_move_it_is_seen_that_it_does(name: str) -> None:
    session = session_of(SHOWN[name])
    screen = session.screen
    if not isinstance(screen, TableScreen) or isinstance(screen, LessonScreen):
        return
    decision = screen.decision
    if screen.game.my_turn and confirmable(decision.picking, decision.now):
        assert "Enter" in session.paint(*SIZE).text()
        session.press("enter")
        assert any(isinstance(command, PlayMove) for command in session.outbox)


@pytest.mark.parametrize("game", ["keltis", "oracle"])
def test_the_key_that_led_to_discarding_says_that_it_leads_back(game: str) -> None:
    session = session_of(SHOWN[f"{game}-play"])
    assert " d discard" in session.paint(*SIZE).text()
    session.press("d")
    bar = session.paint(*SIZE).text().splitlines()[-1]
    assert " d back" in bar
    session.press("d")
    assert " d discard" in session.paint(*SIZE).text()


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_every_key_of_the_bar_and_no_other_can_be_clicked(name: str) -> None:
    bar, more = bar_of(SHOWN[name])
    areas = session_of(SHOWN[name]).paint(*SIZE).areas
    shown = {area.target.key for area in areas if area.y == SIZE[1] - 1}
    assert {key.key for key in bar} <= shown <= {key.key for key in (*bar, *more)}


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_the_help_lists_every_key_of_the_bar_and_those_that_every_screen_has(name: str) -> None:
    bar, more = bar_of(SHOWN[name])
    if "?" not in {key.key for key in bar}:
        return
    session, words = session_of(SHOWN[name]), words_for("en")
    session.paint(*SIZE)
    session.press("?")
    text = session.paint(*SIZE).text()
    assert {key.key for key in EVERYWHERE} <= {key.key for key in more}
    for key in (*bar, *more):
        assert cap(words, key) in text
        assert words._(key.word) in text


async def test_every_key_there_is_comes_through_the_real_app_as_that_key(
    monkeypatch: pytest.MonkeyPatch, amount: Callable[[int], int]
) -> None:
    """Each key of any bar once, on a screen that has it."""
    first: dict[str, Scene] = {}
    for scene in SHOWN.values():
        if not scene.nameless and not scene.learned:
            for key in bar_of(scene)[0]:
                first.setdefault(key.key, scene)
    assert len(first) > 25
    for name, scene in spread([*first.items()], amount(len(first))):
        link = StagedLink([*welcome(), *scene.facts()])
        app = KeltisApp(link, words_for("en"))
        async with app.run_test(size=SIZE) as pilot:
            await link.told.wait()
            await pilot.press(*(SPELLED.get(each, each) for each in scene.keys))
            heard: list[str] = []
            press = app.session.press

            def hear(key: str, heard: list[str] = heard, press: Press = press) -> None:
                heard.append(key)
                press(key)

            monkeypatch.setattr(app.session, "press", hear)
            await pilot.press(SPELLED.get(name, name))
            assert heard == [name]


@pytest.mark.law
@pytest.mark.parametrize("name", ASKED)
def test_every_answer_has_a_key_or_arrows_and_a_place_to_click(name: str) -> None:
    """What is lit can be clicked, and a click is its key: all four games, every question."""
    session = session_of(SHOWN[name])
    screen = session.screen
    if not isinstance(screen, TableScreen) or isinstance(screen, LessonScreen):
        return
    canvas = session.paint(*SIZE)
    there = {canvas.target_at(x, y) for y in range(canvas.height) for x in range(canvas.width)} - {
        None
    }
    for choice in screen.decision.choices(""):
        if not choice.legal or not screen.game.my_turn:
            continue
        assert choice.keys or choice.at is not None
        on_bar = {Target("key", key=key) for key in choice.keys}
        assert choice.target in there or on_bar & there, choice
        if choice.keys and choice.leads_to is None:
            by_key, by_click = session_of(SHOWN[name]), session_of(SHOWN[name])
            for _ in range(2):
                by_key.press(choice.keys[0])
                by_click.click(choice.target)
            sent = [
                msgspec.msgpack.decode(command.move)
                for each in (by_key, by_click)
                for command in each.outbox
                if isinstance(command, PlayMove)
            ]
            assert sent == [msgspec.to_builtins(choice.move)] * 2
