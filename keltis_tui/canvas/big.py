"""Numbers and letters drawn large, for cards and dice that have the room; three rows high."""

from typing import Final

from keltis_tui.canvas.canvas import Canvas

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
LETTERS: Final = {
    "R": ("█▀▄", "█▀▄", "▀ ▀"),
    "Y": ("█ █", "▀█▀", " ▀ "),
    "P": ("█▀█", "█▀▀", "▀  "),
    "G": ("█▀▀ ", "█ ▀█", "▀▀▀▀"),
    "B": ("█▀▄", "█▀▄", "▀▀ "),
    "-": ("  ", "▀▀", "  "),
    "◈": (" ▄█▄ ", "▀███▀", "  ▀  "),
}
"""The rows of each colour's letter, of a minus and of a wish stone."""
HEIGHT: Final = 3


def paint_big(canvas: Canvas, x: int, y: int, width: int, text: str, style: str) -> None:
    """A number or a colour's letter in the middle of `width` cells."""
    signs = [_rows(sign) for sign in text]
    for row in range(HEIGHT):
        canvas.centre(x, y + row, width, " ".join(sign[row] for sign in signs), style)


def big_width(text: str) -> int:
    """How many cells a number takes."""
    return sum(len(_rows(sign)[0]) + 1 for sign in text) - 1


def _rows(sign: str) -> tuple[str, str, str]:
    return LETTERS[sign] if sign in LETTERS else DIGITS[int(sign)]
