"""Textual without what a hosted app has no use for. Everything here leans on Textual's inside.

The game paints a canvas and `Picture` knows the fewest bytes that show it, so Textual's own
layout, compositor and styles only cost. Checked on Textual `CHECKED`; with any other version
`APPLIES` is false and hosted apps are drawn by Textual itself, slower but right.
"""

from typing import Final

import textual
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import Widget

CHECKED: Final = "8.2.8"
APPLIES: Final = textual.__version__ == CHECKED


class BareScreen(Screen[None]):
    """A screen that lays out, composes and draws nothing."""

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """No widgets for hints and messages: the game shows its own."""

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """There is nothing to lay out; whoever paints asks the driver for the size."""

    def _compositor_refresh(self) -> None:
        """There is nothing to draw."""
        self._dirty_widgets.clear()


_SHEETS: Final[dict[type[App[str]], Stylesheet]] = {}


def share_stylesheet(app: App[str]) -> None:
    """Let all apps of a class use what the first of them parsed; none of them may change it."""
    app.stylesheet = _SHEETS.setdefault(type(app), app.stylesheet)
