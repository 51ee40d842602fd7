"""One table as its log tells it: a pure fold over records."""

from collections import Counter, deque
from copy import copy
from typing import Final, NamedTuple

from keltis_engine.position import Seat
from keltis_server.people.who import Who
from keltis_server.tables import settings
from keltis_server.tables.game import Step, TableGame
from keltis_server.tables.records import (
    BotSeated,
    Closed,
    Committed,
    GameOver,
    GameStarted,
    GotUp,
    HandedOver,
    MoveMade,
    Opened,
    Ready,
    Record,
    Renamed,
    Said,
    SatDown,
    TookBack,
    WordGiven,
)

REMEMBERED: Final = 20
"""How many of the last lines said at a table are told to one who comes back."""
COMMANDS: Final = 256
"""How many of the last commands a table knows by itself; the store knows them all."""


class Decision(NamedTuple):
    """What a command leads to at a table, judged on its state and not yet logged."""

    records: tuple[Record, ...] = ()
    game: TableGame | None = None
    """The game after the moves among them: a copy of the table's, or a new one."""
    steps: tuple[Step, ...] = ()
    """These moves."""

    def __bool__(self) -> bool:
        return bool(self.records)


class Place:
    """A seat of the table and who sits on it: a person, a bot or nobody."""

    __slots__ = ("bot", "name", "ready", "who", "word")

    def __init__(self) -> None:
        self.free()

    def free(self) -> None:
        """Leave the seat empty."""
        self.who: Who | None = None
        self.bot = ""
        self.name = ""
        self.ready = False
        self.word = ""

    def copy(self) -> "Place":
        """A seat with the same on it."""
        place = Place()
        place.who, place.bot, place.name = self.who, self.bot, self.name
        place.ready, place.word = self.ready, self.word
        return place

    @property
    def is_free(self) -> bool:
        """Whether somebody can sit down here."""
        return self.who is None and not self.bot


