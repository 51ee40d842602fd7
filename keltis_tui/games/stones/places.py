"""A row of The Way of Stones with room: large stones, and places for those still to come."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.parts.cards import VALUES
from keltis_engine.parts.scoring import from_table
from keltis_engine.rules.stones import ROW_LENGTHS
from keltis_tui.canvas.big import paint_big
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.stones.field import symbol
from keltis_tui.table.scene import Scene

WIDEST: Final = 16
"""How wide a place of a row is at most."""
HIGH: Final = 4
"""From so many lines on, a stone shows its value large; it begins in the middle of the first."""
UPPER_EDGE: Final = "▄"
ROOMY: Final = 7
"""From this width on, it shows the shape of its colour too."""
DIGITS: Final = 7
"""How wide a value is that is drawn large."""

Area = tuple[int, int, int, int]


def paint_places(
    canvas: Canvas, scene: Scene, area: Area, colour: int, row: Sequence[int], would: int | None
) -> None:
    """The stones of a row from the left; each free place tells what a row as long is worth.

    `would` is the value that would be added.
    """
    x, y, width, height = area
    values = row if would is None else (*row, would)
    places = max(len(ROW_LENGTHS) - 1, len(values))
    pitch = min(WIDEST, width // places)
    for place in range(places):
        at = x + place * pitch, y, pitch - 1, height
        if place >= len(values):
            _paint_free(canvas, at, str(from_table(ROW_LENGTHS, place + 1)))
            continue
        face = f"ground goal.{colour}" + (" would" if place >= len(row) else "")
        _paint_large(canvas, scene, at, colour * VALUES + values[place], face)


def _paint_free(canvas: Canvas, area: Area, worth: str) -> None:
    """A place where no stone lies yet."""
    x, y, width, height = area
    if height >= HIGH:
        canvas.box(x, y + 1, width, height - 1, "ground rule")
    else:
        canvas.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", "ground rule")
    canvas.centre(x, middle(y, height), width, worth, "ground dim")


def middle(y: int, height: int) -> int:
    """The line in the middle of a row; the upper half of a high one's first line stays free."""
    return y + height // 2 if height >= HIGH else y


def _paint_large(canvas: Canvas, scene: Scene, area: Area, stone: int, face: str) -> None:
    """A stone with its value, its colour's shape, and its symbol below that."""
    x, y, width, height = area
    glyphs, colour = scene.glyphs, stone // VALUES
    first = y + (height >= HIGH)
    canvas.fill(x, first, width, y + height - first, face)
    if first > y:
        canvas.put(x, y, UPPER_EDGE * width, f"ground goal_edge.{colour}")
    if glyphs.seam:  # without colours it has sides
        for line in range(first, y + height):
            canvas.put(x, line, glyphs.upright, face)
            canvas.put(x + width - 1, line, glyphs.upright, face)
    value, inset = str(stone % VALUES), 2 if width >= ROOMY else 1
    if height >= HIGH and width >= DIGITS + 4 and glyphs.big:
        paint_big(canvas, x + 1, first, DIGITS, value, face)
    else:
        canvas.put(x + inset, first, value, f"{face} strong")
    if width >= ROOMY:
        canvas.right(x + width - inset, first, glyphs.paths[colour], face)
    sign, style = symbol(stone, glyphs)
    style = face if face.endswith("would") else f"{face} {style}"
    canvas.right(x + width - inset, y + height - 1, sign, style)
