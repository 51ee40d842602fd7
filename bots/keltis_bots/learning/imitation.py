"""The first lesson: what a quick player would do, in games that a few blunders make various."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.card_games import CardGame, as_table
from keltis_bots.card_judge import hopes
from keltis_bots.card_sight import SCALE
from keltis_bots.learning.adam import Adam
from keltis_bots.network import Pass, Weights, chances
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import PlayerMove

BLUNDERS: Final = 8
"""So many of a hundred moves are any move, in every other game."""
AT_ONCE: Final = 1024


def lessons(game: CardGame, games: int, seed: int) -> tuple[Ints, list[PlayerMove], Floats]:
    """Positions, the quick player's moves there, and what the end was worth to the player."""
    chance = QuickChance(seed)
    lines, moves, ends = [], [], []
    for number in range(games):
        position = game.dealt(chance, number)
        seats = []
        while (seat := position.to_act) is not None:
            legal = position.legal_moves()
            move = game.quick(position)
            if len(legal) > 1:
                lines.append(game.noted(position))
                moves.append(move)
                seats.append(seat)
            blunder = number % 2 and chance.below(100) < BLUNDERS
            position.apply(legal[chance.below(len(legal))] if blunder else move)
        margin = game.lead(position, 0)
        ends += [margin if seat == 0 else -margin for seat in seats]
    return as_table(lines), moves, np.array(ends, np.float32) / np.float32(SCALE)


def imitate(
    weights: Weights, game: CardGame, games: int, rounds: int, rate: float, seed: int
) -> float:
    """Learn from so many games; the result is the share of moves that are the same at last."""
    lines, moves, ends = lessons(game, games, seed)
    actions = np.empty(len(lines), np.int64)
    for start in range(0, len(lines), AT_ONCE):
        mirrored = game.see(lines[start : start + AT_ONCE]).mirrored
        for at, mirror in enumerate(mirrored, start):
            actions[at] = game.action_of(moves[at], mirror, lines[at])
    adam, chance = Adam(weights), np.random.default_rng(seed)
    hits = 0.0
    steps = 0
    wanted = rounds * (len(lines) // AT_ONCE)
    for _ in range(rounds):
        order = chance.permutation(len(lines))
        hits = 0.0
        for start in range(0, len(order) - AT_ONCE + 1, AT_ONCE):
            some = order[start : start + AT_ONCE]
            sight = game.see(lines[some])
            looked = Pass(weights, sight.colours, sight.whole)
            odds = chances(looked.logits, sight.legal)
            hits += float((odds.argmax(1) == actions[some]).mean())
            slope = odds.copy()
            slope[np.arange(AT_ONCE), actions[some]] -= 1
            off = hopes(looked, sight) - ends[some]
            adam.step(
                looked.back(slope / AT_ONCE, np.float32(0.5 / AT_ONCE) * np.clip(off, -2, 2)),
                rate * max(0.05, 1 - steps / wanted),
            )
            steps += 1
        hits /= max(1, len(lines) // AT_ONCE)
    return hits
