"""What is to be settled about a table, a line for each: new ones and those that stand."""

from collections.abc import Mapping

from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator
from keltis_words.games.catalogue import game_name, option_name, option_value, summary
from keltis_words.table_settings import setting_name, setting_value
from keltis_words.words import N_

BACK, ONWARD = ("left", "h"), ("right", "l", " ")
WIDTH = 72
Lines = list[tuple[str, list[str]]]
"""Everything to settle, each with its values, the default first."""


class TermsDialog(Dialog):
    """One line for each thing to settle; arrows choose the line and change it."""

    heading: str
    confirming: str
    """What Enter does."""

    def __init__(self, client: Client, navigator: Navigator, chosen: Mapping[str, str]) -> None:
        super().__init__(client, navigator)
        self._chosen = dict(chosen)
        self._line = 0

    @property
    def game(self) -> str:
        """The game to be played."""
        raise NotImplementedError

    @property
    def may_change(self) -> bool:
        """Whether this person settles anything here."""
        return True

    def confirm(self, agreed: Mapping[str, str]) -> None:
        """Have it so."""
        raise NotImplementedError

    def lines(self) -> Lines:
        """Seats, options, whether it is listed, and what else there is to settle."""
        games = {offer.id: offer for offer in self.client.games}
        offer = games[self.game]
        seats = [str(count) for count in range(offer.min_seats, offer.max_seats + 1)]
        return [
            ("seats", seats),
            *((f"option {name}", values) for name, values in offer.options.items()),
            ("private", ["off", "on"]),
            *((f"setting {name}", values) for name, values in self.client.table_settings.items()),
        ]

    def value(self, name: str, values: list[str]) -> str:
        """What is chosen for one of them."""
        chosen = self._chosen.get(name, values[0])
        return chosen if chosen in values else values[0]

    def key_bar(self) -> list[Key]:
        """Change, confirm, or not."""
        if not self.may_change:
            return [Key("escape", N_("back"))]
        return [
            Key("right", N_("change"), "←→"),
            Key("down", N_("next line"), "↑↓"),
            Key("enter", self.confirming),
            Key("escape", N_("back")),
        ]

    def press(self, key: str) -> None:
        """Move between lines, change one, confirm or step back."""
        lines, may_change = self.lines(), self.may_change
        if key in ("escape", "q") or (key == "enter" and not may_change):
            self.navigator.close_dialog()
        elif key in ("up", "k") and may_change:
            self._line = (self._line - 1) % len(lines)
        elif key in ("down", "j") and may_change:
            self._line = (self._line + 1) % len(lines)
        elif key in (*BACK, *ONWARD) and may_change:
            name, values = lines[self._line]
            step = -1 if key in BACK else 1
            at = values.index(self.value(name, values))
            self._chosen[name] = values[(at + step) % len(values)]
        elif key == "enter":
            self.navigator.close_dialog()
            self.confirm({name: self.value(name, values) for name, values in lines})
        else:
            self.unused(key)

    def click(self, target: Target) -> None:
        """A click changes the line it falls on."""
        if target.kind == "line":
            self._line = target.number
            self.press("right")

    def paint(self, canvas: Canvas) -> None:
        """Each line with its value; below the game how it is played."""
        lines = self.lines()
        step = 2 if len(lines) * 2 + 4 < canvas.height else 1
        told = lines[0][0] == "game"
        height = len(lines) * step + 5 - step + told
        x, y = self.paint_box(canvas, WIDTH, height, self.words._(self.heading))
        for number, (name, values) in enumerate(lines):
            row = y + number * step + (told and number > 0)
            focus = self.may_change and number == self._line
            style = "line.chosen" if focus else "ground"
            canvas.fill(x - 1, row, WIDTH - 4, 1, style)
            canvas.put(x, row, self._name_in_words(name), f"{style} text", limit=26)
            shown = self._in_words(name, self.value(name, values))
            shown = f"‹ {shown} ›" if self.may_change else shown
            canvas.put(x + 27, row, shown, f"{style} gold", limit=WIDTH - 33)
            if self.may_change:
                canvas.target(x - 1, row, WIDTH - 4, 1, Target("line", number))
        if told:
            text = summary(self.words, self.game)
            canvas.put(x, y + 1, text, "ground faint", limit=WIDTH - 6)

    def _name_in_words(self, name: str) -> str:
        kind, _, what = name.rpartition(" ")
        if kind == "setting":
            return setting_name(self.words, what)
        return option_name(self.words, self.game, what)

    def _in_words(self, name: str, value: str) -> str:
        kind, _, what = name.rpartition(" ")
        if kind == "setting":
            return setting_value(self.words, what, value)
        if name == "game":
            return game_name(self.words, value)
        return option_value(self.words, self.game, value)


def of_kind(kind: str, agreed: Mapping[str, str]) -> dict[str, str]:
    """What was agreed of one kind, without its name."""
    return {
        name.removeprefix(kind): value for name, value in agreed.items() if name.startswith(kind)
    }
