"""Many games played side by side, so that the network judges hundreds of positions at once."""

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Floats, Ints
from keltis_bots.card_games import CardGame, as_table
from keltis_bots.card_judge import judged
from keltis_bots.network import Weights
from keltis_engine.bots.chance import QuickChance


class Decisions(NamedTuple):
    """Decisions of finished games, with how each was made and what came of it."""

    lines: Ints
    actions: Ints
    odds: Floats
    """How likely the action was, as a logarithm."""
    better: Floats
    """How much better it went than was hoped."""
    came: Floats
    """What the player's end of the game was worth, seen from here."""


class Trail:
    """The decisions of one seat of one game so far."""

    __slots__ = ("actions", "hopes", "lines", "odds")

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.actions: list[int] = []
        self.odds: list[float] = []
        self.hopes: list[float] = []


def drawn(odds: Floats, chance: np.random.Generator) -> Ints:
    """One action for each line, as likely as it says."""
    sums = odds.cumsum(1)
    points = chance.random(len(odds), dtype=np.float32)[:, None] * sums[:, -1:]
    at: Ints = np.minimum((sums <= points).sum(1), odds.shape[1] - 1)
    return at


AGAINST_QUICK: Final = 5
"""At one table of so many one seat is a quick player's, so that what beats it is not forgotten; its
games are over sooner, so that they are a third of all."""


class SelfPlay:
    """Games of a network with itself; those not finished go on the next time."""

    def __init__(self, game: CardGame, games: int, seed: int) -> None:
        self.game = game
        self.chance = np.random.default_rng(seed)
        self.luck = QuickChance(seed)
        self.begun = games
        self.games = [game.dealt(self.luck, at) for at in range(games)]
        self.quick = [at // 2 % 2 if at % AGAINST_QUICK == 0 else None for at in range(games)]
        """The seat of a quick player, if there is one."""
        self.trails = [(Trail(), Trail()) for _ in range(games)]
        self.margins: list[int] = []
        for at in range(games):
            self._quick_moves(at)

    def play(
        self, weights: Weights, wanted: int, reward: Callable[[int], float], decay: float
    ) -> Decisions:
        """Decisions of so many more finished games."""
        parts: list[Decisions] = []
        finished = 0
        self.margins = []
        while finished < wanted:
            self._step(weights)
            for at, game in enumerate(self.games):
                if game.to_act is None:
                    parts += self._finished(at, reward, decay)
                    finished += 1
        return Decisions(*(np.concatenate(each) for each in zip(*parts, strict=True)))

    def _step(self, weights: Weights) -> None:
        """One decision of the network in every game."""
        lines = [self.game.noted(game) for game in self.games]
        table = as_table(lines)
        sight = self.game.see(table)
        odds, hopes = judged(weights, sight)
        actions = drawn(odds, self.chance)
        forced = (sight.legal.sum(1) == 1).tolist()
        logs = np.log(np.take_along_axis(odds, actions[:, None], 1)[:, 0] + 1e-9).tolist()
        chosen = actions.tolist()
        worths = hopes.tolist()
        for at, game in enumerate(self.games):
            action = chosen[at]
            if not forced[at]:
                trail = self.trails[at][game.to_act or 0]
                trail.lines.append(lines[at])
                trail.actions.append(action)
                trail.odds.append(logs[at])
                trail.hopes.append(worths[at])
            game.apply(self.game.move_of(action, sight.mirrored[at], table[at]))
            self._quick_moves(at)

    def _quick_moves(self, at: int) -> None:
        """What the quick player of a game does until the network is to decide again."""
        game, seat = self.games[at], self.quick[at]
        while seat is not None and game.to_act == seat:
            game.apply(self.game.quick(game))

    def _finished(self, at: int, reward: Callable[[int], float], decay: float) -> list[Decisions]:
        """What came of a game; another begins in its place."""
        margin = self.game.lead(self.games[at], 0)
        self.margins.append(margin)
        parts = [
            _valued(trail, reward(margin if seat == 0 else -margin), decay)
            for seat, trail in enumerate(self.trails[at])
            if trail.lines
        ]
        self.games[at] = self.game.dealt(self.luck, self.begun)
        self.begun += 1
        self.trails[at] = (Trail(), Trail())
        self._quick_moves(at)
        return parts


def _valued(trail: Trail, end: float, decay: float) -> Decisions:
    """Each decision with how it turned out: what was hoped then against what was hoped later."""
    hopes = np.array(trail.hopes, np.float32)
    gains = np.append(hopes[1:], np.float32(end)) - hopes
    better = np.empty_like(hopes)
    carried = 0.0
    for at in range(len(hopes) - 1, -1, -1):
        better[at] = carried = float(gains[at]) + decay * carried
    return Decisions(
        as_table(trail.lines),
        np.array(trail.actions),
        np.array(trail.odds, np.float32),
        better,
        better + hopes,
    )
