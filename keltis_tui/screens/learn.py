"""Which of the games to learn."""

from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator
from keltis_words.games.catalogue import game_name, summary
from keltis_words.words import N_

WIDTH = 72


class LearnDialog(Dialog):
    """A list of the games; a number or Enter begins a guided first game."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator)
        self._line = 0

    def key_bar(self) -> list[Key]:
        """Choose, begin, back."""
        return [
            Key("1", N_("begin"), f"1–{len(GAMES)}"),
            Key("down", N_("next game"), "↑↓"),
            Key("enter", N_("begin")),
            Key("escape", N_("back")),
        ]

    def press(self, key: str) -> None:
        """Choose a game, begin it or step back."""
        games = list(GAMES)
        if key in ("up", "k"):
            self._line = (self._line - 1) % len(games)
        elif key in ("down", "j", "tab"):
            self._line = (self._line + 1) % len(games)
        elif key in self._numbers():
            self.navigator.start_lesson(self._numbers()[key])
        elif key == "enter":
            self.navigator.start_lesson(games[self._line])
        elif key in ("escape", "q"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def _numbers(self) -> dict[str, str]:
        """The games by the number that begins the lesson, the same as in the lobby."""
        return {str(number): game for number, game in enumerate(GAMES, 1)}

    def click(self, target: Target) -> None:
        """A click picks a game; on the picked one it begins."""
        if target.kind == "line":
            again = self._line == target.number
            self._line = target.number
            if again:
                self.press("enter")

    def paint(self, canvas: Canvas) -> None:
        """Each game on a line, and below it how it is played."""
        words, glyphs = self.words, self.client.glyphs
        x, y = self.paint_box(canvas, WIDTH, len(GAMES) * 3 + 5, words._("A guided first game"))
        text = words._("Five minutes on a real table, with a coach.")
        canvas.put(x, y, text, "ground text", limit=WIDTH - 6)
        for number, game in enumerate(GAMES):
            chosen, row = number == self._line, y + 2 + number * 3
            style = "line.chosen" if chosen else "ground"
            canvas.fill(x - 1, row, WIDTH - 4, 1, style)
            canvas.put(x, row, glyphs.turn if chosen else " ", f"{style} gold")
            canvas.put(x + 2, row, str(number + 1), f"{style} gold")
            name_style = f"{style} gold" if chosen else "ground text"
            canvas.put(x + 4, row, game_name(words, game), name_style, limit=WIDTH - 10)
            canvas.put(x + 4, row + 1, summary(words, game), "ground faint", limit=WIDTH - 10)
            canvas.target(x - 1, row, WIDTH - 4, 2, Target("line", number))
