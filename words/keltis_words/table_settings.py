"""What may be settled about a table, in words: each setting and its values."""

from typing import Final

from keltis_words.words import N_, Words

NAMES: Final = {
    "clock": N_("clock"),
    "absent": N_("when one is away"),
    "ends_after": N_("ends unplayed after"),
    "watchers": N_("others may watch"),
    "refill": N_("others may step in"),
    "rated": N_("rated"),
}
_NO_OR_YES: Final = {"no": N_("no"), "yes": N_("yes")}
VALUES: Final[dict[str, dict[str, str]]] = {
    "clock": {
        "none": N_("none"),
        "3+15": N_("3 min and 15 s a turn"),
        "6+30": N_("6 min and 30 s a turn"),
        "15+60": N_("15 min and 60 s a turn"),
        "1d": N_("1 day a turn"),
        "2d": N_("2 days a turn"),
        "3d": N_("3 days a turn"),
        "7d": N_("7 days a turn"),
    },
    "absent": {"ask": N_("the others decide"), "bot": N_("a bot plays on")},
    "ends_after": {"30d": N_("30 days"), "7d": N_("7 days"), "90d": N_("90 days")},
    "watchers": _NO_OR_YES,
    "refill": _NO_OR_YES,
    "rated": _NO_OR_YES,
}


def setting_name(words: Words, name: str) -> str:
    """What a setting is called; one without words by its code."""
    return words._(NAMES.get(name, "")) or name


def setting_value(words: Words, name: str, value: str) -> str:
    """What a value of a setting is called; one without words by its code."""
    return words._(VALUES.get(name, {}).get(value, "")) or value
