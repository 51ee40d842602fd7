"""T16: what is no game is refused, in words wherever SSH lets words through."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.e2e


def test_a_plain_ssh_without_a_terminal_says_what_to_do(person: Callable[[str], Any]) -> None:
    status, said = person("ann").plain()
    assert status == 2
    assert "ssh -t" in said


@pytest.mark.parametrize("command", ["id", "sh -c 'id; ls'", "join", "tables; id"])
def test_other_commands_are_not_run(person: Callable[[str], Any], command: str) -> None:
    status, said = person("ann").plain(command)
    assert status == 2
    assert "Keltis understands" in said
    assert "uid=" not in said


def test_tables_are_listed_as_plain_lines(person: Callable[[str], Any]) -> None:
    ann = person("ann").make_key()
    assert ann.plain("tables") == (0, "No table is open. Open one: ssh -t HOST\n")
    terminal = ann.ssh("ann")
    terminal.see("is here")
    terminal.press("n")
    terminal.see("A new table")
    terminal.press("enter")
    terminal.see("ready")
    status, said = person("bob").plain("tables")
    assert status == 0
    assert "ann" in said


def test_files_are_neither_fetched_nor_stored(
    person: Callable[[str], Any], server: Any, tmp_path: Path
) -> None:
    ann = person("ann")
    port = str(server.port)
    status, said = ann.done(["sftp", *ann.options, "-P", port, "ann@127.0.0.1"])
    assert status != 0
    assert "no files" in said
    for flags in (["-s"], ["-O"]):
        target = tmp_path / "loot"
        command = ["scp", *flags, *ann.options, "-P", port, "ann@127.0.0.1:/etc/passwd"]
        status, said = ann.done([*command, str(target)])
        assert status != 0
        assert "no files" in said
        assert not target.exists()


def test_nothing_is_forwarded_to_other_hosts(person: Callable[[str], Any], server: Any) -> None:
    status, said = person("ann").plain(
        options=("-o", "LogLevel=INFO", "-W", f"127.0.0.1:{server.port}")
    )
    assert status != 0
    assert "forwards nothing" in said


def test_no_port_is_opened_on_the_server(person: Callable[[str], Any]) -> None:
    options = ("-R", "127.0.0.1:0:127.0.0.1:22", "-o", "ExitOnForwardFailure=yes", "-N")
    status, said = person("ann").plain(options=options)
    assert status != 0
    assert "forwarding failed" in said


def test_a_local_forwarding_leads_nowhere_and_the_game_goes_on(
    person: Callable[[str], Any], server: Any, unused_tcp_port: int
) -> None:
    terminal = person("ann").ssh(
        "ann", options=("-L", f"{unused_tcp_port}:127.0.0.1:{server.port}", "-A", "-X")
    )
    terminal.see("is here")
    status, _ = person("bob").done(
        ["ssh-keyscan", "-T", "5", "-p", str(unused_tcp_port), "127.0.0.1"]
    )
    assert status in (0, 1)
    terminal.press("?")
    assert terminal.until(lambda: "Esc" in terminal.text)


def test_another_subsystem_is_refused_in_words(person: Callable[[str], Any]) -> None:
    status, said = person("ann").plain("netconf", options=("-s",))
    assert status == 2
    assert "no other service" in said
