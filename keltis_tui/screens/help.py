"""The help: every key of the screen below, and what its signs mean."""

from keltis_tui.canvas.bars import Key, cap
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator, Screen
from keltis_tui.screens.typed import TypedDialog
from keltis_words.words import N_

MOVING = (
    ("Enter", N_("confirm")),
    ("Esc", N_("step back")),
)
"""Keys that mean the same everywhere and stand in no key bar."""
ARROWS = "←→ ↑↓"


class Help(Dialog):
    """The keys and signs of one screen."""

    def __init__(self, client: Client, navigator: Navigator, below: Screen) -> None:
        super().__init__(client, navigator)
        self._below = below

    def key_bar(self) -> list[Key]:
        """Any key closes it; one is shown."""
        return [Key("escape", N_("close"))]

    def press(self, key: str) -> None:
        """Close; where something is typed, a second `?` is typed there."""
        self.navigator.close_dialog()
        if isinstance(self._below, TypedDialog) and key == "?":
            self._below.press(key)

    def paint(self, canvas: Canvas) -> None:
        """Keys on the left, signs on the right."""
        words = self.words
        below = (*self._below.key_bar(), *self._below.more_keys())
        keys = [(cap(words, key), words._(key.word)) for key in below]
        letters = (
            N_("or jkl: move") if any(key.key == "h" for key in below) else N_("or hjkl: move")
        )
        keys += [(words._(name), words._(word)) for name, word in ((ARROWS, letters), *MOVING)]
        signs = self._below.legend()
        height = max(len(keys), len(signs)) + 4
        x, y = self.paint_box(canvas, 78 if signs else 48, height, words._("Keys and signs"))
        self._paint_way_back(canvas, y - 3 + min(height, canvas.height - 1))
        for row, (name, word) in enumerate(keys):
            canvas.put(x, y + row, name, "ground gold", limit=9)
            canvas.put(x + 9, y + row, word, "ground text", limit=18 if signs else 32)
        for row, (sign, style, meaning) in enumerate(signs):
            canvas.put(x + 28, y + row, sign, f"ground {style}", limit=8)
            canvas.put(x + 36, y + row, meaning, "ground text", limit=36)

    def _paint_way_back(self, canvas: Canvas, y: int) -> None:
        """How a guest comes back to the seat, in the lower edge: it takes no line from the keys."""
        way = self.client.identity.way_back()
        if not way:
            return
        said = self.words._(" your way back: {line} ", line=way)
        said = said if width_of(said) <= canvas.width - 4 else f" {way} "
        canvas.put(max(2, (canvas.width - width_of(said)) // 2), y, said, "ground gold",
            limit=canvas.width - 4)  # fmt: skip
