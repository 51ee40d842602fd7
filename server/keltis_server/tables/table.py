"""One table as its log tells it: a pure fold over records."""

from collections import Counter, deque
from copy import copy
from typing import Final, NamedTuple

from keltis_engine.position import Seat
from keltis_server.people.who import Who
from keltis_server.tables import settings
from keltis_server.tables.game import Step, TableGame
from keltis_server.tables.news import news_of, news_of_change, news_of_owner, note
from keltis_server.tables.place import in_order, reseated
from keltis_server.tables.records import (
    AgreedToDays,
    Arranged,
    BotSeated,
    CameBack,
    ClockTurned,
    Closed,
    Committed,
    GameOver,
    GameStarted,
    GameStopped,
    GaveUp,
    GotUp,
    HandedOver,
    HandOpened,
    MadeOwner,
    MoveMade,
    NotReady,
    Opened,
    Ready,
    Record,
    Renamed,
    Said,
    SatDown,
    SeatCleared,
    TookBack,
    Voted,
    WatcherSaid,
    WordGiven,
)
from keltis_server.tables.state import Entrant, TableState

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


class Table(TableState):
    """A table's state, and how each record of its log changes it."""

    def after(self, decision: Decision, at: int) -> "Table":
        """What the table will be once this is logged at that time, but for talk and commands."""
        table = copy(self)
        table.places = [place.copy() for place in self.places]
        table.players, table.stand_ins = self.players.copy(), self.stand_ins.copy()
        table.talk, table.commands, table.asides = deque(), {}, Counter()
        table.news, table.barred = deque(), self.barred.copy()
        table.gallery = self.gallery.copy()
        if self.game is not None and decision.game is None:
            table.game = self.game.apart()
        table.clocks, table.at = self.clocks.copy(), at
        for record in decision.records:
            table._take(record, "", decision.game)
        return table

    def adopt(self, decision: Decision, command: str = "", at: int = 0) -> None:
        """Take in what was decided on this very state: moves are not played a second time."""
        self.at = at or self.at
        for place, record in enumerate(decision.records):
            self._take(record, "" if place else command, decision.game)

    def fold(self, record: Record, command: str = "") -> Step | None:
        """Take in the next record of the log; a move is told as the step it made."""
        return self._take(record, command, None)

    def _take(self, record: Record, command: str, ahead: TableGame | None) -> Step | None:
        """Take in a record, and have the clocks follow."""
        step = self._take_in(record, command, ahead)
        self.clocks.take(record, self.settings["clock"])
        seat = self.to_act
        if self.between_games:
            counts = any(place.who and place.ready for place in self.places)
        else:
            counts = seat is not None and seat >= 0 and not self.bot(seat)
        self.clocks.follow(self.game, self.at, counts=counts)
        return step

    def _take_in(self, record: Record, command: str, ahead: TableGame | None) -> Step | None:
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
        note(self.news, news_of(record, self.places))
        self.stand_ins.take(record, self.game)
        match record:
            case SatDown():
                place = self.places[record.seat]
                place.who, place.name, place.source = record.who, record.who.name, record.source
                place.newcomer = record.newcomer
                self._count_aside(record.seat)
            case BotSeated():
                self.places[record.seat].bot = record.bot
                self.places[record.seat].name = record.name
                self._count_owners_aside()
            case Arranged():
                self._arrange(record)
            case SeatCleared():
                self._clear(record)
            case MadeOwner():
                self._count_owners_aside()
                who = self.places[record.seat].who
                self.owner = who.id if who is not None else self.owner
            case NotReady():
                self.places[record.seat].ready = False
                self._count_aside(record.seat)
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
                self.entrants = tuple(Entrant(p.who, p.bot, p.name) for p in self.places)
                self.rated = self.settings.get("rated") == "yes"
                self.over = self.forsaken = False
                self.games += 1
                self.asides.clear()
                self.all_asides = 0
                self.gallery.asides.clear()
            case WatcherSaid():
                self.gallery.hear(record)
            case HandOpened():
                self.places[record.seat].open = record.open
                self._count_aside(record.seat)
            case Said():
                self.talk.append(record)
                self.lines += 1
                self._count_aside(record.seat)
            case GameOver():
                self.over = True
                for place in self.places:
                    place.newcomer = False
                self.barred.clear()
                self._ask_anew()
            case Voted() | CameBack() | AgreedToDays():
                self._count_aside(record.seat)
            case ClockTurned():
                self.settings = {**self.settings, "clock": record.clock}
            case GaveUp():
                self._give_up(record)
            case GameStopped():
                self.game, self.players, self.forsaken = None, [], record.forsaken
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

    def _count_owners_aside(self) -> None:
        seat = self.people.get(self.owner)
        if seat is not None:
            self._count_aside(seat)

    def _arrange(self, record: Arranged) -> None:
        """Take on what is settled anew; whoever agreed to something else is asked anew.

        A game that is over is put away if there are other seats than it was played on.
        """
        self._count_owners_aside()
        note(self.news, news_of_change(self.agreed, record))
        before = (self.options, self.settings, len(self.places))
        self.options, self.private = record.options, record.private
        self.settings = settings.complete(record.settings)
        if record.order != tuple(range(len(self.places))):
            self.places = in_order(self.places, record.order)
            self.talk = reseated(self.talk, record.order)
            self.game, self.over, self.players = None, False, []
        if before[:2] != (self.options, self.settings) or len(self.places) > before[2]:
            self._ask_anew()

    def _clear(self, record: SeatCleared) -> None:
        """Free a seat; a person who was asked to leave does not come straight back."""
        self._count_owners_aside()
        place = self.places[record.seat]
        if record.who:
            self.barred |= {record.who, place.source} - {""}
        self._get_up(record.seat)

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
            entrants = list(self.entrants)
            entrants[seat] = Entrant(who, "", who.name)
            self.entrants = tuple(entrants)
        place.who = who
        place.name = who.name
        place.open = False

    def _get_up(self, seat: Seat) -> None:
        place = self.places[seat]
        who = place.who
        place.free()
        if who is not None and who.id == self.owner:
            self.owner = next(iter(self.people), "")
            if self.owner:
                note(self.news, news_of_owner(self.places[self.people[self.owner]].name))

    def _give_up(self, record: GaveUp) -> None:
        name = self.places[record.seat].name
        self._get_up(record.seat)
        self.places[record.seat].bot, self.places[record.seat].name = record.bot, record.name
        self.stand_ins.gave_up[record.seat] = name
