"""Moves tried out: the same imagined deals and the same luck for each, played to the end.

What differs between two moves on the same deal is the move, hardly the luck; so few deals tell them
apart. A move that clearly trails the best one is dropped, and with one left there is nothing more
to find out.
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
EACH: Final = 8
"""After so many deals each time it is seen which moves are still in question."""
TRAILING: Final = 2.5
"""A move is dropped that is so many paired standard errors behind the best one."""
ENOUGH: Final = 200
"""More deals tell next to nothing more."""
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
    done, tried = 0, 0
    while len(left) > 1 and tried < ENOUGH and budget(done) < 1:
        world, seed = worlds(), random.below(SEEDS)
        for each in left:
            outcomes[each].append(outcome(world, moves[each], seat, seed))
        done += len(left)
        tried += 1
        if tried % EACH == 0:
            left = _in_question(outcomes, left)
    if tried < FEWEST:
        return moves[0]
    best = _best(outcomes, left)
    clear = left[0] != 0 or _leads(outcomes[best], outcomes[0], 1)
    return moves[best] if clear else moves[0]


def _best(outcomes: list[list[float]], left: list[int]) -> int:
    """Which of those in question did best."""
    return max(left, key=lambda each: sum(outcomes[each]))


def _in_question(outcomes: list[list[float]], left: list[int]) -> list[int]:
    """Those that may still turn out best."""
    best = _best(outcomes, left)
    return [each for each in left if not _leads(outcomes[best], outcomes[each], TRAILING)]


def _leads(these: list[float], those: list[float], errors: float) -> bool:
    """Whether these lead those by more standard errors of what differs deal by deal."""
    return clear_lead([this - that for this, that in zip(these, those, strict=True)], errors)


def clear_lead(leads: list[float], errors: float) -> bool:
    """Whether the mean of some leads is more than so many of its standard errors."""
    number = len(leads)
    mean = sum(leads) / number
    variance = sum([(lead - mean) ** 2 for lead in leads]) / (number - 1)
    return mean > errors * sqrt(variance / number)
