"""What a page of the rules is made of."""

from dataclasses import dataclass
from typing import Final

from keltis_words.words import N_


@dataclass(frozen=True)
class Page:
    """One thing to know about a game."""

    name: str
    """What it is called among the pages of its game, so that a drawing can belong to it."""
    title: str
    text: tuple[str, ...]
    """Paragraphs, untranslated."""
    rules: str
    """The rules it tells of, as the specification numbers them."""
    phases: tuple[str, ...] = ()
    """The phases of a turn at which the book opens here."""


WINNERS: Final = N_("The most points win; several players with the same most points all win.")
"""C9"""
