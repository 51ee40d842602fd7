"""What a style is in the sequences of one terminal, and the shortest way from one to the next."""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

from keltis_server.terminal.colours import Depth

_SYSTEMS: Final = {
    Depth.SIXTEEN: ColorSystem.STANDARD,
    Depth.PALETTE: ColorSystem.EIGHT_BIT,
    Depth.FULL: ColorSystem.TRUECOLOR,
}


class Look(NamedTuple):
    """How cells look: the codes of their ink, of their ground, and of everything else."""

    ink: str
    ground: str
    marks: str
    lined: bool
    """Whether even a blank shows more than its ground: underlined, or ink and ground changed."""


PLAIN: Final = Look("", "", "", lined=False)
"""How a terminal writes after a reset."""


@lru_cache(maxsize=4096)
def look_of(style: Style, depth: Depth) -> Look:
    """A style on a terminal of so many colours."""
    marks = {
        "1": style.bold,
        "2": style.dim,
        "3": style.italic,
        "4": style.underline,
        "7": style.reverse,
        "9": style.strike,
    }
    return Look(
        _codes(style.color, depth, foreground=True),
        _codes(style.bgcolor, depth, foreground=False),
        ";".join(code for code, on in marks.items() if on),
        lined=bool(style.underline or style.reverse or style.strike),
    )


def _codes(colour: Color | None, depth: Depth, *, foreground: bool) -> str:
    if colour is None or colour.is_default or depth is Depth.NONE:
        return ""
    return ";".join(colour.downgrade(_SYSTEMS[depth]).get_ansi_codes(foreground))


@lru_cache(maxsize=16384)
def step(before: Look, after: Look) -> str:
    """The shortest sequence after which a terminal that wrote like `before` writes like `after`."""
    if (before.ink, before.ground, before.marks) == (after.ink, after.ground, after.marks):
        return ""
    anew = _sequence("0", after.marks, after.ink, after.ground)
    added = _added(before.marks, after.marks)
    if added is None or (before.ink and not after.ink) or (before.ground and not after.ground):
        return anew
    ink = after.ink if after.ink != before.ink else ""
    ground = after.ground if after.ground != before.ground else ""
    return min(_sequence(added, ink, ground), anew, key=len)


def _added(before: str, after: str) -> str | None:
    """The marks to add, or None if some are to be taken away, which only a reset does for all."""
    had, wanted = set(before.split(";")), after.split(";")
    if before and not had <= set(wanted):
        return None
    return ";".join(mark for mark in wanted if mark not in had)


def _sequence(*codes: str) -> str:
    return f"\x1b[{';'.join(filter(None, codes))}m"
