"""Makes a player from nothing: imitation, then games with itself; says what it reaches.

`make train`, or `python -m keltis_bots.learning.train`, writes the weights every few minutes, so
that it may be stopped at any time; `--on` goes on from there. Run it with `nice`.
"""

import argparse
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Final

import numpy as np

from keltis_bots.card_games import CARD_GAMES, CardGame
from keltis_bots.card_judge import WINNING, reward
from keltis_bots.learning.adam import Adam
from keltis_bots.learning.games import SelfPlay
from keltis_bots.learning.imitation import imitate
from keltis_bots.learning.measure import share_against
from keltis_bots.learning.policy import DECAY, learn
from keltis_bots.network import Weights, fresh, load, save

COURSES: Final = {"keltis": (5_000, 320_000), "oracle": (3_000, 160_000)}
"""For each game how many games of the quick player are imitated, and how many are played then."""
SEED: Final = 7
LESSON_ROUNDS: Final = 4
AN_ITERATION: Final = 640
SIDE_BY_SIDE: Final = 384
FAST, SLOW = 1e-3, 5e-5
CURIOUS, SETTLED = 1e-2, 1e-3
OURS: Final = Path(__file__).parents[1] / "weights"
"""The folder of the package."""


def begin(game: CardGame, seed: int, lessons: int) -> Weights:
    """Weights that have had the first lesson."""
    weights = fresh(game.sizes(), seed)
    same = imitate(weights, game, lessons, LESSON_ROUNDS, 2e-3, seed)
    print(f"after {lessons} games of the quick player: the same move in {100 * same:.0f} %")
    return weights


def train(weights: Weights, game: CardGame, path: Path, done: int, games: int, seed: int) -> None:
    """Play up to so many games with itself, and learn from them."""
    adam, chance = Adam(weights), np.random.default_rng(seed + done)
    play = SelfPlay(game, SIDE_BY_SIDE, seed + 1 + done)
    began, first = monotonic(), done
    while done < games:
        share = done / games
        rate = FAST * (SLOW / FAST) ** share
        curiosity = CURIOUS * (SETTLED / CURIOUS) ** share
        winning = WINNING * min(1.0, max(0.0, 2.5 * share - 1))
        made = play.play(weights, AN_ITERATION, partial(reward, winning=winning), DECAY)
        learn(adam, game, made, rate, curiosity, chance)
        done += len(play.margins)
        if done // (AN_ITERATION * 20) != (done - len(play.margins)) // (AN_ITERATION * 20):
            save(weights, path)
            path.with_suffix(".done").write_text(str(done))
            won, error = share_against(weights, game, game.quick, 150, seed + 2)
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
    parser.add_argument("--game", choices=tuple(CARD_GAMES), help="only this one")
    parser.add_argument("--folder", type=Path, default=OURS)
    parser.add_argument("--lessons", type=int, help="games of the quick player")
    parser.add_argument("--games", type=int, help="games with itself")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--on", action="store_true", help="go on where it was stopped")
    chosen = parser.parse_args()
    chosen_games = [CARD_GAMES[chosen.game]] if chosen.game else list(CARD_GAMES.values())
    counts = [chosen.folder / f"{game.id}.done" for game in chosen_games]
    if not chosen.on:
        for count in counts:
            count.write_text("0")
    elif not any(count.exists() for count in counts):
        parser.exit(1, "nothing was stopped: without --on it begins anew\n")
    for game, count in zip(chosen_games, counts, strict=True):
        if count.exists():
            file, done = count.with_suffix(".npz"), int(count.read_text())
            lessons, games = COURSES[game.id]
            weights = load(file) if done else begin(game, chosen.seed, chosen.lessons or lessons)
            train(weights, game, file, done, chosen.games or games, chosen.seed)


if __name__ == "__main__":
    main()
