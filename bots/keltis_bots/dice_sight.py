"""What a network sees of positions between two turns of The Dice Game."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_turns import (
    AGAIN,
    ARRIVED,
    MOST_RIVALS,
    RIVAL_WISHES,
    RIVALS,
    ROUND,
    SEATS,
    STOCK,
    WISHES,
)
from keltis_engine.parts.dice_board import FIELDS, ROWS
from keltis_engine.parts.paths import GOAL, STONE_VALUES
from keltis_engine.parts.scoring import from_table
from keltis_engine.rules.dice import STONES_IN_GOAL, WISH_STONES

_VALUES: Final = np.array(STONE_VALUES, np.float32)
_WISHES: Final = np.array([from_table(WISH_STONES, wishes) for wishes in range(41)], np.float32)
_LIMITS: Final = np.array(STONES_IN_GOAL)
FAR: Final = 25.0
"""To be further ahead or behind is worth no more."""
WINNING: Final = 0.75
"""What winning counts, against by how much."""


def _one_hot(numbers: Ints, most: int) -> Floats:
    hot: Floats = (numbers[..., None] == np.arange(most)).astype(np.float32)
    return hot


def totals(lines: Ints) -> tuple[Floats, Floats]:
    """The player's points and those of each rival (D8); of nobody very few."""
    own = _VALUES[lines[:, :ROWS]].sum(1) + _WISHES[lines[:, WISHES]]
    stones = lines[:, RIVALS:RIVAL_WISHES].reshape(-1, MOST_RIVALS, ROWS)
    wishes = lines[:, RIVAL_WISHES:SEATS]
    theirs = _VALUES[np.maximum(stones, 0)].sum(2) + _WISHES[np.maximum(wishes, 0)]
    return own, np.where(wishes >= 0, theirs, np.float32(-1000))


def worth_at_end(lines: Ints) -> Floats:
    """What it is worth to the player if the game ends so; 1 is a sure win, by far."""
    own, theirs = totals(lines)
    most = theirs.max(1)
    equals = (theirs == most[:, None]).sum(1)
    won = np.where(own > most, 1.0, np.where(own == most, 2 / (1 + equals) - 1, -1.0))
    far = np.clip((own - most) / np.float32(FAR), -1, 1)
    worth: Floats = (WINNING * won + (1 - WINNING) * far).astype(np.float32)
    return worth


def see(lines: Ints) -> Floats:
    """What is seen of the positions of these lines."""
    own, theirs = totals(lines)
    present = lines[:, RIVAL_WISHES:SEATS] >= 0
    stones = lines[:, RIVALS:RIVAL_WISHES].reshape(-1, MOST_RIVALS, ROWS)
    fields = (stones[..., None] == np.arange(FIELDS)).sum(2) / 2
    ahead = np.where(present, own[:, None] - theirs, 30)
    lead = ahead.min(1)
    left = _LIMITS[lines[:, SEATS]] - lines[:, ARRIVED]
    seats = lines[:, SEATS]
    plain = (
        own / 20,
        lead / 15,
        np.clip(lead, -4, 4) / 4,
        lead > 0,
        lines[:, AGAIN],
        lines[:, STOCK] < 5,
        lines[:, ROUND] / 20,
        (lines[:, :ROWS] > 0).sum(1) == ROWS - 1,
        1 / np.maximum(left, 1),
    )
    number = len(lines)
    parts = [
        _one_hot(lines[:, :ROWS], FIELDS).reshape(number, -1),
        _one_hot(np.minimum(lines[:, WISHES], 10), 11),
        fields.reshape(number, -1),
        np.where(present, lines[:, RIVAL_WISHES:SEATS] / 9, 0),
        np.where(present, ahead / 15, 0),
        ((stones >= GOAL).sum(2) / 3),
        _one_hot((lines[:, :ROWS] >= GOAL).sum(1), 5),
        _one_hot(left, 9),
        _one_hot(seats - 2, 3),
        np.stack([part.astype(np.float32) for part in plain], 1),
    ]
    return np.concatenate([part.astype(np.float32) for part in parts], 1)
