"""Text by cells and by what people see as one letter: how wide it is, and how it is cut and broken.

Terminals count cells character by character and disagree on some: joined emoji, shades of skin,
variants, flags. Text is brought into a form on which they agree before it is measured or drawn.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rich.cells import get_character_cell_size
from wcwidth import iter_graphemes

BEHIND_WIDE: Final = ""
"""The text of the second cell of a letter that is two cells wide."""
BESIDE: Final = "\u00a0"
"""The text of the cell that is kept free behind a letter with a mark beside it; a blank."""
CUT: Final = "…"
"""What a text ends in that is not there to its end."""
MARKS: Final = 3
"""How many marks are drawn above and below one letter; the server allows no more."""

_UNDRAWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, formats, joiners, surrogates, private and unassigned characters, ends of lines."""
_VARIANTS: Final = frozenset(
    chr(place)
    for span in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0x1F3FB, 0x1F400), (0xE0100, 0xE01F0))
    for place in range(*span)
)
"""Which shape or shade of the sign before is meant."""
_JOINERS: Final = frozenset("\u200c\u200d")
"""Whether the signs beside are joined."""
_FLAG_LETTERS: Final = {0x1F1E6 + number: chr(ord("A") + number) for number in range(26)}
"""A flag is two of these; as letters they take two cells everywhere."""


def beside(mark: str) -> bool:
    """Whether a mark stands beside its letter, for which some terminals have a cell of its own."""
    return unicodedata.category(mark) == "Mc"


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The text as it may be drawn: nothing commands a terminal or hides, turns or piles letters."""
    if text.isascii() and text.isprintable():
        return text
    drawable = (
        character
        for character in text.translate(_FLAG_LETTERS)
        if unicodedata.category(character) not in _UNDRAWN and character not in _VARIANTS
    )
    kept: list[str] = []
    marks = MARKS
    for character in unicodedata.normalize("NFC", "".join(drawable)):
        if get_character_cell_size(character):
            marks = MARKS if character.isspace() else 0
            kept.append(character)
        elif marks < MARKS and len(list(iter_graphemes(kept[-1] + character))) == 1:
            marks += 1
            kept.append(character)
    return unicodedata.normalize("NFC", "".join(kept))


def loses(text: str) -> bool:
    """Whether something is missing in the text as it may be drawn, joiners and variants aside."""
    if text.isascii() and text.isprintable():
        return False
    meant = (each for each in text.translate(_FLAG_LETTERS) if each not in _VARIANTS | _JOINERS)
    return plain(text) != unicodedata.normalize("NFC", "".join(meant))


@lru_cache(maxsize=4096)
def cells(text: str) -> tuple[str, ...]:
    """What stands in each cell when the text is drawn; marks stand in the cell of their letter."""
    shown = plain(text)
    if shown.isascii():
        return tuple(shown)
    drawn: list[str] = []
    letter = 0
    for character in shown:
        size = get_character_cell_size(character)
        if size:
            letter = len(drawn)
            drawn += [character, BEHIND_WIDE][:size]
        else:
            drawn[letter] += character
            if beside(character) and letter == len(drawn) - 1:
                drawn.append(BESIDE)
    return tuple(drawn)


def width_of(text: str) -> int:
    """How many cells the text takes."""
    return len(cells(text))


def letters(text: str) -> Sequence[str]:
    """What people see as one letter each (grapheme clusters), of the text as it is drawn."""
    shown = plain(text)
    return tuple(shown) if shown.isascii() else tuple(iter_graphemes(shown))


def cut(text: str, room: int, end: str = CUT) -> str:
    """The text in at most so many cells; what was cut ends in `end`, if there is room for it."""
    if width_of(text) <= room:
        return plain(text)
    end = end if width_of(end) <= room else ""
    kept, _ = _split(letters(text), room - width_of(end))
    return "".join(kept) + end


def pad(text: str, room: int) -> str:
    """The text in exactly so many cells, cut or followed by blanks."""
    shown = cut(text, room)
    return shown + " " * (room - width_of(shown))


def wrap(text: str, room: int, most: int | None = None) -> list[str]:
    """Text in lines of at most so many cells, broken between words where that is possible.

    A letter that is wider than a line stands in a line of its own. If there are to be at most so
    many lines, the last one ends in an ellipsis.
    """
    lines: list[str] = []
    line = ""
    for word in plain(" ".join(text.split())).split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer) <= room:
            line = longer
            continue
        rest = letters(word)
        if line and width_of(word) > room > width_of(line) + 1:
            begun, rest = _split(rest, room - width_of(line) - 1)
            line = f"{line} {''.join(begun)}".rstrip(" ")
        lines += [line] if line else []
        while sum(map(width_of, rest)) > room:
            begun, rest = _split(rest, room)
            begun, rest = begun or rest[:1], rest if begun else rest[1:]
            lines.append("".join(begun))
        line = "".join(rest)
    lines += [line] if line else []
    if most is not None and len(lines) > most:
        lines = [*lines[: most - 1], f"{cut(lines[most - 1], room - 2, '')} {CUT}"]
    return lines


def _split(seen: Sequence[str], room: int) -> tuple[Sequence[str], Sequence[str]]:
    """The letters that fit into so many cells, and those that do not."""
    for number, letter in enumerate(seen):
        room -= width_of(letter)
        if room < 0:
            return seen[:number], seen[number:]
    return seen, ()
