"""Whole games through real clients, their scores compared with what the log says."""

import asyncio
import re
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keltis_engine.rules import RULE_SETS
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.reading import load
from tests.e2e.conftest import Terminal

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0.05\n"


def scores_by_the_log(data: Path, code: str, copy: Path) -> list[int]:
    """The scores that replaying the table's log gives."""
    copy.mkdir()
    for file in data.glob("games.db*"):
        shutil.copy(file, copy)

    async def replay() -> list[int]:
        store = SqliteStore.open(copy / "games.db")
        try:
            table = await load(store, code)
            assert table is not None
            assert table.game is not None
            return [sheet.total for sheet in table.game.position.scores()]
        finally:
            await store.close()

    return asyncio.run(replay())


def table_code(terminal: Any) -> str:
    found: list[str] = []

    def seen() -> bool:
        found[:] = re.findall(r"\btable ([A-Z0-9]{6})\b", terminal.text)
        return bool(found)

    assert terminal.until(seen), terminal.text
    return found[0]


def sit_down(
    person: Callable[[str], Any], she: str, he: str, game: str = "keltis"
) -> tuple[Any, Any, str, Any, Any]:
    """She opens a table, he joins it by its code, and both are ready."""
    ann, bob = person(she).make_key(), person(he).make_key()
    hers = ann.ssh(she)
    hers.see("here")
    hers.press("o")
    hers.see("A new table")
    hers.press(*["right"] * list(RULE_SETS).index(game), "enter")
    hers.see("ready")
    code = table_code(hers)
    his = bob.ssh(he, "join", code.lower())
    his.see("ready")
    hers.press("enter")
    his.press("enter")
    for terminal in (hers, his):
        terminal.see("turn 1")
    return hers, his, code, ann, bob


def play_stones(players: list[Any]) -> None:
    """A whole game of The Way of Stones: everybody takes the first that can be taken."""
    while not all(each.over for each in players):
        for each in players:
            each.terminal.look()
            if "score sheet" in each.terminal.lines[-1]:
                each.terminal.press("enter")  # the first may only end what moves
                each.terminal.until(lambda: "total" in each.terminal.text, 2.0)  # noqa: B023
            elif each.question:
                before = each.terminal.text
                each.terminal.press("\t", "enter")
                each.terminal.until(lambda: each.terminal.text != before, 0.1)  # noqa: B023


def test_two_people_play_the_way_of_stones_by_ssh_and_see_the_scores_the_log_gives(
    person: Callable[[str], Any], server: Any, playing: Any, tmp_path: Path
) -> None:
    """The shortest story that has everything: two keys, two lines, a table, a game, its result."""
    player, _ = playing
    hers, his, code, _, _ = sit_down(person, "una", "vik", "stones")
    players = [player(hers), player(his)]
    play_stones(players)
    expected = scores_by_the_log(server.data, code, tmp_path / "copy")
    assert players[0].totals() == players[1].totals() == expected


def test_two_people_play_a_whole_game_by_ssh_and_see_the_scores_the_log_gives(
    person: Callable[[str], Any], server: Any, playing: Any, tmp_path: Path
) -> None:
    player, play = playing
    hers, his, code, _, _ = sit_down(person, "ann", "bob")
    players = [player(hers), player(his)]
    play(players)
    expected = scores_by_the_log(server.data, code, tmp_path / "copy")
    assert players[0].totals() == expected
    assert players[1].totals() == expected


def test_after_kill_9_both_come_back_and_go_on_from_the_last_move_they_were_told(
    person: Callable[[str], Any], server: Any, playing: Any, tmp_path: Path
) -> None:
    """T12."""
    player, play = playing
    hers, his, code, cara, dan = sit_down(person, "cara", "dan")
    play([player(hers), player(his)], lambda: "turn 6" in hers.text)

    def told(terminal: Terminal) -> list[str]:
        """The board, the rows and the hand."""
        return [line.partition("│")[0] for line in terminal.lines[1:15]] + terminal.lines[18:21]

    hers.quiet()
    his.quiet()
    before = told(hers), told(his)
    server.stop(signal.SIGKILL)
    hers.wait()
    his.wait()
    server.start()
    hers, his = cara.ssh("cara", "join", code), dan.ssh("dan", "join", code)
    for terminal, was in zip((hers, his), before, strict=True):
        assert terminal.until(lambda: told(terminal) == was), terminal.text  # noqa: B023
    turn = re.search(r"turn \d+", hers.text)
    assert turn
    play([player(hers), player(his)], lambda: turn[0] not in hers.text)


def test_a_whole_game_by_keltis_join_against_a_bot_ends_on_the_scores_the_log_gives(
    person: Callable[[str], Any], server: Any, playing: Any, tmp_path: Path
) -> None:
    player, play = playing
    eve = person("eve").make_key()
    goal = f"eve@127.0.0.1:{server.port}"
    terminal = eve.run([sys.executable, "-m", "keltis", "join", goal])
    terminal.see(server.fingerprint)
    terminal.press("yes", "enter")
    terminal.see("here")
    terminal.press(" ")
    terminal.see("turn 1")
    code = table_code(terminal)
    alone = player(terminal)
    play([alone])
    assert alone.totals() == scores_by_the_log(server.data, code, tmp_path / "copy")
