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
    terminal.press("o")
    terminal.see("A new table")
    terminal.press("enter")
    terminal.see("ready")
    bob = person("bob")
    assert terminal.until(lambda: "ann" in bob.plain("tables")[1])  # the list may be a moment old


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


def test_another_subsystem_is_refused_in_words(person: Callable[[str], Any]) -> None:
    status, said = person("ann").plain("netconf", options=("-s",))
    assert status == 2
    assert "no other service" in said
