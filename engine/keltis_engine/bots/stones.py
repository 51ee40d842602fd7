"""A club player of The Way of Stones: counts what each row may still become."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.weighing import Weighed
from keltis_engine.parts.cards import COLOUR, KINDS, VALUE, VALUES
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.parts.stone_field import CLOVER, SYMBOL, WISH_STONE
from keltis_engine.position import PlayerMove, Randomness, Seat, View
from keltis_engine.rules.stones import FACE_DOWN, ROW_LENGTHS, StonesView, TakeStone, TurnStone

CLOVER_WORTH: Final = 3.0
"""What another turn brings."""
SPITE: Final = 0.5
"""How much it matters what the next player would gain from a stone left lying."""
SHARE: Final = 0.75
"""The part of the stones that still fit a row which its owner gets, two playing."""

Row = tuple[int, ...]


def length_worth(length: float) -> float:
    """S7 between whole lengths too."""
    whole = int(length)
    low, high = from_table(ROW_LENGTHS, whole), from_table(ROW_LENGTHS, whole + 1)
    return low + (high - low) * (length - whole)


def row_takes(row: Row, value: int) -> bool:
    """S4: whether a row takes a value."""
    if len(row) < 2:
        return True
    return value > row[-1] if row[-1] > row[0] else value < row[-1]


class Prospects:
    """What a seat may hope for from each stone."""

    def __init__(self, view: StonesView, seat: Seat) -> None:
        self.seat = seat
        self.rows = view.rows[seat]
        taken = {
            colour * VALUES + value
            for rows in view.rows
            for colour, row in enumerate(rows)
            for value in row
        }
        self.left = [stone for stone in range(KINDS) if stone not in taken]
        self.unseen = [stone for stone in self.left if stone not in view.field]
        turns = view.field.count(FACE_DOWN) / view.seats * 1.3
        self.share = min(2 * SHARE / view.seats, turns / 8)
        self.wishes = sum(
            SYMBOL[colour * VALUES + value] == WISH_STONE
            for colour, row in enumerate(self.rows)
            for value in row
        )

    def _row_worth(self, colour: int, row: Row) -> float:
        """A row with what it may still get."""
        if not row:
            return 0.0
        left = [VALUE[stone] for stone in self.left if COLOUR[stone] == colour]
        higher = sum(value > row[-1] for value in left)
        lower = sum(value < row[-1] for value in left)
        if len(row) > 1:
            higher, lower = (higher, 0) if row[-1] > row[0] else (0, lower)
        return length_worth(len(row) + max(higher, lower) * self.share)

    def take_worth(self, stone: int) -> float:
        """What taking a stone brings; 0 if it does not fit."""
        colour, value = COLOUR[stone], VALUE[stone]
        row = self.rows[colour]
        if not row_takes(row, value):
            return 0.0
        worth = self._row_worth(colour, (*row, value)) - self._row_worth(colour, row)
        symbol = SYMBOL[stone]
        if symbol == WISH_STONE:
            now, then = (from_table(WISH_STONES, self.wishes + more) for more in (0, 1))
            return worth + (then - now + 2.8) / 2
        return worth + (CLOVER_WORTH if symbol == CLOVER else symbol)

    def turn_worth(self) -> float:
        """What turning an unknown stone up brings on average, if it is taken when it helps."""
        if not self.unseen:
            return 0.0
        return sum(max(0.0, self.take_worth(stone)) for stone in self.unseen) / len(self.unseen)


def weigh(view: View, moves: Sequence[PlayerMove], random: Randomness) -> Weighed:
    """Each move with what it brings and what it keeps from the next player."""
    assert isinstance(view, StonesView)
    assert view.to_act is not None
    own = Prospects(view, view.to_act)
    rival = Prospects(view, (view.to_act + 1) % view.seats)
    turns = [move for move in moves if isinstance(move, TurnStone)]
    spite = 0.0 if view.last and view.phase == "turn" else SPITE  # S6: nobody takes it then
    weighed: Weighed = []
    for move in moves:
        if isinstance(move, TakeStone):
            stone = view.field[move.place]
            assert stone is not None
            worth = own.take_worth(stone) + spite * max(0.0, rival.take_worth(stone))
            weighed.append((worth, move))
        elif not isinstance(move, TurnStone):
            weighed.append((0.0, move))
    if turns:  # face-down stones are all alike
        weighed.append((own.turn_worth(), turns[random.below(len(turns))]))
    return weighed


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move a decent player makes; the first of equals."""
    best, most = moves[0], float("-inf")
    for weight, move in weigh(view, moves, random):
        if weight > most:
            best, most = move, weight
    return best
