"""What the log of a server says of an ordinary evening, and of whom it did not let in."""

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


def test_an_ordinary_evening_is_told_without_a_warning(
    person: Callable[[str], Any], server: Any
) -> None:
    terminal = person("ann").make_key().ssh("ann")
    terminal.see("A quick game")
    terminal.press("\x1b[H", " ")
    terminal.see("▶ Your turn")
    guest = person("bob").ssh("bob")
    guest.see("are here")
    guest.press("q")
    guest.wait()
    server.stop(signal.SIGTERM)
    server.start()
    log = server.log
    for said in (
        r"INFO player 'ann' came in from 127\.0\.0\.1",
        r"INFO guest 'bob' came in from 127\.0\.0\.1",
        r"INFO table \w+: a game of keltis begins: ann, ",
        r"INFO guest 'bob' left: quit",
        r"INFO player 'ann' left: shutdown",
    ):
        assert len(re.findall(said, log)) == 1, (said, log)
    assert not re.search(r" (WARNING|ERROR|CRITICAL) |Traceback", log), log
