"""What a network makes of positions of Keltis: which move is likely, and who will win."""

from array import array
from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.keltis_sight import SCALE, Sight
from keltis_bots.network import Pass, Weights, chances
from keltis_engine.bots.keltis_notes import notes
from keltis_engine.bots.quick.keltis import total
from keltis_engine.position import Seat
from keltis_engine.rules.keltis import KeltisPosition

FAR: Final = 50
"""A margin beyond this counts no more."""
WINNING: Final = 0.3
"""What winning counts beside the margin."""


def noted(position: KeltisPosition) -> bytes:
    """The line of a position as the player to act sees it."""
    return array("i", notes(position, position.to_act or 0)).tobytes()


def as_table(lines: Sequence[bytes]) -> Ints:
    """Lines as one array."""
    return np.frombuffer(b"".join(lines), np.int32).reshape(len(lines), -1)


def judged(weights: Weights, sight: Sight) -> tuple[Floats, Floats]:
    """How likely each action is, and what each position is worth to its player."""
    looked = Pass(weights, sight.colours, sight.whole)
    return chances(looked.logits, sight.legal), looked.worth + sight.lead / np.float32(SCALE)


def reward(margin: int, winning: float) -> float:
    """What the end of a game is worth."""
    won = (margin > 0) - (margin < 0)
    return max(-FAR, min(FAR, margin)) / SCALE * (1 - winning / 2) + winning * won


def worth_at_end(position: KeltisPosition, seat: Seat) -> float:
    """What a game that is over is worth to a seat, of two."""
    return reward(total(position, seat) - total(position, 1 - seat), WINNING)
