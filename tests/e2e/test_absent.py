"""Somebody's client is killed in the middle of a game; the others choose, and the seat waits."""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_two_players import sit_down, table_code

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0.05\naway_seconds = 0\naway_end_seconds = 0\n"


def whose_turn(one: Any, other: Any) -> tuple[Any, Any]:
    """The one who is asked something, and the other."""
    assert one.until(lambda: " ▶ " in one.text or "turn" in one.text)
    asked = one.until(lambda: any(line.startswith(" ▶ ") for line in one.lines), 2.0)
    return (one, other) if asked else (other, one)


def test_bot_plays_on_for_one_whose_client_was_killed_until_that_one_is_back(
    person: Callable[[str], Any],
) -> None:
    hers, his, code, ann, bob = sit_down(person, "ann", "bob")
    lost, stays = whose_turn(hers, his)
    somebody, name = (ann, "ann") if lost is hers else (bob, "bob")
    os.kill(lost.pid, signal.SIGKILL)
    stays.see(f"{name} has been away for less than a minute: what now? (w b B e)")
    stays.press("B")
    stays.see(" ▶ Your turn")
    stays.see(f"{name} a bot")
    back = somebody.ssh(name, "join", code)
    back.see(f"table {code}")
    stays.see(f"{name} is back and plays again.")
    assert f"{name} a bot" not in stays.text


def test_one_who_comes_by_keltis_join_hands_the_seat_to_a_bot_comes_back_and_gives_up(
    person: Callable[[str], Any], server: Any
) -> None:
    cara, dan = person("cara").make_key(), person("dan").make_key()
    hers = cara.ssh("cara")
    hers.see("here")
    hers.press("o")
    hers.see("A new table")
    hers.press("enter")
    hers.see("ready")
    code = table_code(hers)
    goal = f"dan@127.0.0.1:{server.port}"
    his = dan.run([sys.executable, "-m", "keltis", "join", goal, code])
    his.see(server.fingerprint)
    his.press("yes", "enter")
    his.see("ready")
    for terminal in (hers, his):
        terminal.press("enter")
    for terminal in (hers, his):
        terminal.see("turn 1")
    his.press("q")
    his.see("A bot plays for you until you come back.")
    his.press("b")
    his.see("new table")
    hers.see("dan a bot")
    hers.see(" ▶ Your turn")
    his.see(code)
    his.press("enter")
    his.see(f"table {code}")
    hers.see_gone("dan a bot")
    his.press("q")
    his.see("Give up for good.")
    his.press("g")
    his.see("you cannot come back")
    his.press("y")
    his.see("new table")
    hers.see("dan has left for good; ")
    hers.see("plays on.")
