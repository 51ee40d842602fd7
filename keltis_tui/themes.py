"""Themes: what each style name looks like, and which glyph stands for which thing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style

from keltis_tui.palettes import CONTRAST, PARCHMENT, PEAT, SAFE, SIXTEEN, Palette


@dataclass(frozen=True)
class Glyphs:
    """The characters of a table, each one cell wide."""

    paths: str = "♦☼♥♠≈"
    """The shape of each colour, beside its letter."""
    small: str = "○□△▽"
    """Each seat's small figures."""
    large: str = "●■▲▼"
    """Each seat's large figure, and its sign wherever it is named."""
    clover: str = "☘"
    wish_stone: str = "◈"
    mirror: str = "◐"
    spiral: str = "@"
    priestess: str = "♛"
    done: str = "✓"
    leprechaun: str = "☻"
    cross: str = "╳"
    """Crossed branches: no stone may stop there."""
    knot: str = "╱╲"
    """What knot-work is woven of, at the edges."""
    branches: str = "╲╱"
    """What crossed branches are drawn of where there is room."""
    again: str = "↻"
    """Another turn, another roll."""
    plus: str = "+"
    up: str = "↑"
    down: str = "↓"
    times: str = "×"
    arrow: str = "→"
    nothing: str = "–"
    turn: str = "▶"
    deck: str = "▒"
    field: str = "·"
    several: str = "≡"
    dot: str = "·"
    upright: str = "│"
    level: str = "─"
    left_edge: str = "▐"
    right_edge: str = "▌"
    big: str = "█▀▄"
    """What large numbers and letters are drawn of; empty if there are none."""
    seam: str = ""
    """What parts stones from one another where they have no colour of their own."""


DRAWN: Final = Glyphs()
"""The usual signs."""
FRAMED: Final = Glyphs(seam="▕")
"""The same for looks whose stones are only framed."""
ASCII: Final = Glyphs(
    paths="^=%#~", small="ohvz", large="OHVZ", clover="&", wish_stone="$", mirror="(",
    priestess="!", done="/", leprechaun="?", cross="X", knot="/\\", branches="\\/", again="<",
    up="/", down="\\",
    times="x", arrow=">", nothing="-", turn=">", deck="#", field=".", several="*", dot=".",
    upright="|", level="-", left_edge="[", right_edge="]", big="", seam="|",
)  # fmt: skip
"""Signs that every terminal and every font has."""


@dataclass(frozen=True)
class Theme:
    """A look: what the style names mean, and the glyphs."""

    name: str
    styles: Mapping[str, Style]
    glyphs: Glyphs = DRAWN
    _mixed: dict[str, Style] = field(default_factory=dict, repr=False, compare=False)

    def style(self, names: str) -> Style:
        """The style of one name, or of several laid over one another; shared by all sessions."""
        style = self._mixed.get(names)
        if style is None:
            first, *others = names.split()
            style = self.styles[first]
            for name in others:
                style += self.styles[name]
            self._mixed[names] = style
        return style


