"""How the dice of The Dice Game may fall, and what is best done with them."""

from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Final

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints
from keltis_bots.dice_turns import A_FLAVOUR, COUNTS
from keltis_engine.parts.dice_board import DICE, ROWS
from keltis_engine.rules.dice import FACES, WISH_DICE, WISH_DIE


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
_FIRST_ROLL: Final[Floats] = WAYS[HELD_AT[(0,) * FACES]]
_KEEPS: Final[Ints] = np.array(
    [KEPT[tuple(face for face in range(FACES) for _ in range(counts[face]))] for counts in FINALS]
)
"""For each result of the first roll which of `HELDS` may be held."""


def before_rolling(results: Floats) -> Floats:
    """What turns are worth before the dice are rolled, if each result is worth so much in them."""
    hoped = results @ WAYS.T
    worths: Floats = hoped[:, _KEEPS].max(-1) @ _FIRST_ROLL
    return worths
