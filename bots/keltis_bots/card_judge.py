"""What a network makes of positions of a card game: which move is likely, and who will win."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Floats
from keltis_bots.card_sight import SCALE, Sight
from keltis_bots.network import Pass, Weights, chances

FAR: Final = 50
"""A margin beyond this counts no more."""
WINNING: Final = 0.8
"""What winning counts beside the margin."""


def judged(weights: Weights, sight: Sight) -> tuple[Floats, Floats]:
    """How likely each action is, and what each position is worth to its player."""
    looked = Pass(weights, sight.colours, sight.whole)
    return chances(looked.logits, sight.legal), hopes(looked, sight)


def hopes(looked: Pass, sight: Sight) -> Floats:
    """What each position is worth to its player: what it leads by, and what is yet to come."""
    worths: Floats = looked.worth + sight.lead / np.float32(SCALE)
    return worths


def reward(margin: int, winning: float) -> float:
    """What the end of a game is worth."""
    won = (margin > 0) - (margin < 0)
    return max(-FAR, min(FAR, margin)) / SCALE * (1 - winning / 2) + winning * won
