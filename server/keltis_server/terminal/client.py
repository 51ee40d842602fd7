"""What is known about the person's terminal: its kind, size, colours and language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from keltis_server.terminal.colours import Depth

WIDTHS: Final = range(20, 501)
HEIGHTS: Final = range(10, 201)
UNKNOWN_SIZE: Final = (80, 24)

_TERM: Final = re.compile(r"[A-Za-z0-9._+-]{1,64}")
_LANGUAGE: Final = re.compile(r"([a-z]{2,3}(?:_[A-Z]{2})?)(?:[.@].*)?")
_FULL: Final = re.compile(r".*-direct|xterm-kitty|xterm-ghostty|alacritty|foot|foot-.*|wezterm")
_SIXTEEN: Final = re.compile(r"linux|.*-16color|cons25|ansi|cygwin")
_NO_COLOUR: Final = re.compile(r"vt\d+.*|.*-mono|.*-m")
_ERASES: Final = re.compile(
    r"xterm.*|linux.*|rxvt.*|putty.*|konsole.*|vte.*|gnome.*|alacritty.*|foot.*|kitty.*|wezterm.*"
)
"""Kinds whose entry in terminfo has `bce`: what is erased takes the ground of the pen."""
_UNTITLED: Final = re.compile(r"linux|vt\d+.*|cons25|ansi|cygwin")


@dataclass(frozen=True, slots=True)
class Client:
    """One person's terminal."""

    term: str
    """The kind, as the client names it; empty if the client has no terminal."""
    width: int
    height: int
    depth: Depth
    language: str

    @property
    def can_draw(self) -> bool:
        """Whether a picture can be drawn on it at all."""
        return self.term not in {"", "dumb"}

    @property
    def titled(self) -> bool:
        """Whether its window has a title to set."""
        return not _UNTITLED.fullmatch(self.term)

    @property
    def erases(self) -> bool:
        """Whether erased cells take the ground that is written with."""
        return _ERASES.fullmatch(self.term) is not None


def describe(term: str, size: tuple[int, int], environment: Mapping[str, str]) -> Client:
    """What a client said of its terminal, believed only as far as it is sound."""
    term = term if _TERM.fullmatch(term) else ("xterm" if term else "")
    width, height = clamp(*size)
    return Client(
        term=term,
        width=width,
        height=height,
        depth=_depth(term, environment),
        language=_language(environment),
    )


def clamp(width: int, height: int) -> tuple[int, int]:
    """The nearest size that is drawn; an unknown size (0) is the usual one."""
    width = width or UNKNOWN_SIZE[0]
    height = height or UNKNOWN_SIZE[1]
    return (
        max(WIDTHS.start, min(width, WIDTHS.stop - 1)),
        max(HEIGHTS.start, min(height, HEIGHTS.stop - 1)),
    )


def _depth(term: str, environment: Mapping[str, str]) -> Depth:
    if environment.get("NO_COLOR") or _NO_COLOUR.fullmatch(term):
        return Depth.NONE
    if environment.get("COLORTERM") in {"truecolor", "24bit"} or _FULL.fullmatch(term):
        return Depth.FULL
    if _SIXTEEN.fullmatch(term):
        return Depth.SIXTEEN
    return Depth.PALETTE


def _language(environment: Mapping[str, str]) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            found = _LANGUAGE.fullmatch(value)
            return found[1] if found else "en"
    return "en"
