"""What people write: nothing in it commands a terminal, is invisible, or piles marks up."""

import unicodedata
from typing import Final

LONGEST_WORD: Final = 64
MARKS: Final = 3
"""How many combining marks may follow a letter."""

_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Controls, formats (bidi, zero-width, tags), surrogates, private, unassigned, line ends."""
_MARKS: Final = frozenset({"Mn", "Me"})
_INVISIBLE: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800")
"""Letters, marks and signs that are drawn as nothing."""
_VARIANTS: Final = frozenset(
    chr(place)
    for span in ((0x180B, 0x1810), (0xFE00, 0xFE10), (0xE0100, 0xE01F0))
    for place in range(*span)
)
"""Which shape of the sign before is meant; no terminal agrees on them, so they are left out."""


def tidy(text: str) -> str:
    """The text as it is kept: composed (NFC), spaces put in order, no variant selectors."""
    kept = "".join(c for c in text if c not in _VARIANTS)
    spaced = "".join(" " if unicodedata.category(c) == "Zs" else c for c in kept)
    return unicodedata.normalize("NFC", spaced).strip(" ")


def word_refusal(word: str) -> str | None:
    """Why nobody may give `word` (tidied) as a lucky word, as a code, or None."""
    if len(word) > LONGEST_WORD:
        return "word_too_long"
    if not drawable(word):
        return "word_characters"
    return None


def line_refusal(line: str) -> str | None:
    """Why nobody may say `line` (tidied) at a table, as a code, or None."""
    if not line:
        return "line_empty"
    return None if drawable(line) else "line_characters"


def drawable(text: str) -> bool:
    """Whether everything in the text (tidied) is seen, and nothing else happens."""
    marks = MARKS
    for character in text:
        category = unicodedata.category(character)
        if category in _REFUSED or character in _INVISIBLE:
            return False
        marks = marks + 1 if category in _MARKS else 0
        if marks > MARKS:
            return False
    return True
