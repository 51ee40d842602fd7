"""What a style is in the sequences of one terminal, and the shortest way from one to the next."""

from functools import lru_cache
from typing import Final, NamedTuple

from rich.color import Color
from rich.style import Style

from keltis_tui.canvas.themes import Theme

_TAKES_AWAY: Final = {"1": "22", "2": "22", "3": "23", "4": "24", "7": "27", "9": "29"}
"""The code that takes a mark away."""


class CellStyle(NamedTuple):
    """How cells look: the codes of their ink, of their ground, and of everything else."""

    ink: str
    ground: str
    marks: frozenset[str]
    lined: bool
    """Whether even a blank shows more than its ground: underlined, or ink and ground changed."""


PLAIN: Final = CellStyle("", "", frozenset(), lined=False)
"""How a terminal writes after a reset."""


class Styles(dict[str, CellStyle]):
    """What every style name of a theme is in sequences."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme

    def __missing__(self, names: str) -> CellStyle:
        style = self[names] = cell_style(self.theme.style(names))
        return style


_STYLES: Final[dict[int, Styles]] = {}


def styles_for(theme: Theme) -> Styles:
    """The styles of a theme, worked out once for all sessions."""
    if id(theme) not in _STYLES:
        _STYLES[id(theme)] = Styles(theme)
    return _STYLES[id(theme)]


def cell_style(style: Style) -> CellStyle:
    """A style in the very colours its theme spells; nothing is rounded here."""
    marks = {
        "1": style.bold,
        "2": style.dim,
        "3": style.italic,
        "4": style.underline,
        "7": style.reverse,
        "9": style.strike,
    }
    return CellStyle(
        _codes(style.color, foreground=True),
        _codes(style.bgcolor, foreground=False),
        frozenset(code for code, on in marks.items() if on),
        lined=bool(style.underline or style.reverse or style.strike),
    )


def looks_same(one: CellStyle, other: CellStyle, text: str) -> bool:
    """Whether a text looks the same in both: of a blank only the ground is seen."""
    if one is other:
        return True
    if one.lined or other.lined or not text.isspace():
        return one == other
    return one.ground == other.ground


def _codes(colour: Color | None, *, foreground: bool) -> str:
    if colour is None or colour.is_default:
        return ""
    return ";".join(colour.get_ansi_codes(foreground))


@lru_cache(maxsize=16384)
def style_change(before: CellStyle, after: CellStyle) -> str:
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
