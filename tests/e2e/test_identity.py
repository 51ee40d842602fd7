"""Who one is, kept in one's own hands with nothing but `ssh`."""

import re
import shutil
import signal
import sys
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.e2e

CODE = r"\b[A-Z0-9]{10}\b"


def test_a_second_key_opens_the_account_and_replaces_a_lost_one(
    person: Callable[[str], Any],
) -> None:
    ann = person("ann").make_key()
    ann.ssh("ann").see("ann")
    status, said = ann.plain("link")
    assert status == 0
    (code,) = re.findall(CODE, said)
    laptop = person("laptop").make_key()
    assert laptop.plain("link", code) == (0, "This key opens the account of ann from now on.\n")
    ann.key.unlink()
    terminal = laptop.ssh("whoever")
    terminal.see("ann")
    terminal.see_gone("guest")


def test_a_guest_whose_line_breaks_sits_down_again_and_stays_with_a_key(
    person: Callable[[str], Any], server: Any
) -> None:
    guest = person("guest")
    terminal = guest.ssh("guest")
    terminal.see("guest-")
    (code,) = re.findall(CODE, terminal.data.split(b"\x1b")[0].decode())
    terminal.press(" ")
    terminal.see("turn 1")
    hand = terminal.lines[18:21]
    terminal.close()
    again = guest.ssh("guest", "back", code)
    again.see("turn 1")
    assert again.until(lambda: again.lines[18:21] == hand), again.text
    again.close()
    server.stop(signal.SIGKILL)
    server.start()
    live = person("keeper").make_key()
    kept = live.ssh("keeper", "back", code)
    kept.see("turn 1")
    assert kept.until(lambda: kept.lines[18:21] == hand), kept.text
    kept.close()
    thief = person("thief").ssh("thief", "back", code)
    assert thief.wait() == 1, "the seat is somebody's with a key now"
    assert b"not known" in thief.data


def test_keltis_join_tells_a_guest_the_way_back_and_it_leads_there(
    person: Callable[[str], Any], server: Any
) -> None:
    guest = person("native")
    goal = f"native@127.0.0.1:{server.port}"
    terminal = guest.run([sys.executable, "-m", "keltis", "join", goal])
    terminal.see("(yes/no)")
    terminal.press("yes", "enter")
    terminal.see("~native")
    terminal.press(" ")
    terminal.see("turn 1")
    server.stop()
    assert terminal.wait() == 0
    way = re.search(rf"ssh -t -p {server.port} 127.0.0.1 back ({CODE})", terminal.text)
    assert way, terminal.text
    server.start()
    guest.ssh("native", "back", way[1]).see("turn 1")


def test_whoever_asks_to_be_forgotten_is(person: Callable[[str], Any]) -> None:
    eve = person("eve").make_key()
    terminal = eve.ssh("eve")
    terminal.see("eve")
    status, said = eve.plain("forget-me")
    assert status == 0
    assert "forget-me eve" in said
    assert eve.plain("forget-me", "eve") == (0, "You are forgotten. Goodbye.\n")
    terminal.wait()
    other = person("other").make_key().ssh("eve")
    other.see("eve")


def test_help_is_there_for_whoever_asks(person: Callable[[str], Any]) -> None:
    status, said = person("ann").plain("help")
    assert status == 0
    assert "forget-me" in said


@pytest.mark.skipif(shutil.which("plink") is None, reason="needs PuTTY's plink (putty-tools)")
def test_plink_logs_in_as_a_guest_and_lists_the_tables(
    person: Callable[[str], Any], server: Any
) -> None:
    command = ["plink", "-ssh", "-batch", "-hostkey", server.fingerprint, "-P", str(server.port)]
    status, said = person("putty").done([*command, "putty@127.0.0.1", "tables"])
    assert status == 0, said
    assert "table" in said or "keltis" in said


@pytest.mark.skipif(shutil.which("puttygen") is None, reason="needs PuTTY's tools (putty-tools)")
def test_plink_with_a_key_plays_and_is_the_same_person_next_time(
    person: Callable[[str], Any], server: Any
) -> None:
    putty = person("putty")
    key = putty.home / "key.ppk"
    made = ["puttygen", "-q", "-t", "ed25519", "-o", str(key), "--new-passphrase", "/dev/null"]
    assert putty.done(made) == (0, "")
    command = ["plink", "-ssh", "-batch", "-t", "-i", str(key), "-hostkey", server.fingerprint]
    for login in ("petra", "somebody"):
        terminal = putty.run([*command, "-P", str(server.port), f"{login}@127.0.0.1"])
        terminal.see("petra")
        terminal.see_gone("guest")
        terminal.press("q")
        assert terminal.until(lambda: terminal.ended)  # noqa: B023
