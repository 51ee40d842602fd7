"""The viewer's rows in The Way of Stones where there is room: large stones and free places."""

import pytest
from msgspec.structs import replace

from keltis_engine.rules.stones import ROW_LENGTHS, StonesView
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.stones.layout import FieldLayout, field_layout
from keltis_tui.games.stones.rows import paint_own_rows
from keltis_tui.settings import Settings
from keltis_tui.table.choosing import Picking
from keltis_tui.table.scene import Scene
from keltis_words.words import words_for
from tests.tui.at_table import known, screen_of
from tests.tui.scenes import SCENES, session_of

LARGER = [(140, 45), (200, 60)]


def painted(
    size: tuple[int, int], settings: Settings | None = None
) -> tuple[Canvas, FieldLayout, StonesView]:
    """The middle of a game, and what the viewer knows of it."""
    session = session_of(SCENES["stones-picked"], None, settings)
    view = known(screen_of(session).game.view, StonesView)
    return session.paint(*size), field_layout(*size), view


def lines_of(canvas: Canvas, layout: FieldLayout, colour: int) -> list[str]:
    """A row of the viewer without its letter, and without its length and worth."""
    first = layout.rows + colour * layout.row_height
    lines = canvas.texts[first : first + layout.row_height]
    return ["".join(line[7 : layout.board_width - 8]) for line in lines]


@pytest.mark.parametrize("size", LARGER)
def test_stones_and_free_places_fill_the_room(size: tuple[int, int]) -> None:
    canvas, layout, view = painted(size)
    for colour, row in enumerate(view.rows[0]):
        free = [int(text) for line in lines_of(canvas, layout, colour) for text in _numbers(line)]
        assert free[-1:] == [ROW_LENGTHS[-1]]
        assert len(row) < len(ROW_LENGTHS) - 1
        last = max(len(line.rstrip()) for line in lines_of(canvas, layout, colour))
        assert last > (layout.board_width - 14) * 0.9, "its places fill the room"


def _numbers(line: str) -> list[str]:
    return [word for word in line.replace("│", " ").split() if word.lstrip("-").isdigit()]


@pytest.mark.parametrize("size", LARGER)
def test_the_longest_row_is_seen_whole(size: tuple[int, int]) -> None:
    screen = screen_of(session_of(SCENES["stones-picked"]))
    view = known(screen.game.view, StonesView)
    glyphs = screen.client.glyphs
    scene = Scene(
        words_for("en"), glyphs, screen.game, "abcd", {}, Picking(), (), None, None, (), 0
    )
    canvas, layout = Canvas(*size), field_layout(*size)
    long = replace(view, rows=((tuple(range(11)), (), (), (), ()), *view.rows[1:]))
    paint_own_rows(canvas, scene, layout, long)
    text = " ".join(lines_of(canvas, layout, 0))
    values = [word for word in text.split() if word.isdigit()]
    assert values == [str(value) for value in range(11)]


@pytest.mark.parametrize("settings", [Settings(colours="none"), Settings(signs="ascii")])
def test_without_colours_stones_have_sides(settings: Settings) -> None:
    canvas, layout, view = painted((140, 45), settings)
    for colour, row in enumerate(view.rows[0]):
        first, *_ = lines_of(canvas, layout, colour)
        sides = first.count("│") + first.count("|")
        assert sides == 2 * len(row)
