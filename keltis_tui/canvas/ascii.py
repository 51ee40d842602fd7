"""A painted canvas in signs that every font has; letters of any language stay as they are."""

import unicodedata
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import BEHIND_WIDE, BESIDE

_DRAWN: Final = {
    **dict.fromkeys("╭╮╰╯┏┓┗┛┌┐└┘├┤┬┴┼╞╡╔╗╚╝", "+"),
    **dict.fromkeys("─━═┄╌—–‐", "-"),
    **dict.fromkeys("│┃║┆▏", "|"),
    **dict.fromkeys("╲▙", "\\"),
    **dict.fromkeys("╱▟", "/"),
    "╳": "X",
    **dict.fromkeys("▐▗▝", "["),
    **dict.fromkeys("▌▖▘", "]"),
    **dict.fromkeys("▀", "'"),
    **dict.fromkeys("▄", "_"),
    **dict.fromkeys("█▒░▓", "#"),
    **dict.fromkeys("‹←◀", "<"),
    **dict.fromkeys("›→▶", ">"),
    "↑": "^",
    "↓": "v",
    "…": "~",
    "×": "x",
    "±": "~",
    "·": ".",
    **dict.fromkeys("’‘", "'"),
    **dict.fromkeys("“”", '"'),
}
"""What stands for signs that are drawn."""


def _plain(character: str) -> str:
    if character.isascii() or character[0].isalpha():
        return character
    known = _DRAWN.get(character)
    if known is not None:
        return known
    simple = unicodedata.normalize("NFKD", character)[:1]
    return simple if simple.isascii() else "?"


def in_ascii(canvas: Canvas) -> None:
    """Draw again in plain signs whatever was drawn."""
    for line in canvas.texts:
        for x, character in enumerate(line):
            if character not in (BEHIND_WIDE, BESIDE) and not character.isascii():
                line[x] = _plain(character)
                if line[x].isascii() and line[x + 1 : x + 2] == [BEHIND_WIDE]:
                    line[x + 1] = " "
