"""Weights moved along their slopes, each at its own pace (Adam)."""

from typing import Final

import numpy as np

from keltis_bots.network import Weights

STEADY: Final = 0.9
PACE: Final = 0.999
LONGEST: Final = 0.5
"""No step follows a slope that is longer, all weights together."""


class Adam:
    """Changes the weights it is given."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(values) for name, values in weights.items()}
        self.squares = {name: np.zeros_like(values) for name, values in weights.items()}
        self.steps = 0

    def step(self, slopes: Weights, rate: float) -> None:
        """One step downhill."""
        self.steps += 1
        length = float(np.sqrt(sum(float((slope * slope).sum()) for slope in slopes.values())))
        shorten = min(1.0, LONGEST / (length + 1e-8))
        even = rate * np.sqrt(1 - PACE**self.steps) / (1 - STEADY**self.steps)
        for name, slope in slopes.items():
            slope = slope * np.float32(shorten)
            mean, square = self.means[name], self.squares[name]
            mean += np.float32(1 - STEADY) * (slope - mean)
            square += np.float32(1 - PACE) * (slope * slope - square)
            self.weights[name] -= np.float32(even) * mean / (np.sqrt(square) + np.float32(1e-8))
