"""Games between bots: each deal is played in every seating, so that its luck meets everybody."""

from itertools import combinations, permutations
from time import perf_counter
from typing import NamedTuple

from keltis_bots.budgets import by_seconds
from keltis_bots.masters import MASTER, master
from keltis_engine.bots.master import by_playouts
from keltis_engine.bots.strengths import honest, player
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER
from keltis_engine.rules import RULE_SETS


class Contest(NamedTuple):
    """Who plays what, and with which luck."""

    game: str
    bots: tuple[str, ...]
    """One for each seat."""
    seed: str
    playouts: int
    """How many playouts a master has for a move."""
    seconds: float
    """How long it may think instead; 0 counts playouts."""
    options: tuple[tuple[str, str], ...] = ()
    """What of the game is agreed on, by name."""


class Played(NamedTuple):
    """What one deal brought each bot, over all seatings."""

    share: tuple[float, ...]
    """Its share of games won; several who are best share a game."""
    score: tuple[float, ...]
    rank: tuple[float, ...]
    """1 is best; equals have the mean of their places."""
    seconds: tuple[float, ...]
    """How long it thought in all."""
    moves: tuple[int, ...]
    """How many of its moves were a choice."""


def line_ups(bots: tuple[str, ...], players: int) -> list[tuple[str, ...]]:
    """Everybody against everybody; too few for a table take more than one seat."""
    if len(bots) < players:
        return [tuple(bots[seat % len(bots)] for seat in range(players))]
    return list(combinations(bots, players))


def round_the_table(seats: int, deal: int) -> tuple[int, ...]:
    """In which order the bots of a line-up sit: who plays after whom changes from deal to deal."""
    orders = list(permutations(range(1, seats)))
    return (0, *orders[deal % len(orders)])


def play_deal(contest: Contest, deal: int) -> Played:
    """Play one deal once for each seating, in which everybody moves on by a seat."""
    seats = len(contest.bots)
    share, score, rank, seconds = ([0.0] * seats for _ in range(4))
    moves = [0] * seats
    for shift in range(seats):
        totals = _play(contest, deal, shift, seconds, moves)
        best = max(totals)
        for bot, total in enumerate(totals):
            share[bot] += (total == best) / totals.count(best) / seats
            score[bot] += total / seats
            better = sum(other > total for other in totals)
            rank[bot] += (better + (totals.count(total) + 1) / 2) / seats
    return Played(tuple(share), tuple(score), tuple(rank), tuple(seconds), tuple(moves))


def _play(
    contest: Contest, deal: int, shift: int, seconds: list[float], moves: list[int]
) -> list[int]:
    """Play one game; the result is what each bot scored."""
    game, bots, seed = contest.game, contest.bots, contest.seed
    seats = len(bots)
    budgets = by_seconds(contest.seconds) if contest.seconds else by_playouts(contest.playouts)
    players = [
        honest(master(game, budgets)) if bot == MASTER else player(game, bot, budgets)
        for bot in bots
    ]
    luck = [Stream(b"bot", [seed, f"{deal} {shift} {bot}"]) for bot in range(seats)]
    position = RULE_SETS[game].start(seats, dict(contest.options), first=deal % seats)
    order, dealt = round_the_table(seats, deal), 0
    while (seat := position.to_act) is not None:
        if seat == DEALER:
            position.apply(position.deal(Stream(b"deal", [seed, str(deal)], dealt)))
            dealt += 1
            continue
        legal = position.legal_moves()
        if len(legal) == 1:
            position.apply(legal[0])
            continue
        bot = order[(seat + shift) % seats]
        began = perf_counter()
        move = players[bot](position, luck[bot])
        seconds[bot] += perf_counter() - began
        moves[bot] += 1
        position.apply(move)
    sheets = position.scores()
    return [sheets[(order.index(bot) - shift) % seats].total for bot in range(seats)]
