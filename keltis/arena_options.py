"""What `keltis arena` takes on the command line."""

import argparse
from typing import Final

from keltis.game_options import add_game_options
from keltis_engine.bots.strengths import EVERYBODY
from keltis_engine.rules import RULE_SETS
from keltis_words.words import Words

LONGEST: Final = 3600
"""Seconds that a master may be given for a move."""
DIGITS: Final = 6
"""More games than can be told in so many digits nobody waits for."""


def add_arena(ways: "argparse._SubParsersAction[argparse.ArgumentParser]", words: Words) -> None:
    """`keltis arena` and its options."""
    _ = words._
    arena = ways.add_parser("arena", help=_("measure how strong the bots are"))
    arena.add_argument(
        "--game", choices=sorted(RULE_SETS), default="keltis", help=_("which game (%(default)s)")
    )
    add_game_options(arena, words)
    arena.add_argument(
        "--players",
        type=int,
        choices=(2, 3, 4),
        default=2,
        help=_("how many at a table (%(default)s)"),
    )
    arena.add_argument(
        "--bots",
        type=_bots,
        default=("novice", "club"),
        metavar=_("BOTS"),
        help=_("who plays everybody else, with commas between: {offered}", offered=_offered()),
    )
    arena.add_argument(
        "--games", type=_whole, default=400, metavar=_("N"), help=_("games each (%(default)s)")
    )
    arena.add_argument("--seed", default="1", help=_("the same seed deals the same (%(default)s)"))
    budget = arena.add_mutually_exclusive_group()
    budget.add_argument(
        "--playouts",
        type=_whole,
        default=200,
        metavar=_("N"),
        help=_("what master may try out for a move (%(default)s)"),
    )
    budget.add_argument(
        "--seconds",
        type=_seconds,
        default=0.0,
        metavar=_("SECONDS"),
        help=_("or how long it may think instead; then the same seed does not give the same"),
    )
    arena.add_argument(
        "--cores", type=_whole, default=0, metavar=_("N"), help=_("how many to use (all)")
    )
    arena.add_argument("--json", action="store_true", help=_("for programs"))


def _offered() -> str:
    return ", ".join(EVERYBODY)


def _bots(text: str) -> tuple[str, ...]:
    """The names of bots as the command line gives them."""
    bots = tuple(text.split(","))
    if unknown := [bot for bot in bots if bot not in EVERYBODY]:
        raise argparse.ArgumentTypeError(f"{unknown[0]!r}: {_offered()}")
    if len(bots) < 2:
        raise argparse.ArgumentTypeError(f"{text!r}: 2+")
    return bots


def _seconds(text: str) -> float:
    """Some time, more than none and no more than anybody waits for."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text!r}: 0.1, 1, …, {LONGEST}")
    return seconds


def _whole(text: str) -> int:
    """A whole number above 0, of a size that can be counted to."""
    if not text.isdecimal() or len(text) > DIGITS or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r}: 1, 2, 3, …")
    return int(text)
