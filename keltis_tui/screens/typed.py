"""What the dialogs in which something is typed have in common."""

from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.input_line import InputLine
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator
from keltis_words.refusals import refusal


class TypedDialog(Dialog):
    """Holds the line, and says why something is wrong with it."""

    def __init__(self, client: Client, navigator: Navigator, line: InputLine) -> None:
        super().__init__(client, navigator)
        self.line = line
        self.problem = ""

    @property
    def text(self) -> str:
        """What was typed so far."""
        return self.line.text

    @property
    def too_long(self) -> str:
        """What is said when no more fits."""
        raise NotImplementedError

    def more_keys(self) -> list[Key]:
        """The help too, as long as nothing is typed."""
        return [key for key in super().more_keys() if key.key != "?" or not self.text]

    def refused(self, reason: str) -> None:
        """Say why the server does not take what was typed."""
        self.problem = refusal(self.words, reason)

    def types(self, key: str) -> bool:
        """Every letter is typed; in an empty line `?` shows the keys, and a second one is typed."""
        return key != "?" or bool(self.text)

    def press(self, key: str) -> None:
        """Type or edit."""
        if self.line.press(key):
            self._look()
        else:
            self.unused(key)

    def paste(self, text: str) -> None:
        """Take in text, without what cannot be drawn."""
        self.line.insert(text)
        self._look()

    def _look(self) -> None:
        """Say at once what of the last letters was not taken, and why."""
        self.problem = self.too_long if self.line.full else ""
        if self.line.undrawable:
            self.problem = self.words._("What cannot be shown was left out.")
