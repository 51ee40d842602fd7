"""A player of every game, who makes any move the rules allow."""

from collections.abc import Sequence

from keltis_engine.position import PlayerMove, Randomness, View


def any_move(view: View, moves: Sequence[PlayerMove], random: Randomness) -> PlayerMove:  # noqa: ARG001
    """One of the legal moves, each as likely."""
    return moves[random.below(len(moves))]
