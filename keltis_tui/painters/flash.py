"""One of two motions: what the others just did lights up for a moment."""

from typing import Final

from keltis_tui.widgets.canvas import Canvas

MARKS: Final = (" mark", " just")
"""The styles of what others just did."""


def paint_flash(canvas: Canvas) -> None:
    """Light up everything that is marked."""
    for line in canvas.styles:
        for x, style in enumerate(line):
            if style.endswith(MARKS):
                line[x] = f"{style} flash"
