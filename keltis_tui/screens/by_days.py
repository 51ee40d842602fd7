"""Turning the live clock of a running game into one by days, if all who are there agree."""

from typing import Final

from keltis_protocol.messages import AgreeToDays, TableChanged
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import cut, wrap
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.screen import Navigator
from keltis_words.table_settings import setting_value
from keltis_words.words import N_

CHOICES: Final = {"1": "1d", "2": "2d", "3": "3d", "7": "7d"}
"""The clock that each key says."""
WIDTH: Final = 60


def offered(table: TableChanged | None) -> bool:
    """Whether a game runs here with a live clock and one plays it."""
    if table is None or table.seat is None or table.state != "playing":
        return False
    return "+" in table.settings.get("clock", "")


def by_days(table: TableChanged) -> bool:
    """Whether a turn may take days here, so that nobody has to be there."""
    return table.settings.get("clock") in CHOICES.values()


class ByDaysDialog(Dialog):
    """Says by how many days a turn one would go on, and who said what."""

    def __init__(self, client: Client, navigator: Navigator, table: TableChanged) -> None:
        super().__init__(client, navigator)
        self._opened_for = table

    @property
    def _table(self) -> TableChanged:
        """The table as it was told last."""
        return self.client.table or self._opened_for

    @property
    def _agrees(self) -> str:
        """What one has said oneself."""
        table = self._table
        return "" if table.seat is None else table.seats[table.seat].agrees

    def key_bar(self) -> list[Key]:
        """The days, no more of it, and away."""
        undo = [Key("u", N_("take it back"))] if self._agrees else []
        return [Key("1", N_("agree"), " ".join(CHOICES)), *undo, Key("n", N_("close"))]

    def press(self, key: str) -> None:
        """Agree to something or to nothing any more."""
        if key in CHOICES:
            self._say(CHOICES[key])
        elif key == "u" and self._agrees:
            self._say("")
        elif key in ("n", "escape", "q"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def _say(self, clock: str) -> None:
        self.navigator.close_dialog()
        code = self._table.table
        self.client.ask(lambda command: AgreeToDays(id=command, table=code, clock=clock))

    def paint(self, canvas: Canvas) -> None:
        """What it means, and what those who are there would like."""
        words = self.words
        text = words._(
            "Once all who are there agree to the same, the game goes on by days: nobody has to "
            "stay. Whoever needs longer for a turn has twice as much once, for the whole game."
        )
        lines = wrap(text, WIDTH - 6)
        x, y = self.paint_box(canvas, WIDTH, len(lines) + len(CHOICES) + 5, words._("By days"))
        for line in lines:
            canvas.put(x, y, line, "ground bright")
            y += 1
        for key, clock in CHOICES.items():
            y += 1
            names = [seat.name for seat in self._table.seats if seat.agrees == clock]
            said = f"{setting_value(words, 'clock', clock)}   {', '.join(names)}".rstrip()
            canvas.put(x, y, key, "ground gold")
            canvas.put(x + 3, y, cut(said, WIDTH - 9), "ground bright")
