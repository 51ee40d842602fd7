"""The dialog that asks what a person wants to be called."""

from typing import TYPE_CHECKING

from keltis_protocol.messages import SetName
from keltis_tui.painters.bars import Key, wrapped
from keltis_tui.plain import plain
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording.refusals import refusal
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

LONGEST = 24
"""How many letters can be typed; the server judges the name."""


class NameDialog(Dialog):
    """Stays until the server accepts a name."""

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self.text = session.you.name
        self._must = not session.you.name
        self._problem = ""

    def key_bar(self) -> list[Key]:
        """Confirm, and leave: the app without a name, else only the dialog."""
        take = [Key("enter", N_("take this name"))] if self.text else []
        return [*take, Key("escape", N_("leave"))]

    def press(self, key: str) -> None:
        """Type, rub out, confirm or leave."""
        if key == "enter" and self.text:
            self.session.ask(
                lambda command: SetName(id=command, name=self.text),
                done=self.session.close_dialog,
                refused=self._refused,
            )
        elif key == "escape":
            self.session.close_dialog()
            if self._must:
                self.session.leave("")
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
        """The question, the line typed so far, and why it was refused."""
        words = self.words
        x, y = self.paint_box(
            canvas, 56, 9, words._("Welcome") if self._must else words._("Your name")
        )
        canvas.put(x, y, words._("What shall the others call you?"), "ground bright", limit=50)
        canvas.fill(x, y + 2, LONGEST + 2, 1, "line.chosen")
        end = canvas.put(x + 1, y + 2, self.text, "line.chosen")
        canvas.put(end, y + 2, "▏", "line.chosen gold")
        for row, line in enumerate(wrapped(self._problem, 50, 2)):
            canvas.put(x, y + 4 + row, line, "ground problem")
