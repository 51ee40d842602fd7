"""The dialog that asks what a person wants to be called."""

from keltis_protocol.messages import SetName
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.canvas.text import wrap
from keltis_tui.client import Client
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.typed import TypedDialog
from keltis_words.refusals import refusal
from keltis_words.words import N_

LONGEST = 16
"""How many letters a name has at most; the server judges the rest."""
GUEST = "~"
"""Stands before every guest's name; nobody types it."""
ROOM = 26
"""How many cells the field has."""


class NameDialog(TypedDialog):
    """Stays until the server accepts a name."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        name = client.you.name.removeprefix(GUEST)
        super().__init__(client, navigator, InputLine(LONGEST, name if name.isalnum() else ""))
        self._must = not client.you.name
        self.problem = client.identity.name_problem

    @property
    def too_long(self) -> str:
        """The server's own words."""
        return refusal(self.words, "name_too_long")

    def key_bar(self) -> list[Key]:
        """Confirm, and leave the app without a name, else go back."""
        take = [Key("enter", N_("take this name"))] if self.text else []
        return [*take, Key("escape", N_("leave") if self._must else N_("back"))]

    def more_keys(self) -> list[Key]:
        """The help alone: who has no name yet reads nothing else."""
        return [key for key in super().more_keys() if key.key == "?"]

    def press(self, key: str) -> None:
        """Type, confirm or leave."""
        if key == "enter" and self.text:
            self.client.ask(
                lambda command: SetName(id=command, name=self.text),
                done=self._taken,
                refused=self.refused,
            )
        elif key == "escape":
            self.navigator.close_dialog()
            if self._must:
                self.client.leave("")
        else:
            super().press(key)

    def _taken(self) -> None:
        self.client.identity.name_problem = ""
        self.navigator.close_dialog()

    def paint(self, canvas: Canvas) -> None:
        """The question, the line typed so far, and why it was refused."""
        words = self.words
        x, y = self.paint_box(
            canvas, 56, 9, words._("Welcome") if self._must else words._("Your name")
        )
        canvas.put(x, y, words._("What shall the others call you?"), "ground bright", limit=50)
        self.line.paint(canvas, x, y + 2, ROOM)
        for row, line in enumerate(wrap(self.problem, 50, 2)):
            canvas.put(x, y + 4 + row, line, "ground problem")
