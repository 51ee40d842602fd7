"""The games, in the order they are offered."""

from typing import Final

from keltis_engine.position import RuleSet
from keltis_engine.rules.dice import Dice
from keltis_engine.rules.keltis import Keltis
from keltis_engine.rules.oracle import Oracle
from keltis_engine.rules.stones import Stones

RULE_SETS: Final[dict[str, RuleSet]] = {
    rules.id: rules for rules in (Keltis(), Oracle(), Dice(), Stones())
}
