"""How one leaves a running game: to come back, with a bot until then, or for good."""

from keltis_protocol.messages import LeaveTable, TableChanged
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of, wrap
from keltis_tui.client import Client
from keltis_tui.screens.by_days import ByDaysDialog, by_days, offered
from keltis_tui.screens.dialog import Dialog, Question
from keltis_tui.screens.screen import Navigator
from keltis_words.words import N_

WIDTH = 60


class LeaveDialog(Dialog):
    """Three ways to go, one to stay."""

    def __init__(
        self, client: Client, navigator: Navigator, table: TableChanged, *, turned: bool
    ) -> None:
        super().__init__(client, navigator)
        self._table = table
        self._waits = turned or by_days(table)
        """Whether the game waits for long, though nobody is there."""

    @property
    def _company(self) -> bool:
        return self.client.company

    def key_bar(self) -> list[Key]:
        """One key for each way."""
        bot = [Key("b", N_("a bot plays"))] if self._company else []
        later = Key("y", N_("come back later"))
        return [later, *bot, Key("g", N_("give up")), Key("n", N_("stay"))]

    def more_keys(self) -> list[Key]:
        """What need not be a way to go."""
        days = [Key("K", N_("by days"))] if offered(self._table) else []
        return [*super().more_keys(), *days]

    def press(self, key: str) -> None:
        """Go, or stay."""
        match key:
            case "y" | "enter":
                self._go("")
            case "b" if self._company:
                self._go("bot")
            case "K" if offered(self._table):
                self.navigator.close_dialog()
                dialog = ByDaysDialog(self.client, self.navigator, self._table)
                self.navigator.open_dialog(dialog)
            case "g":
                self._ask_again()
            case "n" | "escape" | "q":
                self.navigator.close_dialog()
            case _:
                self.unused(key)

    def _go(self, how: str) -> None:
        self.navigator.close_dialog()
        code = self._table.table
        self.client.ask(lambda command: LeaveTable(id=command, table=code, how=how))

    def _ask_again(self) -> None:
        """Nobody gives up by one wrong key."""
        words = self.words
        text = words._("Give up for good? A bot plays on in your place; you cannot come back.")
        if not self._company:
            text = words._("Give up for good? Nobody else plays here, so the game is over then.")

        def give_up() -> None:
            self._go("give_up")

        title = words._("Give up")
        self.navigator.open_dialog(Question(self.client, self.navigator, title, text, give_up))

    def _later(self) -> str:
        """What whoever comes back may count on."""
        words, by_line = self.words, bool(self.client.identity.return_code)
        if by_line and (self._company or self._waits):
            return words._("Come back later, by the line below: your seat stays yours.")
        if self._company:
            return words._("Come back later: the game goes on and your seat stays yours.")
        if self._waits:
            return words._("Come back later: the game waits for you.")
        if by_line:
            return words._(
                "Come back soon, by the line below: until you have made a turn, "
                "the game may not wait long."
            )
        return words._("Come back soon: until you have made a turn, the game may not wait long.")

    def paint(self, canvas: Canvas) -> None:
        """What each way means."""
        words = self.words
        ways = [("y", self._later())]
        if self._company:
            ways.append(("b", words._("A bot plays for you until you come back.")))
        if offered(self._table):
            ways.append(("K", words._("Go on by days, if all who are there agree.")))
        ways.append(("g", words._("Give up for good.")))
        ways.append(("n", words._("Stay.")))
        lines = [(key, wrap(text, WIDTH - 10)) for key, text in ways]
        back = self.client.identity.way_back()
        height = sum(len(rows) for _, rows in lines) + (6 if back else 4)
        width = max(WIDTH, width_of(back) + 6)
        x, y = self.paint_box(canvas, width, height, words._("Leave"))
        if back:
            canvas.put(x, y + height - 5, back, "ground gold", limit=canvas.width - 6)
        for key, rows in lines:
            canvas.put(x, y, key, "ground gold")
            for row in rows:
                canvas.put(x + 3, y, row, "ground bright")
                y += 1
