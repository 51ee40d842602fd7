"""Positions between two turns of The Dice Game, each a line of plain numbers.

A line is what the player sees whose turn ended: the own stones and wish stones first, then those of
the others in the order in which they play.
"""

from typing import Final, NamedTuple

from keltis_engine.parts.dice_board import ROWS
from keltis_engine.position import Seat
from keltis_engine.rules.dice import DicePosition

OWN: Final = 0
WISHES: Final = ROWS
RIVALS: Final = WISHES + 1
MOST_RIVALS: Final = 3
RIVAL_WISHES: Final = RIVALS + MOST_RIVALS * ROWS
SEATS: Final = RIVAL_WISHES + MOST_RIVALS
STOCK: Final = SEATS + 1
ARRIVED: Final = STOCK + 1
AGAIN: Final = ARRIVED + 1
OVER: Final = AGAIN + 1
EARLIER: Final = OVER + 1
LAST: Final = EARLIER + 1 + MOST_RIVALS
ROUND: Final = LAST + 1
WIDTH: Final = ROUND + 1
NOBODY: Final = -1

Line = list[int]


class Earlier(NamedTuple):
    """What the games before this one in a match brought."""

    points: tuple[int, ...] = (0, 0, 0, 0)
    """For each seat."""
    last: bool = True
    """Whether this game decides."""


ALONE: Final = Earlier()
"""A game played for itself."""


def line_of(position: DicePosition, seat: Seat, earlier: Earlier = ALONE) -> Line:
    """A position as a seat sees it."""
    seats, stones, wishes = position.seats, position.stones, position.wish_stones
    others = [(seat + turns) % seats for turns in range(1, seats)]
    line = stones[seat * ROWS : (seat + 1) * ROWS]
    line.append(wishes[seat])
    for other in others:
        line += stones[other * ROWS : (other + 1) * ROWS]
    line += [NOBODY] * (ROWS * (MOST_RIVALS + 1 - seats))
    line += [wishes[other] for other in others]
    line += [NOBODY] * (MOST_RIVALS + 1 - seats)
    again = int(position.to_act is not None and position.player == seat)
    over = int(position.to_act is None)
    line += (seats, position.stock, position.arrived, again, over)
    line += [earlier.points[each] for each in (seat, *others)]
    line += [NOBODY] * (MOST_RIVALS + 1 - seats)
    line += (earlier.last, position.turn // seats)
    return line
