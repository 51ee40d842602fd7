"""`keltis play` and `keltis join` in the person's own terminal: without one, and when it goes."""

import sys
import time
from collections.abc import Callable
from typing import Any

import pexpect
import pytest

pytestmark = pytest.mark.e2e

KELTIS = [sys.executable, "-m", "keltis"]
PATIENCE = 30.0


@pytest.mark.parametrize("way", ["play", "join"])
def test_without_a_terminal_a_sentence_says_so(person: Callable[[str], Any], way: str) -> None:
    ann = person("ann")
    where = [] if way == "play" else [f"127.0.0.1:{ann.port}"]
    assert ann.done([*KELTIS, way, *where]) == (
        1,
        "Keltis needs a terminal: it can neither be piped nor redirected.\n",
    )


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["serve", "--port", "99999"], 2, "a port is a number from 0 to 65535"),
        (["serve", "--port", "-5"], 2, "a port is a number from 0 to 65535"),
        (["join", "127.0.0.1:99999"], 1, "a port is a number from 1 to 65535"),
    ],
)
def test_a_port_that_cannot_be_is_refused_in_a_sentence(
    person: Callable[[str], Any], arguments: list[str], status: int, sentence: str
) -> None:
    terminal = person("ann").run([*KELTIS, *arguments])
    assert terminal.wait() == status
    assert sentence in " ".join(terminal.text.split())
    assert "Traceback" not in terminal.text


@pytest.mark.parametrize(("key", "status"), [("\x03", 130), ("\x04", 1), ("no\r", 1)])
def test_who_breaks_off_at_the_host_key_is_told_and_nothing_is_remembered(
    person: Callable[[str], Any], key: str, status: int
) -> None:
    ann = person("ann")
    terminal = ann.run([*KELTIS, "join", f"127.0.0.1:{ann.port}"])
    terminal.see("(yes/no)")
    terminal.press(key)
    assert terminal.wait() == status
    assert "You did not accept the host key of 127.0.0.1." in terminal.text
    assert "Traceback" not in terminal.text
    assert not (ann.home / ".ssh" / "known_hosts").exists()


def seen_in(child: "pexpect.spawn[bytes]", text: bytes) -> None:
    child.expect_exact(text, timeout=PATIENCE)


def without_terminal(child: "pexpect.spawn[bytes]") -> int:
    """Take the terminal away, and say how the process ended."""
    process: Any = vars(child)["ptyproc"]
    process.fileobj.close()
    process.closed = True
    child.closed = True
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if not process.isalive():
            return int(process.exitstatus)
        time.sleep(0.05)
    process.kill(9)
    raise AssertionError("it lives on without a terminal")


@pytest.mark.parametrize("signal", ["heard", "unheard"])
@pytest.mark.parametrize("way", ["play", "join"])
def test_who_loses_the_terminal_leaves_the_game_as_it_is(
    person: Callable[[str], Any], way: str, signal: str
) -> None:
    """`unheard` is what happens below `make`, `nohup` or a shell that does not pass it on."""
    ann = person("ann").make_key()
    command = " ".join([*KELTIS, way])
    if way == "join":
        command += f" {signal}@127.0.0.1:{ann.port}"
    first = "trap '' HUP; " if signal == "unheard" else ""
    child: pexpect.spawn[bytes] = pexpect.spawn(
        "sh", ["-c", f"{first}exec {command}"], env=ann.env, dimensions=(24, 80)
    )
    child.delaybeforesend = None
    if way == "join":
        seen_in(child, b"(yes/no)")
        child.send("yes\r")
    seen_in(child, b"is here")
    child.send("\x1b[H ")
    seen_in(child, b"discard")
    assert without_terminal(child) == 129
    back = ann.run([*KELTIS, way, *command.split()[len(KELTIS) + 1 :]])
    if way == "join":
        back.see("Your turn")
        back.press("enter")
    back.see("play a card")
