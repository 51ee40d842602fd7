"""Textual without what a hosted app has no use for. Everything here leans on Textual's inside.

The game paints a canvas and `Picture` knows the fewest bytes that show it, so Textual's own
layout, compositor and styles only cost. Checked on Textual `CHECKED`; with any other version
`APPLIES` is false and hosted apps are drawn by Textual itself, slower but right.

All of it together, with `Picture`: the CPU of a first picture from 64 to 11 ms, of a key from 5.6
to 2.5 ms, memory a session from 690 to 140 kB. What each part gains is said beside it: the CPU of
a first picture and the memory of a session without it, beside 5.8 ms and 128 kB with everything.
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
        """No widgets for hints and messages: the game shows its own. Without: 13 ms, 183 kB."""

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """There is nothing to lay out; whoever paints asks the driver for the size.

        Without this and `_compositor_refresh`: 14 ms, 245 kB.
        """

    def _compositor_refresh(self) -> None:
        """There is nothing to draw."""
        self._dirty_widgets.clear()


_SHEETS: Final[dict[type[App[str]], Stylesheet]] = {}


def share_stylesheet(app: App[str]) -> None:
    """Let all apps of a class use what the first of them parsed; none of them may change it.

    Without: 16 ms, 241 kB.
    """
    app.stylesheet = _SHEETS.setdefault(type(app), app.stylesheet)
