"""A framed box over the screen below, and the plainest of dialogs: a question."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from keltis_tui.painters.bars import Key, paint_keys, wrapped
from keltis_tui.screens.screen import Screen
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session


class Dialog(Screen):
    """A box in the middle; its keys stand in the key bar while it is open."""

    def paint_box(self, canvas: Canvas, width: int, height: int, title: str) -> tuple[int, int]:
        """An empty box with a title; the cell where its contents begin comes back."""
        width, height = min(width, canvas.width), min(height, canvas.height - 1)
        x, y = (canvas.width - width) // 2, (canvas.height - 1 - height) // 2
        canvas.areas.clear()
        canvas.fill(x, y, width, height, "ground")
        canvas.box(x, y, width, height, "ground goal")
        canvas.put(x + 2, y, f" {title} ", "ground gold", limit=width - 4)
        paint_keys(canvas, canvas.height - 1, self.key_bar(), self.words)
        return x + 3, y + 2


class Question(Dialog):
    """A sentence to be answered with yes or no."""

    def __init__(self, session: "Session", title: str, text: str, yes: Callable[[], None]) -> None:
        super().__init__(session)
        self._title, self._text, self._yes = title, text, yes

    def key_bar(self) -> list[Key]:
        """Yes and no."""
        return [Key("y", N_("yes")), Key("n", N_("no"))]

    def press(self, key: str) -> None:
        """Answer."""
        if key in ("y", "enter"):
            self.session.close_dialog()
            self._yes()
        elif key in ("n", "escape", "q"):
            self.session.close_dialog()

    def paint(self, canvas: Canvas) -> None:
        """The question."""
        lines = wrapped(self._text, 50)
        x, y = self.paint_box(canvas, 56, len(lines) + 4, self._title)
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, "ground bright")
