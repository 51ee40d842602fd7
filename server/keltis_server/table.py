"""One table as its log tells it: a pure fold over records."""

from collections import deque
from typing import Final

from keltis_engine.position import Seat
from keltis_server.game import Game, Step
from keltis_server.records import (
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
    Who,
    WordGiven,
)

REMEMBERED: Final = 20
"""How many of the last lines said at a table are told to one who comes back."""


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
        self.private = opened.private
        self.owner = opened.owner.id
        self.places = [Place() for _ in range(opened.seats)]
        self.game: Game | None = None
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
        self.commands: set[str] = {command} if command else set()
        """The commands that were carried out."""

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
    def people(self) -> dict[str, Seat]:
        """Every person at the table and the seat."""
        return {place.who.id: seat for seat, place in enumerate(self.places) if place.who}

    @property
    def to_act(self) -> Seat | None:
        """Whose decision is awaited, while a game is under way."""
        return self.game.to_act if self.game and self.playing else None

    def fold(self, record: Record, command: str = "") -> Step | None:
        """Take in the next record of the log; a move is told as the step it made."""
        self.seq += 1
        if command:
            self.commands.add(command)
        if isinstance(record, MoveMade | TookBack):
            if self.game is None:
                raise ValueError("a move without a game")
            return self.game.fold(record)
        match record:
            case SatDown():
                self.places[record.seat].who = record.who
                self.places[record.seat].name = record.who.name
            case BotSeated():
                self.places[record.seat].bot = record.bot
                self.places[record.seat].name = record.name
            case GotUp():
                self._get_up(record.seat)
            case Renamed():
                self.places[record.seat].name = record.name
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
            case GameStarted():
                self.game = Game(record)
                self.players = [place.who.id if place.who else None for place in self.places]
                self.over = False
                self.games += 1
            case Said():
                self.talk.append(record)
                self.lines += 1
            case GameOver():
                self.over = True
                for place in self.places:
                    place.ready = False
            case Closed():
                self.closed = True
            case Opened():
                raise ValueError("a table is opened once")
        return None

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
