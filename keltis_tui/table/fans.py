"""A row of cards lying open, each over the one before it."""

from collections.abc import Sequence
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_words.glyphs import Glyphs

PITCH: Final = 3
"""How much of a card one line high is seen at least, if there is room: its edge and two digits."""
WIDEST: Final = 6
"""How much of a higher card is seen at most."""


def paint_fan(
    canvas: Canvas,
    glyphs: Glyphs,
    area: tuple[int, int, int, int],
    colour: int,
    row: Sequence[int],
) -> None:
    """The last cards of a row that fit, closer together if they are many.

    Where they are higher than a line they show the shape of their colour, and the last one, which
    lies on top, is seen whole.
    """
    x, y, width, height = area
    face = f"ground goal.{colour}"
    pitch = max(2, min(PITCH if height == 1 else WIDEST, width // len(row)))
    sizes = [max(pitch, 1 + len(str(value))) for value in row]
    while sum(sizes) > width:
        row, sizes = row[1:], sizes[1:]
    for value, size in zip(row, sizes, strict=True):
        for line in range(y, y + height):
            canvas.put(x, line, f"{glyphs.card_edge}{' ' * (size - 1)}", face)
        canvas.put(x + 1, y, str(value), f"{face} strong")
        if height > 1:
            canvas.put(x + 1, y + height - 1, glyphs.paths[colour], face)
        x += size
    for line in range(y, y + height):
        canvas.put(x, line, glyphs.right_edge, f"ground goal_edge.{colour}")
