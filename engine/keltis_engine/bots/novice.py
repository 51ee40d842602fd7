"""A novice of every game: knows what moves are good for, and makes the mistakes that people make.

It overlooks some of its moves, misjudges the others by a point or two, and does not count who leads
when it ends a game.
"""

from collections.abc import Callable, Sequence
from typing import Final

from keltis_engine.bots.weighing import Weigh, Weighed, heaviest
from keltis_engine.position import PlayerMove, Randomness, View

OVERLOOKED: Final = 10
"""One of so many moves is overlooked."""
MISJUDGED: Final = 1.5
"""By how many points at most a move is thought better or worse than it is."""
MOST: Final = 8.0
"""No move seems better or worse than this: who leads at the end is not counted."""
FINENESS: Final = 1000


def novice(
    weigh: Weigh,
) -> Callable[[View, Sequence[PlayerMove], Randomness], PlayerMove]:
    """The novice of the game whose moves `weigh` weighs."""

    def choose(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:
        """The best of the moves it sees, as far as it can tell."""
        seen: Weighed = []
        weighed = weigh(view, moves, random)
        for weight, move in weighed:
            mistake = MISJUDGED * (2 * random.below(FINENESS) / FINENESS - 1)
            if random.below(OVERLOOKED):
                seen.append((min(max(weight, -MOST), MOST) + mistake, move))
        return heaviest(seen or weighed, random)

    return choose
