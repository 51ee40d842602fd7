"""Text as it may be drawn: nothing in it commands a terminal or hides, turns or stacks letters."""

import unicodedata
from typing import Final

_UNDRAWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Mn", "Me", "Zl", "Zp"})
"""Controls, formats, surrogates, private and unassigned characters, marks that take no cell."""


def plain(text: str) -> str:
    """The text without what cannot be drawn in a cell of its own."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        character
        for character in unicodedata.normalize("NFC", text)
        if unicodedata.category(character) not in _UNDRAWN
    )
