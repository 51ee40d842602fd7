"""What is known about the person's terminal: its kind, size, colours and language."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from keltis_server.terminal.colours import Depth
from keltis_tui.terminal_kinds import colours_of, signs_of

WIDTHS: Final = range(20, 241)
HEIGHTS: Final = range(10, 73)
UNKNOWN_SIZE: Final = (80, 24)

_TERM: Final = re.compile(r"[A-Za-z0-9._+-]{1,64}")
_LANGUAGE: Final = re.compile(r"([a-z]{2,3}(?:_[A-Z]{2})?)(?:[.@].*)?")
_TELLS: Final = re.compile(r"xterm.*|vte.*|gnome.*|konsole.*|mintty.*|tmux.*|st-.*|iterm.*")
"""Kinds that may be asked how many colours they show: they swallow a question they do not know.
`screen` hands it on to the terminal around it, whose answer would not be its own."""
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
    signs: str
    """Which signs it surely has: `drawn` or `ascii`."""
    language: str

    @property
    def can_draw(self) -> bool:
        """Whether a picture can be drawn on it at all."""
        return self.term not in {"", "dumb"}

    @property
    def tells(self) -> bool:
        """Whether it may show more colours than is known, and may be asked."""
        return self.depth is Depth.PALETTE and _TELLS.fullmatch(self.term) is not None

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
        depth=Depth(colours_of(term, environment)),
        signs=signs_of(term, environment),
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


def _language(environment: Mapping[str, str]) -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            found = _LANGUAGE.fullmatch(value)
            return found[1] if found else "en"
    return "en"
