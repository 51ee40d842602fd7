"""`keltis arena`: bots play each other on all cores, and the results say how sure they are."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Final, NamedTuple

from keltis.contest import Contest, Played, line_ups, play_deal
from keltis_engine.position import IllegalMove
from keltis_engine.rules import RULE_SETS
from keltis_words.refusals import refusal
from keltis_words.words import Words

SURE: Final = 1.96
"""So many standard errors either side make an interval of 95 %."""
BAR: Final = 40


class Standing(NamedTuple):
    """What is known of one bot of a line-up."""

    bot: str
    share: float
    low: float
    high: float
    score: float
    rank: float
    ms_a_move: float


def arena(chosen: argparse.Namespace, words: Words) -> int:
    """Let every line-up play, and print how each of its bots did; the result is the exit code."""
    bots = tuple(chosen.bots)
    options = tuple(sorted(dict(chosen.option).items()))
    try:
        RULE_SETS[chosen.game].agreed(dict(options))
    except IllegalMove as error:
        print(refusal(words, error.reason), file=sys.stderr)
        return 2
    results = []
    for line_up in line_ups(bots, chosen.players):
        deals = max(2, -(-chosen.games // chosen.players))
        contest = Contest(
            chosen.game, line_up, chosen.seed, chosen.playouts, chosen.seconds, options
        )
        played = list(_with_progress(_results(contest, deals, chosen.cores), deals))
        results.append((deals * chosen.players, standings(line_up, played)))
    if chosen.json:
        print(json.dumps(_as_json(chosen, results), indent=1))
    else:
        for games, standing in results:
            print(_as_text(games, standing, words))
    return 0


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Where the true share lies with 95 %, the deal as the unit.

    Two deals won and two lost are thrown in (Agresti and Coull), so that a clean sweep is no proof.
    """
    more = [*shares, 0.0, 0.0, 1.0, 1.0]
    middle, error = fmean(more), stdev(more) / sqrt(len(more))
    return max(0.0, middle - SURE * error), min(1.0, middle + SURE * error)


def standings(line_up: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    """How each bot of a line-up did over all deals."""
    found = []
    for bot, name in enumerate(line_up):
        low, high = interval([deal.share[bot] for deal in played])
        moves = sum(deal.moves[bot] for deal in played)
        found.append(
            Standing(
                name,
                fmean(deal.share[bot] for deal in played),
                low,
                high,
                fmean(deal.score[bot] for deal in played),
                fmean(deal.rank[bot] for deal in played),
                1000 * sum(deal.seconds[bot] for deal in played) / max(1, moves),
            )
        )
    return found


def _results(contest: Contest, deals: int, cores: int) -> Iterator[Played]:
    """The deals in their order, whoever plays them."""
    play = partial(play_deal, contest)
    cores = cores or os.cpu_count() or 1
    if cores == 1:
        yield from map(play, range(deals))
        return
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as workers:
        yield from workers.map(play, range(deals))


def _with_progress(results: Iterator[Played], deals: int) -> Iterator[Played]:
    """The same, with a bar that grows if somebody looks on."""
    shown = sys.stderr.isatty()
    for done, result in enumerate(results, 1):
        if shown:
            full = BAR * done // deals
            end = "\r" if done < deals else "\r\033[K"
            print(f"{'█' * full}{'░' * (BAR - full)} {done}/{deals}", end=end, file=sys.stderr)
            sys.stderr.flush()
        yield result


def _as_text(games: int, standing: Sequence[Standing], words: Words) -> str:
    """One line-up as lines to read."""
    _ = words._
    heading = _("{games} games, each deal in every seating", games=str(games))
    return "\n".join([heading, *(_as_line(each, words) for each in standing)])


def _as_line(each: Standing, words: Words) -> str:
    return words._(
        "  {bot}  wins {share} % [{low}, {high}]  mean score {score}  mean rank {rank}"
        "  {ms} ms a move",
        bot=f"{each.bot:8}",
        share=f"{100 * each.share:5.1f}",
        low=f"{100 * each.low:.1f}",
        high=f"{100 * each.high:.1f}",
        score=f"{each.score:5.1f}",
        rank=f"{each.rank:.2f}",
        ms=f"{each.ms_a_move:.2f}",
    )


def _as_json(
    chosen: argparse.Namespace, results: Sequence[tuple[int, Sequence[Standing]]]
) -> dict[str, object]:
    """All of it for programs."""
    return {
        "game": chosen.game,
        "options": dict(chosen.option),
        "players": chosen.players,
        "seed": chosen.seed,
        "playouts": 0 if chosen.seconds else chosen.playouts,
        "seconds": chosen.seconds,
        "line_ups": [
            {"games": games, "bots": [each._asdict() for each in standing]}
            for games, standing in results
        ],
    }
