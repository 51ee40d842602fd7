"""Which of the games to learn."""

from typing import TYPE_CHECKING

from keltis_tui.help.lessons import LESSONS
from keltis_tui.painters.bars import Key
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording.options import game_name
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session


WIDTH = 66


class LearnDialog(Dialog):
    """A list of the games; Enter begins a guided first game."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._line = 0

    def key_bar(self) -> list[Key]:
        """Choose, begin, back."""
        return [
            Key("down", N_("next game"), "↑↓"),
            Key("enter", N_("begin")),
            Key("escape", N_("back")),
        ]

    def press(self, key: str) -> None:
        """Choose a game, begin it or step back."""
        games = list(LESSONS)
        if key in ("up", "k"):
            self._line = (self._line - 1) % len(games)
        elif key in ("down", "j", "tab"):
            self._line = (self._line + 1) % len(games)
        elif key == "enter":
            self.session.start_lesson(games[self._line])
        elif key in ("escape", "q"):
            self.session.close_dialog()

    def click(self, target: Target) -> None:
        """A click picks a game; on the picked one it begins."""
        if target.kind == "line":
            again = self._line == target.number
            self._line = target.number
            if again:
                self.press("enter")

    def paint(self, canvas: Canvas) -> None:
        """Each game on a line."""
        words, glyphs = self.words, self.session.glyphs
        x, y = self.paint_box(canvas, WIDTH, len(LESSONS) * 2 + 6, words._("A guided first game"))
        text = words._("Five minutes on a real table, with a coach.")
        canvas.put(x, y, text, "ground text", limit=WIDTH - 6)
        for number, game in enumerate(LESSONS):
            chosen, row = number == self._line, y + 2 + number * 2
            style = "line.chosen" if chosen else "ground"
            canvas.fill(x - 1, row, WIDTH - 4, 1, style)
            canvas.put(x, row, glyphs.turn if chosen else " ", f"{style} gold")
            name = game_name(words, game)
            canvas.put(
                x + 2, row, name, f"{style} gold" if chosen else "ground text", limit=WIDTH - 8
            )
            canvas.target(x - 1, row, WIDTH - 4, 1, Target("line", number))
