"""A player that sees everything: the ceiling that an honest player is measured against."""

from typing import Final

from keltis_engine.bots.search import SEEDS, outcome
from keltis_engine.position import PlayerMove, Position, Randomness

LOOKS: Final = 8
"""So often a move is tried out if luck still comes; if none does, once tells all."""


def cheat(position: Position, random: Randomness) -> PlayerMove:
    """The move after which quick players, dealt what is really to come, end best."""
    moves, seat = position.legal_moves(), position.to_act
    assert seat is not None
    if len(moves) == 1:
        return moves[0]
    seeds = [random.below(SEEDS) for _ in range(LOOKS)]
    some = [outcome(position, moves[0], seat, seed) for seed in seeds]
    if min(some) == max(some):
        seeds = seeds[:1]
    best, most = moves[0], float("-inf")
    for move in moves:
        worth = sum([outcome(position, move, seat, seed) for seed in seeds])
        if worth > most:
            best, most = move, worth
    return best
