"""What may be settled about a table, as opposed to the game that is played there."""

from collections.abc import Mapping
from typing import Final

from keltis_server.people.who import Who
from keltis_server.refusal import Refusal

SETTINGS: Final[dict[str, tuple[str, ...]]] = {
    "clock": ("none", "3+15", "6+30", "15+60", "1d", "2d", "3d", "7d"),
    "watchers": ("yes", "no"),
    "refill": ("no", "yes"),
    "rated": ("no", "yes"),
    "absent": ("ask", "bot"),
    "ends_after": ("30d", "7d", "90d"),
}
"""Each setting's name and its values, the default first."""


def offered() -> dict[str, list[str]]:
    """Every setting and what may be chosen, the default first."""
    return {name: list(values) for name, values in SETTINGS.items()}


def settled(wishes: Mapping[str, str]) -> dict[str, str]:
    """What of these wishes is to be written down: whatever is not the default; or a refusal."""
    for name, value in wishes.items():
        if value not in SETTINGS.get(name, ()):
            raise Refusal("bad_setting")
    return written(wishes)


def check_key(settings: Mapping[str, str], who: Who) -> None:
    """Refuse a guest where games are rated, for nobody could be told apart by that."""
    if settings.get("rated") == "yes" and who.guest:
        raise Refusal("rated_needs_key")


def complete(written: Mapping[str, str]) -> dict[str, str]:
    """Every setting, also those of which nothing is written; an unknown one stays as it is."""
    return {name: values[0] for name, values in SETTINGS.items()} | dict(written)


def written(agreed: Mapping[str, str]) -> dict[str, str]:
    """What of everything that is settled is to be written down."""
    usual = complete({})
    return {name: value for name, value in agreed.items() if usual.get(name) != value}
