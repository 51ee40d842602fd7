"""What a person can set, as data."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, Self

from keltis_words.settings import VALUES
from keltis_words.words import languages

WERE_LOOKS: Final = {
    "sixteen": {"theme": "", "colours": "16"},
    "mono": {"theme": "", "colours": "none"},
}
"""What was remembered as a look before one could say how many colours there are."""


@dataclass(frozen=True)
class Settings:
    """How one person likes things; an empty value is whatever fits the terminal."""

    theme: str = ""
    colours: str = ""
    signs: str = ""
    confirm: str = "risky"
    mouse: str = "on"
    motion: str = "on"
    notice: str = "off"
    bot: str = "club"
    language: str = ""

    @classmethod
    def of(cls, preferences: Mapping[str, str]) -> Self:
        """The settings that were remembered; what is unknown or impossible is left out."""
        kept = {**preferences, **WERE_LOOKS.get(preferences.get("theme", ""), {})}
        known = {each.name: kept.get(each.name, "") for each in fields(cls)}
        return cls(**{name: value for name, value in known.items() if value in choices(name)})

    def preferences(self) -> dict[str, str]:
        """What is to be remembered: all that is not as usual."""
        usual = type(self)()
        values = {each.name: str(getattr(self, each.name)) for each in fields(self)}
        return {name: value for name, value in values.items() if value != getattr(usual, name)}


def choices(name: str) -> list[str]:
    """Every value of a setting, the usual one first."""
    return ["", *languages()] if name == "language" else list(VALUES[name])
