"""The settings: one line each, changed at once and remembered."""

from dataclasses import fields, replace

from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.text import wrap
from keltis_tui.screens.dialog import Dialog
from keltis_tui.settings import Settings, choices
from keltis_words.settings import NAMES, explained, value_in_words
from keltis_words.words import N_

LINES = [field.name for field in fields(Settings)]
BACK, ONWARD = ("left", "h"), ("right", "l", " ", "enter")
WIDTH = 72


class SettingsDialog(Dialog):
    """Arrows choose the line and change it; what is below shows it at once."""

    _line = 0

    def key_bar(self) -> list[Key]:
        """Change, another line, close."""
        return [
            Key("right", N_("change"), "←→"),
            Key("down", N_("next line"), "↑↓"),
            Key("escape", N_("close")),
        ]

    def press(self, key: str) -> None:
        """Move between lines, change one, or close."""
        if key in ("up", "k"):
            self._line = (self._line - 1) % len(LINES)
        elif key in ("down", "j", "tab"):
            self._line = (self._line + 1) % len(LINES)
        elif key in (*BACK, *ONWARD):
            self._change(-1 if key in BACK else 1)
        elif key in ("escape", "q", "f2"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def click(self, target: Target) -> None:
        """A click changes the line it falls on."""
        if target.kind == "line":
            self._line = target.number
            self._change(1)

    def _change(self, step: int) -> None:
        name, settings = LINES[self._line], self.client.settings
        values = choices(name)
        value = values[(values.index(getattr(settings, name)) + step) % len(values)]
        self.client.set(replace(settings, **{name: value}))

    def paint(self, canvas: Canvas) -> None:
        """Every setting with its value, and what the one in focus means."""
        words = self.words
        apart = 2 if len(LINES) * 2 + 6 < canvas.height else 1
        x, y = self.paint_box(canvas, WIDTH, len(LINES) * apart + 6, words._("Settings"))
        for number, name in enumerate(LINES):
            row, value = y + number * apart, getattr(self.client.settings, name)
            style = "line.chosen" if number == self._line else "ground"
            canvas.fill(x - 1, row, WIDTH - 4, 1, style)
            canvas.put(x, row, words._(NAMES[name]), f"{style} text", limit=24)
            shown = f"‹ {value_in_words(words, name, value)} ›"
            canvas.put(x + 25, row, shown, f"{style} gold", limit=WIDTH - 31)
            canvas.target(x - 1, row, WIDTH - 4, 1, Target("line", number))
        name = LINES[self._line]
        meant = explained(words, name, getattr(self.client.settings, name))
        for row, line in enumerate(wrap(meant, WIDTH - 6, 2), y + len(LINES) * apart + 2 - apart):
            canvas.put(x, row, line, "ground preview")
