"""A table before the game: who sits there, the code to share, bots, and the start."""

from keltis_protocol.messages import AddBot, LeaveTable, SeatState, StartGame, TableChanged
from keltis_tui.canvas.bars import Key, paint_keys, paint_rule, paint_title
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import wrap
from keltis_tui.screens.lucky_word import LuckyWordDialog
from keltis_tui.screens.screen import Screen
from keltis_tui.table.talk_lines import paint_last, paint_talk
from keltis_words.games.catalogue import game_name, option_name, option_value
from keltis_words.words import N_

SEATS = 8
"""The line of the first seat."""
NAME = 32
"""How wide a name can be: as many letters as it may have, each of two cells."""
TALL, WIDE = 32, 120
"""From this height on, seats stand apart; from this width on, the talk stands beside them."""
WORD_LINES = 2
"""How many lines there are for a lucky word: as long as it may be, each letter of two cells."""


class WaitingScreen(Screen):
    """Where friends gather until everyone is ready."""

    @property
    def table(self) -> TableChanged:
        """The table we sit at."""
        assert self.client.table is not None
        return self.client.table

    @property
    def _full(self) -> bool:
        return all(seat.kind != "free" for seat in self.table.seats)

    @property
    def _ready(self) -> bool:
        seat = self.table.seat
        return seat is not None and self.table.seats[seat].ready

    @property
    def _offered(self) -> bool:
        """Whether one has waited long enough for somebody to be offered something else."""
        return self.client.patience == 0

    def key_bar(self) -> list[Key]:
        """Start, a bot, help, leave."""
        start = [] if self._ready else [Key("enter", N_("ready"))]
        bot = [Key("b", N_("add a bot"))] if self.table.owner and not self._full else []
        bot += [Key("d", N_("by days"))] if self._offered and self.client.by_days else []
        word = Key("w", N_("lucky word"))
        unread = self.client.talk.unread
        cap = f"[{unread}] /" if unread else ""
        talk = [Key("/", N_("talk"), cap)] if self.client.company else []
        return [*start, *bot, word, *talk, Key("?", N_("keys")), Key("q", N_("leave"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        code, ask = self.table.table, self.client.ask
        match key:
            case "enter" | "s" if not self._ready:
                ask(lambda command: StartGame(id=command, table=code))
            case "b" if self.table.owner and not self._full:
                ask(lambda command: AddBot(id=command, table=code))
            case "d" if self._offered and self.client.by_days:
                self.client.play_by_days()
            case "w":
                self.navigator.open_dialog(LuckyWordDialog(self.client, self.navigator, self.table))
            case "q" | "escape":
                ask(lambda command: LeaveTable(id=command, table=code))
            case _:
                self.unused(key)

    def paint(self, canvas: Canvas) -> None:
        """Code, agreement, seats, and what is missing."""
        words, table, glyphs = self.words, self.table, self.client.glyphs
        name = words._("table {code}", code=table.table)
        title = game_name(words, table.game)
        paint_title(canvas, title, [name], self.client.you.name, glyphs.dot)
        canvas.put(4, 2, words._("Friends join with this code:"), "ground text")
        canvas.put(4, 4, f"  {'  '.join(table.table)}  ", "chosen")
        agreed = [
            f"{option_name(words, table.game, name)}: {option_value(words, table.game, value)}"
            for name, value in table.options.items()
        ]
        canvas.put(4, 6, ", ".join(agreed), "ground faint", limit=canvas.width - 5)
        y = SEATS
        for seat, state in enumerate(table.seats):
            y = self._paint_seat(canvas, y, seat, state) + (canvas.height >= TALL)
        self._paint_talk(canvas, y)
        if table.commitment:
            promise = words._("The dealer's promise: {digits}", digits=table.commitment.hex()[:32])
            canvas.put(4, canvas.height - 4, promise, "ground faint", limit=canvas.width - 5)
        canvas.put(4, canvas.height - 3, self.client.message, "ground problem")
        style = "wait" if self._ready else "ask"
        canvas.fill(0, canvas.height - 2, canvas.width, 1, style)
        canvas.put(1, canvas.height - 2, self._question(), style)
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())

    def _paint_talk(self, canvas: Canvas, y: int) -> None:
        """What was said: beside the seats where the window is wide, else below them."""
        talk, glyphs, end = self.client.talk, self.client.glyphs, canvas.height - 5
        x, width = 4, canvas.width - 8
        if canvas.width >= WIDE:
            x, y, width = canvas.width // 2 + 6, 2, canvas.width // 2 - 10
        if talk.lines and end - y > 1:
            paint_rule(canvas, x, y, width, glyphs, self.words._("talk"))
            paint_talk(canvas, glyphs, talk.lines, (x + 1, y + 1, width - 1, end - y - 1))
            talk.read()
        elif talk.lines and not self.client.message:
            new = self.words.ngettext("{count} new, ", "{count} new, ", talk.unread)
            unread = new if talk.unread else ""
            paint_last(canvas, glyphs, talk.lines, unread, (x, canvas.height - 3, width))

    def _paint_seat(self, canvas: Canvas, y: int, seat: int, state: SeatState) -> int:
        """Who sits there, and the lucky word in a line of its own; the line below comes back."""
        words = self.words
        free = state.kind == "free"
        sign = (self.client.glyphs.small if free else self.client.glyphs.large)[seat]
        canvas.put(5, y, sign, f"ground seat.{seat}")
        name = words._("free seat") if free else state.name
        canvas.put(8, y, name, "ground faint" if free else "ground bright", limit=NAME)
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
        room = (canvas.width // 2 if canvas.width >= WIDE else canvas.width - 4) - 8
        canvas.put(8 + NAME + 1, y, what, f"ground {style}", limit=room - NAME)
        if not state.word:
            return y + 1
        lines = wrap(words._("lucky word: {word}", word=state.word), room)
        if len(lines) > WORD_LINES:
            lines = wrap(state.word, room)
        for row, line in enumerate(lines, y + 1):
            canvas.put(8, row, line, "ground faint")
        return y + 1 + len(lines)

    def _question(self) -> str:
        words = self.words
        if self._offered and self.client.by_days:
            return words._("Nobody has come yet. b adds a bot, d begins a game by days; or wait.")
        if self._offered:
            return words._("Nobody has come yet. b adds a bot; or wait.")
        if self._ready:
            if self._full:
                return words._("You are ready; waiting for the others.")
            return words._("You are ready; there are free seats yet.")
        return words._("Press Enter when you are ready to play.")
