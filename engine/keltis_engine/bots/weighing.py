"""Moves with what a player thinks of them: what novice, club and master start from."""

from collections.abc import Callable, Sequence

from keltis_engine.position import PlayerMove, Randomness, View

Weighed = list[tuple[float, PlayerMove]]
"""Each choice with its weight, in points; moves that are all alike stand for one."""
Weigh = Callable[[View, Sequence[PlayerMove], Randomness], Weighed]
"""What a player of one game makes of its moves, from nothing but its view."""


def heaviest(weighed: Weighed, random: Randomness) -> PlayerMove:
    """The move that weighs most; `random` decides among equals."""
    most = max([weight for weight, _ in weighed])
    best = [move for weight, move in weighed if weight == most]
    return best[random.below(len(best))]
