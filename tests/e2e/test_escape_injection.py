"""T1, T2: nothing a client says of itself reaches anybody's terminal as a command."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.allow_list import foreign
from tests.e2e.raw_client import Guest, connect

pytestmark = pytest.mark.e2e

LIMITS = "[door]\narrivals_burst = 500\nsessions_per_source = 50\n"

EVIL = {
    "title": "\x1b]2;owned\x07",
    "clipboard": "\x1b]52;c;b3duZWQ=\x07",
    "C1": "\x9b31mred\x9d2;owned\x9c",
    "report": "\x1b[6n\x1b[c\x1b[>q",
    "device control": '\x1bP$q"p\x1b\\',
    "reset": "\x1bc",
    "backwards": "\u202egnp.exe\u2066",
    "invisible": "a\u200bb\ufeffc\u2060",
    "lines": "ann\r\nroot was here",
    "action": "[@click=app.quit]x[/]",
    "broken markup": "[/oops]",
    "link": "[link=https://evil.example]x[/link]",
}


def test_the_allow_list_knows_foreign_sequences() -> None:
    for name in ("title", "clipboard", "C1", "report", "device control", "reset"):
        assert foreign(b"\x1b[1mfine" + EVIL[name].encode()), name
    for name in ("backwards", "invisible"):
        assert foreign(EVIL[name].encode()), name
    assert not foreign("\x1b[?1049h\x1b[2J\x1b[H\x1b[38;5;7mKELTIS – ü\x1b[0m\r\n".encode())


@pytest.mark.parametrize("what", EVIL)
def test_terminal_language_command_and_service_are_only_text(
    person: Callable[[str], Any], what: str
) -> None:
    evil = EVIL[what].replace("\r\n", " ").replace('"', "")
    ann = person("ann").make_key()
    term = "TERM=xterm" + evil
    options = ["-o", f'SetEnv=COLORTERM="{evil}" LANG="{evil}"', "-p", str(ann.port)]
    terminal = ann.run(["env", term, "ssh", "-t", *ann.options, *options, "-l", "ann", "127.0.0.1"])
    terminal.see("KELTIS")
    terminal.press("escape", "q")
    terminal.until(lambda: terminal.ended, 2.0)
    assert foreign(terminal.data) == []
    for flags in ((), ("-s",)):
        status, said = ann.plain(EVIL[what], options=flags)
        assert status == 2
        assert "This is a game server" in said if flags else "Keltis understands" in said
        assert foreign(said.encode()) == []
        assert "owned" not in said


@pytest.mark.parametrize("what", EVIL)
async def test_a_login_name_is_only_text(server: Any, what: str) -> None:
    """Stock `ssh` refuses to send most of these; this client does not."""

    class Named(Guest):
        def connection_made(self, conn: Any) -> None:
            super().connection_made(conn)
            conn._username = EVIL[what]

    async with connect(server.port, client_factory=Named) as conn:
        process = await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        got = b""
        async with asyncio.timeout(20):
            while b"guest-" not in got or b"KELTIS" not in got:
                got += await process.stdout.read(65536)
        assert foreign(got) == []
        assert b"owned" not in got


def test_what_one_person_types_as_a_name_does_nothing_to_the_others(
    person: Callable[[str], Any],
) -> None:
    watcher = person("watcher").make_key().ssh("watcher")
    watcher.see("here")
    for number, evil in enumerate(EVIL.values()):
        mallory = person(f"mallory{number}").make_key().ssh("root")
        mallory.see("KELTIS")
        # The app asks for a name; a paste is how control characters get into a field.
        mallory.press(f"\x1b[200~{evil}\x1b[201~", "enter")
        mallory.until(lambda: False, 0.3)
        assert foreign(mallory.data) == []
        mallory.close()
    watcher.until(lambda: False, 0.5)
    assert foreign(watcher.data) == []
    assert "owned" not in watcher.text


def test_the_servers_log_holds_names_but_no_escapes(server: Any) -> None:
    """After the stories above."""
    assert "came in" in server.log
    assert [c for c in server.log if ord(c) < 32 and c != "\n"] == []
    assert not any("\x7f" <= c <= "\x9f" or c in "\u202e\u2066\u200b" for c in server.log)
