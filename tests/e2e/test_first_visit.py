"""Whoever comes for the first time may take a moment to compare the fingerprint."""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

LIMITS = "[door]\nkey_exchange_seconds = 0.5\n"


def test_reading_the_fingerprint_takes_longer_than_a_silent_socket_may(
    person: Callable[[str], Any], server: Any
) -> None:
    ann = person("ann").make_key()
    options = [option.replace("accept-new", "ask") for option in ann.options]
    port = str(server.port)
    terminal = ann.run(["ssh", "-t", *options, "-p", port, "-l", "ann", "127.0.0.1"])
    terminal.see("Are you sure you want to continue connecting")
    assert server.fingerprint in terminal.text.replace("\n", "")
    assert not terminal.until(lambda: terminal.ended, 2.0), "nobody is hurried"
    terminal.press("yes", "enter")
    terminal.see("is here")
