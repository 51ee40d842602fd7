"""What a person can set, as data: names, values, and the words for them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Self

from keltis_tui.words import N_, Words, languages


@dataclass(frozen=True)
class Settings:
    """How one person likes things; an empty value is whatever fits the terminal."""

    theme: str = ""
    signs: str = "drawn"
    confirm: str = "risky"
    mouse: str = "on"
    motion: str = "on"
    language: str = ""

    @classmethod
    def of(cls, preferences: Mapping[str, str]) -> Self:
        """The settings that were remembered; what is unknown or impossible is left out."""
        known = {each.name: preferences.get(each.name, "") for each in fields(cls)}
        return cls(**{name: value for name, value in known.items() if value in choices(name)})

    def preferences(self) -> dict[str, str]:
        """What is to be remembered: all that is not as usual."""
        usual = type(self)()
        values = {each.name: str(getattr(self, each.name)) for each in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(usual, name)}


NAMES: Final = {
    "theme": N_("look"),
    "signs": N_("signs"),
    "confirm": N_("ask before a move"),
    "mouse": N_("mouse"),
    "motion": N_("motion"),
    "language": N_("language"),
}
VALUES: Final[dict[str, dict[str, str]]] = {
    "theme": {
        "": N_("what fits this terminal"),
        "dark": N_("dark"),
        "light": N_("light"),
        "contrast": N_("high contrast"),
        "safe": N_("safe for colour-blind eyes"),
        "sixteen": N_("sixteen colours"),
        "mono": N_("no colour"),
    },
    "signs": {"drawn": N_("drawn"), "ascii": N_("plain ASCII")},
    "confirm": {
        "risky": N_("where it matters"),
        "always": N_("always"),
        "never": N_("never"),
    },
    "mouse": {"on": N_("plays"), "off": N_("selects text")},
    "motion": {"on": N_("yes"), "off": N_("no")},
}
EXPLAINED: Final = {
    "theme": N_("The colours of everything."),
    "signs": N_("Drawn signs, or letters and marks that every font has."),
    "confirm": N_("Whether a key only picks, and the same key or Enter then plays."),
    "mouse": N_("Off, the mouse marks and copies text as everywhere else."),
    "motion": N_("Dice tumble and what the others just did lights up, for a moment."),
    "language": N_("The language of every word."),
}
LANGUAGES: Final = {"en": "English", "de": "Deutsch", "hu": "Magyar", "ru": "Русский"}
"""Each language in its own words."""


def choices(name: str) -> list[str]:
    """Every value of a setting, the usual one first."""
    return ["", *languages()] if name == "language" else list(VALUES[name])


def value_in_words(words: Words, name: str, value: str) -> str:
    """What a value is called."""
    if name == "language":
        return LANGUAGES.get(value, value) or words._("as the terminal says")
    return words._(VALUES[name][value])
