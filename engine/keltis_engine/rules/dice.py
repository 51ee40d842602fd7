"""The Dice Game: five dice move stones in five rows (D1-D9)."""

from collections.abc import Callable, Mapping, Sequence
from itertools import count, product
from operator import itemgetter
from typing import Any, Final, Self

from keltis_engine.parts.dice_board import (
    ARRIVAL,
    BOARDS,
    CLOVER,
    DICE,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
    DiceBoard,
    move_key,
)
from keltis_engine.parts.events import Decline, Declined, GameEnded, WishStoneTaken
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.scoring import wish_stone_line
from keltis_engine.position import (
    DEALER,
    NEXT_SEAT,
    DealerMove,
    Event,
    IllegalMove,
    Move,
    Option,
    PlayerMove,
    Position,
    Randomness,
    RuleSet,
    ScoreLine,
    ScoreSheet,
    Seat,
    View,
)

WISH_DIE: Final = 5
"""D2: the face that shows a wish stone; 0 to 4 are the rows' symbols."""
FACES: Final = 6
WISH_DICE: Final = 2
"""D3: how many wish dice earn a wish stone."""
STONES_EACH: Final = 4
"""D1: how many stones a player has."""
STOCK: Final = 40
"""D1: how many wish stones there are."""
STONES_IN_GOAL: Final[tuple[int, ...]] = (0, 0, 5, 7, 8)
"""D7: for each number of players how many stones in the goal area end the game."""
WISH_STONES: Final[tuple[int, ...]] = (-10, -4, -3, -2, 1, 2, 3, 6, 7, 10)
"""D8: what 0, 1, 2, … wish stones are worth; nine and more are worth the last."""
QUIET_TURNS: Final = 10
"""D3, house ruling: so many turns of every seat in a row without a change of points end a game."""
KEEP_ALL: Final = (1 << DICE) - 1

DEAL: Final = 0
ROLL: Final = 1
KEEP: Final = 2
CHOOSE: Final = 3
CLOVER_STEP: Final = 4
OVER: Final = 5
PHASES: Final[tuple[str, ...]] = ("deal", "roll", "keep", "choose", "clover", "over")
"""What is asked: who begins, a roll of the dealer, the dice to keep and the stone to move (D3), a
clover's step (D4), nothing more."""


THROWS: Final = tuple(tuple(product(range(FACES), repeat=dice)) for dice in range(DICE + 1))
"""For each number of dice every way they can fall, in counting order."""


