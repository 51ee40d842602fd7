"""The Dice Game for two, thought one turn further: what an end of a turn leaves the other to do."""

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_lines import AGAIN, OVER, turned
from keltis_bots.dice_rolls import before_rolling, by_result
from keltis_bots.dice_sight import worths_of
from keltis_bots.dice_turns import by_option, ends
from keltis_bots.network import Weights


def hopes(weights: Weights, lines: Ints, side: str) -> Floats:
    """What turns are worth to those who begin them, before they roll."""
    found = ends(lines, side)
    return before_rolling(by_result(by_option(found, worths_of(weights, found.lines), len(lines))))


def worths_ahead(weights: Weights, lines: Ints, side: str) -> Floats:
    """What ends of turns are worth, thought through to the end of the next turn."""
    worths = worths_of(weights, lines)
    going = lines[:, OVER] == 0
    if going.any():
        left = lines[going]
        again = left[:, AGAIN] == 1
        follow = np.where(again[:, None], left, turned(left))
        worths[going] = np.where(again, 1, -1) * hopes(weights, follow, side)
    return worths
