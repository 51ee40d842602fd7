"""The person's terminal: drawn at its size, and given back whatever happens."""

import signal
from collections.abc import Callable
from typing import Any

import pytest

from keltis_server.terminal.output.sequences import GIVE_BACK

pytestmark = pytest.mark.e2e


def test_leaving_gives_the_terminal_back(person: Callable[[str], Any]) -> None:
    terminal = person("ann").ssh("ann")
    terminal.see("here")
    terminal.press("q")
    assert terminal.wait() == 0
    assert terminal.data.count(GIVE_BACK.encode()) == 1
    assert b"\x1b[?1049h" not in terminal.data.split(GIVE_BACK.encode())[1]


def test_a_new_size_is_drawn(person: Callable[[str], Any]) -> None:
    terminal = person("ann").ssh("ann")
    terminal.see("here")
    terminal.resize(140, 45)
    assert terminal.until(lambda: "quit" in terminal.lines[44]), terminal.text
    terminal.resize(80, 24)
    assert terminal.until(lambda: "quit" in terminal.lines[23]), terminal.text


def test_sigterm_tells_everybody_gives_terminals_back_and_ends_within_five_seconds(
    person: Callable[[str], Any], server: Any
) -> None:
    people = [person(name).make_key().ssh(name) for name in ("ann", "bob", "eve")]
    for terminal in people:
        terminal.see("here")
    seconds = server.stop(signal.SIGTERM)
    assert seconds < 5.0
    for terminal in people:
        terminal.wait()
        assert terminal.data.count(GIVE_BACK.encode()) == 1
        assert b"server is closing" in terminal.data.split(GIVE_BACK.encode())[1]


def test_the_same_key_is_shown_after_a_restart(person: Callable[[str], Any], server: Any) -> None:
    """T20: nobody is warned of a changed host."""
    ann = person("ann").make_key()
    terminal = ann.ssh("ann")
    terminal.see("here")
    before = server.fingerprint
    server.stop()
    server.start()
    assert server.fingerprint == before
    again = ann.ssh("ann", options=("-o", "StrictHostKeyChecking=yes"))
    again.see("here")


def test_the_clients_language_and_colours_arrive(person: Callable[[str], Any]) -> None:
    full = person("ann").ssh("ann", options=("-o", "SetEnv=COLORTERM=truecolor"))
    full.see("here")
    assert b"8;2;" in full.data
    palette = person("bob").ssh("bob")
    palette.see("here")
    assert b"8;2;" not in palette.data
    assert b"8;5;" in palette.data


def test_ones_own_turn_rings_and_marks_the_title_which_is_as_before_when_one_leaves(
    person: Callable[[str], Any],
) -> None:
    seen = person("ann").ssh("ann")
    seen.see("A quick game")
    seen.press(" ")
    seen.see("▶ Your turn")
    code = seen.lines[0].partition("table ")[2].split()[0]
    mine = f"\x1b]2;● your turn · Keltis {code}\x1b\\".encode()
    assert seen.until(lambda: mine in seen.data)
    assert seen.data.index(b"\x1b[22;2t") < seen.data.index(mine)
    assert b"\a" in seen.data
    begun = len(seen.data)
    seen.press("d", "1", "enter", " ")
    assert seen.until(lambda: f"\x1b]2;Keltis {code}\x1b\\".encode() in seen.data[begun:])
    seen.press("\x03")
    seen.wait()
    assert seen.data.rpartition(b"\x1b[?25h")[2].startswith(b"\x1b]2;\x1b\\\x1b[23;2t")
