"""What a style is in the sequences of one terminal, and the shortest way from one to the next."""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color, ColorSystem
from rich.style import Style

from keltis_server.terminal.colours import Depth
from keltis_tui.themes import Theme

_TAKES_AWAY: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The code that takes a mark away."""
_SYSTEMS: Final = {
    Depth.SIXTEEN: ColorSystem.STANDARD,
    Depth.PALETTE: ColorSystem.EIGHT_BIT,
    Depth.FULL: ColorSystem.TRUECOLOR,
}


class Look(NamedTuple):
    """How cells look: the codes of their ink, of their ground, and of everything else."""

    ink: str
    ground: str
    marks: frozenset[str]
    lined: bool
    """Whether even a blank shows more than its ground: underlined, or ink and ground changed."""


PLAIN: Final = Look("", "", frozenset(), lined=False)
"""How a terminal writes after a reset."""


class Looks(dict[str, Look]):
    """What every style name of a theme is on a terminal of so many colours."""

    def __init__(self, theme: Theme, depth: Depth) -> None:
        super().__init__()
        self.theme = theme
        self.depth = depth

    def __missing__(self, names: str) -> Look:
        look = self[names] = look_of(self.theme.style(names), self.depth)
        return look


_LOOKS: Final[dict[tuple[int, Depth], Looks]] = {}


def looks_for(theme: Theme, depth: Depth) -> Looks:
    """The looks of a theme, worked out once for all sessions."""
    key = (id(theme), depth)
    if key not in _LOOKS:
        _LOOKS[key] = Looks(theme, depth)
    return _LOOKS[key]


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
        frozenset(code for code, on in marks.items() if on),
        lined=bool(style.underline or style.reverse or style.strike),
    )


def alike(one: Look, other: Look, text: str) -> bool:
    """Whether a text looks the same in both: of a blank only the ground is seen."""
    if one is other:
        return True
    if one.lined or other.lined or not text.isspace():
        return one == other
    return one.ground == other.ground


def _codes(colour: Color | None, depth: Depth, *, foreground: bool) -> str:
    if colour is None or colour.is_default or depth is Depth.NONE:
        return ""
    return ";".join(colour.downgrade(_SYSTEMS[depth]).get_ansi_codes(foreground))


@lru_cache(maxsize=16384)
def step(before: Look, after: Look) -> str:
    """The shortest sequence after which a terminal that wrote like `before` writes like `after`."""
    taken = {_TAKES_AWAY[mark] for mark in before.marks - after.marks}
    # Bold and faint are taken away together.
    added = {mark for mark in after.marks if mark not in before.marks or _TAKES_AWAY[mark] in taken}
    ink = after.ink or "39" if after.ink != before.ink else ""
    ground = after.ground or "49" if after.ground != before.ground else ""
    codes = [*sorted(taken), *sorted(added), *filter(None, (ink, ground))]
    if not codes:
        return ""
    anew = ["0", *sorted(after.marks), *filter(None, (after.ink, after.ground))]
    return min(f"\x1b[{';'.join(codes)}m", f"\x1b[{';'.join(anew)}m", key=len)
