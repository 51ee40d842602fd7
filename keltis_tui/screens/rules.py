"""The rules of a game, opened at the phase that is being played."""

from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import wrap
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator
from keltis_tui.table.drawing import paint_drawing
from keltis_words.games.catalogue import game_name
from keltis_words.pages.page import Page
from keltis_words.words import N_

WIDTH, HEIGHT = 72, 20


class RulesDialog(Dialog):
    """Short pages to leaf through; Tab opens the book of the next game."""

    def __init__(self, client: Client, navigator: Navigator, game: str, phase: str = "") -> None:
        super().__init__(client, navigator)
        self._game = game
        self._number = GAMES[game].board.wording.page_for(phase)
        self._cites = False
        """Whether the numbers of the rules are shown."""

    @property
    def _pages(self) -> tuple[Page, ...]:
        return GAMES[self._game].board.wording.pages

    def key_bar(self) -> list[Key]:
        """Leaf, another game, the numbers of the rules, close."""
        return [
            Key("right", N_("next page")),
            Key("left", N_("back")),
            Key("tab", N_("next game"), "Tab"),
            Key("#", N_("numbers")),
            Key("escape", N_("close")),
        ]

    def press(self, key: str) -> None:
        """Leaf, change the game, cite the rules or close."""
        pages = self._pages
        if key in ("right", "l", "down", "j", " ", "pagedown", "enter"):
            self._number = (self._number + 1) % len(pages)
        elif key in ("left", "h", "up", "k", "pageup"):
            self._number = (self._number - 1) % len(pages)
        elif key == "tab":
            games = list(GAMES)
            self._game = games[(games.index(self._game) + 1) % len(games)]
            self._number = 0
        elif key == "#":
            self._cites = not self._cites
        elif key in ("escape", "q", "f1"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def paint(self, canvas: Canvas) -> None:
        """One page: its drawing, its text and, if asked for, which rules it tells of."""
        words, pages = self.words, self._pages
        page = pages[self._number]
        x, y = self.paint_box(canvas, WIDTH, HEIGHT, game_name(words, self._game))
        width, last = WIDTH - 6, y + HEIGHT - 4
        canvas.put(x, y, words._(page.title), "ground gold")
        canvas.right(x + width, y, f"{self._number + 1}/{len(pages)}", "ground faint")
        drawing = GAMES[self._game].drawings.get(page.name, ())
        y = paint_drawing(canvas, x + 2, y + 2, drawing, self.client.glyphs)
        y += 1 if drawing else 0
        for paragraph in page.text:
            for line in wrap(words._(paragraph), width):
                canvas.put(x, y, line, "ground text")
                y += 1
            y += 1
        if self._cites:
            canvas.right(x + width, last, page.rules, "ground faint")
