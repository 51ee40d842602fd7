"""What is known of kinds of terminals by name: how many colours they show and which signs."""

import re
from collections.abc import Mapping
from typing import Final

NOTICES: Final = {
    "9": "\x1b]9;Keltis: it is your turn\x1b\\",
    "777": "\x1b]777;notify;Keltis;it is your turn\x1b\\",
}
"""What has a terminal show a notice, by the number of the sequence: always in these words."""

_FULL: Final = re.compile(
    r".*-direct|.*-truecolor|xterm-kitty|kitty|(?:xterm-)?ghostty|alacritty.*|foot.*|wezterm.*"
    r"|contour.*|rio"
)
"""Kinds that show 16 million colours whether they say so or not."""
_SIXTEEN: Final = re.compile(r"linux.*|.*-16color|cons25|ansi|cygwin")
_NO_COLOUR: Final = re.compile(r"vt\d+.*|.*-mono|.*-m|dumb")
_FEW_SIGNS: Final = re.compile(r"linux.*|cons25|ansi|cygwin|vt\d+.*|sun.*|wyse.*|dumb")
"""Kinds that draw letters and a few lines, and no more that could be relied on."""
_UTF8: Final = re.compile(r".*\.utf-?8(?:@.*)?", re.IGNORECASE)
_NO_UTF8: Final = re.compile(r"C|POSIX|.*\..*")


def colours_of(term: str, environment: Mapping[str, str]) -> str:
    """How many colours a terminal shows: `none`, `16`, `256` or `full`."""
    if environment.get("NO_COLOR") or _NO_COLOUR.fullmatch(term):
        return "none"
    if environment.get("COLORTERM") in {"truecolor", "24bit"} or _FULL.fullmatch(term):
        return "full"
    return "16" if _SIXTEEN.fullmatch(term) else "256"


def signs_of(term: str, environment: Mapping[str, str]) -> str:
    """The signs that a terminal surely has: `drawn` or `ascii`."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next(filter(None, map(environment.get, names)), "")
    unknown = bool(_NO_UTF8.fullmatch(locale)) and not _UTF8.fullmatch(locale)
    return "ascii" if unknown or _FEW_SIGNS.fullmatch(term) else "drawn"
