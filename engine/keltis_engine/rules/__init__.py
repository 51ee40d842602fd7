"""The games, in the order they are offered."""

from typing import Final

from keltis_engine.position import RuleSet
from keltis_engine.rules.keltis import Keltis
from keltis_engine.rules.oracle import Oracle

RULE_SETS: Final[dict[str, RuleSet]] = {rules.id: rules for rules in (Keltis(), Oracle())}
