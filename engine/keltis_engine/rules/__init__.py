"""The games, in the order they are offered: the one list from which everything is found."""

from typing import Final

from keltis_engine.match import Match
from keltis_engine.position import RuleSet
from keltis_engine.rules.dice import Dice
from keltis_engine.rules.keltis import Keltis
from keltis_engine.rules.oracle import Oracle
from keltis_engine.rules.stones import Stones

RULE_SETS: Final[dict[str, Match]] = {
    rules.id: Match(rules) for rules in (Keltis(), Oracle(), Dice(), Stones())
}
"""What is offered: each game, or a match of several of them."""

SINGLE_GAMES: Final[dict[str, RuleSet]] = {
    game: offered.single for game, offered in RULE_SETS.items()
}
"""Each game by itself, with the options of its own rules."""
