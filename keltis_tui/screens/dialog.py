"""A framed box over the screen below, and the plainest of dialogs: a question."""

from collections.abc import Callable

from keltis_tui.canvas.bars import Key, paint_keys
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import wrap
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator, Screen
from keltis_words.words import N_


class Dialog(Screen):
    """A box in the middle; its keys stand in the key bar while it is open."""

    def more_keys(self) -> list[Key]:
        """The help too."""
        return [Key("?", N_("keys")), *super().more_keys()]

    def paint_box(self, canvas: Canvas, width: int, height: int, title: str) -> tuple[int, int]:
        """An empty box with a title; the cell where its contents begin comes back."""
        width, height = min(width, canvas.width), min(height, canvas.height - 1)
        x, y = (canvas.width - width) // 2, (canvas.height - 1 - height) // 2
        canvas.areas.clear()
        canvas.cover(x, y, width, height, "ground")
        canvas.box(x, y, width, height, "ground goal")
        canvas.put(x + 2, y, f" {title} ", "ground gold", limit=width - 4)
        help_key = [key for key in self.more_keys() if key.key == "?"]
        paint_keys(canvas, canvas.height - 1, self.key_bar(), self.words, help_key)
        return x + 3, y + 2


class Question(Dialog):
    """A sentence to be answered with yes or no."""

    def __init__(
        self, client: Client, navigator: Navigator, title: str, text: str, yes: Callable[[], None]
    ) -> None:
        super().__init__(client, navigator)
        self._title, self._text, self._yes = title, text, yes

    def key_bar(self) -> list[Key]:
        """Yes and no."""
        return [Key("y", N_("yes")), Key("n", N_("no"))]

    def press(self, key: str) -> None:
        """Answer."""
        if key in ("y", "enter"):
            self.navigator.close_dialog()
            self._yes()
        elif key in ("n", "escape", "q"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def paint(self, canvas: Canvas) -> None:
        """The question."""
        lines = wrap(self._text, 50)
        x, y = self.paint_box(canvas, 56, len(lines) + 4, self._title)
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, "ground bright")
