"""The Race: three cards each, every card so many steps, and whoever comes farthest wins."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from keltis_engine.parts.events import Dealt, GameEnded
from keltis_engine.position import (
    DEALER,
    DealerMove,
    Event,
    IllegalMove,
    Move,
    PlayerMove,
    Position,
    Randomness,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    Seat,
    View,
)

CARDS = 3
MOST_STEPS = 6
Hands = tuple[tuple[int, ...], ...]


class Run(PlayerMove, frozen=True):
    """Play a card of so many steps."""

    steps: int


class HandOut(DealerMove, frozen=True):
    """Three cards for everybody, and who begins."""

    first: Seat
    hands: Hands


class Ran(Event, frozen=True):
    """A seat has played a card."""

    seat: Seat
    steps: int


class RaceView(View, frozen=True, kw_only=True):
    """One's own cards, how many the others have, and how far everybody is."""

    hand: tuple[int, ...]
    cards: tuple[int, ...]
    way: tuple[int, ...]


class RacePosition(Position):
    """One moment of a race."""

    __slots__ = ("first", "hands", "seats", "to_act", "turn", "way")

    def __init__(self, seats: int, first: Seat | None) -> None:
        self.seats = seats
        self.first = first
        self.to_act = DEALER
        self.turn = 0
        self.hands: Hands = ((),) * seats
        self.way = (0,) * seats

    @property
    def rules(self) -> RuleSet:
        return RACE

    @property
    def phase(self) -> str:
        return "over" if self.to_act is None else "deal" if self.to_act == DEALER else "run"

    def copy(self) -> Self:
        twin = type(self)(self.seats, self.first)
        for name in ("to_act", "turn", "hands", "way"):
            setattr(twin, name, getattr(self, name))
        return twin

    def legal_moves(self) -> Sequence[PlayerMove]:
        if self.to_act is None or self.to_act == DEALER:
            return ()
        return [Run(steps) for steps in sorted(set(self.hands[self.to_act]))]

    def refusal(self, move: Move) -> str | None:
        if self.to_act == DEALER:
            return None if isinstance(move, HandOut) else "not_the_dealer"
        return None if move in self.legal_moves() else "no_such_card"

    def deal(self, random: Randomness) -> DealerMove:
        first = random.below(self.seats) if self.first is None else self.first
        hands = tuple(
            tuple(sorted(random.below(MOST_STEPS) + 1 for _ in range(CARDS)))
            for _ in range(self.seats)
        )
        return HandOut(first, hands)

    def apply(self, move: Move) -> None:
        if isinstance(move, HandOut):
            self.to_act, self.hands, self.turn = move.first, move.hands, 1
            return
        assert isinstance(move, Run)
        assert self.to_act is not None
        seat = self.to_act
        left = list(self.hands[seat])
        left.remove(move.steps)
        self.hands = (*self.hands[:seat], tuple(left), *self.hands[seat + 1 :])
        self.way = (*self.way[:seat], self.way[seat] + move.steps, *self.way[seat + 1 :])
        self.to_act = (seat + 1) % self.seats if any(self.hands) else None
        self.turn += self.to_act is not None

    def view(self, seat: Seat | None) -> View:
        return RaceView(
            seats=self.seats,
            seat=seat,
            to_act=self.to_act,
            phase=self.phase,
            turn=self.turn,
            totals=self.way,
            hand=() if seat is None else self.hands[seat],
            cards=tuple(map(len, self.hands)),
            way=self.way,
        )

    def scores(self) -> tuple[ScoreSheet, ...]:
        return _sheets(self.way)

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:
        if isinstance(move, HandOut):
            return [Dealt(move.first)]
        assert isinstance(move, Run)
        ran = Ran(self.to_act or 0, move.steps)
        return [ran, GameEnded("cards")] if after.to_act is None else [ran]

    def reveals(self, move: Move) -> bool:
        return isinstance(move, HandOut)


def _sheets(way: Sequence[int]) -> tuple[ScoreSheet, ...]:
    return tuple(ScoreSheet((ScoreLine("steps", steps),)) for steps in way)


class Race(RuleSet):
    """The rule set."""

    id = "race"
    version = 1
    player_moves: Any = Run
    dealer_moves: Any = HandOut
    view_type: type[View] = RaceView
    event_types: Any = Dealt | Ran | GameEnded

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> RacePosition:
        self.agreed(options)
        if seats not in self.seats:
            raise IllegalMove("bad_seats")
        return RacePosition(seats, first)

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        assert isinstance(view, RaceView)
        return _sheets(view.way)

    def imagine(self, view: View, random: Randomness) -> RacePosition:
        assert isinstance(view, RaceView)
        position = RacePosition(view.seats, None)
        position.to_act, position.turn, position.way = view.to_act, view.turn, view.way
        position.hands = tuple(
            view.hand
            if seat == view.seat
            else tuple(random.below(MOST_STEPS) + 1 for _ in range(count))
            for seat, count in enumerate(view.cards)
        )
        return position


RACE = Race()
