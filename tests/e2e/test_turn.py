"""Being told that it is one's turn: by a command for prompts and scripts, and by the terminal."""

from collections.abc import Callable
from typing import Any

import pytest

from keltis_words.settings import VALUES
from tests.e2e.allow_list import NOTICES, foreign
from tests.e2e.test_two_players import sit_down

pytestmark = pytest.mark.e2e


def test_ssh_host_turn_says_by_its_exit_status_whether_a_game_waits_and_which(
    person: Callable[[str], Any],
) -> None:
    status, said = person("nobody").plain("turn")
    assert (status, "key" in said) == (2, True)
    hers, his, code, ann, bob = sit_down(person, "una", "vik", "stones")
    newcomer = person("new").make_key()
    assert newcomer.plain("turn") == (1, "No game waits for you.\n")
    told = {who: who.plain("turn") for who in (ann, bob)}
    assert sorted(status for status, _ in told.values()) == [0, 1]
    waits = next(said for status, said in told.values() if status == 0)
    assert waits.split()[:2] == [code, "stones"]
    assert ("vik" in waits) != ("una" in waits), "the other is named"
    for terminal in (hers, his):  # being asked is no visit: nobody was taken over
        terminal.press("l")
        terminal.see("turn 1")


@pytest.mark.parametrize(("presses", "notice"), [(0, ""), (1, NOTICES[0]), (2, NOTICES[1])])
def test_the_terminal_shows_a_notice_in_fixed_words_only_if_that_is_switched_on(
    person: Callable[[str], Any], presses: int, notice: str
) -> None:
    seen = person(f"ann{presses}").make_key().ssh(f"ann{presses}")
    seen.see("is here")
    if presses:
        seen.press("\x1bOQ")  # F2
        seen.see("notice on your turn")
        for _ in range(list(VALUES).index("notice")):
            seen.press("down")
        for _ in range(presses):
            seen.press("right")
        seen.see("also by OSC")
        seen.press("escape")
    begun = len(seen.data)
    seen.press("\x1b[H", " ")
    seen.see("Your turn")
    assert seen.until(lambda: b"\a" in seen.data[begun:])
    for each in NOTICES:
        assert (each.encode() in seen.data[begun:]) == (each == notice)
    assert foreign(seen.data) == []
