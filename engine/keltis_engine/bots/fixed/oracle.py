"""The club player of The Oracle as it was at first, kept to measure others: never changed.

What today's player still weighs alike is taken from there; a test tells by its moves if that
changes, and then the old way has to be kept here.
"""

from collections.abc import Sequence

from keltis_engine.bots.oracle import Thought
from keltis_engine.bots.weighing import heaviest
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_engine.rules.oracle import OracleView


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move that weighs most; `random` decides among equals."""
    assert isinstance(view, OracleView)
    thought = FirstThought(view)
    return heaviest([(thought.weight(move), move) for move in moves], random)


class FirstThought(Thought):
    """What the first club player made of a view: tiles as they are, and no card ahead."""

    def __init__(self, view: OracleView) -> None:
        super().__init__(view)
        wishes, mirrors = view.wish_stones[self.me], view.mirrors[self.me]
        rise = from_table(WISH_STONES, wishes + 2) - from_table(WISH_STONES, wishes)
        self.wish = rise / 2 * (1 + mirrors) + 1
        self.mirror = from_table(WISH_STONES, wishes + 1) if wishes else 0.5

    def ahead(self, stone: int) -> float:  # noqa: ARG002
        """Nothing: it did not look at what the next card may bring."""
        return 0.0
