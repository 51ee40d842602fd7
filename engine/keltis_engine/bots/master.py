"""A master of every game: tries out the moves that a club player likes best."""

from collections.abc import Callable, Sequence
from typing import Final

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.search import SEEDS, Budget, best_by_playouts
from keltis_engine.position import PlayerMove, Position, Randomness, View
from keltis_engine.rules import RULE_SETS

CANDIDATES: Final = 4
"""So many moves are tried out."""


def by_playouts(most: int) -> Callable[[], Budget]:
    """A budget of so many playouts a move, with which the same seed gives the same move."""
    return lambda: lambda done: done / most


class Master:
    """A player that knows only its own view, and thinks about a move as long as it may."""

    def __init__(self, game: str, budgets: Callable[[], Budget]) -> None:
        self.game = game
        self.budgets = budgets
        """Makes the budget of each move."""

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The move that came out best, or the club player's if none is clearly better."""
        if len(moves) == 1:
            return moves[0]
        budget, rules = self.budgets(), RULE_SETS[self.game]
        weighed = GAME_PLAYERS[self.game].weigh(view, moves, random)
        ranked = sorted(range(len(weighed)), key=lambda each: -weighed[each][0])
        likely = [weighed[each][1] for each in ranked[:CANDIDATES]]
        seat = view.to_act
        if len(likely) == 1 or seat is None:
            return likely[0]

        chance = QuickChance(random.below(SEEDS))

        def imagined() -> Position:
            return rules.imagine(view, chance)

        return best_by_playouts(likely, imagined, seat, budget, chance)
