"""Who comes in, and as whom: stock `ssh` against the running server."""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

LOBBY = "is here"


def test_with_a_key_one_is_called_by_the_login_name_and_is_the_same_next_time(
    person: Callable[[str], Any],
) -> None:
    ann = person("ann").make_key()
    for login in ("ann", "somebody else"):
        terminal = ann.ssh(login)
        terminal.see(LOBBY)
        terminal.see("ann")
        terminal.see_gone("guest")
        terminal.press("q")
        assert terminal.wait() == 0


@pytest.mark.parametrize("kind", ["rsa", "ecdsa"])
def test_other_kinds_of_keys_open_too(person: Callable[[str], Any], kind: str) -> None:
    terminal = person("ann").make_key(kind).ssh("ann")
    terminal.see(LOBBY)
    terminal.see_gone("guest")


def test_without_a_key_one_is_a_guest_and_asked_nothing(person: Callable[[str], Any]) -> None:
    bob = person("bob")
    for _ in range(2):
        terminal = bob.ssh("bobby")
        terminal.see("~bobby")
        assert b"assword" not in terminal.data
        terminal.press("q")
        assert terminal.wait() == 0


@pytest.mark.parametrize(
    "name",
    [
        "😀",
        "root",
        "a" * 300,
        "[/oops]",
        "[@click=app.quit]x",
        "\u202eann",
        "\x80",
        " ",
    ],
)
def test_no_login_name_keeps_anybody_out(person: Callable[[str], Any], name: str) -> None:
    guest = person("guest").ssh(name)
    guest.see("guest-")
    player = person("player").make_key().ssh(name)
    player.see("KELTIS")
