"""Many people behind one address, with the limits as they are: a household, and a class."""

from collections.abc import Callable
from typing import Any

import pytest

from keltis_server.limits import SshLimits
from keltis_words.sentences import SENTENCES

pytestmark = pytest.mark.e2e

HERE = "is here"
USUAL = SshLimits()


def come_and_go(terminals: list[Any]) -> None:
    """Everybody who came at once sees the lobby, while all the others are there, and leaves."""
    for terminal in terminals:
        terminal.see(HERE)
    for terminal in terminals:
        terminal.look()
        assert not terminal.ended, terminal.text
    for terminal in terminals:
        terminal.press("q")
    assert [terminal.wait() for terminal in terminals] == [0] * len(terminals)


def test_eight_guests_behind_one_router_come_in_together(person: Callable[[str], Any]) -> None:
    come_and_go([person(f"guest{n}").ssh(f"guest{n}") for n in range(8)])


def test_a_class_of_thirty_with_their_own_keys_comes_in_together(
    person: Callable[[str], Any],
) -> None:
    pupils = [person(f"pupil{n}").make_key() for n in range(30)]
    terminals = [pupil.ssh(f"pupil{n}") for n, pupil in enumerate(pupils)]
    for number, terminal in enumerate(terminals):
        terminal.see(HERE)
        terminal.see(f"pupil{number}")
    come_and_go(terminals)


def test_a_guest_too_many_is_told_what_is_true_and_a_key_opens(
    person: Callable[[str], Any],
) -> None:
    guests = [
        person(f"visitor{n}").ssh(f"visitor{n}") for n in range(USUAL.guest_sessions_per_source)
    ]
    for guest in guests:
        guest.see(HERE)
    status, said = person("late").plain("tables", options=("-o", "LogLevel=INFO"))
    assert status
    assert SENTENCES["too_many_guests_here"] in said
    keyed = person("keyed").make_key().ssh("keyed")
    keyed.see(HERE)
    come_and_go([*guests, keyed])
