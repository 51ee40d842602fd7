"""A fifth game joins by its own files (`tests/toy`) and one line a list, and is played by `ssh`."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keltis_engine.rules import RULE_SETS
from tests.e2e.conftest import Player
from tests.e2e.test_two_players import scores_by_the_log
from tests.toy.join import LISTS
from tests.toy.rules import CARDS

pytestmark = pytest.mark.e2e

PROGRAM = "tests.toy"
LIMITS = "[house]\nbot_pause = 0\n"


@pytest.fixture
def joined(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known to this process too, for as long as a test runs."""
    for games, line in LISTS:
        monkeypatch.setitem(games, "race", line)


def test_a_fifth_game_is_offered_and_played_to_its_score_sheet_by_ssh(
    person: Callable[[str], Any], server: Any, joined: None, tmp_path: Path
) -> None:
    seen = person("runner").make_key().ssh("runner")
    seen.see("The Race")
    seen.see("Three cards, and off you go.")
    seen.press("\x1b[H", *["down"] * (len(RULE_SETS) - 1), " ")
    seen.see("THE RACE")
    code, player = seen.lines[0].partition("table ")[2].split()[0], Player(seen)
    for _ in range(CARDS):
        assert seen.until(lambda: "which card do you run with" in player.question), seen.text
        title = seen.lines[0]
        seen.press("1", "enter")
        seen.until(lambda before=title: seen.lines[0] != before or player.over)
    assert seen.until(lambda: player.over), seen.text
    assert player.totals() == scores_by_the_log(server.data, code, tmp_path / "replayed")


def test_its_rules_and_its_lesson_are_found_with_it(person: Callable[[str], Any]) -> None:
    seen = person("learner").make_key().ssh("learner")
    seen.see("A quick game")
    seen.press("\x1bOP", *["\t"] * len(RULE_SETS))
    seen.see("Whoever comes farthest wins")
    seen.press("escape", "t", *["down"] * len(RULE_SETS), "enter")
    seen.see("You have three cards, and so has")
    seen.press("enter")
    seen.see("Play any card")
    seen.press("1", "1")
    seen.see("Whoever came farthest has won")
