"""A turn of The Dice Game thought through: all it may lead to, and how the dice may still fall.

A position between two turns is a line of plain numbers, as the player sees it whose turn ended.
What a turn may come to is made on such lines: a few dozen, from which every roll's worth follows.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints
from keltis_engine.parts.dice_board import (
    ARRIVAL,
    CLOVER,
    CROSSED,
    DICE,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.paths import GOAL, STONES
from keltis_engine.position import Seat
from keltis_engine.rules.dice import (
    FACES,
    STONES_EACH,
    STONES_IN_GOAL,
    WISH_DICE,
    WISH_DIE,
    DicePosition,
)

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
ROUND: Final = OVER + 1
WIDTH: Final = ROUND + 1
NOBODY: Final = -1

Line = list[int]


def line_of(position: DicePosition, seat: Seat) -> Line:
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
    line += (seats, position.stock, position.arrived, again, over, position.turn // seats)
    return line


def moved(line: Line, fields: Sequence[int], row: int, steps: int) -> list[Line]:
    """Every way a move can end (D3-D7), several after a clover; none if it is not allowed."""
    start = line[row]
    if start == STONES or (start == 0 and line[:ROWS].count(0) == ROWS - STONES_EACH):
        return []
    end = ARRIVAL[start + steps]
    field = fields[row * FIELDS + end]
    if field == CROSSED:
        return []
    after = line.copy()
    after[row] = end
    if end >= GOAL > start:
        after[ARRIVED] += 1
        own = sum([stone >= GOAL for stone in after[:ROWS]])
        if own == STONES_EACH or after[ARRIVED] >= STONES_IN_GOAL[line[SEATS]]:
            after[OVER] = 1
            return [after]
    if field == CLOVER:
        return [after, *[end for other in range(ROWS) for end in moved(after, fields, other, 1)]]
    if field == WISH_STONE:
        _take_wish_stone(after)
    elif field == LEPRECHAUN:
        after[AGAIN] = 1
    return [after]


def _take_wish_stone(line: Line) -> None:
    if line[STOCK]:
        line[STOCK] -= 1
        line[WISHES] += 1


class Ends(NamedTuple):
    """All that a turn can come to."""

    lines: Ints
    """Where it may end; first without a wish stone taken for the dice, then the same with it."""
    starts: list[int]
    """Where in `lines` the ends of each option begin."""
    options: list[int]
    """What each option is: wish stone taken x 30 + row x 6 + dice; dice 0 of row 0 declines."""


COUNTS: Final = DICE + 1
A_FLAVOUR: Final = ROWS * COUNTS


def ends(position: DicePosition) -> Ends:
    """All that the turn of the player to act can come to, once the dice are final."""
    line = line_of(position, position.player)
    line[AGAIN] = 0
    fields = position.board.fields
    lines, starts, options = [line], [0], [0]
    for row in range(ROWS):
        furthest, found = 0, list[Line]()
        for dice in range(1, COUNTS):
            end = ARRIVAL[line[row] + dice]
            if end > furthest:
                found = moved(line, fields, row, dice)
            if found:
                starts.append(len(lines))
                options.append(row * COUNTS + dice)
                lines += found
            furthest = end
    table = np.array(lines)
    wished = table.copy()
    if line[STOCK]:
        wished[:, WISHES] += 1
        wished[:, STOCK] -= 1
    number = len(lines)
    return Ends(
        np.concatenate([table, wished]),
        [*starts, *(start + number for start in starts)],
        [*options, *(option + A_FLAVOUR for option in options)],
    )


def _multisets(dice: int) -> list[tuple[int, ...]]:
    """Every result of so many dice as how many show each face."""
    thrown = combinations_with_replacement(range(FACES), dice)
    return [tuple(map(each.count, range(FACES))) for each in thrown]


FINALS: Final = _multisets(DICE)
FINAL_COUNTS: Final = np.array(FINALS)
FINAL_AT: Final = {counts: at for at, counts in enumerate(FINALS)}
HELDS: Final = [held for dice in range(DICE + 1) for held in _multisets(dice)]
HELD_AT: Final = {held: at for at, held in enumerate(HELDS)}


def _ways() -> Floats:
    """For what is kept how likely each result is once the other dice were rolled."""
    ways = np.zeros((len(HELDS), len(FINALS)), np.float32)
    for at, held in enumerate(HELDS):
        left = DICE - sum(held)
        for thrown in _multisets(left):
            orders = factorial(left) // prod(map(factorial, thrown))
            result = tuple(map(int.__add__, held, thrown))
            ways[at, FINAL_AT[result]] += orders / FACES**left
    return ways


WAYS: Final = _ways()
_WISHED: Final[Bools] = FINAL_COUNTS[:, WISH_DIE] >= WISH_DICE
_SHOWN: Final[Ints] = np.arange(ROWS) * COUNTS + FINAL_COUNTS[:, :ROWS]
"""For each result the option of each row; a row without dice stands for an option there is not."""


def by_option(found: Ends, worths: Floats) -> Floats:
    """The worth of each option, of those that there are, and -inf."""
    table = np.full(2 * A_FLAVOUR, -np.inf, np.float32)
    table[found.options] = np.maximum.reduceat(worths, found.starts)
    return table


def by_result(table: Floats) -> Floats:
    """What each result of the dice is worth, the best being done with it; of one or many tables."""
    flavours = table.reshape(*table.shape[:-1], 2, A_FLAVOUR)
    declined = flavours[..., 0]
    moves = flavours.copy()
    moves[..., ::COUNTS] = -np.inf
    best = np.maximum(moves[..., _SHOWN].max(-1), declined[..., None])
    worths: Floats = np.where(_WISHED, best[..., 1, :], best[..., 0, :])
    return worths


class _Kept(dict[tuple[int, ...], Ints]):
    """For dice as they lie which of `HELDS` is held by each choice of dice to keep."""

    def __missing__(self, dice: tuple[int, ...]) -> Ints:
        faces = [
            [face for die, face in enumerate(dice) if kept >> die & 1] for kept in range(1 << DICE)
        ]
        held = np.array([HELD_AT[tuple(map(each.count, range(FACES)))] for each in faces])
        self[dice] = held
        return held


KEPT: Final = _Kept()
