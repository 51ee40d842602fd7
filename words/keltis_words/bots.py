"""What kinds of bots are called, and the temper of each."""

from typing import Final

from keltis_words.words import N_, Words

KINDS: Final = {
    "any": N_("random player"),
    "novice": N_("novice"),
    "club": N_("club player"),
    "master": N_("master"),
}
STRENGTHS: Final = ("novice", "club", "master", "any")
"""The weakest first; last who does not try."""
USUAL: Final = "club"
TEMPERS: Final = {
    "any": N_("Makes any move there is: to try things out."),
    "novice": N_("Plays sensibly, and makes the mistakes that people make."),
    "club": N_("Plays well by rules of thumb, and at once."),
    "master": N_("Thinks every move through, for a second at most. Hard to beat."),
}


def bot_name(words: Words, kind: str) -> str:
    """What a kind of bot is called; one without words by its code."""
    return words._(KINDS.get(kind, "")) or kind


def temper(words: Words, kind: str) -> str:
    """How a kind of bot plays; nothing of one without words."""
    return words._(TEMPERS[kind]) if kind in TEMPERS else ""
