"""A finished game played back by the real `ssh`, and as a film."""

import json
from collections.abc import Callable
from typing import Any

import pyte
import pytest

from tests.e2e.test_two_players import sit_down

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0.05\n"


def play_out(players: list[Any]) -> None:
    """Play until both see the score sheet."""
    while not all(each.over for each in players):
        for each in players:
            each.terminal.look()
            if "score sheet" in each.terminal.lines[-1]:
                each.terminal.press("enter")
                each.terminal.see("total")
            elif each.question:
                before = each.terminal.text
                each.terminal.press("\t", "enter")
                each.terminal.until(lambda: each.terminal.text != before, 0.1)  # noqa: B023


def test_finished_game_is_played_back_at_the_table_by_its_code_and_as_a_film(
    person: Callable[[str], Any], playing: Any
) -> None:
    """Steps, a jump, eyes, the chart; and every frame of the film is the screen of its step."""
    player, _ = playing
    hers, his, code, una, _ = sit_down(person, "una", "vik", "stones")
    play_out([player(hers), player(his)])
    hers.press("v")
    hers.see("Step 1 of")
    hers.press("right", "right")
    hers.see("Step 3 of")
    hers.press("1", "2", "enter")
    hers.see("Step 12 of")
    hers.press("c")
    hers.see("Points, if the game had ended after each turn")
    hers.press("c", "e")
    hers.see("eyes of una")
    hers.press("q")
    hers.see("total")

    olga = person("olga").make_key().ssh("olga", "replay", f"{code}@3")
    olga.see("turn 3")
    olga.press("\x1b[H")
    olga.see("Step 1 of")

    status, film = una.plain("cast", code)
    assert status == 0
    head, *events = map(json.loads, film.splitlines())
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)
    times = [at for at, _, _ in events]
    assert times == sorted(times)
    for step, (_, kind, data) in enumerate(events[:20], 1):
        assert kind == "o"
        stream.feed(data)
        olga.see(f"Step {step} of")
        shown = [line.rstrip() for line in screen.display]
        seen = [line.rstrip() for line in olga.lines]
        assert shown[1:] == seen[1:], "all but whose screen it is"
        olga.press("right")


def test_what_cannot_be_played_back_is_said(person: Callable[[str], Any]) -> None:
    quin = person("quin").make_key()
    terminal = quin.ssh("quin", "replay", "ABCDEF")
    terminal.see("There is no table with that code.")
    status, said = quin.plain("cast", "ABCDEF")
    assert status == 1
    assert "no table with that code" in said
