"""T37: clients other than OpenSSH's log in, Dropbear's on routers and phones among them."""

import asyncio
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import paramiko
import pytest

from tests.attacks.by_libssh2 import library
from tests.attacks.honest import ROOT
from tests.e2e.conftest import Person

pytestmark = pytest.mark.e2e

ATTACKS: dict[str, Callable[[int, float], Any]] = {}
"""Nothing here is an attack: everybody is honest, with another program."""
PROGRAMS = {
    "ssh": "openssh-client",
    "plink": "putty-tools",
    "dbclient": "dropbear-bin",
    "libssh2": "libssh2-1",
    "tmux": "tmux",
}
"""What the stories need, and the package in which Debian has it."""
NO_TABLE = "No table is open"


@pytest.fixture
def somebody(server: Any, tmp_path: Path) -> Iterator[Person]:
    made = Person(tmp_path / "home", server)
    yield made
    made.leave()


def there(program: str) -> bool:
    """Whether a program, or the library, is on this machine."""
    return (library() if program == "libssh2" else shutil.which(program)) is not None


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(not there(program), reason=f"needs {program} ({PROGRAMS[program]})")


@pytest.mark.skipif(
    os.environ.get("CI") != "true", reason="on a person's own machine some may lack"
)
@pytest.mark.parametrize("program", PROGRAMS)
def test_where_they_can_be_installed_none_is_skipped(program: str) -> None:
    assert there(program), f"{PROGRAMS[program]} is missing: see .ci/run"


@needs("ssh")
@pytest.mark.parametrize(
    "cipher",
    [
        "aes256-gcm@openssh.com",
        "aes128-gcm@openssh.com",
        "aes256-ctr",
        "aes128-ctr",
        "chacha20-poly1305@openssh.com",
    ],
)
def test_openssh_with_every_cipher_on_offer(somebody: Person, cipher: str) -> None:
    status, said = somebody.plain("tables", options=("-c", cipher))
    assert (status, NO_TABLE in said) == (0, True), said


@needs("plink")
def test_plink_lists_the_tables(somebody: Person, server: Any) -> None:
    command = ["plink", "-ssh", "-batch", "-hostkey", server.fingerprint, "-P", str(server.port)]
    status, said = somebody.done([*command, "-l", "ann", "127.0.0.1", "tables"])
    assert (status, NO_TABLE in said) == (0, True), said


@needs("dbclient")
def test_dropbear_lists_the_tables_as_a_guest(somebody: Person, server: Any) -> None:
    command = ["dbclient", "-y", "-y", "-p", str(server.port), "-l", "ann", "127.0.0.1", "tables"]
    status, said = somebody.done(command)
    assert (status, NO_TABLE in said) == (0, True), said


@needs("dbclient")
def test_dropbear_with_a_key_plays_and_is_the_same_person_next_time(
    somebody: Person, server: Any
) -> None:
    key = somebody.home / "dropbear_key"
    subprocess.run(
        ["dropbearkey", "-t", "ed25519", "-f", str(key)], check=True, stdout=subprocess.DEVNULL
    )
    command = ["dbclient", "-y", "-y", "-t", "-i", str(key), "-p", str(server.port)]
    for login in ("dora", "somebody"):
        terminal = somebody.run([*command, "-l", login, "127.0.0.1"])
        terminal.see("is here")
        terminal.see("dora")
        terminal.press("q")
        assert terminal.wait() == 0


@needs("libssh2")
def test_libssh2_lists_the_tables_with_a_key(somebody: Person, server: Any) -> None:
    """Of Debian 12, which knows no other MACs than the plain ones."""
    somebody.make_key()
    program = [sys.executable, "-m", "tests.attacks.by_libssh2", str(server.port), "lisa"]
    done = subprocess.run(
        [*program, str(somebody.key), "tables"],
        cwd=ROOT, capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    assert NO_TABLE in done.stdout.decode(), done.stderr


async def test_paramiko_sees_the_lobby_with_a_key(server: Any) -> None:
    seen = await asyncio.to_thread(_paramiko_lobby, server.port, paramiko.ECDSAKey.generate())
    assert b"pia" in seen


def _paramiko_lobby(port: int, key: paramiko.PKey) -> bytes:
    """What a paramiko client is shown first."""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        transport = paramiko.Transport(line)
        try:
            transport.start_client(timeout=20)
            transport.auth_publickey("pia", key)
            channel = transport.open_session(timeout=20)
            channel.settimeout(20)
            channel.get_pty("xterm-256color", 80, 24)
            channel.invoke_shell()
            seen = b""
            while b"is here" not in seen:
                piece = channel.recv(65536)
                assert piece, seen
                seen += piece
            return seen
        finally:
            transport.close()
