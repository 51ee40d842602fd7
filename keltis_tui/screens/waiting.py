"""A table before the game: who sits there, the code to share, bots, and the start."""

from keltis_protocol.messages import AddBot, LeaveTable, SeatState, StartGame, TableChanged
from keltis_tui.painters.bars import Key, paint_keys, paint_title
from keltis_tui.painters.talk import paint_talk
from keltis_tui.screens.help import Help
from keltis_tui.screens.lucky_word import LuckyWordDialog
from keltis_tui.screens.screen import Screen
from keltis_tui.screens.talk import TalkDialog
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.wording.options import game_name, option_name, option_value
from keltis_tui.words import N_


class WaitingScreen(Screen):
    """Where friends gather until everyone is ready."""

    @property
    def table(self) -> TableChanged:
        """The table we sit at."""
        assert self.session.table is not None
        return self.session.table

    @property
    def _full(self) -> bool:
        return all(seat.kind != "free" for seat in self.table.seats)

    @property
    def _ready(self) -> bool:
        seat = self.table.seat
        return seat is not None and self.table.seats[seat].ready

    def key_bar(self) -> list[Key]:
        """Start, a bot, help, leave."""
        start = [] if self._ready else [Key("enter", N_("ready"))]
        bot = [Key("b", N_("add a bot"))] if self.table.owner and not self._full else []
        word = Key("w", N_("lucky word"))
        talk = [Key("/", N_("talk"))] if self.session.company else []
        return [*start, *bot, word, *talk, Key("?", N_("keys")), Key("q", N_("leave"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        code, ask = self.table.table, self.session.ask
        match key:
            case "enter" | "s" if not self._ready:
                ask(lambda command: StartGame(id=command, table=code))
            case "b" if self.table.owner and not self._full:
                ask(lambda command: AddBot(id=command, table=code))
            case "w":
                self.session.open_dialog(LuckyWordDialog(self.session, self.table))
            case "/" if self.session.company:
                self.session.open_dialog(TalkDialog(self.session, code))
            case "?":
                self.session.open_dialog(Help(self.session, self))
            case "q" | "escape":
                ask(lambda command: LeaveTable(id=command, table=code))

    def paint(self, canvas: Canvas) -> None:
        """Code, agreement, seats, and what is missing."""
        words, table, glyphs = self.words, self.table, self.session.glyphs
        name = words._("table {code}", code=table.table)
        title = game_name(words, table.game)
        paint_title(canvas, title, [name], self.session.you.name, glyphs.dot)
        canvas.put(4, 3, words._("Friends join with this code:"), "ground text")
        canvas.put(4, 5, f"  {'  '.join(table.table)}  ", "chosen")
        agreed = [
            f"{option_name(words, name)}: {option_value(words, value)}"
            for name, value in table.options.items()
        ]
        canvas.put(4, 7, ", ".join(agreed), "ground faint")
        for seat, state in enumerate(table.seats):
            self._paint_seat(canvas, 9 + seat * 2, seat, state)
        seats = 9 + 2 * len(table.seats)
        room = canvas.height - 7 - seats
        paint_talk(canvas, glyphs, self.session.talk.lines, (5, seats, canvas.width - 9, room))
        if table.commitment:
            promise = words._("The dealer's promise: {digits}", digits=table.commitment.hex()[:32])
            canvas.put(4, canvas.height - 6, promise, "ground faint")
        canvas.put(4, canvas.height - 4, self.session.message, "ground problem")
        style = "wait" if self._ready else "ask"
        canvas.fill(0, canvas.height - 2, canvas.width, 1, style)
        canvas.put(1, canvas.height - 2, self._question(), style)
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())

    def _paint_seat(self, canvas: Canvas, y: int, seat: int, state: SeatState) -> None:
        words = self.words
        free = state.kind == "free"
        sign = (self.session.glyphs.small if free else self.session.glyphs.large)[seat]
        canvas.put(5, y, sign, f"ground seat.{seat}")
        name = words._("free seat") if free else state.name
        canvas.put(8, y, name, "ground faint" if free else "ground bright", limit=24)
        match state:
            case SeatState(kind="bot"):
                what, style = words._("a bot"), "faint"
            case SeatState(kind="person", away=True):
                what, style = words._("away"), "faint"
            case SeatState(kind="person", ready=True):
                what, style = words._("ready"), "preview"
            case SeatState(kind="person"):
                what, style = words._("not ready yet"), "goal"
            case _:
                what, style = "", "faint"
        end = canvas.put(34, y, what, f"ground {style}")
        if state.word:
            said = words._("lucky word: {word}", word=state.word)
            canvas.put(end + 2, y, said, "ground faint", limit=canvas.width - end - 3)

    def _question(self) -> str:
        words = self.words
        if self._ready:
            if self._full:
                return words._("You are ready; waiting for the others.")
            return words._("You are ready; there are free seats yet.")
        return words._("Press Enter when you are ready to play.")
