"""People look on at a running game by the real `ssh`, and talk among themselves."""

import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.test_two_players import sit_down

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0.05\n"


def test_third_person_watches_and_what_watchers_say_players_read_after_the_game(
    person: Callable[[str], Any], playing: Any
) -> None:
    """In 80×24; one comes by the code, one by the lobby."""
    player, _ = playing
    hers, his, code, _, _ = sit_down(person, "una", "vik", "stones")
    olga = person("olga").make_key().ssh("olga", "watch", code.lower())
    olga.see("you look on")
    for text in ("una", "vik"):
        olga.see(text)
    pia = person("pia").make_key().ssh("pia")
    pia.see("here")
    pia.see(code)
    pia.press("w")
    pia.see("you and 1 more look on")
    hers.see("2 look on")
    olga.see("you and 1 more look on")
    olga.press("/")
    olga.see("Talk of those who look on")
    olga.press(*"una sees nothing", "enter")
    pia.see("olga: una sees nothing")
    hers.press("/")
    hers.see("Talk at the table")
    hers.press(*"hello", "enter")
    pia.see("una: hello")
    assert "sees nothing" not in hers.text
    hers.press("escape")
    hers.see_gone("Talk at the table")
    players = [player(hers), player(his)]
    while not all(each.over for each in players):
        for each in players:
            each.terminal.look()
            assert (
                "sees nothing" not in each.terminal.text
                or "score sheet" in each.terminal.text
                or each.over
            )
            if "score sheet" in each.terminal.lines[-1]:
                each.terminal.press("enter")
                each.terminal.see("total")
            elif each.question:
                before = each.terminal.text
                each.terminal.press("\t", "enter")
                each.terminal.until(lambda: each.terminal.text != before, 0.1)  # noqa: B023
    his.see("olga: una sees nothing")
    pia.see("total")
    pia.press("q")
    pia.see("here")
    olga.press("escape")
    olga.see("total")


def test_server_dies_twice_and_watchers_are_back_with_their_own_talk(
    person: Callable[[str], Any], server: Any
) -> None:
    """One by `ssh` writes the same line again, one by `keltis join` need not do anything."""
    hers, his, code, *players = sit_down(person, "ula", "vic", "stones")
    nora, olaf = person("nora").make_key(), person("olaf").make_key()
    line = [sys.executable, "-m", "keltis", "join", f"olaf@127.0.0.1:{server.port}"]
    looks_on = olaf.run([*line, "watch", code])
    looks_on.see(server.fingerprint)
    looks_on.press("yes", "enter")
    looks_on.see("you look on")
    for number, text in enumerate(("ula is lost", "vic too")):
        server.stop(signal.SIGKILL)
        for terminal in (hers, his):
            terminal.wait()
        server.start()
        hers, his = (
            each.ssh(name, "join", code) for name, each in zip(("ula", "vic"), players, strict=True)
        )
        nora_sees = nora.ssh("nora", "watch", code)
        nora_sees.see("you and 1 more look on")
        looks_on.see("you and 1 more look on")
        for terminal in (hers, his):
            terminal.see("2 look on")
        looks_on.press("/")
        looks_on.see("Talk of those who look on")
        looks_on.press(*text, "enter")
        nora_sees.see(f"olaf: {text}")
        looks_on.press("escape")
        if number:
            nora_sees.press("/")
            nora_sees.see("olaf: ula is lost")
    for terminal in (hers, his):
        terminal.press("/")
        terminal.see("Talk at the table")
        assert b"lost" not in terminal.data
        assert b"olaf" not in terminal.data


def test_who_may_not_look_on_is_told_why(person: Callable[[str], Any]) -> None:
    terminal = person("quin").make_key().ssh("quin", "watch", "ABCDEF")
    terminal.see("There is no table with that code.")
