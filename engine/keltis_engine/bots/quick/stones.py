"""A quick player of The Way of Stones: the club player's rules of thumb, read from tables.

It looks at the rows, at the stones that lie face up, and at which stones nobody has taken yet; how
those lie face down it does not ask: of them it only counts the ones that would fit.
"""

from typing import Final

from keltis_engine.bots.stones import CLOVER_WORTH, SHARE, SPITE, length_worth
from keltis_engine.parts.cards import COLOUR, COLOURS, KINDS, VALUE, VALUES
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.parts.stone_field import CLOVER, PLACE, SYMBOL, WISH_STONE, LaidField
from keltis_engine.position import PlayerMove, Position, Seat
from keltis_engine.rules.stones import (
    ROW_LENGTHS,
    TAKE,
    LeaveStone,
    PassTurn,
    StonesPosition,
    TakeStone,
)

FAR: Final = 10
"""So many face-down stones are as good as any number more."""
WISH_WORTH: Final = 2.4
BONUS: Final = tuple(
    {CLOVER: CLOVER_WORTH, WISH_STONE: WISH_WORTH}.get(symbol, float(symbol)) for symbol in SYMBOL
)
"""What the symbol of each stone is worth."""
MEAN_BONUS: Final = sum(BONUS) / KINDS
MOST_SPITE: Final = 1.5
"""If a stone is so much worse than another, it does not matter what the next player would gain."""
LENGTH: Final = VALUES + 1
"""Worths stand at length x 12 + stones that fit and are left."""

Worths = tuple[float, ...]
_TAKES: Final = tuple(TakeStone(place) for place in range(KINDS))
_LEAVE: Final = LeaveStone()
_PASS: Final = PassTurn()


_TABLES: Final = 5 * (FAR + 1)
_WORTHS: Final[list[Worths]] = [()] * _TABLES
_HOPES: Final[list[Worths]] = [()] * _TABLES
"""At seats x 11 + face-down stones `_worths` and `_hopes`, empty until asked for."""


def _worths(seats: int, face_down: int) -> Worths:
    """What a row is worth by its length and what may still come to it."""
    share = min(2 * SHARE / seats, face_down / seats * 1.3 / 8)
    lengths = range(1, LENGTH + 1)
    return (*[0.0] * LENGTH, *(length_worth(n + share * m) for n in lengths for m in range(LENGTH)))


def _hopes(seats: int, face_down: int) -> Worths:
    """What all the stones that fit a row and are left would bring it, each for itself."""
    worths = _worths(seats, face_down)
    hopes = [0.0] * (LENGTH * LENGTH)
    for length in range(VALUES):
        for left in range(1, LENGTH):
            now = worths[length * LENGTH + left]
            for beyond in range(left):
                room = beyond if length else max(beyond, left - 1 - beyond)
                gain = worths[(length + 1) * LENGTH + room] - now + MEAN_BONUS
                hopes[length * LENGTH + left] += max(0.0, gain)
    return tuple(hopes)


def choose(position: Position) -> PlayerMove:
    """The move of the player to act."""
    assert isinstance(position, StonesPosition)
    seat, face_down = position.to_act, len(position.turns)
    assert seat is not None
    taking = position.phase == TAKE
    takes = position.fits[seat] & (PLACE[position.turned] if taking else position.up)
    if takes:
        near = face_down if face_down < FAR else FAR
        at = position.seats * (FAR + 1) + near
        worths = _WORTHS[at]
        if not worths:
            worths = _WORTHS[at] = _worths(position.seats, near)
            _HOPES[at] = _hopes(position.seats, near)
        if taking:
            stone = position.laid.stones[position.turned]
            if _gain(position, seat, worths, stone) + _spite(position, seat, worths, stone) > 0.0:
                return _TAKES[position.turned]
            return _LEAVE
        place = _best_take(position, seat, worths, _HOPES[at], takes)
        if place >= 0:
            return _TAKES[place]
    if taking:
        return _LEAVE
    return position.turns[0] if face_down else _PASS


