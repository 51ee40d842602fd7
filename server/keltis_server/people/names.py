"""What people may be called: short, one script, and not to be mistaken for anybody else."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from typing import Final

from keltis_server import look_alikes
from keltis_server.people.codes import code

SHORTEST: Final = 2
LONGEST: Final = 16
MARKS: Final = "_-."
"""What a name may hold besides letters and digits."""
_PLAIN: Final = frozenset("0123456789" + MARKS)

MARK: Final = "~"
"""Stands before the name of every guest, and in no name that anybody can take."""

BOT_NAMES: Final = ("Aoife", "Bran", "Ciara", "Donal", "Eithne", "Finn", "Grania", "Oisin")
"""What bots are called at a table, in this order …"""
NAMES_OF: Final[dict[str, tuple[str, ...]]] = {
    "novice": ("Niamh", "Padraig", "Sorcha", "Tadhg"),
    "master": ("Lugh", "Scathach", "Ogma", "Nuada"),
    "any": ("Puca", "Clurichaun", "Banshee", "Selkie"),
}
"""… but for those whose strength one can tell by the name."""


def bot_name(kind: str, taken: Collection[str]) -> str:
    """What the next bot of a kind is called at a table where these names are taken."""
    names = (*NAMES_OF.get(kind, ()), *BOT_NAMES)
    return next(name for name in names if name not in taken)


SOMEBODY: Final = "somebody"
"""Stands where the name of a person stood who asked to be forgotten."""

_RESERVED: Final = (
    *BOT_NAMES,
    *(name for names in NAMES_OF.values() for name in names),
    SOMEBODY,
    *("admin", "administrator", "root", "system", "server", "host", "owner", "operator", "staff"),
    *("moderator", "support", "keltis", "dealer", "bot", "robot", "nobody", "everyone", "you"),
    *("админ", "система", "сервер"),
)
_GUEST: Final = "guest"

_MISREAD: Final = "\u017f\u1e9b"
"""A long s counts as an s by its case and looks like an f: it stands in no name."""


def script_of(letter: str) -> str:
    """`latin`, `cyrillic`, or empty for anything that stands in no name."""
    place = ord(letter)
    if unicodedata.category(letter) not in ("Lu", "Ll") or letter in _MISREAD:
        return ""
    if place < 0x250 or 0x1E00 <= place < 0x1F00:
        return "latin"
    return "cyrillic" if 0x400 <= place < 0x530 else ""


def allowed(letter: str) -> bool:
    """Whether a character can stand in a name."""
    return letter in _PLAIN or bool(script_of(letter))


def tidy(name: str) -> str:
    """The name as it is kept: composed (NFC)."""
    return unicodedata.normalize("NFC", name)


def refusal(name: str) -> str | None:
    """Why nobody may be called `name` (tidied), as a code, or None."""
    if len(name) < SHORTEST:
        return "name_too_short"
    if len(name) > LONGEST:
        return "name_too_long"
    scripts = {script_of(letter) for letter in name if letter not in _PLAIN}
    if "" in scripts or not name[0].isalnum():
        return "name_characters"
    if len(scripts) > 1:
        return "name_mixed_scripts"
    shape = skeleton(name)
    if shape in _RESERVED_SHAPES or shape.startswith(skeleton(_GUEST)):
        return "name_reserved"
    return None


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """What is left of a name when case, accents, marks and look-alikes are taken away."""
    return look_alikes.shape(name)


_RESERVED_SHAPES: Final = frozenset(skeleton(name) for name in _RESERVED)


def as_guest(name: str) -> str:
    """The name of somebody without an account: nobody takes it for an account's."""
    return MARK + name


def guest_name() -> str:
    """A name for a guest whose own cannot be had, such as `guest-K7Q`."""
    return f"{_GUEST}-{code(3)}"
