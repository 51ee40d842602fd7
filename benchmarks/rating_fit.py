"""How much luck is in each game, as ratings need to know it: `python -m benchmarks.rating_fit`.

Bots of many strengths play as people would: at tables of two, three and four, a few games each.
Before each game the ratings so far say who will be before whom; how wrong that is (log-loss) tells
which spread of luck (beta) fits. Each player is novice for some moves and club for the others, so
that strengths lie close together; the bots themselves play among them and are measured by it.
"""

import argparse
import json
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from keltis_engine.bots.catalogue import bots_for
from keltis_engine.bots.strengths import Player, honest
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, PlayerMove, Position, Randomness
from keltis_engine.rules import SINGLE_GAMES
from keltis_server.rating import BEGIN, UNSURE, model_with

PEOPLE: Final = 24
"""Players between novice and club."""
BOTS: Final = ("any", "novice", "club")
BETAS: Final = (250.0, 350.0, 500.0, 750.0, 1000.0, 1250.0, 1500.0, 2000.0, 2500.0, 3500.0, 5000.0)
"""In points; openskill's own is 250."""


class Game(NamedTuple):
    """Who played, and what each had in the end."""

    players: tuple[int, ...]
    totals: tuple[int, ...]


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rating_fit")
    parser.add_argument("--games", type=int, default=600, help="of each kind (600)")
    parser.add_argument("--cores", type=int, default=1)
    parser.add_argument("--only", choices=sorted(SINGLE_GAMES))
    chosen = parser.parse_args()
    for game in [chosen.only] if chosen.only else sorted(SINGLE_GAMES):
        with ProcessPoolExecutor(chosen.cores) as workers:
            played = list(workers.map(partial(_play, game), range(chosen.games), chunksize=8))
        losses = {beta: loss(played, beta) for beta in BETAS}
        best = min(losses, key=losses.__getitem__)
        bots = measured(played, best)
        print(json.dumps({
            "game": game, "games": len(played), "pairs": _pairs(played),
            "coin": round(math.log(2), 4),
            "loss": {str(round(beta)): round(each, 4) for beta, each in losses.items()},
            "beta": best, "bots": {bot: round(mu) for bot, mu in bots.items()},
        }), flush=True)  # fmt: skip


def strength(player: int) -> float:
    """How many of its moves somebody makes as the club does, and not as a novice."""
    return player / (PEOPLE - 1)


def loss(played: Sequence[Game], beta: float) -> float:
    """How wrong ratings were about each pair before its game, as a mean; a tie is half and half."""
    sum_, pairs = 0.0, 0

    def look(mine: int, other: int, expected: float, came: float) -> None:
        nonlocal sum_, pairs
        if mine < PEOPLE and other < PEOPLE:
            sum_ -= came * math.log(expected) + (1 - came) * math.log(1 - expected)
            pairs += 1

    _follow(played, beta, look)
    return sum_ / pairs


def measured(played: Sequence[Game], beta: float) -> dict[str, float]:
    """What each bot's rating came to, as the mean over the second half of the games."""
    ratings = _follow(played, beta, lambda *_: None)
    return {bot: ratings[PEOPLE + number] for number, bot in enumerate(BOTS)}


def _follow(
    played: Sequence[Game], beta: float, look: Callable[[int, int, float, float], None]
) -> list[float]:
    """Rate game after game; before each, `look` is told what was expected of each pair."""
    model = model_with(beta)
    ratings = [model.rating(BEGIN, UNSURE) for _ in range(PEOPLE + len(BOTS))]
    sums, counts = [0.0] * len(ratings), [0] * len(ratings)
    for number, (players, totals) in enumerate(played):
        for i, j in combinations(range(len(players)), 2):
            mine, other = ratings[players[i]], ratings[players[j]]
            spread = math.sqrt(mine.sigma**2 + other.sigma**2 + 2 * beta**2)
            expected = 1 / (1 + math.exp((other.mu - mine.mu) / spread))
            came = ((totals[i] > totals[j]) - (totals[i] < totals[j]) + 1) / 2
            look(players[i], players[j], expected, came)
        after = model.rate([[ratings[each]] for each in players], ranks=[-float(t) for t in totals])
        for player, (rating,) in zip(players, after, strict=True):
            ratings[player] = rating
            if number >= len(played) // 2:
                sums[player] += rating.mu
                counts[player] += 1
    return [
        total / count if count else rating.mu
        for total, count, rating in zip(sums, counts, ratings, strict=True)
    ]


def _play(game: str, number: int) -> Game:
    """One game of a few of them, always the same one under its number."""
    random = Random(f"{game} {number}")
    rules = SINGLE_GAMES[game]
    seats = random.choice(list(rules.seats))
    players = tuple(random.sample(range(PEOPLE + len(BOTS)), seats))
    position, at_it = rules.start(seats, first=number % seats), [_player(game, p) for p in players]
    luck, deals = Stream(b"fit", [game, str(number)]), 0
    while (seat := position.to_act) is not None:
        if seat == DEALER:
            position.apply(position.deal(Stream(b"deal", [game, str(number)], deals)))
            deals += 1
        else:
            position.apply(at_it[seat](position, luck))
    return Game(players, tuple(sheet.total for sheet in position.scores()))


def _player(game: str, number: int) -> Player:
    bots = bots_for(game)
    if number >= PEOPLE:
        return honest(bots[BOTS[number - PEOPLE]])
    novice, club = honest(bots["novice"]), honest(bots["club"])
    often = round(strength(number) * 1000)

    def play(position: Position, random: Randomness) -> PlayerMove:
        return (club if random.below(1000) < often else novice)(position, random)

    return play


def _pairs(played: Sequence[Game]) -> int:
    return sum(len(each.players) * (len(each.players) - 1) // 2 for each in played)


if __name__ == "__main__":
    main()
