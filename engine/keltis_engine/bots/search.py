"""Moves tried out: the same imagined deals and the same luck for each, played to the end.

What differs between two moves on the same deal is the move, hardly the luck; so few deals tell them
apart. Half-way the worse half of the moves is dropped.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.playouts import playout
from keltis_engine.position import PlayerMove, Position, Randomness, Seat

Budget = Callable[[int], float]
"""The share of its thinking that a player has spent after so many playouts; at 1 it must move."""
Worlds = Callable[[], Position]
"""Another position that may be the real one, each time it is asked."""

FEWEST: Final = 4
"""On fewer deals nothing is judged."""
SEEDS: Final = 1 << 30
MARGIN: Final = 0.02
"""What a point ahead is worth, against a game won."""
FAR: Final = 25
"""Being further ahead or behind is worth no more."""


def worth(totals: Sequence[int], seat: Seat) -> float:
    """What the end of a game is worth to a seat: above all to win, and then by how much."""
    lead = totals[seat] - max([total for each, total in enumerate(totals) if each != seat])
    won = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    return won + MARGIN * max(-FAR, min(FAR, lead))


def outcome(world: Position, move: PlayerMove, seat: Seat, seed: int) -> float:
    """What comes of a move in one world with the luck of `seed`."""
    position = world.copy()
    position.apply(move)
    return worth(playout(position, QuickChance(seed)), seat)


def best_by_playouts(
    moves: Sequence[PlayerMove], worlds: Worlds, seat: Seat, budget: Budget, random: Randomness
) -> PlayerMove:
    """The first of `moves`, unless another leads it by more than one paired standard error."""
    outcomes: list[list[float]] = [[] for _ in moves]
    left = list(range(len(moves)))
    done, halved = 0, False
    while (spent := budget(done)) < 1:
        if spent >= 0.5 and not halved and len(outcomes[0]) >= FEWEST:
            left, halved = _better_half(outcomes), True
        world, seed = worlds(), random.below(SEEDS)
        for each in left:
            outcomes[each].append(outcome(world, moves[each], seat, seed))
        done += len(left)
    tried = len(outcomes[0])
    if tried < FEWEST:
        return moves[0]
    best = max(left, key=lambda each: sum(outcomes[each]))
    return moves[best] if _clearly_better(outcomes[best], outcomes[0]) else moves[0]


def _better_half(outcomes: list[list[float]]) -> list[int]:
    """The better half of the moves, with the first one, to which the others are compared."""
    order = sorted(range(1, len(outcomes)), key=lambda each: -sum(outcomes[each]))
    return [0, *order[: max(1, len(outcomes) // 2 - 1)]]


def _clearly_better(these: list[float], those: list[float]) -> bool:
    """Whether these lead those by more than a standard error of what differs deal by deal."""
    leads = [this - that for this, that in zip(these, those, strict=True)]
    number = len(leads)
    mean = sum(leads) / number
    variance = sum([(lead - mean) ** 2 for lead in leads]) / (number - 1)
    return mean > sqrt(variance / number)
