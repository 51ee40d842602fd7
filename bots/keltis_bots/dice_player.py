"""A master of The Dice Game that has learned what positions are worth, and knows how dice fall.

Every roll that is still to come counts with its chance, every end of the turn with what the network
thinks of it. That takes about a millisecond, so there is no budget to spend.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.dice_sight import see, worth_at_end
from keltis_bots.dice_turns import (
    A_FLAVOUR,
    AGAIN,
    COUNTS,
    KEPT,
    OVER,
    WAYS,
    by_option,
    by_result,
    ends,
    line_of,
    moved,
)
from keltis_bots.network import Weights
from keltis_bots.plain_network import Worths
from keltis_engine.bots.catalogue import Bot
from keltis_engine.match import MatchPosition
from keltis_engine.parts.dice_board import DICE
from keltis_engine.position import PlayerMove, Position, Randomness, View
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.dice import CLOVER_STEP, KEEP, DicePosition, KeepDice, MoveStone

EQUAL: Final = 1e-5
"""What differs by less is alike."""
KEEPS: Final = tuple(KeepDice(kept) for kept in range(1 << DICE))


def worths_of(weights: Weights, lines: Ints) -> Floats:
    """What ends of turns are worth to the player whose turn it was."""
    thought = Worths(weights, see(lines)).worths
    worths: Floats = np.where(lines[:, OVER] == 1, worth_at_end(lines), thought)
    return worths


def best_keep(position: DicePosition, results: Floats) -> KeepDice:
    """The dice to keep, if each result is worth so much; of equals as many as can be."""
    hoped = WAYS[KEPT[position.dice]] @ results
    alike = np.nonzero(hoped >= hoped.max() - EQUAL)[0].tolist()
    return KEEPS[max(alike, key=int.bit_count)]


def best_move(position: DicePosition, table: Floats, moves: Sequence[PlayerMove]) -> PlayerMove:
    """The stone to move once the dice are final, if each option is worth so much.

    A wish stone that the dice earned has been taken by then.
    """

    def worth(move: PlayerMove) -> float:
        if isinstance(move, MoveStone):
            return float(table[move.row * COUNTS + position.dice.count(move.row)])
        return float(table[0])

    return max(moves, key=worth)


def best_step(weights: Weights, position: DicePosition, moves: Sequence[PlayerMove]) -> PlayerMove:
    """D4: what to do with a clover."""
    line = line_of(position, position.player)
    line[AGAIN] = 0
    fields = position.board.fields
    options = [
        moved(line, fields, move.row, 1) if isinstance(move, MoveStone) else [line]
        for move in moves
    ]
    worths = worths_of(weights, np.array([line for option in options for line in option]))
    starts = np.cumsum([0, *(len(option) for option in options[:-1])])
    return moves[int(np.maximum.reduceat(worths, starts).argmax())]


class LearnedDice:
    """A player that decides by what each end of its turn is worth."""

    def __init__(self, weights: dict[str, Weights], otherwise: Bot) -> None:
        self.weights = weights
        """For each side of the board that it knows."""
        self.otherwise = otherwise
        """Who plays on the other side."""

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The best move."""
        if len(moves) == 1:
            return moves[0]
        position: Position = RULE_SETS["dice"].imagine(view, random)
        game = position.game if isinstance(position, MatchPosition) else position
        assert isinstance(game, DicePosition)
        weights = self.weights.get(game.board.side)
        if weights is None:
            return self.otherwise(view, moves, random)
        if game.phase == CLOVER_STEP:
            return best_step(weights, game, moves)
        found = ends(game)
        table = by_option(found, worths_of(weights, found.lines))
        if game.phase == KEEP:
            return best_keep(game, by_result(table))
        return best_move(game, table[:A_FLAVOUR], moves)
