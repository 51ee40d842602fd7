"""The dialog that opens a table: game, seats and options, whatever the server offers."""

from collections.abc import Mapping

from keltis_protocol.messages import OpenTable
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


class NewTable(Dialog):
    """One line for each thing to settle; arrows choose the line and change it."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator)
        self._chosen: dict[str, str] = {}
        self._line = 0

    @property
    def _game(self) -> str:
        return self._chosen.get("game", self.client.games[0].id)

    def _lines(self) -> list[tuple[str, list[str]]]:
        """Everything to settle, each with its values, the default first."""
        games = {offer.id: offer for offer in self.client.games}
        offer = games[self._game]
        seats = [str(count) for count in range(offer.min_seats, offer.max_seats + 1)]
        return [
            ("game", list(games)),
            ("seats", seats),
            *((f"option {name}", values) for name, values in offer.options.items()),
            ("private", ["off", "on"]),
            *((f"setting {name}", values) for name, values in self.client.table_settings.items()),
        ]

    def _value(self, name: str, values: list[str]) -> str:
        chosen = self._chosen.get(name, values[0])
        return chosen if chosen in values else values[0]

    def key_bar(self) -> list[Key]:
        """Change, open, or not."""
        return [
            Key("right", N_("change"), "←→"),
            Key("down", N_("next line"), "↑↓"),
            Key("enter", N_("open the table")),
            Key("escape", N_("back")),
        ]

    def press(self, key: str) -> None:
        """Move between lines, change one, open the table or step back."""
        lines = self._lines()
        if key in ("up", "k"):
            self._line = (self._line - 1) % len(lines)
        elif key in ("down", "j"):
            self._line = (self._line + 1) % len(lines)
        elif key in (*BACK, *ONWARD):
            name, values = lines[self._line]
            step = -1 if key in BACK else 1
            at = values.index(self._value(name, values))
            self._chosen[name] = values[(at + step) % len(values)]
        elif key == "enter":
            self._open()
        elif key in ("escape", "q"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def click(self, target: Target) -> None:
        """A click changes the line it falls on."""
        if target.kind == "line":
            self._line = target.number
            self.press("right")

    def _open(self) -> None:
        agreed = {name: self._value(name, values) for name, values in self._lines()}
        self.navigator.close_dialog()
        self.client.ask(
            lambda command: OpenTable(
                id=command,
                game=agreed["game"],
                seats=int(agreed["seats"]),
                options=_of_kind("option ", agreed),
                private=agreed["private"] == "on",
                settings=_of_kind("setting ", agreed),
            )
        )

    def _name_in_words(self, name: str) -> str:
        kind, _, setting = name.rpartition(" ")
        if kind == "setting":
            return setting_name(self.words, setting)
        return option_name(self.words, self._game, setting)

    def _in_words(self, name: str, value: str) -> str:
        kind, _, setting = name.rpartition(" ")
        if kind == "setting":
            return setting_value(self.words, setting, value)
        if name == "game":
            return game_name(self.words, value)
        return option_value(self.words, self._game, value)

    def paint(self, canvas: Canvas) -> None:
        """Each line with its value, and how the game is played."""
        lines, words = self._lines(), self.words
        game = self._game
        step = 2 if len(lines) * 2 + 4 < canvas.height else 1
        height = len(lines) * step + (4 if step == 2 else 5)
        x, y = self.paint_box(canvas, WIDTH, height, words._("A new table"))
        for number, (name, values) in enumerate(lines):
            value, row = self._value(name, values), y + number * step + (number > 0)
            style = "line.chosen" if number == self._line else "ground"
            canvas.fill(x - 1, row, WIDTH - 4, 1, style)
            canvas.put(
                x,
                row,
                self._name_in_words(name),
                f"{style} text",
                limit=26,
            )
            shown = self._in_words(name, value)
            canvas.put(x + 27, row, f"‹ {shown} ›", f"{style} gold", limit=WIDTH - 33)
            canvas.target(x - 1, row, WIDTH - 4, 1, Target("line", number))
        canvas.put(x, y + 1, summary(words, game), "ground faint", limit=WIDTH - 6)


def _of_kind(kind: str, agreed: Mapping[str, str]) -> dict[str, str]:
    """What was agreed of one kind, without its name."""
    return {
        name.removeprefix(kind): value for name, value in agreed.items() if name.startswith(kind)
    }
