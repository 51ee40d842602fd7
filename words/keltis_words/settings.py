"""What a person can set, in words: each setting, its values, and what it is good for."""

from typing import Final

from keltis_words.bots import KINDS, temper
from keltis_words.words import N_, Words

NAMES: Final = {
    "theme": N_("look"),
    "colours": N_("colours"),
    "signs": N_("signs"),
    "confirm": N_("ask before a move"),
    "mouse": N_("mouse"),
    "motion": N_("motion"),
    "notice": N_("notice on your turn"),
    "bot": N_("bot in a quick game"),
    "language": N_("language"),
}
VALUES: Final[dict[str, dict[str, str]]] = {
    "theme": {
        "": N_("as usual"),
        "dark": N_("dark"),
        "light": N_("light"),
        "contrast": N_("high contrast"),
        "safe": N_("safe for colour-blind eyes"),
    },
    "colours": {
        "": N_("automatic"),
        "full": N_("16 million"),
        "256": "256",
        "16": "16",
        "none": N_("none"),
    },
    "signs": {
        "": N_("what fits this terminal"),
        "drawn": N_("drawn"),
        "ascii": N_("plain ASCII"),
    },
    "confirm": {
        "risky": N_("where it matters"),
        "always": N_("always"),
        "never": N_("never"),
    },
    "mouse": {"on": N_("plays"), "off": N_("selects text")},
    "motion": {"on": N_("yes"), "off": N_("no")},
    "notice": {"off": N_("bell and title"), "9": N_("also by OSC 9"), "777": N_("also by OSC 777")},
    "bot": {kind: KINDS[kind] for kind in ("club", "master", "any", "novice")},
}
EXPLAINED: Final = {
    "theme": N_("The colours of everything."),
    "colours": N_("How many this terminal shows. Automatic finds out, and is careful."),
    "signs": N_("Drawn signs, or letters and marks that every font has."),
    "confirm": N_("Whether a key only picks, and the same key or Enter then plays."),
    "mouse": N_("Off, the mouse marks and copies text as everywhere else."),
    "motion": N_("Dice tumble and what the others just did lights up, for a moment."),
    "notice": N_(
        "Whether the terminal also shows a notice: iTerm2 by 9, foot by 777, others by either."
    ),
    "bot": N_("Who plays against you when you begin one."),
    "language": N_("The language of every word."),
}
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "hu": "Magyar", "ru": "Русский"}
"""Each language in its own words."""


def explained(words: Words, name: str, value: str) -> str:
    """What a setting is good for, and how the bot that is chosen plays."""
    meant = words._(EXPLAINED[name])
    return f"{meant} {temper(words, value)}" if name == "bot" else meant


def value_in_words(words: Words, name: str, value: str) -> str:
    """What a value is called."""
    if name == "language":
        return LANGUAGES.get(value, value) or words._("as the terminal says")
    return words._(VALUES[name][value])
