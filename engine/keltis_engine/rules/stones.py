"""The Way of Stones: stones are turned up and taken into rising or falling rows (S1-S8)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from msgspec.structs import replace

from keltis_engine.fair import shuffle
from keltis_engine.parts.cards import COLOUR, COLOURS, KINDS, VALUE, VALUES
from keltis_engine.parts.events import Dealt, GameEnded
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.parts.scoring import from_table, wish_stone_line
from keltis_engine.parts.stone_field import (
    ALL_PLACES,
    BEFORE,
    CLOVER,
    NOT_LAID,
    PLACE,
    SYMBOL,
    WISH_STONE,
    LaidField,
    is_whole,
)
from keltis_engine.position import (
    DEALER,
    NEXT_SEAT,
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

ROW_LENGTHS: Final[tuple[int, ...]] = (0, -4, -3, 2, 3, 6, 10)
"""S7: what a row of 0, 1, 2, … stones is worth; six and more are worth the last."""
FACE_DOWN: Final = -1
"""A place in a view whose stone has not been turned up."""

DEAL: Final = 0
TURN: Final = 1
TAKE: Final = 2
OVER: Final = 3
PHASES: Final[tuple[str, ...]] = ("deal", "turn", "take", "over")
"""What is asked: the laying out, to turn a stone up or take one, to take the stone just turned or
leave it (S3), nothing more."""


class TurnStone(PlayerMove, frozen=True):
    """S3: turn a face-down stone up."""

    place: int


class TakeStone(PlayerMove, frozen=True):
    """S3: take a face-up stone into the row of its colour."""

    place: int


class LeaveStone(PlayerMove, frozen=True):
    """S3: leave the stone just turned up where it lies."""


class PassTurn(PlayerMove, frozen=True):
    """S3: do nothing, once no stone lies face down any more."""


class Lay(DealerMove, frozen=True):
    """The stones as they are laid out face down, place by place, and who begins."""

    stones: tuple[int, ...]
    first: Seat


class StoneTurned(Event, frozen=True):
    """A seat turned a stone up."""

    seat: Seat
    place: int
    stone: int


class StoneTaken(Event, frozen=True):
    """A seat took a stone into its row."""

    seat: Seat
    place: int
    stone: int


class StoneLeft(Event, frozen=True):
    """A seat left the stone it had turned up."""

    seat: Seat
    place: int


class Passed(Event, frozen=True):
    """A seat did nothing."""

    seat: Seat


class StonesView(View, frozen=True, kw_only=True):
    """What anyone may know of the Way of Stones: nobody has secrets but the face-down stones."""

    field: tuple[int | None, ...]
    """For each place its stone, `FACE_DOWN`, or None once it was taken."""
    turned: int | None
    """The place just turned up, while it is asked whether to take it."""
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    """For each seat and colour the values of the row, in the order taken."""
    last: bool
    """S6: whether the last face-down stone was turned, so that this seat's turns are the last."""


_TURNS: Final = tuple(TurnStone(place) for place in range(KINDS))
_TAKES: Final = tuple(TakeStone(place) for place in range(KINDS))
_IN_ROW: Final = tuple(
    tuple(
        (seat * COLOURS + colour, value, symbol == CLOVER)
        for colour, value, symbol in zip(COLOUR, VALUE, SYMBOL, strict=True)
    )
    for seat in range(4)
)
"""For each seat and stone: where in `rows` its row is, its value, whether it shows a clover."""
_LEAVE: Final = LeaveStone()
_LEAVE_ONLY: Final[tuple[PlayerMove, ...]] = (_LEAVE,)
_TAKE_OR_LEAVE: Final[tuple[tuple[PlayerMove, ...], ...]] = tuple((take, _LEAVE) for take in _TAKES)
_PASS: Final = PassTurn()
_PASS_ONLY: Final[tuple[PlayerMove, ...]] = (_PASS,)


_BYTES: Final = (KINDS + 7) // 8
"""How many bytes a set of places has."""


