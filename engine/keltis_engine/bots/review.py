"""A finished game looked at again: everybody's chances as it went on, and the turns that cost most.

Nobody's secrets are used: each decision is judged by what its seat could know then, and chances by
worlds imagined from everybody's views in turn.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.playouts import playout
from keltis_engine.bots.search import SEEDS, clear_lead, outcome
from keltis_engine.position import DEALER, Move, PlayerMove, Position, Randomness, Seat

MOST: Final = 3
"""So many turns of each seat are named."""
CANDIDATES: Final = 3
"""So many of the moves that a club player likes best are held against the one that was made."""
FIRST_LOOK: Final = 10
"""Worlds in which every decision is tried …"""
SECOND_LOOK: Final = 120
"""… and other ones, with other luck, for those that seem to have cost most."""
SURE: Final = 2
"""By so many standard errors what is named must lead then; in the first look by one."""
LOOKED_AT_AGAIN: Final = 8
"""Decisions of each seat that are tried again."""
LEAST: Final = 0.02
"""What cost less is not worth a word."""
CHANCES: Final = 24
"""Worlds played out at the beginning of each turn."""


class Chances(NamedTuple):
    """How often each seat won from the beginning of a turn on."""

    ply: int
    shares: tuple[float, ...]


class Costly(NamedTuple):
    """A decision after which another would have been better, as far as could be known."""

    ply: int
    seat: Seat
    cost: float
    """What it cost, as a share of a game won, nearness counting a little."""
    better: PlayerMove


class Review(NamedTuple):
    """What there is to say of a game."""

    chances: list[Chances]
    costly: list[Costly]
    """Of each seat the turns that cost most, in the order they were played."""


Played = Sequence[tuple[Position, Move]]
"""Each position and the move that was made there."""


def review(played: Played, random: Randomness) -> Review:
    """The chances at each turn, and each seat's turns that cost most."""
    return Review(list(_chances(played, random)), _costly(played, random))


def _chances(played: Played, random: Randomness) -> list[Chances]:
    """Everybody's chances wherever a turn of somebody begins."""
    found: list[Chances] = []
    turn, seeds = -1, [random.below(SEEDS) for _ in range(CHANCES)]
    for ply, (position, _) in enumerate(played):
        seat = position.to_act
        if seat is None or seat == DEALER or position.turn == turn:
            continue
        turn = position.turn
        shares = [0.0] * position.seats
        views = [position.view(each) for each in range(position.seats)]
        for number, seed in enumerate(seeds):
            world = position.rules.imagine(views[number % position.seats], random)
            totals = playout(world, QuickChance(seed))
            winners = [each for each, total in enumerate(totals) if total == max(totals)]
            for winner in winners:
                shares[winner] += 1 / len(winners) / CHANCES
        found.append(Chances(ply, tuple(shares)))
    return found


def _costly(played: Played, random: Randomness) -> list[Costly]:
    """The first look at every decision, the second at those that seem to have cost most."""
    suspects: dict[Seat, list[Costly]] = {}
    for ply, (position, move) in enumerate(played):
        seat = position.to_act
        if seat is None or seat == DEALER or not isinstance(move, PlayerMove):
            continue
        others = _others(position, move, random)
        if others and (found := _compare(ply, position, move, others, FIRST_LOOK, random)):
            suspects.setdefault(seat, []).append(found)
    return sorted(
        costly for seat in sorted(suspects) for costly in _worst(suspects[seat], played, random)
    )


def _worst(suspects: list[Costly], played: Played, random: Randomness) -> list[Costly]:
    """Of one seat's decisions those that cost most, one a turn."""
    again: list[Costly] = []
    for suspect in sorted(suspects, key=_cost, reverse=True)[:LOOKED_AT_AGAIN]:
        position, move = played[suspect.ply]
        assert isinstance(move, PlayerMove)
        better = [suspect.better]
        found = _compare(suspect.ply, position, move, better, SECOND_LOOK, random, SURE)
        again += [found] if found is not None else []
    worst: dict[int, Costly] = {}
    for costly in sorted(again, key=_cost, reverse=True):
        worst.setdefault(played[costly.ply][0].turn, costly)
    return list(worst.values())[:MOST]


def _cost(costly: Costly) -> float:
    return costly.cost


def _others(position: Position, move: PlayerMove, random: Randomness) -> list[PlayerMove]:
    """What a club player would rather have considered."""
    moves = position.legal_moves()
    if len(moves) < 2:
        return []
    weigh = GAME_PLAYERS[position.rules.id].weigh
    weighed = weigh(position.view(position.to_act), moves, random)
    ranked = sorted(range(len(weighed)), key=lambda each: -weighed[each][0])
    likely = [weighed[each][1] for each in ranked[:CANDIDATES]]
    if move not in [each for _, each in weighed]:  # another one that is all alike stands for it
        likely = [each for each in likely if type(each) is not type(move)]
    return [each for each in likely if each != move]


def _compare(
    ply: int,
    position: Position,
    made: PlayerMove,
    others: Sequence[PlayerMove],
    worlds: int,
    random: Randomness,
    errors: int = 1,
) -> Costly | None:
    """The best of the others, if it leads the move that was made by so many standard errors."""
    seat = position.to_act
    assert seat is not None
    view = position.view(seat)
    leads: list[list[float]] = [[] for _ in others]
    for _ in range(worlds):
        world, seed = position.rules.imagine(view, random), random.below(SEEDS)
        came_of_it = outcome(world, made, seat, seed)
        for each, other in enumerate(others):
            leads[each].append(outcome(world, other, seat, seed) - came_of_it)
    best = max(range(len(others)), key=lambda each: sum(leads[each]))
    mean = sum(leads[best]) / worlds
    clear = mean > LEAST and clear_lead(leads[best], errors)
    return Costly(ply, seat, mean, others[best]) if clear else None
