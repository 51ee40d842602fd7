"""A quick player of The Way of Stones: the club player's rules of thumb, read from tables.

It looks at the rows, at the stones that lie face up, and at which stones nobody has taken yet; how
those lie face down it does not ask: of them it only counts the ones that would fit.
"""

from functools import cache
from typing import Final

from keltis_engine.bots.stones import CLOVER_WORTH, SHARE, SPITE, length_worth
from keltis_engine.parts.cards import COLOUR, COLOURS, KINDS, VALUE, VALUES
from keltis_engine.parts.stone_field import CLOVER, PLACE, SYMBOL, WISH_STONE, LaidField
from keltis_engine.position import PlayerMove, Position, Seat
from keltis_engine.rules.stones import TAKE, LeaveStone, PassTurn, StonesPosition, TakeStone

FAR: Final = 10
"""So many face-down stones are as good as any number more."""
WISH_WORTH: Final = 2.4
BONUS: Final = tuple(
    {CLOVER: CLOVER_WORTH, WISH_STONE: WISH_WORTH}.get(symbol, float(symbol)) for symbol in SYMBOL
)
"""What the symbol of each stone is worth."""
MEAN_BONUS: Final = sum(BONUS) / KINDS
LEAST: Final = -100.0
"""Less than any stone brings."""
MOST_SPITE: Final = 1.5
"""If a stone is so much worse than another, it does not matter what the next player would gain."""
LENGTH: Final = VALUES + 1
"""Worths stand at length x 12 + stones that fit and are left."""

Worths = tuple[float, ...]
_TAKES: Final = tuple(TakeStone(place) for place in range(KINDS))
_LEAVE: Final = LeaveStone()
_PASS: Final = PassTurn()


@cache
def _worths(seats: int, face_down: int) -> Worths:
    """What a row is worth by its length and what may still come to it."""
    share = min(2 * SHARE / seats, face_down / seats * 1.3 / 8)
    lengths = range(1, LENGTH + 1)
    return (*[0.0] * LENGTH, *(length_worth(n + share * m) for n in lengths for m in range(LENGTH)))


@cache
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
    near = face_down if face_down < FAR else FAR
    worths = _worths(position.seats, near)
    if position.phase == TAKE:
        takes = position.fits[seat] & PLACE[position.turned]
        return (_best_take(position, seat, worths, takes, 0.0) if takes else None) or _LEAVE
    takes = position.fits[seat] & position.up
    if not face_down:
        return _best_take(position, seat, worths, takes, LEAST) or _PASS
    if not takes:
        return position.turns[0]
    turning = _turn_worth(position, seat, _hopes(position.seats, near))
    return _best_take(position, seat, worths, takes, turning) or position.turns[0]


def _turn_worth(position: StonesPosition, seat: Seat, hopes: Worths) -> float:
    """What a stone turned up brings on average, if it is taken when it helps."""
    laid, left = position.laid, position.up | position.down
    hope, zero, own = 0.0, 0, seat * COLOURS
    for row in position.rows[own : own + COLOURS]:
        hope += hopes[_outlook(laid, left, row, zero)]
        zero += VALUES
    return hope / left.bit_count()


def _best_take(
    position: StonesPosition, seat: Seat, worths: Worths, takes: int, weight: float
) -> PlayerMove | None:
    """S3: which of the stones at `takes` brings most, if it is more than `weight`."""
    laid, left, rows = position.laid, position.up | position.down, position.rows
    own = seat * COLOURS
    rival = own + COLOURS if own + COLOURS < len(rows) else 0
    rival_fits = position.fits[rival // COLOURS]
    best = -1
    while takes:
        place = takes.bit_length() - 1
        bit = PLACE[place]
        takes ^= bit
        stone = laid.stones[place]
        colour = COLOUR[stone]
        gain = _gain(worths, laid, left, rows[own + colour], stone)
        if gain > weight - MOST_SPITE and rival_fits & bit:
            other = _gain(worths, laid, left, rows[rival + colour], stone)
            if other > 0.0:
                gain += SPITE * other
        if gain > weight:
            best, weight = place, gain
    return _TAKES[best] if best >= 0 else None


def _gain(worths: Worths, laid: LaidField, left: int, row: tuple[int, ...], stone: int) -> float:
    """What a stone that fits a row brings it."""
    if not row:
        return worths[LENGTH + _longer_side(laid, left, stone)] + BONUS[stone]
    value, last, length = VALUE[stone], row[-1], len(row) * LENGTH
    end = stone - value + last
    side = laid.higher if value > last else laid.lower
    then = worths[length + LENGTH + (left & side[stone]).bit_count()] + BONUS[stone]
    if length == LENGTH:
        return then - worths[length + _longer_side(laid, left, end)]
    return then - worths[length + (left & side[end]).bit_count()]


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
