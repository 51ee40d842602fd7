"""No traps: keys that do nothing say so, the keys are shown everywhere, pop-ups cut no word."""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.screens.help import Help
from keltis_tui.screens.typed import TypedDialog
from tests.tui.recorded import PHASES, Recorded
from tests.tui.scenes import SCENES, session_of

SIZE = (80, 24)
SHOWN = [name for name in SCENES if name != "too-small" and "-focus" not in name]
ASKED = [f"{game}-{phase}" for game, phases in PHASES.items() for phase in phases.split()]
LESSONS = [f"{game}-lesson" for game in PHASES]
WATCHED = [
    "watch-waiting",
    *(f"{game}-{scene}" for game in PHASES for scene in ("watch", "watch-eyes", "watch-over")),
]
NAMED = (
    "enter", " ", "escape", "tab", "shift+tab", "left", "right", "up", "down",
    "home", "end", "pageup", "pagedown", "backspace", "u", "d",
)  # fmt: skip
WORD = re.compile(r"\w+")


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_a_key_that_does_nothing_here_says_so(name: str) -> None:
    session = session_of(SCENES[name])
    if isinstance(session.screen, Help):
        return  # which any key closes
    before = session.paint(*SIZE).text().splitlines()[-3:-1]
    session.press("f9")
    *lines, keys = session.paint(*SIZE).text().splitlines()[-3:]
    said = re.compile(r" f9 does nothing here(: \? shows the keys)?$")
    assert any(map(said.search, (*lines, keys)))
    for line, stood in zip(lines, before, strict=True):
        left = said.sub("", line).rstrip()
        assert left == stood or (not left and "▶" not in stood), "what was asked stands whole"
    session.press("right")
    assert "f9" not in session.paint(*SIZE).text(), "until the next key"


@pytest.mark.law
@pytest.mark.parametrize("name", [*ASKED, *LESSONS, *WATCHED])
def test_whatever_is_pressed_at_a_table_something_is_seen_or_sent(name: str) -> None:
    for key in NAMED:
        session = session_of(SCENES[name])
        session.paint(*SIZE)
        session.client.acknowledge()  # any key ends what is lit up for a moment
        before = session.paint(*SIZE)
        session.outbox.clear()
        session.press(key)
        after = session.paint(*SIZE)
        seen = (after.texts, after.styles) != (before.texts, before.styles)
        assert seen or session.outbox, key


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_the_keys_are_shown_on_every_screen(name: str) -> None:
    session = session_of(SCENES[name])
    below = session.screen
    if isinstance(below, Help):
        return
    typed = isinstance(below, TypedDialog) and below.text
    session.press("?")
    assert isinstance(session.screen, Help) != bool(typed)
    if isinstance(below, TypedDialog) and not typed:
        session.press("?")
        assert below.text == "?", "a second one is typed"
    elif not typed:
        assert "Keys and signs" in session.paint(*SIZE).text()
        session.press("escape")
        assert session.screen is below


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_the_bar_says_on_every_screen_where_the_keys_are(name: str) -> None:
    """But where one types: there it is a letter."""
    session = session_of(SCENES[name])
    bar = session.paint(*SIZE).text().splitlines()[-1]
    typed = session.screen.types("a") or isinstance(session.screen, TypedDialog)
    assert "? keys" in bar or typed


def test_nothing_to_take_back_is_said() -> None:
    session = session_of(SCENES["keltis-play"])
    session.press("u")
    assert "nothing that could be taken back" in session.paint(*SIZE).text()


@pytest.mark.law
@pytest.mark.parametrize("name", SHOWN)
def test_a_pop_up_leaves_no_half_word_of_what_is_under_it(name: str) -> None:
    for size in ((80, 24), (101, 31)):
        session = session_of(SCENES[name])
        for key in ("", "?", "f1", "f2"):
            if key:
                session.press(key)
            dialogs, session.navigation.dialogs = session.navigation.dialogs, []
            below = session.paint(*size).text().splitlines()
            session.navigation.dialogs = dialogs[-1:]
            over = session.paint(*size)
            for y, left, right in edges(over):
                for word in WORD.finditer(below[y]):
                    if word.start() < left < word.end():
                        assert not "".join(over.texts[y][word.start() : left]).strip(), word
                    if word.start() <= right < word.end() - 1:
                        assert not "".join(over.texts[y][right + 1 : word.end()]).strip(), word


def edges(canvas: Canvas) -> Iterator[tuple[int, int, int]]:
    """Every line of the pop-up that is shown, and its first and last column."""
    for y, (texts, styles) in enumerate(zip(canvas.texts, canvas.styles, strict=True)):
        rim = [x for x, text in enumerate(texts) if text in "╭╮│╰╯" and styles[x] == "ground goal"]
        if rim:
            yield y, rim[0], rim[-1]


@pytest.mark.parametrize("name", [f"{game}-2" for game in PHASES])
def test_a_question_with_one_answer_is_answered_with_enter(name: str) -> None:
    """Whatever was looked at before."""
    played, seen = Recorded(name), 0
    while played.until(lambda view: view.to_act == 0).position.to_act is not None:
        moves = played.position.legal_moves()
        if len(moves) == 1:
            seen += 1
            for keys in ((), ("right",), ("left", "left"), ("x",)):
                session = session_of(SCENES["lobby"])
                for fact in (played.table(), played.changed()):
                    session.hear(fact)
                session.outbox.clear()
                for key in (*keys, "enter"):
                    session.press(key)
                assert len(session.outbox) == 1, (keys, moves)
        played.play(played._moves.pop())
    assert seen or name == "dice-2"


def test_what_is_said_of_a_key_gives_way_to_the_keys_of_a_new_question() -> None:
    session = session_of(SCENES["away"])
    table = session.client.table
    assert table is not None
    session.hear(replace(table, seats=[replace(seat, away=False) for seat in table.seats]))
    session.paint(*SIZE)
    session.press("f9")
    assert "f9 does nothing here" in session.paint(*SIZE).text()
    session.hear(table)
    seen = session.paint(*SIZE).text()
    assert "f9" not in seen
    assert " w wait " in seen
