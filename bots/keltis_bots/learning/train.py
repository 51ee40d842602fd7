"""Makes a player from nothing: imitation, then games with itself; says what it reaches.

`make train`, or `python -m keltis_bots.learning.train FILE`, writes the weights every few minutes,
so that it may be stopped at any time; `--on` goes on from there. Run it with `nice`.
"""

import argparse
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from keltis_bots.keltis_judge import WINNING, as_table, noted, reward
from keltis_bots.keltis_sight import A_COLOUR, ACTIONS, see
from keltis_bots.learning.adam import Adam
from keltis_bots.learning.games import SelfPlay, dealt
from keltis_bots.learning.imitation import imitate
from keltis_bots.learning.measure import share_against
from keltis_bots.learning.policy import DECAY, learn
from keltis_bots.network import Sizes, Weights, fresh, load, save
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.quick.keltis import choose
from keltis_engine.parts.cards import COLOURS

LESSONS: Final = 2600
LESSON_ROUNDS: Final = 4
AN_ITERATION: Final = 384
SIDE_BY_SIDE: Final = 256
FAST, SLOW = 1e-3, 1e-4
CURIOUS: Final = 0.003
OURS: Final = Path(__file__).parents[1] / "weights" / "keltis.npz"
"""The file of the package."""


def sizes() -> Sizes:
    """How wide a network must be to see the game."""
    seen = see(as_table([noted(dealt(QuickChance(0), 0))]))
    beyond = ACTIONS - COLOURS * A_COLOUR
    return Sizes(seen.colours.shape[2], seen.whole.shape[1], A_COLOUR, beyond)


def begin(seed: int, lessons: int) -> Weights:
    """Weights that have had the first lesson."""
    weights = fresh(sizes(), seed)
    same = imitate(weights, lessons, LESSON_ROUNDS, 2e-3, seed)
    print(f"after {lessons} games of the quick player: the same move in {100 * same:.0f} %")
    return weights


def train(weights: Weights, path: Path, done: int, games: int, seed: int) -> None:
    """Play up to so many games with itself, and learn from them."""
    adam, chance = Adam(weights), np.random.default_rng(seed + done)
    play = SelfPlay(SIDE_BY_SIDE, seed + 1 + done)
    began, first = monotonic(), done
    while done < games:
        share = done / games
        rate = FAST * (SLOW / FAST) ** share
        winning = WINNING * max(0.0, 2 * share - 1)
        made = play.play(weights, AN_ITERATION, partial(reward, winning=winning), DECAY)
        learn(adam, made, rate, CURIOUS, chance)
        done += len(play.margins)
        if done // (AN_ITERATION * 10) != (done - len(play.margins)) // (AN_ITERATION * 10):
            save(weights, path)
            path.with_suffix(".done").write_text(str(done))
            won, error = share_against(weights, choose, 150, seed + 2)
            speed = (done - first) / (monotonic() - began)
            long = len(made.actions) / len(play.margins)
            print(
                f"{done} games: {100 * won:.1f} ± {196 * error:.1f} % against the quick player, "
                f"{long:.0f} decisions a game, {speed:.0f} games/s",
                flush=True,
            )
    save(weights, path)
    path.with_suffix(".done").unlink(missing_ok=True)


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=OURS)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--lessons", type=int, default=LESSONS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true", help="go on with FILE")
    chosen = parser.parse_args()
    count: Path = chosen.file.with_suffix(".done")
    done = int(count.read_text()) if chosen.on and count.exists() else 0
    weights = load(chosen.file) if done else begin(chosen.seed, chosen.lessons)
    train(weights, chosen.file, done, chosen.games, chosen.seed)


if __name__ == "__main__":
    main()