def _takes(byte: int) -> tuple[tuple[PlayerMove, ...], ...]:
    """The moves that take the stones of a set of places, by one byte of the set."""
    takes: list[tuple[PlayerMove, ...]] = [()]
    for take in _TAKES[8 * byte : 8 * byte + 8]:
        takes += [(*before, take) for before in takes]
    return tuple(takes)


_TAKES_0: Final = _takes(0)
_TAKES_1: Final = _takes(1)
_TAKES_2: Final = _takes(2)
_TAKES_3: Final = _takes(3)
_TAKES_4: Final = _takes(4)
_TAKES_5: Final = _takes(5)
_TAKES_6: Final = _takes(6)


class StonesPosition(Position):
    """One moment of the Way of Stones."""

    __slots__ = (
        "down",
        "first",
        "fits",
        "laid",
        "phase",
        "rows",
        "seats",
        "to_act",
        "turn",
        "turned",
        "turns",
        "up",
    )

    first: Seat | None
    """Who begins, if that is settled before the deal."""
    phase: int
    laid: LaidField
    down: int
    """The places of the face-down stones, as bits."""
    turns: list[PlayerMove]
    """The moves that turn one of them up, by place."""
    up: int
    """The places of the face-up stones, as bits."""
    fits: list[int]
    """S4: for each seat the places whose stones fit its rows, whether they lie there or not."""
    rows: list[tuple[int, ...]]
    """At seat x 5 + colour the values of the row."""
    turned: int
    """The place just turned up, while it is asked whether to take it."""

    def set_up(self, seats: int, first: Seat | None = None) -> Self:
        """This position, just made, as it is before anything is dealt."""
        self.seats = seats
        self.first = first
        self.to_act = DEALER
        self.turn = 0
        self.phase = DEAL
        self.laid = NOT_LAID
        self.down = ALL_PLACES
        self.turns = list(_TURNS)
        self.up = 0
        self.fits = [ALL_PLACES] * seats
        self.rows = [()] * (seats * COLOURS)
        self.turned = -1
        return self

    @property
    def rules(self) -> RuleSet:
        """The game this is a moment of."""
        return _RULES

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        twin = type(self)()
        twin.seats = self.seats
        twin.first = self.first
        twin.to_act = self.to_act
        twin.turn = self.turn
        twin.phase = self.phase
        twin.laid = self.laid
        twin.down = self.down
        twin.turns = self.turns[:]
        twin.up = self.up
        twin.fits = self.fits[:]
        twin.rows = self.rows[:]
        twin.turned = self.turned
        return twin

    # What may be done

    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer."""
        seat = self.to_act
        if self.phase == TAKE:
            assert seat is not None
            place = self.turned
            return _TAKE_OR_LEAVE[place] if self.fits[seat] & PLACE[place] else _LEAVE_ONLY
        if seat is None or seat == DEALER:
            return ()
        takes = self.up & self.fits[seat]
        if not takes:
            return self.turns[:] or _PASS_ONLY
        a, b, c, d, e, f, g = takes.to_bytes(_BYTES, "little")
        moves = [
            *self.turns,
            *_TAKES_0[a],
            *_TAKES_1[b],
            *_TAKES_2[c],
            *_TAKES_3[d],
            *_TAKES_4[e],
            *_TAKES_5[f],
            *_TAKES_6[g],
        ]
        if not self.turns:
            moves.append(_PASS)
        return moves

    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`, or None if it is legal."""
        seat = self.to_act
        if seat is None:
            return "game_over"
        if seat == DEALER:
            return self._deal_refusal(move)
        if move in self.legal_moves():
            return None
        match move:
            case TurnStone(place) if self.phase == TURN:
                return "stone_face_up" if self._lies_up(place) else "place_empty"
            case TakeStone(place):
                if not 0 <= place < KINDS:
                    return "place_empty"
                if self._lies_up(place):
                    other = self.phase == TAKE and place != self.turned
                    return "not_the_turned_stone" if other else self._misfit(seat, place)
                return "stone_face_down" if self.down >> place & 1 else "place_empty"
            case PassTurn() if self.phase == TURN:
                return "cannot_pass"
        return "not_now"

    def _lies_up(self, place: int) -> bool:
        return 0 <= place < KINDS and self.up >> place & 1 == 1

    def _misfit(self, seat: Seat, place: int) -> str:
        """S4: why the stone at a place does not go into a seat's row, which has two or more."""
        row = self.rows[seat * COLOURS + COLOUR[self.laid.stones[place]]]
        return "row_goes_up" if row[-1] > row[0] else "row_goes_down"

    def _deal_refusal(self, move: Move) -> str | None:
        if not isinstance(move, DealerMove):
            return "not_the_dealer"
        starts = range(self.seats) if self.first is None else (self.first,)
        whole = isinstance(move, Lay) and is_whole(move.stones) and move.first in starts
        return None if whole else "bad_deal"

    # What follows

    def apply(self, move: Move) -> None:
        """Play a legal move in place, unchecked."""
        if type(move) is TurnStone:
            self.turned = place = move.place
            bit = PLACE[place]
            self.down = down = self.down - bit
            self.up += bit
            del self.turns[(down & BEFORE[place]).bit_count()]  # as many lie face down before it
            self.phase = TAKE
            return
        seat = self.to_act
        assert seat is not None
        if type(move) is TakeStone:  # S4
            place = move.place
            self.up -= PLACE[place]
            laid = self.laid
            stone = laid.stones[place]
            at, value, clover = _IN_ROW[seat][stone]
            row = self.rows[at]
            self.rows[at] = (*row, value)
            if row:  # from the second stone on the row rises or falls strictly
                self.fits[seat] &= ~(laid.lower if value > row[-1] else laid.higher)[stone]
            if clover:  # S5: another turn for this seat, also after the last stone
                self.turn += 1
                self.phase = TURN
                return
        elif seat == DEALER:
            assert type(move) is Lay
            self.laid = LaidField(move.stones)
            self.to_act = move.first
            self.turn = 1
            self.phase = TURN
            return
        if self.turns:
            self.to_act = NEXT_SEAT[self.seats][seat]
            self.turn += 1
            self.phase = TURN
        else:  # S6: the last face-down stone was turned
            self.to_act = None
            self.phase = OVER

    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's only move: the stones shuffled with `random`, and who begins."""
        stones = list(range(KINDS))
        shuffle(stones, random)
        first = random.below(self.seats) if self.first is None else self.first
        return Lay(tuple(stones), first)

    # What is known

    def view(self, seat: Seat | None) -> StonesView:
        """What `seat` (None: a spectator) may know; all know the same."""
        return StonesView(
            seats=self.seats,
            seat=seat,
            to_act=self.to_act,
            phase=PHASES[self.phase],
            turn=self.turn,
            totals=tuple(sheet.total for sheet in self.scores()),
            field=tuple(map(self._seen_at, range(KINDS))),
            turned=self.turned if self.phase == TAKE else None,
            rows=self._rows_of_seats(),
            last=not self.down,
        )

    def open_view(self) -> StonesView:
        """The same with every stone that lies there face up."""
        view, lie = self.view(None), self.down | self.up
        if not self.turn:
            return view
        stones = enumerate(self.laid.stones)
        field = tuple(stone if lie >> place & 1 else None for place, stone in stones)
        return replace(view, field=field)

    def _seen_at(self, place: int) -> int | None:
        if self.down >> place & 1:
            return FACE_DOWN
        return self.laid.stones[place] if self.up >> place & 1 else None

    def _rows_of_seats(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        return tuple(
            tuple(self.rows[seat * COLOURS : (seat + 1) * COLOURS]) for seat in range(self.seats)
        )

    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet (S7), as if the game ended now."""
        return tuple(map(_score_sheet, self._rows_of_seats()))

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:  # noqa: ARG002
        """What everybody is told when `move` leads from this position to `after`."""
        actor = self.to_act
        assert actor is not None
        told: list[Event] = []
        match move:
            case Lay(_, first):
                told.append(Dealt(first))
            case TurnStone(place):
                told.append(StoneTurned(actor, place, self.laid.stones[place]))
            case TakeStone(place):
                told.append(StoneTaken(actor, place, self.laid.stones[place]))
                if after.to_act == actor:
                    told.append(TurnWon(actor))
            case LeaveStone():
                told.append(StoneLeft(actor, self.turned))
            case PassTurn():
                told.append(Passed(actor))
        if after.to_act is None:
            told.append(GameEnded("stones"))
        return told

    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows something hidden: the deal and every stone turned do."""
        return isinstance(move, Lay | TurnStone)


def _score_sheet(rows: Sequence[tuple[int, ...]]) -> ScoreSheet:
    """S7: the rows' lengths, the points printed on the stones, the wish stones."""
    symbols = [SYMBOL[colour * VALUES + value] for colour, row in enumerate(rows) for value in row]
    lines = [
        ScoreLine("row", from_table(ROW_LENGTHS, len(row)), (colour, len(row)))
        for colour, row in enumerate(rows)
        if row
    ]
    points = sum(symbol for symbol in symbols if symbol < CLOVER)
    wishes = symbols.count(WISH_STONE)
    return ScoreSheet((*lines, ScoreLine("points", points), wish_stone_line(wishes)))


class Stones(RuleSet):
    """The rule set *Keltis – The Way of Stones*."""

    id = "stones"
    version = 2
    player_moves: Any = TurnStone | TakeStone | LeaveStone | PassTurn
    dealer_moves: Any = Lay
    view_type: type[View] = StonesView
    event_types: Any = Dealt | StoneTurned | StoneTaken | StoneLeft | TurnWon | Passed | GameEnded

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> StonesPosition:
        """The position before the stones are laid out."""
        self.agreed(options)
        if seats not in self.seats:
            raise IllegalMove("bad_seats")
        return StonesPosition().set_up(seats, first)

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""
        assert isinstance(view, StonesView)
        return tuple(map(_score_sheet, view.rows))

    def imagine(self, view: View, random: Randomness) -> StonesPosition:
        """A full position that fits `view`: the face-down stones lie in an order of chance."""
        assert isinstance(view, StonesView)
        position = StonesPosition().set_up(view.seats)
        position.to_act, position.turn = view.to_act, view.turn
        position.phase = PHASES.index(view.phase)
        position.turned = -1 if view.turned is None else view.turned
        taken = [
            colour * VALUES + value
            for rows in view.rows
            for colour, row in enumerate(rows)
            for value in row
        ]
        seen = {*taken, *view.field}
        unseen = [stone for stone in range(KINDS) if stone not in seen]
        shuffle(unseen, random)
        gone = iter(taken)
        hidden = iter(unseen)
        stones: list[int] = []
        position.down = position.up = 0
        for place, stone in enumerate(view.field):
            if stone == FACE_DOWN:
                position.down |= 1 << place
                stones.append(next(hidden))
            elif stone is None:  # where a taken stone once lay no longer matters
                stones.append(next(gone))
            else:
                position.up |= 1 << place
                stones.append(stone)
        position.laid = LaidField(tuple(stones))
        position.turns = [
            _TURNS[place] for place, stone in enumerate(view.field) if stone == FACE_DOWN
        ]
        position.rows = [row for rows in view.rows for row in rows]
        position.fits = [_fitting(position.laid, rows) for rows in view.rows]
        return position


def _fitting(laid: LaidField, rows: Sequence[tuple[int, ...]]) -> int:
    """S4: the places whose stones fit a seat's rows."""
    fits = ALL_PLACES
    for colour, row in enumerate(rows):
        if len(row) > 1:
            last = colour * VALUES + row[-1]
            fits &= ~(laid.lower if row[-1] > row[0] else laid.higher)[last]
    return fits


_RULES: Final = Stones()
