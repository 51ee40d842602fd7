"""The dialog for a lucky word, which is mixed into the shuffles of the next game."""

from keltis_protocol.messages import GiveLuckyWord, TableChanged
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.canvas.text import wrap
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.typed import TypedDialog
from keltis_words.refusals import refusal
from keltis_words.words import N_

LONGEST = 64
"""How many letters a word has at most; the server takes no more."""
ROOM = 42
"""How many cells the field has."""


class LuckyWordDialog(TypedDialog):
    """Stays until the server takes the word; an empty one takes an earlier one back."""

    def __init__(self, client: Client, navigator: Navigator, table: TableChanged) -> None:
        given = "" if table.seat is None else table.seats[table.seat].word
        super().__init__(client, navigator, InputLine(LONGEST, given))
        self._table = table.table

    @property
    def too_long(self) -> str:
        """The server's own words."""
        return refusal(self.words, "word_too_long")

    def key_bar(self) -> list[Key]:
        """Give it or leave it."""
        return [Key("enter", N_("give this word")), Key("escape", N_("leave it"))]

    def press(self, key: str) -> None:
        """Type, confirm or leave."""
        if key == "enter":
            word, table = self.text, self._table
            self.client.ask(
                lambda command: GiveLuckyWord(id=command, table=table, word=word),
                done=self.navigator.close_dialog,
                refused=self.refused,
            )
        elif key == "escape":
            self.navigator.close_dialog()
        else:
            super().press(key)

    def paint(self, canvas: Canvas) -> None:
        """What it is for, the line typed so far, and why it was refused."""
        words = self.words
        why = words._(
            "The dealer has settled on a secret already. A word of yours is mixed into it, "
            "so that nobody could have arranged the deal."
        )
        lines = wrap(why, 50)
        x, y = self.paint_box(canvas, 56, 8 + len(lines), words._("Your lucky word"))
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, "ground text")
        y += len(lines) + 1
        self.line.paint(canvas, x, y, ROOM)
        for row, line in enumerate(wrap(self.problem, 50, 2)):
            canvas.put(x, y + 2 + row, line, "ground problem")
