"""How a network fares against another player, every deal played twice with seats swapped."""

from collections.abc import Callable

import numpy as np

from keltis_bots.card_games import CardGame, as_table
from keltis_bots.card_judge import judged
from keltis_bots.network import Weights
from keltis_engine.bots.chance import QuickChance
from keltis_engine.position import PlayerMove, Position

Rival = Callable[[Position], PlayerMove]


def share_against(
    weights: Weights, cards: CardGame, rival: Rival, deals: int, seed: int
) -> tuple[float, float]:
    """The share of games won and its standard error, the deal as the unit; the likeliest moves."""
    chance = QuickChance(seed)
    games = []
    for deal in range(deals):
        game = cards.dealt(chance, deal)
        games += [game, game.copy()]
    ours = [at % 2 for at in range(len(games))]
    going = list(range(len(games)))
    while going:
        waiting = []
        for at in going:
            game = games[at]
            while (seat := game.to_act) is not None and seat != ours[at]:
                game.apply(rival(game))
            if seat is not None:
                waiting.append(at)
        going = waiting
        if not going:
            break
        table = as_table([cards.noted(games[at]) for at in going])
        sight = cards.see(table)
        best = judged(weights, sight)[0].argmax(1).tolist()
        for at, line, action, mirror in zip(going, table, best, sight.mirrored, strict=True):
            games[at].apply(cards.move_of(action, mirror, line))
    won = []
    for at, game in enumerate(games):
        won.append(0.5 + 0.5 * np.sign(cards.lead(game, ours[at])))
    shares = np.array(won).reshape(-1, 2).mean(1)
    return float(shares.mean()), float(shares.std(ddof=1) / np.sqrt(deals))
