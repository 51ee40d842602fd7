"""The stones of The Oracle, painted: faces, channels and the line around the oracle area."""

from functools import lru_cache
from typing import Final

from keltis_engine.parts.oracle_board import ORACLE, STONE_COLOURS, STONE_VALUES, STONES
from keltis_tui.boards.oracle_spiral import Place, Spiral, spiral_for
from keltis_tui.painters.cards import LETTERS
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas

ROOMY: Final = 3
"""From so many lines on, a stone's tile has a line of its own."""


def face(stone: int, bright: bool = False) -> str:
    """The style of a stone: brighter in the oracle area, every other one a little lighter."""
    return f"ground {_kind(stone, bright, '')}"


def edge(stone: int, bright: bool = False) -> str:
    """The style of a stone's edge."""
    return f"ground {_kind(stone, bright, '_edge')}"


def _kind(stone: int, bright: bool, edge: str) -> str:
    if stone == 0:
        return f"start{edge}"
    name = "goal" if bright or stone >= ORACLE else "stone"
    name = "edge" if edge and name == "stone" else name + edge
    return f"{'' if stone % 2 else 'other_'}{name}.{STONE_COLOURS[stone]}"


def inset(place: Place) -> int:
    """How far from a stone's sides things lie on it."""
    return 1 if place.width >= (7 if place.height >= ROOMY else 8) else 0


@lru_cache(maxsize=64)
def empty_spiral(width: int, height: int, seam: str, oracle: str, start: str) -> Canvas:
    """The stones before anything lies on them; painted once for each size and language."""
    spiral = spiral_for(width, height)
    canvas = Canvas(width, height)
    _paint_border(canvas, spiral, oracle)
    for stone in range(STONES + 1):
        paint_face(canvas, spiral, stone, seam)
    canvas.put(0, spiral.stones[0].y - 1, start, "ground faint", limit=spiral.stones[7].x - 2)
    return canvas


def paint_face(
    canvas: Canvas, spiral: Spiral, stone: int, seam: str, bright: bool = False, top: int = 0
) -> None:
    """A stone with nothing on it; the large ones swell over their edges."""
    x, y, width, height = spiral.stones[stone]
    style, rim = face(stone, bright), edge(stone, bright)
    y += top
    canvas.fill(x, y, width, height, style)
    for line in range(y, y + height):
        canvas.put(x + width - 1, line, seam, f"{style} {rim.removeprefix('ground ')}")
    match stone:
        case 7:
            for line in range(y, y + height):
                canvas.put(x - 1, line, "▐", rim)
        case 14:
            canvas.put(x, y + height, "▀" * width, rim)
        case 21:
            bridge = spiral.bridges[0]
            for line in range(y, y + height):
                canvas.put(x + width, line, "▌", rim)
            canvas.fill(bridge.x, top + bridge.y, bridge.width, bridge.height, style)
        case 34:
            bridge = spiral.bridges[1]
            canvas.fill(bridge.x, top + bridge.y, bridge.width, bridge.height, style)
        case 35:
            canvas.put(x, y - 1, "▄" * width, rim)


def paint_print(
    canvas: Canvas, glyphs: Glyphs, stone: int, place: Place, bright: bool, with_value: bool
) -> None:
    """A stone's letter and shape and, unless something covers it, its value."""
    style, colour = face(stone, bright), STONE_COLOURS[stone]
    name = f"{LETTERS[colour]}{glyphs.paths[colour]}"
    canvas.put(place.x + inset(place), place.y, name, style)
    if with_value or place.height >= ROOMY:
        line = place.y if place.height >= ROOMY else place.below - 1
        value = str(STONE_VALUES[stone])
        canvas.right(place.right - inset(place), line, value, f"{style} value")


def _paint_border(canvas: Canvas, spiral: Spiral, word: str) -> None:
    """The red line around the oracle area, open where the path comes in."""
    red = "ground oracle"
    left, right, top = spiral.inner.x - 1, spiral.inner.right, spiral.inner.y - 1
    turn, bottom = spiral.hole.right - 1, spiral.hole.below - 1
    for y in range(top, bottom):
        canvas.put(left, y, "┃", red)
    for y in range(top, spiral.hole.y):
        canvas.put(right, y, "┃", red)
    for y in range(spiral.hole.y, bottom):
        canvas.put(turn, y, "┃", red)
    canvas.put(left, top, f"┏{'━' * (right - left - 1)}┓", red)
    canvas.put(left, bottom, f"┗{'━' * (turn - left - 1)}┛", red)
    canvas.centre(left, bottom, turn - left, f" {word} ", red)
