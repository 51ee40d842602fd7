"""The laws, the bots' and the playouts' that every game obeys are asked of a fifth one as well."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from keltis_engine.rules import RULE_SETS
from tests.engine import test_bots, test_laws, test_playouts
from tests.engine.every_game import Case
from tests.toy.join import LISTS
from tests.toy.rules import CARDS, RacePosition

CASES = [Case(LISTS[0][1], seats, {"games": "1"}) for seats in (2, 3, 4)]


def race_material(position: RacePosition) -> None:
    """Nobody ever holds more than three cards, and whoever has none has run with all."""
    assert all(len(hand) <= CARDS for hand in position.hands)
    assert position.turn == 0 or any(position.hands) or position.to_act is None


def asked_of_every_case() -> list[Callable[..., None]]:
    """Every test that is about one case, whichever it is."""
    return [
        law
        for module in (test_laws, test_playouts, test_bots)
        for name, law in vars(module).items()
        if name.startswith("test_")
        and set(inspect.signature(law).parameters) in ({"case", "amount"}, {"case"})
        and not name.startswith(ABOUT_OURS)
    ]


ABOUT_OURS = (
    "test_a_policy_wins_at_least_95",
    "test_playouts_are_about_as_long",
    "test_only_the_one_who_draws",
)
"""How well a policy plays, and what is told of a deck, are about games that have more to them."""


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is in every list for as long as a test runs."""
    lists: list[tuple[Any, Any]] = [
        *LISTS,
        (test_laws.MATERIAL, race_material),
        (test_laws.MAY_DIFFER, {"first", "hands"}),
    ]
    for games, line in lists:
        monkeypatch.setitem(games, "race", line)
    assert "race" in RULE_SETS


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("law", asked_of_every_case(), ids=lambda law: law.__name__)
def test_a_fifth_game_obeys_every_law(
    joined: None, law: Callable[..., None], case: Case, amount: Callable[[int], int]
) -> None:
    law(*(case, amount) if "amount" in inspect.signature(law).parameters else (case,))
