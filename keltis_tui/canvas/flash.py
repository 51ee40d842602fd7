"""What somebody just did lights up for a moment, on the cells that changed with it."""

from typing import Final

from keltis_tui.canvas.canvas import Canvas

MARKS: Final = (" mark", " just")
"""The styles of what others just did."""


def paint_flash(canvas: Canvas, before: Canvas | None = None) -> None:
    """Light up everything that is marked, but for what `before`, of the same size, shows alike."""
    if before is not None and (before.width, before.height) != (canvas.width, canvas.height):
        before = None
    for y, line in enumerate(canvas.styles):
        for x, style in enumerate(line):
            if style.endswith(MARKS) and not (
                before is not None
                and before.styles[y][x] == style
                and before.texts[y][x] == canvas.texts[y][x]
            ):
                line[x] = f"{style} flash"