class Table:
    """A table's state after some of its log."""

    def __init__(self, code: str, opened: Opened, command: str = "") -> None:
        self.code = code
        self.rules = opened.game
        self.options = opened.options
        self.settings = settings.complete(opened.settings)
        """Everything that is settled about the table (see `settings`)."""
        self.private = opened.private
        self.owner = opened.owner.id
        self.source = opened.source
        self.places = [Place() for _ in range(opened.seats)]
        self.game: TableGame | None = None
        self.players: list[str | None] = []
        """For each seat the person who plays, or played, the game."""
        self.over = False
        self.committed: Committed | None = None
        """What fixes the shuffles of the game that is played or comes next."""
        self.games = 0
        self.talk: deque[Said] = deque(maxlen=REMEMBERED)
        """What was said last."""
        self.lines = 0
        """How many lines were said in all."""
        self.closed = False
        self.opened_by = command
        """The command that opened it."""
        self.seq = 1
        """How long the log is."""
        self.at = 0
        """When the last record was written, in milliseconds since 1970, UTC."""
        self.asides: Counter[str] = Counter()
        """How many records other than moves each person caused since the last game began …"""
        self.all_asides = 0
        """… and all of them together."""
        self.commands: dict[str, None] = {command: None} if command else {}
        """The last commands that were carried out, the oldest first."""
        self.forgot_commands = False
        """Whether there were more."""

    @property
    def state(self) -> str:
        """`open`, `playing` or `over`."""
        if self.game is None:
            return "open"
        return "over" if self.over else "playing"

    @property
    def playing(self) -> bool:
        """Whether a game is under way."""
        return self.game is not None and not self.over and not self.closed

    @property
    def between_games(self) -> bool:
        """Whether a game of a match has ended, and the next waits until people are ready."""
        return self.game is not None and self.playing and self.game.between_games

    @property
    def played(self) -> bool:
        """Whether a person has ever played a whole turn here."""
        turns = self.game.turns if self.game is not None else []
        return self.games > 1 or any(
            turn for turn, who in zip(turns, self.players, strict=False) if who is not None
        )

    @property
    def people(self) -> dict[str, Seat]:
        """Every person at the table and the seat."""
        return {place.who.id: seat for seat, place in enumerate(self.places) if place.who}

    @property
    def to_act(self) -> Seat | None:
        """Whose decision is awaited, while a game is under way."""
        return self.game.to_act if self.game and self.playing else None

    def after(self, decision: Decision, at: int) -> "Table":
        """What the table will be once this is logged at that time, but for talk and commands."""
        table = copy(self)
        table.places = [place.copy() for place in self.places]
        table.players = self.players.copy()
        table.talk, table.commands, table.asides = deque(), {}, Counter()
        if self.game is not None and decision.game is None:
            table.game = self.game.apart()
        for record in decision.records:
            table._take(record, "", decision.game)
        table.at = at
        return table

    def adopt(self, decision: Decision, command: str = "") -> None:
        """Take in what was decided on this very state: moves are not played a second time."""
        for place, record in enumerate(decision.records):
            self._take(record, "" if place else command, decision.game)

    def fold(self, record: Record, command: str = "") -> Step | None:
        """Take in the next record of the log; a move is told as the step it made."""
        return self._take(record, command, None)

    def _take(self, record: Record, command: str, ahead: TableGame | None) -> Step | None:
        """Take in a record; `ahead` is the game after it and those that follow, if it is known."""
        self.seq += 1
        if command:
            self._remember(command)
        if isinstance(record, MoveMade | TookBack):
            if self.game is None:
                raise ValueError("a move without a game")
            if isinstance(record, TookBack):
                self._count_aside(record.seat)
            step = None
            if ahead is not None:
                self.game = ahead
            else:
                step = self.game.fold(record)
            if self.game.between_games:
                self._ask_anew()
            return step
        match record:
            case SatDown():
                self.places[record.seat].who = record.who
                self.places[record.seat].name = record.who.name
                self._count_aside(record.seat)
            case BotSeated():
                self.places[record.seat].bot = record.bot
                self.places[record.seat].name = record.name
            case GotUp():
                self._get_up(record.seat)
            case Renamed():
                self.places[record.seat].name = record.name
                self._count_aside(record.seat)
            case HandedOver():
                self._hand_over(record.seat, record.who)
            case Ready():
                self.places[record.seat].ready = True
            case Committed():
                self.committed = record
                for place in self.places:
                    place.word = ""
            case WordGiven():
                self.places[record.seat].word = record.word
                self._count_aside(record.seat)
            case GameStarted():
                self.game = TableGame(record) if ahead is None else ahead
                self.players = [place.who.id if place.who else None for place in self.places]
                self.over = False
                self.games += 1
                self.asides.clear()
                self.all_asides = 0
            case Said():
                self.talk.append(record)
                self.lines += 1
                self._count_aside(record.seat)
            case GameOver():
                self.over = True
                self._ask_anew()
            case Closed():
                self.closed = True
            case Opened():
                raise ValueError("a table is opened once")
        return None

    def _ask_anew(self) -> None:
        """Have nobody ready: a game is over."""
        for place in self.places:
            place.ready = False

    def _count_aside(self, seat: Seat) -> None:
        who = self.places[seat].who
        if who is not None:
            self.asides[who.id] += 1
            self.all_asides += 1

    def _remember(self, command: str) -> None:
        self.commands[command] = None
        if len(self.commands) > COMMANDS:
            del self.commands[next(iter(self.commands))]
            self.forgot_commands = True

    def _hand_over(self, seat: Seat, who: Who) -> None:
        place = self.places[seat]
        if place.who is not None and place.who.id == self.owner:
            self.owner = who.id
        if self.players:
            self.players[seat] = who.id
        place.who = who
        place.name = who.name

    def _get_up(self, seat: Seat) -> None:
        place = self.places[seat]
        who = place.who
        place.free()
        if who is not None and who.id == self.owner:
            self.owner = next(iter(self.people), "")
