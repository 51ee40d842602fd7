"""A table before the game: who sits there, the line to share, bots, what is agreed, the start."""

from collections.abc import Callable

from keltis_protocol.messages import (
    AddBot,
    ArrangeTable,
    ClearSeat,
    GameOffer,
    HandTable,
    LeaveTable,
    NotReady,
    SeatState,
    StartGame,
    TableChanged,
)
from keltis_tui.canvas.bars import ANOTHER_NAME, Key, paint_keys
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_tui.screens.arrange import ArrangeDialog
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.lucky_word import LuckyWordDialog
from keltis_tui.screens.screen import Navigator, Screen
from keltis_tui.screens.waiting_page import Room, paint_room
from keltis_words.words import N_

UP, DOWN = ("up", "k"), ("down", "j")
_BOT = Key("b", N_("add a bot"))
STEPS = {"left": -1, "h": -1, "right": 1, "l": 1}


class WaitingScreen(Screen):
    """Where friends gather until everyone is ready; whose table it is moves among the seats."""

    def __init__(self, client: Client, navigator: Navigator) -> None:
        super().__init__(client, navigator)
        self._seat: int | None = None
        """The seat in focus, once one was chosen."""

    @property
    def table(self) -> TableChanged:
        """The table we sit at."""
        assert self.client.table is not None
        return self.client.table

    @property
    def _offer(self) -> GameOffer | None:
        """The game as the server offers it."""
        return next((each for each in self.client.games if each.id == self.table.game), None)

    @property
    def _full(self) -> bool:
        return all(seat.kind != "free" for seat in self.table.seats)

    @property
    def _bots_fit(self) -> bool:
        """Whether we may put a bot on a free seat."""
        return self.table.owner and not self._full

    @property
    def _ready(self) -> bool:
        seat = self.table.seat
        return seat is not None and self.table.seats[seat].ready

    @property
    def _fewer(self) -> int:
        """How many would play if free seats were taken away; 0 if that cannot be."""
        taken = sum(seat.kind != "free" for seat in self.table.seats)
        least = self._offer.min_seats if self._offer else 2
        return taken if self.table.owner and not self._full and taken >= least else 0

    @property
    def chosen(self) -> int | None:
        """The seat in focus: for whose table it is, the first free one until another is chosen."""
        seats = self.table.seats
        if not self.table.owner:
            return None
        if self._seat is not None and self._seat < len(seats):
            return self._seat
        return next((seat for seat, state in enumerate(seats) if state.kind == "free"), 0)

    @property
    def _kinds(self) -> list[str]:
        """The kinds a bot in focus may be of, if there are several."""
        there = self._there
        kinds = self._offer.bots if self._offer else []
        return kinds if there is not None and there.kind == "bot" and len(kinds) > 1 else []

    @property
    def _there(self) -> SeatState | None:
        """Who sits on the seat in focus, unless it is our own."""
        seat = self.chosen
        return None if seat is None or seat == self.table.seat else self.table.seats[seat]

    @property
    def _offered(self) -> bool:
        """Whether one has waited long enough for somebody to be offered something else."""
        return self.client.patience == 0

    def key_bar(self) -> list[Key]:
        """Ready or not, what can be done with the seat in focus, the start, leave."""
        there, unread = self._there, self.client.talk.unread
        kind = there.kind if there is not None else ""
        bar = [Key("u", N_("not ready")) if self._ready else Key("enter", N_("ready"))]
        bar += [Key("s", N_("start now"))] if self._fewer else []
        bar += [_BOT] if self._bots_fit and kind in ("", "free") else []
        bar += [Key("d", N_("by days"))] if self._offered and self.client.by_days else []
        bar += [Key("right", N_("strength"), "←→")] if self._kinds else []
        bar += [Key("x", N_("take out"))] if kind == "bot" else []
        bar += [Key("x", N_("ask to go")), Key("g", N_("hand over"))] if kind == "person" else []
        talk = Key("/", N_("talk"), f"[{unread}] /" if unread else "")
        bar += [talk] if unread or (self.client.company and kind in ("", "free")) else []
        return [
            *bar,
            Key("o", N_("change") if self.table.owner else N_("agreed")),
            Key("?", N_("keys")),
            Key("q", N_("leave")),
        ]

    def more_keys(self) -> list[Key]:
        """Another seat, the lucky word, and what the bar has no room for."""
        seats = [Key("down", N_("another seat"), "↑↓")] if self.table.owner else []
        talk = [Key("/", N_("talk"))] if self.client.company else []
        bar = self.key_bar()
        left = [*([_BOT] if self._bots_fit else []), *talk]
        return [
            *(key for key in left if key.key not in {each.key for each in bar}),
            Key("w", N_("lucky word")),
            *seats,
            *super().more_keys(),
            ANOTHER_NAME,
        ]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        code, ask = self.table.table, self.client.ask
        there = self._there
        match key:
            case "enter" if not self._ready:
                ask(lambda command: StartGame(id=command, table=code))
            case "u" if self._ready:
                ask(lambda command: NotReady(id=command, table=code))
            case "s" if self._fewer:
                self._start_so()
            case "b" if self._bots_fit:
                seat = self.chosen if there is not None and there.kind == "free" else None
                kind = self.client.bot_for(self.table.game)
                ask(lambda command: AddBot(id=command, table=code, seat=seat, bot=kind))
            case "d" if self._offered and self.client.by_days:
                self.client.quick.by_days(self.table)
            case "x" if there is not None and there.kind != "free":
                self._clear(there)
            case "g" if there is not None and there.kind == "person":
                self._hand_over(there)
            case "o":
                self.navigator.open_dialog(ArrangeDialog(self.client, self.navigator, self.table))
            case "w":
                self.navigator.open_dialog(LuckyWordDialog(self.client, self.navigator, self.table))
            case "q" | "escape":
                self._leave()
            case _ if key in (*UP, *DOWN) and self.chosen is not None:
                self._seat = (self.chosen + (1 if key in DOWN else -1)) % len(self.table.seats)
            case _ if key in STEPS and self._kinds:
                self._change_bot(STEPS[key])
            case _:
                self.unused(key)

    def click(self, target: Target) -> None:
        """A click chooses a seat."""
        if target.kind == "seat" and self.chosen is not None:
            self._seat = target.number

    def _start_so(self) -> None:
        """Take the free seats away, and be ready."""
        code, ask, seats = self.table.table, self.client.ask, self._fewer
        ask(lambda command: ArrangeTable(id=command, table=code, seats=seats))
        if not self._ready:
            ask(lambda command: StartGame(id=command, table=code))

    def _change_bot(self, step: int) -> None:
        kinds, there, seat, code = self._kinds, self._there, self.chosen, self.table.table
        at = kinds.index(there.bot) if there is not None and there.bot in kinds else 0
        kind = kinds[(at + step) % len(kinds)]
        self.client.ask(lambda command: AddBot(id=command, table=code, seat=seat, bot=kind))

    def _clear(self, there: SeatState) -> None:
        """Take a bot out at once, ask before a person is asked to leave."""
        code, seat = self.table.table, self.chosen
        assert seat is not None

        def clear() -> None:
            self.client.ask(lambda command: ClearSeat(id=command, table=code, seat=seat))

        if there.kind == "bot":
            clear()
            return
        text = self.words._("Ask {name} to leave this table?", name=there.name)
        self._ask_first(self.words._("ask to leave"), text, clear)

    def _hand_over(self, there: SeatState) -> None:
        code, seat = self.table.table, self.chosen
        assert seat is not None

        def hand_over() -> None:
            self.client.ask(lambda command: HandTable(id=command, table=code, seat=seat))

        text = self.words._(
            "Shall the table be {name}'s? Then {name} settles everything here.", name=there.name
        )
        self._ask_first(self.words._("hand over"), text, hand_over)

    def _leave(self) -> None:
        code = self.table.table

        def leave() -> None:
            self.client.ask(lambda command: LeaveTable(id=command, table=code))

        text = self.words._("Leave this table? Your seat is free then.")
        self._ask_first(self.words._("Leave"), text, leave)

    def _ask_first(self, title: str, text: str, yes: Callable[[], None]) -> None:
        self.navigator.open_dialog(Question(self.client, self.navigator, title, text, yes))

    def paint(self, canvas: Canvas) -> None:
        """The room, what this person is asked, and the keys."""
        room = Room(self.client, self.table, self.chosen, bool(self._kinds), self._question())
        paint_room(canvas, room, asked=not self._ready)
        paint_keys(canvas, canvas.height - 1, self.key_bar(), self.words, self.more_keys())

    def _question(self) -> str:
        words = self.words
        if self._offered and self.client.by_days:
            return words._("Nobody has come yet. b adds a bot, d begins a game by days; or wait.")
        if self._offered:
            return words._("Nobody has come yet. b adds a bot; or wait.")
        if not self._ready:
            return words._("Press Enter when you are ready to play.")
        if self._full:
            return words._("You are ready; waiting for the others.")
        if self._fewer:
            return words._("You are ready; there are free seats yet: s starts without them.")
        return words._("You are ready; there are free seats yet.")
