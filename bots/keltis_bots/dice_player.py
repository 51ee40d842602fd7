"""A master of The Dice Game that has learned what positions are worth, and knows how dice fall.

Every roll that is still to come counts with its chance, every end of the turn with what the network
thinks of it. That takes a millisecond or two, so there is no budget to spend.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from keltis_bots.arrays import Floats
from keltis_bots.dice_lines import ALONE, Earlier, line_of
from keltis_bots.dice_rolls import KEPT, WAYS, by_result
from keltis_bots.dice_sight import worths_of
from keltis_bots.dice_turns import COUNTS, by_option, ends, only, steps
from keltis_bots.network import Weights
from keltis_engine.match import MatchPosition
from keltis_engine.parts.dice_board import DICE
from keltis_engine.position import PlayerMove, Position, Randomness, View
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.dice import CHOOSE, CLOVER_STEP, KEEP, DicePosition, KeepDice, MoveStone

EQUAL: Final = 1e-5
"""What differs by less is alike."""
KEEPS: Final = tuple(KeepDice(kept) for kept in range(1 << DICE))


def best_keep(position: DicePosition, results: Floats) -> KeepDice:
    """The dice to keep, if each result is worth so much; of equals as many as can be."""
    hoped = WAYS[KEPT[position.dice]] @ results
    alike = np.nonzero(hoped >= hoped.max() - EQUAL)[0].tolist()
    return KEEPS[max(alike, key=int.bit_count)]


def best_move(position: DicePosition, table: Floats, moves: Sequence[PlayerMove]) -> PlayerMove:
    """The stone to move by the dice or a clover, if each option is worth so much.

    A wish stone that the dice earned has been taken by then.
    """
    return max(moves, key=lambda move: float(table[option_of(position, move)]))


def option_of(position: DicePosition, move: PlayerMove) -> int:
    """Which option a move is, by the dice or a clover."""
    if not isinstance(move, MoveStone):
        return 0
    dice = 1 if position.phase == CLOVER_STEP else position.dice.count(move.row)
    return move.row * COUNTS + dice


def earlier_of(view: View) -> Earlier:
    """What the games before this one brought (D10)."""
    match = view.match
    if match is None:
        return ALONE
    points = [sum(game[seat] for game in match.scores) for seat in range(view.seats)]
    return Earlier(tuple(points), len(match.scores) + 1 == match.games)


class LearnedDice:
    """A player that decides by what each end of its turn is worth."""

    def __init__(self, weights: dict[str, Weights]) -> None:
        self.weights = weights
        """For each side of the board."""

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The best move."""
        if len(moves) == 1:
            return moves[0]
        position: Position = RULE_SETS["dice"].imagine(view, random)
        game = position.game if isinstance(position, MatchPosition) else position
        assert isinstance(game, DicePosition)
        side = game.board.side
        weights = self.weights[side]
        lines = np.array([line_of(game, game.player, earlier_of(view))])
        found = steps(lines, side) if game.phase == CLOVER_STEP else ends(lines, side)
        if game.phase == CHOOSE:
            found = only(found, [option_of(game, move) for move in moves])
        table = by_option(found, worths_of(weights, found.lines))[0]
        if game.phase == KEEP:
            return best_keep(game, by_result(table))
        return best_move(game, table, moves)