def _best_take(
    position: StonesPosition, seat: Seat, worths: Worths, hopes: Worths, takes: int
) -> int:
    """S3: where the best of the stones at `takes` lies; -1 if it is better not to take any."""
    laid, left, rows = position.laid, position.up | position.down, position.rows
    stones, higher, lower = laid.stones, laid.higher, laid.lower
    own = seat * COLOURS
    before, hope, zero = [], 0.0, 0
    for row in rows[own : own + COLOURS]:
        at = _outlook(laid, left, row, zero)
        before.append(worths[at])
        hope += hopes[at]
        zero += VALUES
    best = -1
    weight = hope / left.bit_count() if position.down else 0.0  # S3: to pass brings nothing
    while takes:
        place = takes.bit_length() - 1
        takes ^= PLACE[place]
        stone = stones[place]
        colour = COLOUR[stone]
        row = rows[own + colour]
        if row:
            side = higher if VALUE[stone] > row[-1] else lower
            room = (left & side[stone]).bit_count()
        else:
            room = _longer_side(laid, left, stone)
        gain = worths[len(row) * LENGTH + LENGTH + room] + BONUS[stone] - before[colour]
        if gain > weight - MOST_SPITE:
            if position.down:  # S6: else nobody will ever take it
                gain += _spite(position, seat, worths, stone)
            if gain > weight:
                best, weight = place, gain
    return best


def _spite(position: StonesPosition, seat: Seat, worths: Worths, stone: int) -> float:
    """How much it matters what a stone that lies face up brings to the next player."""
    rival = seat + 1 if seat + 1 < position.seats else 0
    gain = _gain(position, rival, worths, stone)
    return SPITE * gain if gain > 0.0 else 0.0


def _gain(position: StonesPosition, seat: Seat, worths: Worths, stone: int) -> float:
    """What a stone brings a seat if it fits."""
    laid, left = position.laid, position.up | position.down
    row = position.rows[seat * COLOURS + COLOUR[stone]]
    if not row:
        return worths[LENGTH + _longer_side(laid, left, stone)] + BONUS[stone]
    value, last, length = VALUE[stone], row[-1], len(row)
    if length > 1 and (value > last) != (last > row[0]):
        return 0.0
    side = laid.higher if value > last else laid.lower
    then = worths[length * LENGTH + LENGTH + (left & side[stone]).bit_count()] + BONUS[stone]
    return then - worths[_outlook(laid, left, row, stone - value)]


def _outlook(laid: LaidField, left: int, row: tuple[int, ...], zero: int) -> int:
    """Where the tables know of a row of the colour whose smallest stone is `zero`."""
    if not row:
        return (left & laid.higher[zero]).bit_count() + 1
    last = row[-1]
    end, length = zero + last, len(row) * LENGTH
    if length == LENGTH:
        return length + _longer_side(laid, left, end)
    return length + (left & (laid.higher if last > row[0] else laid.lower)[end]).bit_count()


def _longer_side(laid: LaidField, left: int, stone: int) -> int:
    """How many of the stones left are greater than a stone, or smaller if those are more."""
    higher, lower = (left & laid.higher[stone]).bit_count(), (left & laid.lower[stone]).bit_count()
    return higher if higher > lower else lower


def total(position: Position, seat: Seat) -> int:
    """S7: what a seat's score sheet comes to."""
    assert isinstance(position, StonesPosition)
    points = wishes = zero = 0
    for row in position.rows[seat * COLOURS : (seat + 1) * COLOURS]:
        points += from_table(ROW_LENGTHS, len(row))
        for value in row:
            symbol = SYMBOL[zero + value]
            if symbol < CLOVER:
                points += symbol
            elif symbol == WISH_STONE:
                wishes += 1
        zero += VALUES
    return points + from_table(WISH_STONES, wishes)
