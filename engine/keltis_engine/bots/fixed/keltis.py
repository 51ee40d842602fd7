"""The club player of Keltis as it was at first, kept to measure others: never changed.

What today's player still weighs alike is taken from there; a test tells by its moves if that
changes, and then the old way has to be kept here.
"""

from collections.abc import Sequence
from typing import Final

from keltis_engine.bots.keltis import CLOVER_WORTH, SPARE, Thought
from keltis_engine.bots.weighing import heaviest
from keltis_engine.parts.paths import STONES
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Randomness, View
from keltis_engine.rules.keltis import KeltisView

FRESH_CARD: Final = 0.6
HURRY: Final[tuple[int, ...]] = (40, 12, 12, 12, 9, 0)


def club(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
    """The move that weighs most; `random` decides among equals."""
    assert isinstance(view, KeltisView)
    assert view.seat is not None
    thought = FirstThought(view, view.seat)
    return heaviest([(thought.weight(move), move) for move in moves], random)


class FirstThought(Thought):
    """What the first club player made of a view: piles and wish stones as they are."""

    fresh_card = FRESH_CARD
    hurry = HURRY

    def wish_stone(self) -> float:
        """What the next two add, on average."""
        wishes = self.view.wish_stones[self.seat]
        return (from_table(WISH_STONES, wishes + 2) - from_table(WISH_STONES, wishes)) / 2

    def free_step(self, path: int, stone: int) -> float:  # noqa: ARG002
        """Always the same: it did not see that such a step may end the game."""
        return SPARE if self.stones[path] == STONES else CLOVER_WORTH
