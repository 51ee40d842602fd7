"""Pictures drawn straight to a client: whatever was sent before, it sees the newest one."""

from dataclasses import dataclass, field

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis_server.terminal.client import describe
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.styles import PLAIN, cell_style, style_change
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.themes import DARK, THEMES
from tests.volume import examples

STYLES = ["ground", "ground chosen", "ground mark", "ground faint", "stone.1", "title", "key"]
TERMS = {"xterm-256color": "256", "tmux-256color": "256", "linux": "16", "vt220": "none"}


@dataclass
class Glass:
    """A client's terminal: what was sent, and what is seen."""

    term: str = "xterm-256color"
    size: tuple[int, int] = (20, 10)
    sent: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        self.screen = pyte.Screen(*self.size)
        self.stream = pyte.ByteStream(self.screen)
        self.writer = TerminalWriter(self.receive, describe(self.term, self.size, {}))
        self.writer.take(mouse=False)
        self.picture = Picture(self.writer)

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


hints = st.lists(
    st.tuples(
        st.integers(-2, 19),
        st.integers(0, 9),
        st.text("ab ─☘日本", max_size=12),
        st.sampled_from(STYLES),
    ),
    max_size=8,
)


def painted(hints: list[tuple[int, int, str, str]], size: tuple[int, int] = (20, 10)) -> Canvas:
    canvas = Canvas(*size)
    for x, y, text, style in hints:
        canvas.put(x, y, text, style)
    return canvas


@settings(max_examples=examples(150), deadline=None)
@given(
    st.lists(st.tuples(hints, st.booleans(), st.sampled_from(["dark", "light"])), min_size=1),
    st.sampled_from(sorted(TERMS)),
)
def test_changes_lead_to_the_same_picture_as_drawing_it_whole(
    pictures: list[tuple[list[tuple[int, int, str, str]], bool, str]], term: str
) -> None:
    """Also when the client does not read for a while and misses some of them."""
    glass, whole = Glass(term), Glass(term)
    for paint, blocked, theme in pictures:
        glass.writer.blocked = blocked
        glass.picture.show(painted(paint), THEMES[theme, TERMS[term]])
    glass.writer.blocked = False
    paint, _, theme = pictures[-1]
    canvas = painted(paint)
    glass.picture.show(canvas, THEMES[theme, TERMS[term]])
    whole.picture.show(canvas, THEMES[theme, TERMS[term]])
    assert glass.cells() == whole.cells()
    texts = [[char if char != " " else " " for char in row] for row in canvas.texts]
    assert [[cell[0] for cell in row] for row in whole.cells()] == texts


@given(st.lists(st.sampled_from(sorted(DARK.styles)), min_size=2, max_size=8))
@pytest.mark.parametrize("depth", ["full", "256", "16", "none"])
def test_the_step_from_any_look_to_any_other_is_whole(depth: str, names: list[str]) -> None:
    styles = [cell_style(THEMES["dark", depth].styles[name]) for name in names]
    step_by_step, at_once = pyte.Screen(4, 1), pyte.Screen(4, 1)
    pen = PLAIN
    for style in styles:
        pyte.Stream(step_by_step).feed(style_change(pen, style))
        pen = style
    pyte.Stream(at_once).feed(style_change(PLAIN, styles[-1]))
    pyte.Stream(step_by_step).feed("x")
    pyte.Stream(at_once).feed("x")
    assert step_by_step.buffer[0][0] == at_once.buffer[0][0]


def test_a_window_of_another_size_is_drawn_whole() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "before", "ground")]), DARK)
    glass.screen.resize(8, 30)
    glass.picture.show(painted([(25, 7, "after", "title")], (30, 8)), DARK)
    assert glass.screen.display[7] == " " * 25 + "after"
    assert "before" not in "".join(glass.screen.display)


def test_the_same_picture_again_sends_nothing() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "still", "ground")]), DARK)
    sent = len(glass.sent)
    glass.picture.show(painted([(0, 0, "still", "ground")]), DARK)
    assert len(glass.sent) == sent


def test_one_changed_cell_costs_a_few_bytes() -> None:
    glass = Glass()
    glass.picture.show(painted([(0, 0, "abcdef", "ground")]), DARK)
    sent = len(glass.sent)
    glass.picture.show(painted([(0, 0, "abXdef", "ground")]), DARK)
    assert len(glass.sent) - sent < 50


def test_nothing_in_a_cell_steers_the_terminal() -> None:
    """T1: even if a painter wrote straight into the cells."""
    glass = Glass()
    canvas = painted([(0, 0, "name", "ground")])
    canvas.texts[0][1:4] = ["\x1b", "\x9b", "\u202e"]
    before = len(glass.sent)
    glass.picture.show(canvas, DARK)
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
    glass.picture.show(canvas, DARK)
    assert glass.picture.target_at(2, 3) == Target("card", 5)


def test_beside_a_wide_letter_that_changed_nothing_is_moved() -> None:
    glass, whole = Glass(), Glass()
    for wide, narrow in ("日a", "本b"):
        canvas = painted([(0, 0, wide, "ground"), (8, 0, narrow, "ground")])
        glass.picture.show(canvas, DARK)
    whole.picture.show(canvas, DARK)
    assert glass.cells() == whole.cells()


@pytest.mark.parametrize("wide", [0, 1], ids=["no cell", "a cell of its own"])
def test_a_mark_beside_a_letter_moves_nothing_however_wide_a_terminal_takes_it(
    monkeypatch: pytest.MonkeyPatch, wide: int
) -> None:
    """Devanagari: xterm and VTE give such a mark a cell, others do not."""
    counted = pyte.screens.wcwidth
    monkeypatch.setattr(pyte.screens, "wcwidth", lambda c: wide if c == "\u093e" else counted(c))
    glass = Glass()
    pictures = ("काका│ab", "xकाका│b", "काyका│c", "का│", "z│")
    for text in pictures:
        canvas = painted([(3, 1, text, "ground"), (14, 1, "काb", "title")])
        glass.picture.show(canvas, DARK)
        wanted = [cell if cell.isascii() or cell == "│" else "" for cell in canvas.texts[1]]
        there = [glass.screen.buffer[1][x].data for x in range(20)]
        assert [x for x in range(20) if wanted[x] and there[x] != wanted[x]] == []
        letters = [x for x in range(20) if canvas.texts[1][x].startswith("क")]
        assert [there[x] for x in letters] == ["क"] * len(letters)
        marks = {there[x + 1] for x in letters}
        assert marks == ({"\u093e"} if wide else {" "})
