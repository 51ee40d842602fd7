"""Knot-work: an ornament at the edges, never behind anything that tells something."""

from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas

MOST = 12
"""How wide the ornament beside a hand is at most."""
FREE = 2
"""How many cells stay free before it and after it."""


def paint_knots(
    canvas: Canvas, glyphs: Glyphs, area: tuple[int, int, int, int], style: str = "ground rule"
) -> None:
    """A rectangle of woven bands, as wide as whole loops fit."""
    x, y, width, height = area
    rising = glyphs.knot * (width // 2)
    falling = glyphs.knot[::-1] * (width // 2)
    for line in range(height):
        canvas.put(x, y + line, falling if line % 2 else rising, style)


def paint_beside(canvas: Canvas, glyphs: Glyphs, lines: tuple[int, int], start: int) -> None:
    """The same on both sides of a hand that begins at a column, on so many lines."""
    y, height = lines
    width = min(MOST, start - 2 * FREE + 1) // 2 * 2
    paint_knots(canvas, glyphs, (FREE - 1, y, width, height))
    paint_knots(canvas, glyphs, (canvas.width - FREE + 1 - width, y, width, height))
