"""The long lesson: games with itself; what went better than hoped becomes likelier (PPO)."""

from typing import Final

import numpy as np

from keltis_bots.card_games import CardGame
from keltis_bots.card_judge import hopes
from keltis_bots.learning.adam import Adam
from keltis_bots.learning.games import Decisions
from keltis_bots.network import Pass, chances

AT_ONCE: Final = 1024
ROUNDS: Final = 2
CLIP: Final = 0.2
DECAY: Final = 0.95


def learn(
    adam: Adam,
    game: CardGame,
    made: Decisions,
    rate: float,
    curiosity: float,
    chance: np.random.Generator,
) -> None:
    """Take from these decisions what they teach."""
    better = (made.better - made.better.mean()) / (made.better.std() + 1e-6)
    for _ in range(ROUNDS):
        order = chance.permutation(len(better))
        for start in range(0, len(order) - AT_ONCE + 1, AT_ONCE):
            some = order[start : start + AT_ONCE]
            sight = game.see(made.lines[some])
            looked = Pass(adam.weights, sight.colours, sight.whole)
            odds = chances(looked.logits, sight.legal)
            logs = np.log(odds + 1e-9)
            rows, actions = np.arange(AT_ONCE), made.actions[some]
            ratio = np.exp(logs[rows, actions] - made.odds[some])
            gain = better[some]
            beyond = ((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP))
            pull = np.where(beyond, 0, ratio * gain)[:, None]
            slope = pull * odds
            slope[rows, actions] -= pull[:, 0]
            variety = -(odds * logs).sum(1, keepdims=True)
            slope += np.float32(curiosity) * odds * (logs + variety)
            off = hopes(looked, sight) - made.came[some]
            slopes = looked.back(
                (slope / AT_ONCE).astype(np.float32),
                np.float32(0.5 / AT_ONCE) * np.clip(off, -2, 2).astype(np.float32),
            )
            adam.step(slopes, rate)
