"""A plain network with two hidden layers that tells what positions are worth."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Floats
from keltis_bots.network import Weights

FIRST: Final = 96
SECOND: Final = 32


def fresh(seen: int, seed: int) -> Weights:
    """Weights that know nothing yet."""
    chance = np.random.default_rng(seed)

    def layer(wide: int, high: int, gain: float = 1.4) -> Floats:
        drawn: Floats = (chance.standard_normal((wide, high)) * gain / np.sqrt(wide)).astype("f4")
        return drawn

    return {
        "in": layer(seen, FIRST),
        "first": np.zeros(FIRST, np.float32),
        "between": layer(FIRST, SECOND),
        "second": np.zeros(SECOND, np.float32),
        "out": layer(SECOND, 1, 0.1),
        "even": np.zeros(1, np.float32),
    }


class Worths:
    """One look at many positions, and the way back through it to learn."""

    def __init__(self, weights: Weights, seen: Floats) -> None:
        w = weights
        self.weights, self.seen = w, seen
        self.first = np.maximum(seen @ w["in"] + w["first"], 0)
        self.second = np.maximum(self.first @ w["between"] + w["second"], 0)
        self.worths: Floats = (self.second @ w["out"])[:, 0] + w["even"][0]

    def back(self, worths: Floats) -> Weights:
        """How the loss changes with each weight, from how it does with what came out."""
        w = self.weights
        second = worths[:, None] * w["out"][:, 0] * (self.second > 0)
        first = (second @ w["between"].T) * (self.first > 0)
        return {
            "in": self.seen.T @ first,
            "first": first.sum(0),
            "between": self.first.T @ second,
            "second": second.sum(0),
            "out": self.second.T @ worths[:, None],
            "even": worths.sum(keepdims=True),
        }
