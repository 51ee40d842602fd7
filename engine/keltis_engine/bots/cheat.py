"""A player that sees everything: the ceiling that an honest player is measured against."""

from typing import Final

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.master import CANDIDATES
from keltis_engine.bots.search import SEEDS, outcome
from keltis_engine.position import PlayerMove, Position, Randomness

LOOKS: Final = 8
"""So often a move is tried out if luck still comes; if none does, once tells all."""


def cheat(position: Position, random: Randomness) -> PlayerMove:
    """Of the moves that club likes best the one after which quick players end best.

    They are dealt what is really to come. Moves between which club sees no difference, as which
    stone face down is turned, are all tried out. What club likes less is not: quick players think
    too well of some.
    """
    seat, every = position.to_act, position.legal_moves()
    assert seat is not None
    weighed = GAME_PLAYERS[position.rules.id].weigh(position.view(seat), every, random)
    weighed.sort(key=lambda each: -each[0])
    known = [move for _, move in weighed]
    moves = known[:CANDIDATES] + [move for move in every if move not in known]
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