def _spelled(palette: Palette) -> dict[str, str]:
    """Every style name, spelled in the colours of a palette."""
    p = palette
    styles = {
        "ground": f"{p.text} on {p.ground}",
        "text": p.text,
        "bright": p.bright,
        "faint": p.faint,
        "title": f"{p.bar_text} on {p.bar}",
        "title.name": f"bold {p.gold} on {p.bar}",
        "rule": p.rule,
        "goal": p.goal,
        "gold": f"bold {p.gold}",
        "ask": f"bold {p.on_gold} on {p.chosen}",
        "wait": f"{p.bar_text} on {p.bar}",
        "problem": f"bold {p.problem}",
        "preview": p.preview,
        "key": f"bold {p.gold} on {p.bar}",
        "key.word": f"{p.bar_word} on {p.bar}",
        "bar": f"on {p.bar}",
        "line.chosen": f"{p.bright} on {p.line}",
        "mark": f"bold underline on {p.mark}",
        "flash": f"bold {p.on_gold} on {p.chosen}",
        "dim": p.dim,
        "dim.card": p.dim_card,
        "strong": "bold",
        "underlined": "underline",
        # what lies on a stone
        "tile.points": f"bold {p.points}",
        "tile.clover": f"bold {p.clover}",
        "tile.wish": f"bold {p.wish}",
        "tile.mirror": f"bold {p.mirror}",
        "tile.spiral": f"bold {p.spiral}",
        "tile.leprechaun": f"bold {p.leprechaun}",
        "value": p.value,
        # the priestess, the oracle area, the start stone, crossed branches
        "priestess": f"bold {p.on_priestess} on {p.priestess}",
        "priestess.moved": f"bold underline {p.on_priestess} on {p.priestess}",
        "oracle": f"bold {p.oracle}",
        "start": f"{p.text} on {p.earth}",
        "start_edge": p.earth,
        "crossed": f"{p.branch} on {p.earth}",
        "crossed_edge": p.earth,
        # the wish stone of a die, a stone's back, and where a stone lay
        "die.5": f"{p.wish} on {p.line}",
        "back": f"{p.on_back} on {p.back}",
        "other_back": f"{p.on_back} on {p.other_back}",
        "gone": p.gone,
        "just": f"bold {p.bright} on {p.mark}",
        # what can be chosen now, what is chosen, what would happen
        "lit": f"bold {p.gold}",
        "chosen": f"bold {p.on_gold} on {p.chosen}",
        "would": f"bold {p.on_gold} on {p.would}",
    }
    for colour, tones in enumerate(p.tones):
        styles |= {
            f"path.{colour}": tones.text,
            f"stone.{colour}": f"{tones.on_stone} on {tones.stone}",
            f"other_stone.{colour}": f"{tones.on_stone} on {tones.other_stone}",
            f"goal.{colour}": f"{tones.on_goal} on {tones.goal}",
            f"other_goal.{colour}": f"{tones.on_goal} on {tones.other_goal}",
            f"edge.{colour}": tones.edge or tones.stone,
            f"other_edge.{colour}": tones.edge or tones.other_stone,
            f"goal_edge.{colour}": tones.goal_edge or tones.goal,
            f"other_goal_edge.{colour}": tones.goal_edge or tones.other_goal,
        }
    return styles | {f"seat.{seat}": f"bold {colour}" for seat, colour in enumerate(p.seats)}


_PLAIN: Final = "#e6e6e6 on #000000"
WITHOUT_COLOUR: Final = {
    **dict.fromkeys(("ground", "bar", "wait", "title", "key.word"), _PLAIN),
    **dict.fromkeys(("chosen", "ask", "line.chosen", "would", "flash"), f"bold reverse {_PLAIN}"),
    **dict.fromkeys(("gold", "lit", "key", "title.name", "problem", "strong", "goal"), "bold"),
    "underlined": "underline",
    **dict.fromkeys(("mark", "just", "priestess", "priestess.moved"), "bold underline"),
    **{f"seat.{seat}": "bold" for seat in range(4)},
    **{f"goal.{colour}": "bold" for colour in range(5)},
}
"""What is told by weight, by a line below or by light and dark changed; all else is plain."""


def _theme(name: str, palette: Palette, glyphs: Glyphs = DRAWN) -> Theme:
    styles = {style: Style.parse(text) for style, text in _spelled(palette).items()}
    return Theme(name, styles, glyphs)


DARK: Final = _theme("dark", PEAT)
_MONO: Final = Theme(
    "mono",
    {style: Style.parse(WITHOUT_COLOUR.get(style, "none")) for style in DARK.styles},
    FRAMED,
)

THEMES: Final = {
    theme.name: theme
    for theme in (
        DARK,
        _theme("light", PARCHMENT),
        _theme("contrast", CONTRAST),
        _theme("safe", SAFE),
        _theme("sixteen", SIXTEEN, FRAMED),
        _MONO,
    )
}
"""Every look by name, the usual one first."""
_IN_ASCII: Final = {
    name: Theme(name, theme.styles, ASCII, theme._mixed) for name, theme in THEMES.items()
}
FITTING: Final = {"none": "mono", "16": "sixteen"}
"""The look for terminals of few colours, unless the person chooses another."""


def theme_for(name: str = "", signs: str = "", colours: str = "") -> Theme:
    """The look of a name; without one the look that fits a terminal of so many colours."""
    known = _IN_ASCII if signs == "ascii" else THEMES
    return known.get(name) or known[FITTING.get(colours, DARK.name)]
