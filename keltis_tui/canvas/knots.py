"""Knot-work: an ornament at the edges, never behind anything that tells something."""

from functools import lru_cache
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_words.glyphs import Glyphs

MOST: Final = 24
"""How wide the ornament beside a hand is at most."""
FREE: Final = 2
"""How many cells stay free before it and after it."""
LOOPS: Final = ((8, 3), (6, 1), (4, 1))
"""How many half cells wide, and half lines high, a loop of a plait is, and how thick its bands."""
QUARTERS: Final = " ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█"
"""A cell by which of its quarters are filled: upper left 8, upper right 4, lower 2 and 1."""


def paint_knots(
    canvas: Canvas, glyphs: Glyphs, area: tuple[int, int, int, int], style: str = "ground rule"
) -> None:
    """A rectangle of woven bands, as wide as whole loops fit."""
    x, y, width, height = area
    rising = glyphs.knot * (width // 2)
    falling = glyphs.knot[::-1] * (width // 2)
    for line in range(height):
        canvas.put(x, y + line, falling if line % 2 else rising, style)


def paint_plait(
    canvas: Canvas, glyphs: Glyphs, area: tuple[int, int, int, int], style: str = "ground knot"
) -> bool:
    """A plait in the middle of a rectangle, as large as whole loops fit; whether any does.

    Looks that are not drawn in colours have none.
    """
    x, y, width, height = area
    lines = () if glyphs.seam else plait(width, height)
    for line, text in enumerate(lines, y):
        canvas.put(x, line, text, style)
    return bool(lines)


@lru_cache(maxsize=64)
def plait(width: int, height: int) -> tuple[str, ...]:
    """The thickest plait that fits with several loops side by side, in the middle; or nothing.

    Its bands pass over and under one another in turn, and turn back at all four edges.
    """
    for loop, band in LOOPS:
        across, down = width * 2 // loop, height * 2 // loop
        if across > 1 and down:
            size = across * loop, down * loop
            left, top = (width * 2 - size[0]) // 2, (height * 2 - size[1]) // 2
            return tuple(
                "".join(_cell(size, loop, band, 2 * x - left, 2 * y - top) for x in range(width))
                for y in range(height)
            )
    return ()


def _cell(size: tuple[int, int], loop: int, band: int, x: int, y: int) -> str:
    """The cell of a plait whose upper left quarter is this point."""
    points = (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)
    bits = (_filled(size, loop, band, *point) << 3 - place for place, point in enumerate(points))
    return QUARTERS[sum(bits)]


def _filled(size: tuple[int, int], loop: int, band: int, x: int, y: int) -> bool:
    """Whether a band covers a point; beside one that passes over it, a band below has a gap."""
    if not (0 <= x < size[0] and 0 <= y < size[1]):
        return False
    falling, rising = x - y + loop // 2, x + y + 1 + loop // 2
    across, along = (min(way % loop, -way % loop) for way in (falling, rising))
    on_falling, on_rising = across <= band // 2, along <= band // 2
    if on_falling == on_rising:
        return on_falling
    edge = min(x, y, size[0] - 1 - x, size[1] - 1 - y) <= band // 2
    above = ((falling + loop // 2) // loop + (rising + loop // 2) // loop) % 2 == 0
    other = along if on_falling else across
    return edge or above == on_falling or other > band // 2 + 1


def paint_beside(canvas: Canvas, glyphs: Glyphs, lines: tuple[int, int], start: int) -> None:
    """Knot-work on both sides of a hand that begins at a column, on so many lines."""
    y, height = lines
    width = min(MOST, start - 2 * FREE + 1) // 2 * 2
    for x in (FREE - 1, canvas.width - FREE + 1 - width):
        if not paint_plait(canvas, glyphs, (x, y, width, height)):
            paint_knots(canvas, glyphs, (x, y, width, height))


def paint_back_knots(canvas: Canvas, glyphs: Glyphs, area: tuple[int, int, int, int]) -> None:
    """Knot-work on the back of something that lies face down."""
    if not paint_plait(canvas, glyphs, area, "ground back knot"):
        paint_knots(canvas, glyphs, area, "ground back knot")
