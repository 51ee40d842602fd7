"""A small network that judges positions: one for all colours, and what they come to together.

Every colour is looked at by the same weights, together with the whole; then by a second layer that
also sees the mean and the most of what was found in all of them. So it knows of each colour what it
learned of any. What is best in a colour comes from that colour's findings, what concerns none of
them and who will win from all.
"""

from pathlib import Path
from typing import Final

import numpy as np

from keltis_bots.arrays import Bools, Floats

FORBIDDEN: Final = np.float32(-1e9)

Weights = dict[str, Floats]


class Sizes:
    """How wide each part of a network is."""

    def __init__(self, colour: int, whole: int, in_colour: int, beyond: int) -> None:
        self.colour, self.whole = colour, whole
        """What is seen of a colour, and of the whole."""
        self.in_colour, self.beyond = in_colour, beyond
        """How many actions each colour has, and how many belong to none."""


FIRST: Final = 128
SECOND: Final = 96
LAST: Final = 96


def fresh(sizes: Sizes, seed: int) -> Weights:
    """Weights that know nothing yet."""
    chance = np.random.default_rng(seed)

    def layer(wide: int, high: int, gain: float = 1.4) -> Floats:
        drawn: Floats = (chance.standard_normal((wide, high)) * gain / np.sqrt(wide)).astype("f4")
        return drawn

    return {
        "colour": layer(sizes.colour, FIRST),
        "whole": layer(sizes.whole, FIRST, 0.7),
        "first": np.zeros(FIRST, np.float32),
        "own": layer(FIRST, SECOND),
        "all": layer(2 * FIRST, SECOND, 0.7),
        "second": np.zeros(SECOND, np.float32),
        "actions": layer(SECOND, sizes.in_colour, 0.1),
        "action": np.zeros(sizes.in_colour, np.float32),
        "judge": layer(2 * SECOND + sizes.whole, LAST),
        "third": np.zeros(LAST, np.float32),
        "beyond": layer(LAST, sizes.beyond, 0.1),
        "other": np.zeros(sizes.beyond, np.float32),
        "worth": layer(LAST, 1, 0.1),
        "even": np.zeros(1, np.float32),
    }


class Pass:
    """One look of a network at many positions, and the way back through it to learn."""

    def __init__(self, weights: Weights, colours: Floats, whole: Floats) -> None:
        w, (number, each, _) = weights, colours.shape
        self.weights, self.colours, self.whole = weights, colours, whole
        first = colours.reshape(number * each, -1) @ w["colour"]
        first = first.reshape(number, each, -1)
        first += (whole @ w["whole"] + w["first"])[:, None]
        np.maximum(first, 0, out=first)
        self.first = first
        self.pool = np.concatenate([first.mean(1), first.max(1)], 1)
        second = (first.reshape(number * each, -1) @ w["own"]).reshape(number, each, -1)
        second += (self.pool @ w["all"] + w["second"])[:, None]
        np.maximum(second, 0, out=second)
        self.second = second
        actions = second.reshape(number * each, -1) @ w["actions"] + w["action"]
        self.joined = np.concatenate([second.mean(1), second.max(1), whole], 1)
        self.last = np.maximum(self.joined @ w["judge"] + w["third"], 0)
        beyond = self.last @ w["beyond"] + w["other"]
        self.logits: Floats = np.concatenate([actions.reshape(number, -1), beyond], 1)
        self.worth: Floats = (self.last @ w["worth"])[:, 0] + w["even"][0]

    def back(self, logits: Floats, worth: Floats) -> Weights:
        """How the loss changes with each weight, from how it does with what came out."""
        w, first, second = self.weights, self.first, self.second
        number, each, high = second.shape
        slopes: Weights = {}
        beyond = logits[:, -w["other"].size :]
        actions = logits[:, : -w["other"].size].reshape(number * each, -1)
        slopes["beyond"], slopes["other"] = self.last.T @ beyond, beyond.sum(0)
        slopes["worth"], slopes["even"] = self.last.T @ worth[:, None], worth.sum(keepdims=True)
        last = (beyond @ w["beyond"].T + worth[:, None] * w["worth"][:, 0]) * (self.last > 0)
        slopes["judge"], slopes["third"] = self.joined.T @ last, last.sum(0)
        joined = last @ w["judge"].T
        flat = second.reshape(number * each, -1)
        slopes["actions"], slopes["action"] = flat.T @ actions, actions.sum(0)
        d_second = (actions @ w["actions"].T).reshape(number, each, -1)
        d_second += joined[:, None, :high] / each
        d_second += _to_most(second, joined[:, high : 2 * high])
        d_second *= second > 0
        flat_d, together = d_second.reshape(number * each, -1), d_second.sum(1)
        slopes["own"] = first.reshape(number * each, -1).T @ flat_d
        slopes["all"], slopes["second"] = self.pool.T @ together, together.sum(0)
        pool = together @ w["all"].T
        wide = first.shape[2]
        d_first = (flat_d @ w["own"].T).reshape(number, each, -1)
        d_first += pool[:, None, :wide] / each
        d_first += _to_most(first, pool[:, wide:])
        d_first *= first > 0
        together = d_first.sum(1)
        slopes["colour"] = self.colours.reshape(number * each, -1).T @ d_first.reshape(
            number * each, -1
        )
        slopes["whole"], slopes["first"] = self.whole.T @ together, together.sum(0)
        return slopes


def _to_most(found: Floats, slope: Floats) -> Floats:
    """The slope of a maximum over the colours goes to where it was found."""
    back = np.zeros_like(found)
    np.put_along_axis(back, found.argmax(1)[:, None], slope[:, None], 1)
    return back


def chances(logits: Floats, legal: Bools) -> Floats:
    """How likely each action is; none that the rules forbid."""
    masked = np.where(legal, logits, FORBIDDEN)
    masked -= masked.max(1, keepdims=True)
    odds: Floats = np.exp(masked)
    odds /= odds.sum(1, keepdims=True)
    return odds


def save(weights: Weights, path: Path) -> None:
    """Keep weights in a file, half as exact."""
    halves = {name: values.astype(np.float16) for name, values in weights.items()}
    with path.open("wb") as file:
        np.savez_compressed(file, allow_pickle=False, **halves)


def load(path: Path) -> Weights:
    """The weights of a file."""
    with np.load(path, allow_pickle=False) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}
