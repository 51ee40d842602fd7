"""Numbers drawn large, for cards and stones that have the room; three rows high."""

from typing import Final

from keltis_tui.widgets.canvas import Canvas

DIGITS: Final = (
    ("█▀█", "█ █", "▀▀▀"),
    ("▀█ ", " █ ", "▀▀▀"),
    ("▀▀█", "█▀▀", "▀▀▀"),
    ("▀▀█", " ▀█", "▀▀▀"),
    ("█ █", "▀▀█", "  ▀"),
    ("█▀▀", "▀▀█", "▀▀▀"),
    ("█▀▀", "█▀█", "▀▀▀"),
    ("▀▀█", " ▄▀", " ▀ "),
    ("█▀█", "█▀█", "▀▀▀"),
    ("█▀█", "▀▀█", "▀▀▀"),
)
"""The rows of each digit."""
HEIGHT: Final = 3


def paint_big(canvas: Canvas, x: int, y: int, width: int, number: int, style: str) -> None:
    """A number in the middle of `width` cells."""
    digits = [DIGITS[int(digit)] for digit in str(number)]
    for row in range(HEIGHT):
        canvas.centre(x, y + row, width, " ".join(digit[row] for digit in digits), style)
