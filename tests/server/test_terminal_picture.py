"""Pictures drawn straight to a client: whatever was sent before, it sees the newest one."""

from dataclasses import dataclass, field

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis_server.terminal.client import describe
from keltis_server.terminal.colours import Depth
from keltis_server.terminal.looks import PLAIN, look_of, step
from keltis_server.terminal.picture import Picture
from keltis_server.terminal.wire import Wire
from keltis_tui.themes import THEMES
from keltis_tui.widgets.canvas import Canvas, Target

STYLES = ["ground", "ground chosen", "ground mark", "ground faint", "stone.1", "title", "key"]
TERMS = {
    "xterm-256color": Depth.PALETTE,
    "tmux-256color": Depth.PALETTE,
    "linux": Depth.SIXTEEN,
    "vt220": Depth.NONE,
}


@dataclass
class Glass:
    """A client's terminal: what was sent, and what is seen."""

    term: str = "xterm-256color"
    size: tuple[int, int] = (20, 10)
    sent: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.screen = pyte.Screen(*self.size)
        self.stream = pyte.ByteStream(self.screen)
        self.wire = Wire(self.receive, describe(self.term, self.size, {}))
        self.wire.take(mouse=False)
        self.picture = Picture(self.wire)

    def receive(self, data: bytes) -> None:
        self.sent += data
        self.stream.feed(data)

    def cells(self) -> list[list[tuple[object, ...]]]:
        """What a person can tell apart: of a blank only the ground and the line below."""
        return [
            [_seen(self.screen.buffer[y][x]) for x in range(self.screen.columns)]
            for y in range(self.screen.lines)
        ]


def _seen(char: pyte.screens.Char) -> tuple[object, ...]:
    if char.data == " " and not char.reverse and not char.underscore:
        return (" ", char.bg)
    return (char.data, char.fg, char.bg, char.bold, char.underscore, char.reverse)


strokes = st.lists(
    st.tuples(
        st.integers(-2, 19),
        st.integers(0, 9),
        st.text("ab ─☘日本", max_size=12),
        st.sampled_from(STYLES),
    ),
    max_size=8,
)


def painted(strokes: list[tuple[int, int, str, str]], size: tuple[int, int] = (20, 10)) -> Canvas:
    canvas = Canvas(*size)
    for x, y, text, style in strokes:
        canvas.put(x, y, text, style)
    return canvas


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.tuples(strokes, st.booleans(), st.sampled_from(["dark", "light"])), min_size=1),
    st.sampled_from(sorted(TERMS)),
)
def test_changes_lead_to_the_same_picture_as_drawing_it_whole(
    pictures: list[tuple[list[tuple[int, int, str, str]], bool, str]], term: str
) -> None:
    """Also when the client does not read for a while and misses some of them."""
    glass, whole = Glass(term), Glass(term)
    for paint, blocked, theme in pictures:
        glass.wire.blocked = blocked
        glass.picture.show(painted(paint), THEMES[theme])
    glass.wire.blocked = False
    glass.picture.catch_up()
    paint, _, theme = pictures[-1]
    canvas = painted(paint)
    whole.picture.show(canvas, THEMES[theme])
    assert glass.cells() == whole.cells()
    texts = [[char if char != " " else " " for char in row] for row in canvas.texts]
    assert [[cell[0] for cell in row] for row in whole.cells()] == texts


@given(st.lists(st.sampled_from(sorted(THEMES["dark"].styles)), min_size=2, max_size=8))
@pytest.mark.parametrize("depth", [Depth.SIXTEEN, Depth.PALETTE])
@pytest.mark.parametrize("theme", ["dark", "mono"])
def test_the_step_from_any_look_to_any_other_is_whole(
    theme: str, depth: Depth, names: list[str]
) -> None:
    looks = [look_of(THEMES[theme].styles[name], depth) for name in names]
    step_by_step, at_once = pyte.Screen(4, 1), pyte.Screen(4, 1)
    pen = PLAIN
    for look in looks:
        pyte.Stream(step_by_step).feed(step(pen, look))
        pen = look
    pyte.Stream(at_once).feed(step(PLAIN, looks[-1]))
    pyte.Stream(step_by_step).feed("x")
    pyte.Stream(at_once).feed("x")
    assert step_by_step.buffer[0][0] == at_once.buffer[0][0]


def test_a_window_of_another_size_is_drawn_whole() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "before", "ground")]), THEMES["dark"])
    glass.screen.resize(8, 30)
    glass.picture.show(painted([(25, 7, "after", "title")], (30, 8)), THEMES["dark"])
    assert glass.screen.display[7] == " " * 25 + "after"
    assert "before" not in "".join(glass.screen.display)


def test_the_same_picture_again_sends_nothing() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "still", "ground")]), THEMES["dark"])
    sent = len(glass.sent)
    glass.picture.show(painted([(0, 0, "still", "ground")]), THEMES["dark"])
    assert len(glass.sent) == sent


def test_one_changed_cell_costs_a_few_bytes() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "abcdef", "ground")]), THEMES["dark"])
    sent = len(glass.sent)
    glass.picture.show(painted([(0, 0, "abXdef", "ground")]), THEMES["dark"])
    assert len(glass.sent) - sent < 50


def test_nothing_in_a_cell_steers_the_terminal() -> None:
    """T1: even if a painter wrote straight into the cells."""
    glass = Glass()
    canvas = painted([(0, 0, "name", "ground")])
    canvas.texts[0][1:4] = ["\x1b", "\x9b", "\u202e"]
    before = len(glass.sent)
    glass.picture.show(canvas, THEMES["dark"])
    picture = glass.sent[before:].decode()
    assert "\x9b" not in picture
    assert "\u202e" not in picture
    assert "\x1b " not in picture
    assert glass.screen.display[0].rstrip() == "n"


def test_a_click_chooses_what_the_client_sees_there() -> None:
    glass = Glass()
    canvas = painted([])
    canvas.target(2, 3, 4, 1, Target("card", 5))
    assert glass.picture.target_at(2, 3) is None
    glass.picture.show(canvas, THEMES["dark"])
    assert glass.picture.target_at(2, 3) == Target("card", 5)
