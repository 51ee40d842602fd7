"""The games, in the order they are offered."""

from typing import Final

from keltis_engine.match import Match
from keltis_engine.position import RuleSet
from keltis_engine.rules.dice import Dice
from keltis_engine.rules.keltis import Keltis
from keltis_engine.rules.oracle import Oracle
from keltis_engine.rules.stones import Stones

SINGLE_GAMES: Final[dict[str, RuleSet]] = {
    rules.id: rules for rules in (Keltis(), Oracle(), Dice(), Stones())
}
"""Each game by itself, with the options of its own rules."""

RULE_SETS: Final[dict[str, RuleSet]] = {
    name: Match(rules, alternating="side" if name == "dice" else "")
    for name, rules in SINGLE_GAMES.items()
}
"""What is offered: each game, or a match of several of them."""
