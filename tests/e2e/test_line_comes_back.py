"""`keltis join` whose line breaks: it comes back by itself and lands at the table."""

import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


def test_guest_has_the_same_seat_again_after_the_server_was_killed_and_started(
    person: Callable[[str], Any], server: Any
) -> None:
    gus = person("gus")
    seen = gus.run([sys.executable, "-m", "keltis", "join", f"gus@127.0.0.1:{server.port}"])
    seen.see(server.fingerprint)
    seen.press("yes", "enter")
    seen.see("A quick game")
    seen.press("\x1b[H", " ")
    seen.see("▶ Your turn")
    code, hand = seen.lines[0].partition("table ")[2].split()[0], seen.lines[18:21]
    for _ in range(2):
        server.stop(signal.SIGKILL)
        seen.see("The line is down. Trying again in")
        server.start()
        seen.see_gone("The line is down.")
        seen.see(f"table {code}")
        assert seen.until(lambda: seen.lines[18:21] == hand), seen.text
        assert "~gus" in seen.lines[0]


def test_after_the_server_was_killed_and_started_one_is_at_the_table_and_plays_on(
    person: Callable[[str], Any], server: Any
) -> None:
    ann = person("ann").make_key()
    goal = f"ann@127.0.0.1:{server.port}"
    seen = ann.run([sys.executable, "-m", "keltis", "join", goal])
    seen.see(server.fingerprint)
    seen.press("yes", "enter")
    seen.see("A quick game")
    seen.press("\x1b[H", " ")
    seen.see("▶ Your turn")
    code = seen.lines[0].partition("table ")[2].split()[0]
    server.stop(signal.SIGKILL)
    seen.see("The line is down. Trying again in")
    seen.press("d", "1", "enter")  # on its way while there is no line
    server.start()
    seen.see_gone("The line is down.")
    seen.see(f"table {code}")
    seen.see("ann discards")
    assert seen.text.count("ann discards") == 1
