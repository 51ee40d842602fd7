"""What lies and stands on the stones of the paths, painted: tiles, and everybody's figures."""

from collections.abc import Sequence
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.layout import Layout
from keltis_tui.table.paths import face, foot, stone_row

SNUG: Final = 8
"""On stones of this width three figures and more stand side by side without room between."""
SMALL: Final = (" ▄ ", "▐.▌", "▗█▖")
LARGE: Final = ("▟█▙", "█.█", "▟█▙")
STONE: Final = ("▗▄▖", "█.█", "▝▀▘")
"""Figures and a player's stone line by line, the sign where the dot is.

The last line is left out where there is no room for it.
"""


def slot(layout: Layout, seats: int, path: int, seat: int) -> int:
    """Each seat has its own place on every stone, so that figures never hide one another."""
    x = layout.column(path)
    if layout.large:
        first = x + 1 + _tile_width(layout)
        pitch = (x + layout.stone_width - 1 - first) // seats
        return first + pitch * seat + (pitch - 1) // 2
    return x + 3 + seat * (2 if seats == 2 or layout.stone_width > SNUG else 1)


def _tile_width(layout: Layout) -> int:
    return 4 if layout.grand else 3


def paint_piece(
    canvas: Canvas,
    layout: Layout,
    at: tuple[int, int],
    glyph: str,
    style: str,
    shape: Sequence[str],
) -> None:
    """A figure or stone of a player; where there is room it has its shape."""
    x, y = at
    if layout.large:
        for line, text in enumerate(shape[: 3 if layout.grand else 2], y - 1):
            canvas.put(x - 1, line, text, foot(style))
    canvas.put(x, y, glyph, style)


def paint_tile(
    canvas: Canvas,
    layout: Layout,
    at: tuple[int, int],
    sign: tuple[str, str],
    framed: bool,
    top: int = 0,
) -> None:
    """What lies on a stone of a path; where there is room it is a plate, round if not `framed`."""
    path, stone = at
    text, style = sign
    x, y = layout.column(path) + 1, stone_row(layout, stone) - top
    if not layout.large:
        canvas.put(x, y, text, f"{face(path, stone)} {style}")
        return
    width = 3 if len(text) == 1 else _tile_width(layout)
    if not framed:
        edge = f"{face(path, stone)} plate"
        upper, lower = ("▗▄▖", "▝▀▘") if layout.grand else ("▄▄▄", "")
        canvas.put(x, y - 1, _wider(upper, width), edge)
        canvas.put(x, y + 1, _wider(lower, width), edge)
    canvas.fill(x, y, width, 1, "ground")
    canvas.centre(x, y, width, text, f"ground {style}")


def _wider(line: str, width: int) -> str:
    """A line of a plate made wider in its middle."""
    return f"{line[:1]}{line[1:2] * (width - 2)}{line[2:]}"
