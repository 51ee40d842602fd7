"""Makes the master of The Dice Game from nothing; says what it reaches.

`python -m keltis_bots.learning.train_dice` takes some minutes for a side of the board.
"""

import argparse
from pathlib import Path
from typing import Final

import numpy as np

from keltis_bots.dice_lines import line_of
from keltis_bots.dice_player import LearnedDice
from keltis_bots.dice_sight import see
from keltis_bots.learning.dice import Table, train
from keltis_bots.network import Weights, save
from keltis_bots.plain_network import fresh
from keltis_engine.bots.catalogue import FIXED
from keltis_engine.bots.chance import QuickChance
from keltis_engine.parts.dice_board import BOARDS
from keltis_engine.position import DEALER
from keltis_engine.rules import SINGLE_GAMES

OURS: Final = Path(__file__).parents[1] / "weights"
"""The folder of the package."""
RATES: Final = (1e-3, 2e-5)
"""How fast is learned at the beginning, and at the end."""
SAID: Final = 6
"""So often it says what it reached."""


def begin(seed: int) -> Weights:
    """Weights that know nothing yet."""
    line = line_of(Table(next(iter(BOARDS)), 0, QuickChance(seed)).position, 0)
    return fresh(see(np.array([line])).shape[1], seed)


def share_against_club(weights: Weights, side: str, deals: int, seed: int) -> float:
    """The share of games for two that it wins, first from either seat."""
    bots = (LearnedDice({side: weights}), FIXED["dice"])
    chance, won = QuickChance(seed), 0.0
    for deal in range(2 * deals):
        game = SINGLE_GAMES["dice"].start(2, {"side": side}, first=deal % 2)
        while (seat := game.to_act) is not None:
            if seat == DEALER:
                game.apply(game.deal(chance))
            else:
                game.apply(bots[seat](game.view(seat), game.legal_moves(), chance))
        ours, theirs = (sheet.total for sheet in game.scores())
        won += 0.5 * ((ours > theirs) + (ours >= theirs))
    return won / (2 * deals)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=OURS)
    parser.add_argument("--games", type=int, default=24_000, help="for each side")
    parser.add_argument("--side", choices=tuple(BOARDS), action="append")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for side in chosen.side or BOARDS:
        weights, said = begin(chosen.seed), 0
        path = chosen.folder / f"dice-{side}.npz"
        for games, off in train(weights, side, chosen.games, chosen.seed, RATES):
            if games * SAID >= (said + 1) * chosen.games:
                said += 1
                save(weights, path)
                print(f"{side}: {games} games, off by {off:.3f}", flush=True)
        save(weights, path)
        share = 100 * share_against_club(weights, side, 200, chosen.seed)
        print(f"{side}: {share:.1f} % of 400 games against club", flush=True)


if __name__ == "__main__":
    main()
