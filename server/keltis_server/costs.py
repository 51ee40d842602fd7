"""What each command costs, and how fast somebody may spend: whoever asks for more waits longer."""

from collections.abc import Callable, Mapping
from typing import Final

from keltis_protocol.messages import (
    AddBot,
    AgreeToDays,
    ArrangeTable,
    Browse,
    ClearSeat,
    Command,
    DecideAbsence,
    FetchGame,
    FetchHint,
    FetchLadder,
    FetchPage,
    FetchRatings,
    FetchReview,
    GiveLuckyWord,
    HandTable,
    Hello,
    JoinTable,
    LeaveTable,
    NotReady,
    OpenHand,
    OpenTable,
    PlayMove,
    QuickGame,
    Report,
    ReportInLobby,
    Say,
    SayInLobby,
    SetName,
    SetPreferences,
    ShowStep,
    StartGame,
    TakeBack,
    WatchTable,
)
from keltis_server.limits import Limits
from keltis_server.people.visit import Visit
from keltis_server.rate_limits import Bucket, Buckets

COSTS: Final[Mapping[type[Command], float]] = {
    Hello: 20.0,
    SetName: 10.0,
    SetPreferences: 2.0,
    OpenTable: 10.0,
    JoinTable: 5.0,
    WatchTable: 5.0,
    OpenHand: 3.0,
    LeaveTable: 5.0,
    FetchGame: 40.0,
    FetchLadder: 40.0,
    FetchPage: 20.0,
    FetchRatings: 4.0,
    Report: 2.0,
    AddBot: 3.0,
    GiveLuckyWord: 3.0,
    NotReady: 3.0,
    ArrangeTable: 5.0,
    ClearSeat: 5.0,
    HandTable: 3.0,
    StartGame: 5.0,
    DecideAbsence: 5.0,
    AgreeToDays: 5.0,
    PlayMove: 2.0,
    TakeBack: 2.0,
    FetchHint: 40.0,
    FetchReview: 80.0,
    ShowStep: 3.0,
    Say: 2.0,
    Browse: 3.0,
    QuickGame: 12.0,
    SayInLobby: 5.0,
    ReportInLobby: 2.0,
}
"""About how many milliseconds of everybody's time each takes, with what it leads to: a greeting is
answered with the lobby's whole list, and nobody needs two."""
FORGETTING: Final = 40.0
"""The same for an account that is deleted, for which every table is asked."""
FRAME: Final = 4.0
"""The same for each picture of an asciicast."""
STORY_MOVE: Final = 0.02
"""The same for each move of a game that is told from its beginning …"""
LOG_RECORD: Final = 0.02
"""… and for each record of a log that is read because somebody asks for its table."""


class Budget:
    """Counts by visit and by source; a visit that did not come by the net pays nothing."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._clock = clock
        self._sources = Buckets(limits.source_cost_burst, limits.source_cost_per_second, clock)
        self._drawn = Buckets(limits.drawn_cells_burst, limits.drawn_cells_per_second, clock)

    def charge(self, visit: Visit, cost: float) -> float:
        """Take what something costs: the seconds this visit has to wait before anything more."""
        if not visit.source:
            return 0.0
        limits = self._limits
        if visit.purse is None:
            visit.purse = Bucket(limits.cost_burst, limits.cost_per_second, self._clock)
        return max(visit.purse.take(cost), self._sources.of(visit.source).take(cost))

    def charge_source(self, source: str, cost: float) -> float:
        """Take what something costs that needs no visit: the seconds to wait before it."""
        return self._sources.of(source).take(cost) if source else 0.0

    def drawing(self, source: str) -> Bucket:
        """How many cells may be drawn for those who come from one source."""
        return self._drawn.of(source)
