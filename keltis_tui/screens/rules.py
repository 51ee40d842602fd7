"""The rules of a game, opened at the phase that is being played."""

from typing import TYPE_CHECKING

from keltis_tui.help.book import BOOK, page_for
from keltis_tui.help.page import paint_drawing
from keltis_tui.painters.bars import Key, wrapped
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording.options import game_name
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

WIDTH, HEIGHT = 72, 20


class RulesDialog(Dialog):
    """Short pages to leaf through; Tab opens the book of the next game."""

    def __init__(self, session: "Session", game: str, phase: str = "") -> None:
        super().__init__(session)
        self._game = game
        self._number = page_for(game, phase)

    def key_bar(self) -> list[Key]:
        """Leaf, another game, close."""
        return [
            Key("right", N_("next page")),
            Key("left", N_("page before")),
            Key("tab", N_("next game"), "Tab"),
            Key("escape", N_("close")),
        ]

    def press(self, key: str) -> None:
        """Leaf, change the game or close."""
        pages = BOOK[self._game]
        if key in ("right", "l", "down", "j", " ", "pagedown", "enter"):
            self._number = (self._number + 1) % len(pages)
        elif key in ("left", "h", "up", "k", "pageup"):
            self._number = (self._number - 1) % len(pages)
        elif key == "tab":
            games = list(BOOK)
            self._game = games[(games.index(self._game) + 1) % len(games)]
            self._number = 0
        elif key in ("escape", "q", "f1"):
            self.session.close_dialog()

    def paint(self, canvas: Canvas) -> None:
        """One page: its drawing, its text, and which rules it tells of."""
        words, pages = self.words, BOOK[self._game]
        page = pages[self._number]
        x, y = self.paint_box(canvas, WIDTH, HEIGHT, game_name(words, self._game))
        width, last = WIDTH - 6, y + HEIGHT - 4
        canvas.put(x, y, words._(page.title), "ground gold")
        canvas.right(x + width, y, f"{self._number + 1}/{len(pages)}", "ground faint")
        y = paint_drawing(canvas, x + 2, y + 2, page, self.session.glyphs)
        y += 1 if page.drawing else 0
        for paragraph in page.text:
            for line in wrapped(words._(paragraph), width):
                canvas.put(x, y, line, "ground text")
                y += 1
            y += 1
        canvas.right(x + width, last, page.rules, "ground faint")
