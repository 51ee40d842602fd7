"""Each of the four games by stock `ssh` against the bot, to its score sheet, by Tab and Enter."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keltis_engine.rules import RULE_SETS
from tests.e2e.conftest import Player
from tests.e2e.test_two_players import scores_by_the_log

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0\n"
MOST = 2_000
"""Answers that are given at most."""


@pytest.mark.parametrize(("place", "game"), list(enumerate(RULE_SETS)))
def test_every_game_is_played_to_its_score_sheet_by_ssh_against_the_bot(
    person: Callable[[str], Any], server: Any, place: int, game: str, tmp_path: Path
) -> None:
    seen = person(f"by-{game}").make_key().ssh(f"by-{game}")
    seen.see("A quick game")
    seen.press("\x1b[H", *["down"] * place, " ")
    seen.see("turn 1")
    code, player = seen.lines[0].partition("table ")[2].split()[0], Player(seen)
    for _ in range(MOST):
        seen.until(lambda: player.question != "" or player.over)
        if player.over:
            break
        before = seen.text
        seen.press("\t", "enter")
        seen.until(lambda now=before: seen.text != now or player.over, 0.1)
    assert player.over, f"{game} does not end:\n{seen.text}"
    assert player.totals() == scores_by_the_log(server.data, code, tmp_path / "replayed")