def _replaced(kept: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Picks five faces out of the dice that lay and those thrown anew: the kept ones stay."""
    fresh = count(DICE)
    return itemgetter(*(die if kept >> die & 1 else next(fresh) for die in range(DICE)))


REPLACED: Final = tuple(map(_replaced, range(KEEP_ALL + 1)))


class KeepDice(PlayerMove, frozen=True):
    """D3: keep these dice and roll the others once more."""

    kept: int
    """Bit i is set if die i is kept."""


class MoveStone(PlayerMove, frozen=True):
    """D3, D4: move your stone in a row, or start it with a new one."""

    row: int


class Begin(DealerMove, frozen=True):
    """Who begins."""

    first: Seat


class Roll(DealerMove, frozen=True):
    """A roll of the dice that were not kept."""

    faces: tuple[int, ...]
    """All five dice as they lie then."""


class Begun(Event, frozen=True):
    """The game has begun, and this seat has the first turn."""

    first: Seat


class DiceRolled(Event, frozen=True):
    """A seat's dice were rolled; these are all five as they lie."""

    seat: Seat
    faces: tuple[int, ...]


class DiceKept(Event, frozen=True):
    """A seat chose the dice to keep, as in `KeepDice`."""

    seat: Seat
    kept: int


class StoneMoved(Event, frozen=True):
    """A stone went from one field of a row to another; from 0 it started."""

    seat: Seat
    row: int
    start: int
    end: int


class DiceView(View, frozen=True, kw_only=True):
    """What anyone may know of a dice game, which is everything."""

    player: Seat | None
    """Whose turn it is, also while the dealer rolls."""
    dice: tuple[int, ...]
    """The five faces; none before the first roll of a turn."""
    kept: int | None
    """The dice that stay while the others are rolled once more."""
    stones: tuple[tuple[int, ...], ...]
    """For each seat and row the field its stone is on; 0 has not started."""
    wish_stones: tuple[int, ...]
    stock: int
    """How many wish stones are left to take."""
    again: bool
    """D4: whether this turn was won on a leprechaun."""
    quiet: int
    """D3: how many turns in a row nobody's points changed; -1 once they did in this one."""
    side: str


_KEEPS: Final = tuple(KeepDice(kept) for kept in range(KEEP_ALL + 1))
_DECLINE: Final = Decline()
_MOVES: Final = tuple(
    (*(MoveStone(row) for row in range(ROWS) if rows >> row & 1), _DECLINE)
    for rows in range(1 << ROWS)
)
"""The choices for each set of rows whose stone may move, the rows as bits."""
_STEP_KEYS: Final = tuple(move_key(row, 1) for row in range(ROWS))


_ROLLS: Final = tuple(map(Roll, THROWS[DICE]))
"""Every roll of all five dice."""


class _Shown(dict[tuple[int, ...], tuple[tuple[int, int], ...]]):
    """For dice as they lie each row they show with its `move_key`, made when first met."""

    def __missing__(self, dice: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        keys = [(row, move_key(row, dice.count(row))) for row in range(ROWS) if row in dice]
        self[dice] = shown = tuple(keys)
        return shown


_SHOWN: Final = _Shown()


class DicePosition(Position):
    """One moment of a dice game."""

    __slots__ = (
        "again",
        "arrived",
        "board",
        "dice",
        "first",
        "in_goal",
        "kept",
        "phase",
        "player",
        "quiet",
        "seats",
        "started",
        "stock",
        "stones",
        "to_act",
        "turn",
        "wish_stones",
    )

    first: Seat | None
    """Who begins, if that is settled before."""
    board: DiceBoard
    phase: int
    player: Seat
    """Whose turn it is, also while the dealer rolls; `DEALER` before the first."""
    dice: tuple[int, ...]
    kept: int
    """The dice that stay while the others are rolled once more, as bits; -1 at other times."""
    again: bool
    quiet: int
    stones: list[int]
    """At seat x 5 + row the field of the stone; 0 has not started."""
    started: list[int]
    """How many stones each seat has started."""
    in_goal: list[int]
    """How many stones each seat has in the goal area."""
    arrived: int
    """How many stones are there in all."""
    wish_stones: list[int]
    stock: int

    def set_up(self, seats: int, side: str, first: Seat | None = None) -> Self:
        """This position, just made, as it is before anything is dealt."""
        self.seats = seats
        self.board = BOARDS[side]
        self.first = first
        self.to_act = self.player = DEALER
        self.turn = 0
        self.phase = DEAL
        self.dice = ()
        self.kept = -1
        self.again = False
        self.quiet = 0
        self.stones = [0] * (seats * ROWS)
        self.started = [0] * seats
        self.in_goal = [0] * seats
        self.arrived = 0
        self.wish_stones = [0] * seats
        self.stock = STOCK
        return self

    @property
    def rules(self) -> RuleSet:
        """The game this is a moment of."""
        return _RULES

    def copy(self) -> Self:
        """A position that can be changed without changing this one."""
        twin = type(self)()
        twin.seats = self.seats
        twin.board = self.board
        twin.first = self.first
        twin.to_act = self.to_act
        twin.player = self.player
        twin.turn = self.turn
        twin.phase = self.phase
        twin.dice = self.dice
        twin.kept = self.kept
        twin.again = self.again
        twin.quiet = self.quiet
        twin.stones = self.stones[:]
        twin.started = self.started[:]
        twin.in_goal = self.in_goal[:]
        twin.arrived = self.arrived
        twin.wish_stones = self.wish_stones[:]
        twin.stock = self.stock
        return twin

    # What may be done

    def legal_moves(self) -> Sequence[PlayerMove]:
        """Every move of the player to act; empty for the dealer."""
        phase = self.phase
        if phase == KEEP:
            return _KEEPS
        if phase == CHOOSE:
            allowed, stones, place = self._allowed(), self.stones, self.player * ROWS
            rows = 0
            for row, key in _SHOWN[self.dice]:
                rows |= allowed[key + stones[place + row]]
            return _MOVES[rows]
        if phase == CLOVER_STEP:
            return _MOVES[self._rows_with_a_step()]
        return ()

    def _allowed(self) -> tuple[int, ...]:
        """D1, D3, D5: which moves the board allows the player, by `move_key` + field."""
        board = self.board
        return board.starting if self.started[self.player] < STONES_EACH else board.moving

    def _rows_with_a_step(self) -> int:
        """D4: the rows in which a clover may move or start a stone, as bits."""
        allowed, stones, place = self._allowed(), self.stones, self.player * ROWS
        rows = 0
        for key in _STEP_KEYS:
            rows |= allowed[key + stones[place]]
            place += 1
        return rows

    def refusal(self, move: Move) -> str | None:
        """Why the one to act may not play `move`, or None if it is legal."""
        if self.to_act is None:
            return "game_over"
        if self.to_act == DEALER:
            return self._dealer_refusal(move)
        if move in self.legal_moves():
            return None
        match move:
            case KeepDice() if self.phase == KEEP:
                return "no_such_dice"
            case MoveStone(row) if self.phase in (CHOOSE, CLOVER_STEP):
                return self._move_refusal(row)
        return "not_now"

    def _move_refusal(self, row: int) -> str:
        if not 0 <= row < ROWS:
            return "no_such_row"
        field = self.stones[self.player * ROWS + row]
        if self.phase == CHOOSE and row not in self.dice:
            return "row_not_rolled"
        if field == STONES:
            return "stone_at_end"
        if field == 0 and self.started[self.player] == STONES_EACH:
            return "no_stone_left"
        return "crossed_field"

    def _dealer_refusal(self, move: Move) -> str | None:
        if not isinstance(move, DealerMove):
            return "not_the_dealer"
        match move:
            case Begin(first) if self.phase == DEAL:
                starts = range(self.seats) if self.first is None else (self.first,)
                return None if first in starts else "bad_deal"
            case Roll(faces) if self.phase == ROLL:
                dice = len(faces) == DICE and all(0 <= face < FACES for face in faces)
                if dice and all(
                    face == faces[die] for die, face in enumerate(self.dice) if self.kept >> die & 1
                ):
                    return None
        return "bad_deal"

    # What follows

    def apply(self, move: Move) -> None:
        """Play a legal move in place, unchecked."""
        if type(move) is KeepDice:
            kept = move.kept
            if kept == KEEP_ALL:
                self._dice_are_final()
            else:
                self.kept = kept
                self.phase = ROLL
                self.to_act = DEALER
        elif type(move) is Roll:
            self.dice = move.faces
            self.to_act = self.player
            if self.kept < 0:
                self.phase = KEEP
            else:
                self.kept = -1
                self._dice_are_final()
        elif type(move) is MoveStone:
            row = move.row
            self._move_stone(row, self.dice.count(row) if self.phase == CHOOSE else 1)
        elif type(move) is Decline:
            if self.quiet + 1 == QUIET_TURNS * self.seats:  # D3
                self.quiet += 1
                self._end()
            else:
                self._next_turn(False)
        elif type(move) is Begin:
            self.player = move.first
            self.turn = 1
            self.phase = ROLL

    def _dice_are_final(self) -> None:
        """D3: two wish dice or more earn a wish stone; then a stone may be moved."""
        if self.dice.count(WISH_DIE) >= WISH_DICE:
            self._take_wish_stone()
        self.phase = CHOOSE

    def _take_wish_stone(self) -> None:
        if self.stock:
            self.stock -= 1
            self.wish_stones[self.player] = wishes = self.wish_stones[self.player] + 1
            if wishes < len(WISH_STONES):  # D8: more than nine change no score
                self.quiet = -1

    def _move_stone(self, row: int, steps: int) -> None:
        """D3: move or start the player's stone in a row; the field it reaches acts (D4)."""
        player = self.player
        place = player * ROWS + row
        start = self.stones[place]
        end = ARRIVAL[start + steps]
        self.stones[place] = end
        self.quiet = -1
        if start == 0:
            self.started[player] += 1
        if end >= GOAL > start:
            self.in_goal[player] += 1
            self.arrived += 1
            if self._ending() is not None:  # D7: at once, before the field acts
                self._end()
                return
        field = self.board.fields[row * FIELDS + end]
        if field == CLOVER and self._rows_with_a_step():
            self.phase = CLOVER_STEP
            return
        if field == WISH_STONE:
            self._take_wish_stone()
        self._next_turn(field == LEPRECHAUN)

    def _end(self) -> None:
        self.to_act = None
        self.phase = OVER

    def _ending(self) -> str | None:
        """D7: why the game is over, if it is."""
        if self.arrived >= STONES_IN_GOAL[self.seats]:
            return "goal"
        return "four" if STONES_EACH in self.in_goal else None

    def _next_turn(self, again: bool) -> None:
        """Begin the next turn: the next seat's, or this one's again (D4)."""
        self.again = again
        if not again:
            self.player = NEXT_SEAT[self.seats][self.player]
        self.turn += 1
        self.quiet += 1
        self.dice = ()
        self.phase = ROLL
        self.to_act = DEALER

    def deal(self, random: Randomness) -> DealerMove:
        """The dealer's next move: who begins, or one number for all the dice that are rolled."""
        if self.phase == DEAL:
            return Begin(random.below(self.seats) if self.first is None else self.first)
        if self.kept < 0:
            return _ROLLS[random.below(len(_ROLLS))]
        throws = THROWS[DICE - self.kept.bit_count()]
        thrown = throws[random.below(len(throws))]
        return Roll(REPLACED[self.kept](self.dice + thrown))

    # What is known

    def view(self, seat: Seat | None) -> DiceView:
        """What `seat` (None: a spectator) may know: everything lies open."""
        return DiceView(
            seats=self.seats,
            seat=seat,
            to_act=self.to_act,
            phase=PHASES[self.phase],
            turn=self.turn,
            totals=tuple(sheet.total for sheet in self.scores()),
            player=None if self.player == DEALER else self.player,
            dice=self.dice,
            kept=None if self.kept < 0 else self.kept,
            stones=tuple(
                tuple(self.stones[each * ROWS : (each + 1) * ROWS]) for each in range(self.seats)
            ),
            wish_stones=tuple(self.wish_stones),
            stock=self.stock,
            again=self.again,
            quiet=self.quiet,
            side=self.board.side,
        )

    def scores(self) -> tuple[ScoreSheet, ...]:
        """Each seat's score sheet (D8), as if the game ended now."""
        return tuple(
            _score_sheet(self.stones[seat * ROWS : (seat + 1) * ROWS], self.wish_stones[seat])
            for seat in range(self.seats)
        )

    def events(self, move: Move, after: Self, seat: Seat | None) -> list[Event]:  # noqa: ARG002
        """What everybody is told when `move` leads from this position to `after`."""
        player = self.player
        told: list[Event] = []
        match move:
            case Begin(first):
                told.append(Begun(first))
            case Roll(faces):
                told.append(DiceRolled(player, faces))
            case KeepDice(kept):
                told.append(DiceKept(player, kept))
            case MoveStone(row):
                place = player * ROWS + row
                told.append(StoneMoved(player, row, self.stones[place], after.stones[place]))
            case Decline():
                told.append(Declined(player))
        if after.stock < self.stock:
            told.append(WishStoneTaken(player))
        if after.again and after.turn != self.turn:
            told.append(TurnWon(player))
        if after.to_act is None:
            told.append(GameEnded(after._ending() or "quiet"))
        return told

    def reveals(self, move: Move) -> bool:
        """Whether playing `move` shows something new: what the dealer does."""
        return isinstance(move, DealerMove)


def _score_sheet(stones: Sequence[int], wishes: int) -> ScoreSheet:
    """D8: the fields of the stones that started, and the wish stones."""
    lines = [
        ScoreLine("stone", STONE_VALUES[field], (row, field))
        for row, field in enumerate(stones)
        if field
    ]
    return ScoreSheet((*lines, wish_stone_line(wishes, WISH_STONES)))


class Dice(RuleSet):
    """The rule set *Keltis – The Dice Game*."""

    id = "dice"
    version = 2
    options: tuple[Option, ...] = (Option("side", tuple(BOARDS)),)
    alternating = "side"
    player_moves: Any = KeepDice | MoveStone | Decline
    dealer_moves: Any = Begin | Roll
    view_type: type[View] = DiceView
    event_types: Any = (
        Begun | DiceRolled | DiceKept | StoneMoved | WishStoneTaken | TurnWon | Declined | GameEnded
    )

    def start(
        self, seats: int, options: Mapping[str, str] | None = None, first: Seat | None = None
    ) -> DicePosition:
        """The position before anybody has begun."""
        side = self.agreed(options)["side"]
        if seats not in self.seats:
            raise IllegalMove("bad_seats")
        return DicePosition().set_up(seats, side, first)

    def score_sheets(self, view: View) -> tuple[ScoreSheet, ...]:
        """The score sheets of the position this view was taken of."""
        assert isinstance(view, DiceView)
        return tuple(map(_score_sheet, view.stones, view.wish_stones))

    def imagine(self, view: View, random: Randomness) -> DicePosition:  # noqa: ARG002
        """The position `view` was taken of: nothing in this game is hidden."""
        assert isinstance(view, DiceView)
        position = DicePosition().set_up(view.seats, view.side)
        position.to_act, position.turn = view.to_act, view.turn
        position.player = DEALER if view.player is None else view.player
        position.phase = PHASES.index(view.phase)
        position.dice = view.dice
        position.kept = -1 if view.kept is None else view.kept
        position.again, position.quiet = view.again, view.quiet
        position.stones = [field for stones in view.stones for field in stones]
        position.started = [ROWS - stones.count(0) for stones in view.stones]
        position.in_goal = [sum(field >= GOAL for field in stones) for stones in view.stones]
        position.arrived = sum(position.in_goal)
        position.wish_stones = list(view.wish_stones)
        position.stock = view.stock
        return position


_RULES: Final = Dice()
