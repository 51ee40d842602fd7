"""Friends meet in a waiting room through the real `ssh`, and settle there what they play."""

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0.02\n"


def invitation(terminal: Any) -> tuple[str, str]:
    """The line for friends as it stands there: where to, and the table."""
    terminal.see("Friends join with this code")
    found = re.search(r"(ssh -t .*) join ([A-Z0-9]{6})", terminal.text)
    assert found, terminal.text
    return found[1], found[2]


def test_friends_settle_a_table_and_one_of_them_is_asked_to_leave(
    person: Callable[[str], Any], server: Any
) -> None:
    ann, bob, rude = (person(name).make_key() for name in ("ann", "bob", "rude"))
    hers = ann.ssh("ann")
    hers.see("here")
    hers.press("o", "down", "right", "right", "enter")
    line, code = invitation(hers)
    assert line == f"ssh -t -p {server.port} 127.0.0.1"
    his = bob.ssh("bob", "join", code)
    hers.see("bob sat down")
    theirs = rude.ssh("rude", "join", code)
    hers.see("rude sat down")
    assert b"\a" in hers.data, "a bell when somebody comes"

    his.press("enter")
    hers.see("bob is ready")
    his.press("u")
    hers.see("bob is not ready after all")

    hers.press("up")  # from the free seat to the one who is rude
    hers.see("ask to go")
    hers.press("x")
    hers.see("Ask rude to leave this table?")
    hers.press("y")
    theirs.see("asked you to leave it")
    his.see("rude was asked to leave")
    theirs.press("q")
    theirs.wait()
    again = rude.ssh("rude", "join", code)
    again.see("You were asked to leave that table")

    hers.press("b")
    his.see("a bot: club player")
    hers.press("right")
    his.see("plays as master now")
    hers.press("o", "down", "right", "enter")
    his.see("games in the match: 2")
    assert "o agreed" in his.lines[-1], "who reads it"

    server.stop(signal.SIGKILL)
    server.start()
    hers, his = ann.ssh("ann", "join", code), bob.ssh("bob", "join", code)
    his.see("games in the match: 2")
    his.see("rude was asked to leave")
    assert "ann" in his.text
    hers.see("bob")
    his.press("enter")
    hers.see("bob is ready")
    hers.press("q")
    hers.see("Leave this table?")
    hers.press("n")
    hers.see_gone("Leave this table?")
    hers.press("s")  # without the fourth seat
    for terminal in (hers, his):
        terminal.see("turn 1")


def test_the_table_is_handed_over_and_its_first_owner_leaves(
    person: Callable[[str], Any],
) -> None:
    hers = person("una").make_key().ssh("una")
    hers.see("here")
    hers.press("o", "enter")
    _, code = invitation(hers)
    his = person("vik").make_key().ssh("vik", "join", code)
    hers.see("vik sat down")
    hers.press("down")
    hers.see("hand over")
    hers.press("g")
    hers.see("Shall the table be vik's?")
    hers.press("y")
    his.see("the table is vik's now")
    hers.press("q", "y")
    his.see("una left")
    his.press("b")
    his.see("‹ club player ›")
