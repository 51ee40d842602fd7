"""How a command is told which variant of a game is played."""

import argparse

from keltis_engine.rules import RULE_SETS
from keltis_words.words import Words


def add_game_options(parser: argparse.ArgumentParser, words: Words) -> None:
    """`--option`, as often as there is something to agree on."""
    _ = words._
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        type=_option,
        metavar=_("NAME=VALUE"),
        help=_("a variant of the game, may be repeated: {offered}", offered=_options_offered()),
    )


def _option(text: str) -> tuple[str, str]:
    """An option of a game as the command line gives it."""
    name, equals, value = text.partition("=")
    known = {
        option.name: option.choices for rules in RULE_SETS.values() for option in rules.options
    }
    if not equals or value not in known.get(name, ()):
        raise argparse.ArgumentTypeError(f"{text!r}: {_options_offered()}")
    return name, value


def _options_offered() -> str:
    """Every option of every game, as the command line takes it."""
    offered = (
        f"{name} {option.name}={'|'.join(option.choices)}"
        for name, rules in sorted(RULE_SETS.items())
        for option in rules.options
    )
    return ", ".join(offered) or "-"
