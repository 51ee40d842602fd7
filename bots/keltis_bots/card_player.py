"""A master of a card game for two that has learned: its network proposes, a look ahead decides.

The moves it thinks likeliest are tried out on the same imagined deals, a few decisions deep, and
judged there by the network; another than the likeliest must lead it by a paired standard error.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

import numpy as np

from keltis_bots.arrays import Floats
from keltis_bots.card_games import CardGame, as_table
from keltis_bots.card_judge import WINNING, judged, reward
from keltis_bots.network import Weights
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.search import SEEDS, TRAILING, Budget
from keltis_engine.position import PlayerMove, Position, Randomness, Seat, View

CANDIDATES: Final = 4
LIKELY: Final = 0.02
"""A move that is less likely than this is not tried out."""
DEPTH: Final = 8
"""So many decisions are played before the network judges."""
WORLDS: Final = 32
"""On so many imagined deals at once."""
ENOUGH: Final = 8
"""More rounds of them tell next to nothing more."""
SURE: Final = 1.0
"""By how many paired standard errors another move must lead the likeliest."""


class LearnedCards:
    """A player that knows only its own view, and thinks about a move as long as it may."""

    def __init__(self, game: CardGame, weights: Weights, budgets: Callable[[], Budget]) -> None:
        self.game = game
        self.weights = weights
        self.budgets = budgets

    def __call__(
        self, view: View, moves: Sequence[PlayerMove], random: Randomness, /
    ) -> PlayerMove:
        """The likeliest move, or another that came out clearly better."""
        if len(moves) == 1:
            return moves[0]
        budget = self.budgets()
        chance = QuickChance(random.below(SEEDS))
        position = self.game.imagined(view, chance)
        table = as_table([self.game.noted(position)])
        sight = self.game.see(table)
        odds = judged(self.weights, sight)[0][0]
        likely = [int(each) for each in np.argsort(-odds)[:CANDIDATES] if odds[each] >= LIKELY]
        choices = [self.game.move_of(each, sight.mirrored[0], table[0]) for each in likely]
        if len(choices) == 1:
            return choices[0]
        tried = np.empty((len(choices), 0), np.float32)
        left = list(range(len(choices)))
        done, before = 0, 0.0
        # The next round takes as long as the last one did: what does not fit is not begun.
        while len(left) > 1 and tried.shape[1] < ENOUGH * WORLDS:
            spent = budget(done)
            if 2 * spent - before >= 1:
                break
            before = spent
            came = np.zeros((len(choices), WORLDS), np.float32)
            came[left] = self._try_out(view, [choices[each] for each in left], chance)
            tried = np.concatenate([tried, came], 1)
            done += WORLDS * len(left)
            left = _in_question(tried, left)
        return choices[_best(tried, left)] if tried.size else choices[0]

    def _try_out(self, view: View, choices: Sequence[PlayerMove], chance: QuickChance) -> Floats:
        """For each choice what comes of it in the same imagined deals."""
        seat = view.to_act
        assert seat is not None
        games = []
        for _ in range(WORLDS):
            world = self.game.imagined(view, chance)
            for choice in choices:
                game = world.copy()
                game.apply(choice)
                games.append(game)
        for _ in range(DEPTH - 1):
            self._play_on(games)
        return self._judge(games, seat).reshape(WORLDS, len(choices)).T

    def _play_on(self, games: Sequence[Position]) -> None:
        """One decision in each game that goes on, as the network thinks best."""
        going = [game for game in games if game.to_act is not None]
        if not going:
            return
        table = as_table([self.game.noted(game) for game in going])
        sight = self.game.see(table)
        best = judged(self.weights, sight)[0].argmax(1).tolist()
        for game, action, mirrored, line in zip(going, best, sight.mirrored, table, strict=True):
            game.apply(self.game.move_of(action, mirrored, line))

    def _judge(self, games: Sequence[Position], seat: Seat) -> Floats:
        """What each game is worth to a seat."""
        table = as_table([self.game.noted(game) for game in games])
        hopes = judged(self.weights, self.game.see(table))[1]
        return np.array(
            [
                reward(self.game.lead(game, seat), WINNING)
                if game.to_act is None
                else (hope if game.to_act == seat else -hope)
                for game, hope in zip(games, hopes.tolist(), strict=True)
            ],
            np.float32,
        )


def _in_question(tried: Floats, left: Sequence[int]) -> list[int]:
    """Those that do not clearly trail the one that did best, deal by deal."""
    best = max(left, key=lambda each: float(tried[each].sum()))
    return [each for each in left if not _leads(tried[best], tried[each], TRAILING)]


def _best(tried: Floats, left: Sequence[int]) -> int:
    """The likeliest if it is still in question, unless the one that did best clearly leads it."""
    best = max(left, key=lambda each: float(tried[each].sum()))
    return best if left[0] or _leads(tried[best], tried[0], SURE) else 0


def _leads(these: Floats, those: Floats, errors: float) -> bool:
    """Whether these lead those by more standard errors of what differs deal by deal."""
    leads = these - those
    return float(leads.mean()) > errors * float(leads.std(ddof=1)) / sqrt(len(leads))
