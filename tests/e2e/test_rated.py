"""Two people with keys play a rated game: it changes ratings, and the leaderboard has them."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_two_players import play_stones, table_code

pytestmark = pytest.mark.e2e


def test_two_people_play_a_rated_game_and_stand_on_the_leaderboard_as_provisional(
    person: Callable[[str], Any], playing: Any
) -> None:
    player, _ = playing
    ann, bob = person("ann").make_key(), person("bob").make_key()
    hers = ann.ssh("ann")
    hers.see("here")
    hers.press("o")
    hers.see("A new table")
    hers.press(*["right"] * 3)  # The Way of Stones
    settled = [line for line in hers.lines if "‹" in line]
    hers.press(*["down"] * next(row for row, line in enumerate(settled) if "rated" in line))
    hers.press("right")
    assert hers.until(lambda: bool(re.search(r"rated +‹ yes ›", hers.text))), hers.text
    hers.press("enter")
    hers.see("ready")
    code = table_code(hers)
    guest = person("gast").ssh("gast", "join", code)
    guest.see("Only people with a key can play at a rated table.")
    guest.press("q")
    his = bob.ssh("bob", "join", code)
    his.see("ready")
    assert re.search(r"rated\W+yes", his.text), f"before anybody is ready:\n{his.text}"
    hers.press("enter")
    his.press("enter")
    for terminal in (hers, his):
        terminal.see("turn 1")
    players = [player(hers), player(his)]
    play_stones(players)
    shown = {each: changes(terminal) for each, terminal in (("ann", hers), ("bob", his))}
    assert shown["ann"] == shown["bob"]
    assert sum(int(change) for _, change in shown["ann"]) == 0
    hers.press("r")
    hers.see("The Way of Stones, among people")
    for rating, _ in shown["ann"]:
        hers.see(rating)
    hers.press("enter")
    hers.see("last games")
    hers.see("rated among people")
    status, said = bob.plain("top", "stones")
    assert status == 0
    lines = [line.split() for line in said.partition("in games with bots")[0].splitlines()]
    listed = {line[1]: line[2] for line in lines if line[:1] == ["?"]}
    assert listed.keys() == {"ann", "bob"}
    assert sorted(listed.values()) == sorted(rating for rating, _ in shown["ann"])


def changes(terminal: Any) -> list[tuple[str, str]]:
    """The new rating of each seat and by how much it changed, as the sheet shows them."""
    found: list[tuple[str, str]] = []

    def seen() -> bool:
        found[:] = re.findall(r"(\d{3,4}\?) ([+-]\d+)", terminal.text)
        return len(found) == 2

    assert terminal.until(seen), terminal.text
    return found
