"""Who plays for whom at a table, and what those present say about it: a fold over its records."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from keltis_engine.position import Seat
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import (
    BotPlays,
    CameBack,
    ClockTurned,
    GameOver,
    GameStarted,
    GameStopped,
    GaveUp,
    GotUp,
    HandedOver,
    Record,
    Voted,
)

MOST_SEATS: Final = 4


class StandIn(NamedTuple):
    """A bot that plays for somebody who is not there."""

    bot: str
    late: bool
    """Whether it does so because the person's time was up."""
    until: int | None
    """How many turns its seat will have made when it stops; None: when the person comes back."""


class Absence(NamedTuple):
    """What a vote is about: one absence of one person, in one turn."""

    seat: Seat
    returns: int
    turn: int


@dataclass(slots=True)
class StandIns:
    """The bots that play for those who are not there, and the votes about one of these."""

    bots: dict[Seat, StandIn] = field(default_factory=dict)
    gave_up: dict[Seat, str] = field(default_factory=dict)
    """Who had a seat and left the game for good, by name."""
    returns: Counter[Seat] = field(default_factory=Counter)
    """Counts up when the person on a seat has come back: no two absences have the same number."""
    about: Absence | None = None
    """What is voted about."""
    votes: dict[Seat, str] = field(default_factory=dict)
    """What the person on each seat says."""

    def copy(self) -> "StandIns":
        """The same, to be changed without changing this one."""
        return StandIns(
            self.bots.copy(),
            self.gave_up.copy(),
            self.returns.copy(),
            self.about,
            self.votes.copy(),
        )

    def bot(self, seat: Seat, game: TableGame | None) -> str:
        """The kind of bot that plays for the person on a seat; empty if none does."""
        stand_in = self.bots.get(seat)
        if stand_in is None or game is None:
            return ""
        over = stand_in.until is not None and game.turns[seat] >= stand_in.until
        return "" if over else stand_in.bot

    def is_late(self, seat: Seat) -> bool:
        """Whether a bot plays on a seat because its person's time was up."""
        return seat in self.bots and self.bots[seat].late

    def absence(self, seat: Seat, game: TableGame) -> Absence:
        """The absence of the person on a seat, if that person is not there now."""
        return Absence(seat, self.returns[seat], game.turns[seat])

    def votes_about(self, absence: Absence) -> dict[Seat, str]:
        """What was said about an absence, by seat."""
        return self.votes if self.about == absence else {}

    def take(self, record: Record, game: TableGame | None) -> None:
        """Take in the next record of the log."""
        match record:
            case Voted() if game is not None:
                absence = self.absence(record.about, game)
                if self.about != absence:
                    self.about, self.votes = absence, {}
                self.votes[record.seat] = record.choice
            case BotPlays() if game is not None:
                until = game.turns[record.seat] + record.turns if record.turns else None
                self.bots[record.seat] = StandIn(record.bot, record.late, until)
                self._forget_votes(record.seat)
            case CameBack():
                self.bots.pop(record.seat, None)
                self.returns[record.seat] += 1
                self._forget_votes(record.seat)
            case GotUp() | HandedOver():
                self.returns[record.seat] += 1
                self._forget_votes(record.seat)
            case GaveUp():
                self.bots.pop(record.seat, None)
                self._forget_votes(record.seat)
            case ClockTurned():
                self.about, self.votes = None, {}
            case GameStarted():
                first = max(self.returns.values(), default=0) + 1
                self.returns = Counter(dict.fromkeys(range(MOST_SEATS), first))
                self._start_anew()
            case GameOver() | GameStopped():
                self._start_anew()

    def _start_anew(self) -> None:
        """Nobody is away from a game that is not played."""
        self.bots.clear()
        self.gave_up.clear()
        self.about, self.votes = None, {}

    def _forget_votes(self, about: Seat) -> None:
        """Whatever was said about a seat counts no more."""
        if self.about is not None and self.about.seat == about:
            self.about, self.votes = None, {}
