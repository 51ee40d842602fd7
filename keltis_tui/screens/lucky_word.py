"""The dialog for a lucky word, which is mixed into the shuffles of the next game."""

from typing import TYPE_CHECKING

from keltis_protocol.messages import GiveLuckyWord, TableChanged
from keltis_tui.painters.bars import Key, wrapped
from keltis_tui.plain import plain
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording.refusals import refusal
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

LONGEST = 40
"""How many letters can be typed; they all fit into the box."""


class LuckyWordDialog(Dialog):
    """Stays until the server takes the word; an empty one takes an earlier one back."""

    def __init__(self, session: "Session", table: TableChanged) -> None:
        super().__init__(session)
        self._table = table.table
        self.text = "" if table.seat is None else table.seats[table.seat].word[:LONGEST]
        self._problem = ""

    def key_bar(self) -> list[Key]:
        """Give it or leave it."""
        return [Key("enter", N_("give this word")), Key("escape", N_("leave it"))]

    def press(self, key: str) -> None:
        """Type, rub out, confirm or leave."""
        if key == "enter":
            word, table = self.text, self._table
            self.session.ask(
                lambda command: GiveLuckyWord(id=command, table=table, word=word),
                done=self.session.close_dialog,
                refused=self._refused,
            )
        elif key == "escape":
            self.session.close_dialog()
        elif key == "backspace":
            self.text = self.text[:-1]
        elif key == "ctrl+u":
            self.text = ""
        elif len(key) == 1:
            self.paste(key)

    def paste(self, text: str) -> None:
        """Take in text, without what cannot be drawn."""
        self.text = (self.text + plain(text))[:LONGEST]

    def _refused(self, reason: str) -> None:
        self._problem = refusal(self.words, reason)

    def paint(self, canvas: Canvas) -> None:
        """What it is for, the line typed so far, and why it was refused."""
        words = self.words
        why = words._(
            "The dealer has settled on a secret already. A word of yours is mixed into it, "
            "so that nobody could have arranged the deal."
        )
        lines = wrapped(why, 50)
        x, y = self.paint_box(canvas, 56, 8 + len(lines), words._("Your lucky word"))
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, "ground text")
        y += len(lines) + 1
        canvas.fill(x, y, LONGEST + 2, 1, "line.chosen")
        end = canvas.put(x + 1, y, self.text, "line.chosen")
        canvas.put(end, y, "▏", "line.chosen gold")
        for row, line in enumerate(wrapped(self._problem, 50, 2)):
            canvas.put(x, y + 2 + row, line, "ground problem")
