"""Themes as data: what each style name looks like, and which glyph stands for which thing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from rich.style import Style


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


@dataclass(frozen=True)
class Theme:
    """A look: what the style names mean, and the glyphs."""

    name: str
    styles: Mapping[str, Style]
    glyphs: Glyphs = Glyphs()
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


def _styles(spelled: Mapping[str, str]) -> dict[str, Style]:
    return {name: Style.parse(text) for name, text in spelled.items()}


DARK: Final = Theme(
    "dark",
    _styles(
        {
            "ground": "#c9c3b4 on #14181a",
            "text": "#c9c3b4",
            "bright": "#f2ebdd",
            "faint": "#6f7670",
            "title": "#9dbb8b on #1d2522",
            "title.name": "bold #e8c765 on #1d2522",
            "rule": "#39423c",
            "goal": "#b79a4c",
            "gold": "bold #f0c75e",
            "ask": "bold #17150d on #e3b94f",
            "wait": "#9dbb8b on #1d2522",
            "problem": "bold #f0a489",
            "preview": "#a9c79a",
            "key": "bold #e8c765 on #1d2522",
            "key.word": "#a8aea2 on #1d2522",
            "bar": "on #1d2522",
            "line.chosen": "#f2ebdd on #2f3d34",
            "mark": "bold underline on #453a14",
            "dim": "#5d635f",
            "strong": "bold",
            # the five colours: as text, as a path's stone, as a stone of the goal, as a card
            "path.0": "#d8775c",
            "path.1": "#e0b93b",
            "path.2": "#e08fb0",
            "path.3": "#7fba6a",
            "path.4": "#6ea9d8",
            "stone.0": "#e9c3b6 on #4d2a21",
            "stone.1": "#efe0ae on #4a3f1a",
            "stone.2": "#f0cfdc on #4c2b39",
            "stone.3": "#cfe6c4 on #2a4123",
            "stone.4": "#c4dcf0 on #203a50",
            "edge.0": "#4d2a21",
            "edge.1": "#4a3f1a",
            "edge.2": "#4c2b39",
            "edge.3": "#2a4123",
            "edge.4": "#203a50",
            # every other stone, so that neighbours are told apart
            "other_stone.0": "#e9c3b6 on #5f362b",
            "other_stone.1": "#efe0ae on #5b4f24",
            "other_stone.2": "#f0cfdc on #5e3848",
            "other_stone.3": "#cfe6c4 on #36522d",
            "other_stone.4": "#c4dcf0 on #2b4a64",
            "other_edge.0": "#5f362b",
            "other_edge.1": "#5b4f24",
            "other_edge.2": "#5e3848",
            "other_edge.3": "#36522d",
            "other_edge.4": "#2b4a64",
            # the goal
            "goal.0": "#f6d9ce on #84432f",
            "goal.1": "#fbf0c8 on #7d682b",
            "goal.2": "#fbe2ec on #804860",
            "goal.3": "#e0f3d7 on #466d39",
            "goal.4": "#d9ebfb on #35638b",
            "goal_edge.0": "#84432f",
            "goal_edge.1": "#7d682b",
            "goal_edge.2": "#804860",
            "goal_edge.3": "#466d39",
            "goal_edge.4": "#35638b",
            "other_goal.0": "#f6d9ce on #9c523b",
            "other_goal.1": "#fbf0c8 on #967d35",
            "other_goal.2": "#fbe2ec on #985975",
            "other_goal.3": "#e0f3d7 on #568346",
            "other_goal.4": "#d9ebfb on #4176a3",
            "other_goal_edge.0": "#9c523b",
            "other_goal_edge.1": "#967d35",
            "other_goal_edge.2": "#985975",
            "other_goal_edge.3": "#568346",
            "other_goal_edge.4": "#4176a3",
            # what lies on a stone
            "tile.points": "bold #ffd877",
            "tile.clover": "bold #a6e08c",
            "tile.wish": "bold #b9e2ff",
            "tile.mirror": "bold #ffb066",
            "tile.spiral": "bold #e6f2a2",
            "priestess": "bold #2a0d33 on #e3a8f5",
            "start": "#c9c3b4 on #2b302d",
            "start_edge": "#2b302d",
            "oracle": "bold #f0533d",
            "tile.leprechaun": "bold #ffb45e",
            "crossed": "#8f7a62 on #241d17",
            "crossed_edge": "#241d17",
            # a die, a stone's back and what a place looks like whose stone is gone
            "die.5": "#dff1ff on #3b5163",
            "back": "#59675b on #2b332e",
            "other_back": "#606f63 on #333d36",
            "gone": "#2f3734",
            # the four seats
            "seat.0": "bold #ffffff",
            "seat.1": "bold #e2a15c",
            "seat.2": "bold #aab4bd",
            "seat.3": "bold #c9a6ff",
            # what can be chosen now, what is chosen, what would happen
            "lit": "bold #f0c75e",
            "chosen": "bold #17150d on #f0c75e",
            "would": "bold #17150d on #a6e08c",
        }
    ),
)
"""Stone, moss and gold on peat."""

THEMES: Final = {theme.name: theme for theme in (DARK,)}
