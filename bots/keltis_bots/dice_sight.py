"""What a network sees of positions between two turns of The Dice Game."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_lines import (
    AGAIN,
    ARRIVED,
    EARLIER,
    LAST,
    MOST_RIVALS,
    OVER,
    RIVAL_WISHES,
    RIVALS,
    ROUND,
    SEATS,
    STOCK,
    WISHES,
)
from keltis_bots.network import Weights
from keltis_bots.plain_network import Worths
from keltis_engine.parts.dice_board import FIELDS, ROWS
from keltis_engine.parts.paths import GOAL, STONE_VALUES
from keltis_engine.parts.scoring import from_table
from keltis_engine.rules.dice import STONES_IN_GOAL, WISH_STONES

_VALUES: Final = np.array(STONE_VALUES, np.float32)
_WISHES: Final = np.array([from_table(WISH_STONES, wishes) for wishes in range(41)], np.float32)
_EACH_ROW: Final = np.ones(ROWS, np.float32)
_LIMITS: Final = np.array(STONES_IN_GOAL)
FAR: Final = 25.0
"""To be further ahead or behind is worth no more."""
WINNING: Final = 0.9
"""What winning counts, against by how much; nothing in a game that another of its match follows."""


_HOT: Final = {most: np.eye(most, dtype=np.float32) for most in (3, 5, 9, 10, 11)}

_THEIRS: Final = np.concatenate([_HOT[FIELDS] / 2, np.zeros((1, FIELDS), np.float32)])
"""For the field of a rival's stone what is seen of it; for nobody's, the last, nothing."""


def _one_hot(numbers: Ints, most: int) -> Floats:
    hot: Floats = _HOT[most][numbers]
    return hot


def totals(lines: Ints) -> tuple[Floats, Floats]:
    """The player's points and those of each rival (D8, D10); of nobody very few."""
    own = _VALUES[lines[:, :ROWS]] @ _EACH_ROW + _WISHES[lines[:, WISHES]] + lines[:, EARLIER]
    stones = lines[:, RIVALS:RIVAL_WISHES].reshape(-1, MOST_RIVALS, ROWS)
    wishes = lines[:, RIVAL_WISHES:SEATS]
    theirs = _VALUES[stones] @ _EACH_ROW + _WISHES[wishes] + lines[:, EARLIER + 1 : LAST]
    return own, np.where(wishes >= 0, theirs, np.float32(-1000))


def worth_at_end(lines: Ints) -> Floats:
    """What it is worth to the player if the game ends so; 1 is a sure win, by far."""
    own, theirs = totals(lines)
    most = theirs.max(1)
    equals = (theirs == most[:, None]).sum(1)
    won = np.where(own > most, 1.0, np.where(own == most, 2 / (1 + equals) - 1, -1.0))
    far = np.clip((own - most) / np.float32(FAR), -1, 1)
    winning = WINNING * lines[:, LAST]
    worth: Floats = (winning * won + (1 - winning) * far).astype(np.float32)
    return worth


def see(lines: Ints) -> Floats:
    """What is seen of the positions of these lines."""
    own, theirs = totals(lines)
    seats = lines[:, SEATS]
    present = lines[:, RIVAL_WISHES:SEATS] >= 0
    stones = lines[:, RIVALS:RIVAL_WISHES].reshape(-1, MOST_RIVALS, ROWS)
    fields = _THEIRS[stones[:, 0]]
    if seats.max() > 2:
        fields = fields + _THEIRS[stones[:, 1]] + _THEIRS[stones[:, 2]]
    ahead = np.where(present, own[:, None] - theirs, 30)
    lead = ahead.min(1)
    left = _LIMITS[seats] - lines[:, ARRIVED]
    arrived = ((lines[:, :ROWS] >= GOAL) @ _EACH_ROW).astype(np.int64)
    started = (lines[:, :ROWS] > 0) @ _EACH_ROW
    plain = (
        (own - lines[:, EARLIER]) / 20,
        lead / 15,
        np.clip(lead, -4, 4) / 4,
        lead > 0,
        lines[:, AGAIN],
        lines[:, LAST],
        lines[:, STOCK] < 5,
        lines[:, ROUND] / 20,
        started == ROWS - 1,
        1 / np.maximum(left, 1),
    )
    number = len(lines)
    parts = [
        _one_hot(lines[:, :ROWS], FIELDS).reshape(number, -1),
        _one_hot(np.minimum(lines[:, WISHES], 10), 11),
        fields.reshape(number, -1),
        np.where(present, lines[:, RIVAL_WISHES:SEATS] / 9, 0),
        np.where(present, ahead / 15, 0),
        (stones >= GOAL) @ _EACH_ROW / 3,
        _one_hot(arrived, 5),
        _one_hot(left, 9),
        _one_hot(seats - 2, 3),
        np.array(plain, np.float32).T,
    ]
    return np.concatenate(parts, 1, dtype=np.float32, casting="same_kind")


def worths_of(weights: Weights, lines: Ints) -> Floats:
    """What ends of turns are worth to the player whose turn it was."""
    worths = Worths(weights, see(lines)).worths
    over = lines[:, OVER] == 1
    if over.any():
        worths[over] = worth_at_end(lines[over])
    return worths
