"""Themes: what each style name looks like, and the glyphs that go with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style

from keltis_tui.canvas.palettes import DEPTHS, LOOKS, PALETTES, Palette
from keltis_words.glyphs import ASCII, DRAWN, FRAMED, Glyphs

GROUNDS: Final = frozenset(
    {"path", "stone", "other_stone", "goal", "other_goal", "card", "dim_card", "chosen", "would"}
)
"""Styles that there are in each of the five colours; what follows one of them keeps its colour."""
BOLD: Final = frozenset(
    {
        *("ask", "card", "chosen", "cursor", "flash", "gold", "just", "key", "lit", "mark"),
        *("oracle", "own", "priestess", "priestess.moved", "problem", "seat", "strong"),
        *("tile", "title.name", "would"),
    }
)
"""What is bold in every look, by name or by kind."""
EDGES: Final = {
    "edge": "stone",
    "other_edge": "other_stone",
    "goal_edge": "goal",
    "other_goal_edge": "other_goal",
    "card_edge": "card",
}
"""The edge of a stone is as the stone itself, unless the table says otherwise."""
UNDERLINED: Final = frozenset({"mark", "underlined", "priestess.moved"})
"""What has a line below it in every look."""


@dataclass(frozen=True)
class Theme:
    """A look at one depth: what the style names mean, and the glyphs."""

    name: str
    depth: str
    """How many colours it is made of: `full`, `256`, `16` or `none`."""
    styles: Mapping[str, Style]
    glyphs: Glyphs = DRAWN
    _mixed: dict[str, Style] = field(default_factory=dict, repr=False, compare=False)

    def style(self, names: str) -> Style:
        """The style of one name, or of several laid over one another; shared by all sessions."""
        style = self._mixed.get(names)
        if style is None:
            first, *others = self.resolved(names)
            style = self.styles[first]
            for name in others:
                style += self.styles[name]
            self._mixed[names] = style
        return style

    def resolved(self, names: str) -> Iterator[str]:
        """The rows of the table that names laid over one another stand for.

        What lies on one of the five colours may have a row for that colour, as `chosen` has, or
        one for all of them, as the figures have; else it looks as it does elsewhere.
        """
        colour = beneath = ""
        for name in names.split():
            kind, _, number = name.rpartition(".")
            if kind in GROUNDS:
                colour, beneath = number, "" if kind == "path" else "on_stone."
            elif f"{name}.{colour}" in self.styles:
                name, beneath = f"{name}.{colour}", "on_stone."
            elif f"{beneath}{name}" in self.styles:
                name = f"{beneath}{name}"
            beneath = "figure." if kind in ("own", "seat") else beneath
            yield name


def _styles(palette: Palette) -> dict[str, Style]:
    """Every style of a look at one depth."""
    spelled = {name: pair.spelled for name, pair in palette.items()}
    edges = {"start_edge": palette["start"].ground, "crossed_edge": palette["crossed"].ground}
    for colour in range(5):
        for edge, stone in EDGES.items():
            edges[f"{edge}.{colour}"] = palette[f"{stone}.{colour}"].ground
        spelled[f"flash.{colour}"] = spelled[f"chosen.{colour}"]
    told = {name: text for name, text in spelled.items() if text or name not in edges}
    return {
        name: Style.parse(f"{_marks(name)}{text}".strip() or "none")
        for name, text in (edges | told).items()
    }


def _marks(name: str) -> str:
    usual = name.removeprefix("on_stone.").removeprefix("figure.")
    kind = usual.rpartition(".")[0]
    bold, underlined = (not {usual, kind}.isdisjoint(told) for told in (BOLD, UNDERLINED))
    return ("bold " if bold else "") + ("underline " if underlined else "")


WITHOUT_COLOUR: Final = {
    **dict.fromkeys(("ask", "line.chosen", "would", "flash"), "bold reverse"),
    "chosen": "bold reverse underline",
    **dict.fromkeys(("gold", "lit", "key", "title.name", "problem", "strong", "goal"), "bold"),
    "underlined": "underline",
    "cursor": "underline not reverse",
    **dict.fromkeys(("mark", "just", "priestess", "priestess.moved"), "bold underline"),
    **{f"seat.{seat}": "bold" for seat in range(4)},
    **{f"own.{seat}": "bold reverse" for seat in range(4)},
    **{f"{kind}.{colour}": "bold" for kind in ("goal", "card") for colour in range(5)},
}
"""What is told by weight, by a line below or by light and dark changed; all else is plain."""


def _without_colour(styles: Mapping[str, Style]) -> dict[str, Style]:
    plain = {}
    for name in styles:
        usual = name.removeprefix("on_stone.")
        told = WITHOUT_COLOUR.get(usual) or WITHOUT_COLOUR.get(usual.rpartition(".")[0], "none")
        plain[name] = Style.parse(told)
    return plain


def _all() -> Iterator[Theme]:
    for look in LOOKS:
        for depth in DEPTHS:
            glyphs = FRAMED if depth == "16" else DRAWN
            yield Theme(look, depth, _styles(PALETTES[look, depth]), glyphs)
        yield Theme(look, "none", _without_colour(_styles(PALETTES[look, "full"])), FRAMED)


THEMES: Final = {(theme.name, theme.depth): theme for theme in _all()}
"""Every look at every depth, the usual look first."""
_IN_ASCII: Final = {
    key: Theme(theme.name, theme.depth, theme.styles, ASCII, theme._mixed)
    for key, theme in THEMES.items()
}
DARK: Final = THEMES["dark", "full"]


def theme_for(look: str = "", signs: str = "", colours: str = "") -> Theme:
    """A look on a terminal of so many colours; what is unknown is the usual."""
    known = _IN_ASCII if signs == "ascii" else THEMES
    look = look if look in LOOKS else LOOKS[0]
    return known[look, colours if (look, colours) in known else "full"]
