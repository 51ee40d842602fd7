"""How much time everybody has for a game: a fold over the records of its table and their times."""

from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from keltis_engine.position import DEALER, Seat
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import (
    AgreedToDays,
    ClockPaused,
    ClockTurned,
    GameOver,
    GameStarted,
    GameStopped,
    GaveUp,
    GotUp,
    HandedOver,
    Record,
    TimeUp,
)

SECOND: Final = 1000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE
NONE: Final = "none"


class Kind(NamedTuple):
    """A kind of clock, in milliseconds."""

    bank: int
    """What everybody has for the whole game."""
    more: int = 0
    """What is put into the bank after each turn, up to its first size …"""
    each: int = 0
    """… or what each turn may take before the bank is touched, which then never refills."""

    @property
    def pause(self) -> int:
        """How long whoever is ready waits between two games of a match for those who are not."""
        return self.each or self.bank


KINDS: Final = {
    "3+15": Kind(3 * MINUTE, more=15 * SECOND),
    "6+30": Kind(6 * MINUTE, more=30 * SECOND),
    "15+60": Kind(15 * MINUTE, more=60 * SECOND),
    **{f"{days}d": Kind(2 * days * DAY, each=days * DAY) for days in (1, 2, 3, 7)},
}


@dataclass(slots=True)
class Clocks:
    """Everybody's bank, and the turn that is under way."""

    kind: Kind | None = None
    """None: nobody's time is counted."""
    banks: dict[Seat, int] = field(default_factory=dict)
    """What each seat had left when its last turn had ended."""
    first: dict[Seat, int] = field(default_factory=dict)
    """What each had in the beginning."""
    turn: tuple[Seat, int] | None = None
    """Whose turn is under way, and how many that seat had made before."""
    spent: int = 0
    """What it has taken until the clock was stopped last."""
    since: int | None = None
    """When the clock began to run, in ms since 1970; None while it stands still."""
    late: bool = False
    """Whether the time for this turn is up, by the log."""
    stood: int = 0
    """From when on the server was not there, as was noted last."""
    agreed: dict[Seat, str] = field(default_factory=dict)
    """The clock by days that the person on each seat would rather have."""

    def copy(self) -> "Clocks":
        """The same, to be changed without changing this one."""
        return replace(
            self, banks=self.banks.copy(), first=self.first.copy(), agreed=self.agreed.copy()
        )

    @property
    def live(self) -> bool:
        """Whether they are of the live kind, whose banks refill."""
        return self.kind is not None and self.kind.more > 0

    @property
    def by_days(self) -> bool:
        """Whether each turn may take days, so that nobody has to be there."""
        return self.kind is not None and self.kind.each > 0

    @property
    def running(self) -> Seat | None:
        """Whose clock runs."""
        return self.turn[0] if self.turn is not None and self.since is not None else None

    @property
    def too_late(self) -> Seat | None:
        """Whose time is up though the others still wait."""
        return self.running if self.late else None

    def left(self, seat: Seat, at: int) -> int:
        """How much time a seat has left at that moment, for this turn or else in its bank."""
        bank = self.banks.get(seat, 0)
        if self.kind is None or self.turn is None or self.turn[0] != seat:
            return bank
        return max(0, self.kind.each + bank - self._taken(at))

    def deadline(self) -> int | None:
        """When the time for the turn under way is up; None if no clock runs or it is up.

        Between two games of a match: when the next one begins though somebody is not ready.
        """
        if self.kind is None or self.since is None or self.late:
            return None
        if self.turn is None:
            return self.since + max(0, self.kind.pause - self.spent)
        return self.since + max(0, self.kind.each + self.banks[self.turn[0]] - self.spent)

    def take(self, record: Record, settled: str) -> None:
        """Take in a record of the log once the table has folded it."""
        match record:
            case GameStarted():
                self._wind_up(KINDS.get(settled), record.seats, record.newcomers)
            case GameOver() | GameStopped():
                self.kind, self.turn, self.since = None, None, None
                self.agreed.clear()
            case TimeUp():
                self.late = True
            case ClockPaused():
                self._skip(record)
            case AgreedToDays():
                self.agreed[record.seat] = record.clock
            case GotUp() | HandedOver() | GaveUp():
                self.agreed.pop(record.seat, None)
            case ClockTurned():
                self._wind_up(KINDS.get(record.clock), len(self.banks), ())

    def follow(self, game: TableGame | None, at: int, *, counts: bool) -> None:
        """See whose turn it is after a record; `counts` says whether a person is waited for.

        Of a bot's turn nothing counts; between two games of a match it does once one is ready.
        """
        if self.kind is None or game is None:
            return
        seat = game.to_act
        if seat == DEALER and not game.between_games:
            return  # the dealer's move stands in the log at the same moment
        turn = (seat, game.turns[seat]) if seat is not None and seat != DEALER else None
        if turn != self.turn:
            self._end_turn(at)
            self.turn, self.spent, self.since, self.late = turn, 0, None, False
        if counts and self.since is None:
            self.since = at
        elif not counts and self.since is not None:
            self.spent, self.since = self._taken(at) if turn is not None else 0, None

    def _wind_up(self, kind: Kind | None, seats: int, newcomers: tuple[Seat, ...]) -> None:
        """Give everybody their time; who plays such a game for the first time has twice as much."""
        self.kind = kind
        bank = kind.bank if kind is not None else 0
        twice = newcomers if kind is not None and kind.more else ()
        self.first = {seat: bank * (2 if seat in twice else 1) for seat in range(seats)}
        self.banks = self.first.copy()
        self.turn, self.spent, self.since, self.late = None, 0, None, False
        self.agreed.clear()

    def _taken(self, at: int) -> int:
        """What the turn under way has taken until then; time that goes back takes nothing."""
        return self.spent + (max(0, at - self.since) if self.since is not None else 0)

    def _end_turn(self, at: int) -> None:
        """Charge what the turn took, and refill the bank if its kind does."""
        if self.turn is None or self.kind is None:
            return
        seat, _ = self.turn
        left = self.banks[seat] - max(0, self._taken(at) - self.kind.each)
        self.banks[seat] = min(self.first[seat], max(0, left) + self.kind.more)

    def _skip(self, record: ClockPaused) -> None:
        """Do not count the time in which the server was not there, whatever its clock shows now."""
        self.stood = record.since
        if self.since is not None:
            self.spent += max(0, record.since - self.since)
            self.since = record.until
