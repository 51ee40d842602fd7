"""A line of text that is typed: a cursor, the keys every terminal user expects, and a limit."""

from collections.abc import Callable, Sequence
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import CUT, cut, letters, loses, pad, width_of

END: Final = "▏"
"""The cursor behind the last letter."""


class InputLine:
    """Letters and a cursor between two of them, or at an end."""

    def __init__(
        self, longest: int, text: str = "", history: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._longest = longest
        """How many characters there may be, counted as the server counts them."""
        self._history = history
        """Gives earlier lines, the newest last."""
        self._back = 0
        """How many lines back the history is looked at."""
        self._draft = ""
        """What was typed before the history was looked at."""
        self._letters: list[str] = []
        self._cursor = 0
        self._first = 0
        """The first letter that is shown."""
        self.full = False
        """Whether something that was typed did not fit."""
        self.undrawable = False
        """Whether something that was typed cannot be shown, and was left out."""
        self.text = text

    @property
    def text(self) -> str:
        """What is in the line; after a new text the cursor is at its end."""
        return "".join(self._letters)

    @text.setter
    def text(self, text: str) -> None:
        self._letters, self._cursor = [], 0
        self._back = 0
        self.insert(text)

    @property
    def cursor(self) -> int:
        """How many letters are before the cursor."""
        return self._cursor

    def insert(self, text: str) -> None:
        """Take in text at the cursor, as much as the line may hold; ends of lines are spaces."""
        in_a_line = " ".join(text.splitlines()).replace("\t", " ")
        before, after = self._letters[: self._cursor], "".join(self._letters[self._cursor :])
        typed = list(letters("".join(before) + in_a_line))
        self.undrawable = bool(in_a_line) and (
            not letters(in_a_line) or loses("".join(before) + in_a_line)
        )
        self.full = len("".join(typed) + after) > self._longest
        while len("".join(typed) + after) > self._longest and len(typed) > len(before):
            typed.pop()
        if len("".join(typed) + after) <= self._longest:
            self._letters = list(letters("".join(typed) + after))
            self._cursor = min(len(typed), len(self._letters))

    def press(self, key: str) -> bool:
        """Type or edit; whether the key was one of ours comes back."""
        at, end = self._cursor, len(self._letters)
        match key:
            case "left" | "ctrl+b":
                self._cursor = max(0, at - 1)
            case "right" | "ctrl+f":
                self._cursor = min(end, at + 1)
            case "home" | "ctrl+a":
                self._cursor = 0
            case "end" | "ctrl+e":
                self._cursor = end
            case "ctrl+left" | "alt+left" | "alt+b":
                self._cursor = self._word_before()
            case "ctrl+right" | "alt+right" | "alt+f":
                self._cursor = self._word_after()
            case "backspace":
                self._delete(max(0, at - 1), at)
            case "delete" | "ctrl+d":
                self._delete(at, at + 1)
            case "ctrl+w" | "alt+backspace" | "ctrl+backspace":
                self._delete(self._word_before(), at)
            case "alt+d" | "ctrl+delete":
                self._delete(at, self._word_after())
            case "ctrl+u":
                self._delete(0, at)
            case "ctrl+k":
                self._delete(at, end)
            case "up" | "ctrl+p":
                self._look_back(self._back + 1)
            case "down" | "ctrl+n":
                self._look_back(self._back - 1)
            case _ if len(key) == 1:
                self.insert(key)
                return True
            case _:
                return False
        self.full = self.undrawable = False
        return True

    def _word_before(self) -> int:
        """Where the word before the cursor begins."""
        at = self._cursor
        while at and self._letters[at - 1].isspace():
            at -= 1
        while at and not self._letters[at - 1].isspace():
            at -= 1
        return at

    def _word_after(self) -> int:
        """Where the word after the cursor ends."""
        at, end = self._cursor, len(self._letters)
        while at < end and self._letters[at].isspace():
            at += 1
        while at < end and not self._letters[at].isspace():
            at += 1
        return at

    def _delete(self, start: int, end: int) -> None:
        self._letters = list(letters("".join(self._letters[:start] + self._letters[end:])))
        self._cursor = min(start, len(self._letters))

    def _look_back(self, back: int) -> None:
        """Show the line so many lines back; what was being typed is at 0."""
        lines = self._history()
        if 0 <= back <= len(lines):
            self._draft = self.text if self._back == 0 else self._draft
            self.text = lines[-back] if back else self._draft
            self._back = back

    def paint(self, canvas: Canvas, x: int, y: int, room: int) -> None:
        """The letters around the cursor that fit into so many cells, with a margin at both ends.

        A margin shows whether there is more on its side. The cursor is a letter in its own style.
        """
        inner, at = room - 2, self._cursor
        self._scroll(inner)
        under = self._letters[at] if at < len(self._letters) else END
        before = "".join(self._letters[self._first : at])
        after = "".join(self._letters[at + 1 :])
        left = inner - width_of(before) - width_of(under)
        canvas.put(x, y, CUT if self._first else " ", "line.chosen")
        end = canvas.put(x + 1, y, before, "line.chosen")
        end = canvas.put(
            end, y, under, "line.chosen gold" if under is END else "line.chosen cursor"
        )
        canvas.put(end, y, pad(cut(after, left, ""), left), "line.chosen")
        canvas.put(x + room - 1, y, CUT if width_of(after) > left else " ", "line.chosen")

    def _scroll(self, room: int) -> None:
        """Show as much as fits, the cursor always among it."""
        widths = [*map(width_of, self._letters), 1]
        first = min(self._first, self._cursor)
        while first and sum(widths[first - 1 :]) <= room:
            first -= 1
        while sum(widths[first : self._cursor + 1]) > room:
            first += 1
        self._first = first
