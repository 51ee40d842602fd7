"""T16: nothing is forwarded, in no direction and for nobody; each way is refused, not ignored."""

import asyncio
import contextlib
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from tests.e2e.raw_client import connect

pytestmark = pytest.mark.e2e

SENTENCE = "This is a game server: it forwards nothing."
PROHIBITED = f"administratively prohibited: {SENTENCE}"
LIMITS = "[door]\nask_seconds = 3\n"


@pytest.fixture
def target() -> Iterator[socket.socket]:
    """Something on the server's machine that nobody may reach through it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        yield listening


def untouched(target: socket.socket) -> bool:
    """Whether nobody has connected."""
    try:
        target.accept()[0].close()
    except BlockingIOError:
        return True
    return False


def test_W_is_refused_in_words(person: Callable[[str], Any], target: socket.socket) -> None:
    goal = f"127.0.0.1:{target.getsockname()[1]}"
    status, said = person("ann").plain(options=("-o", "LogLevel=INFO", "-W", goal))
    assert status != 0
    assert "forwards nothing" in said
    assert untouched(target)


def wordy(who: Any, *options: str) -> Any:
    """`ssh -t` that says why something is not forwarded; with a display to forward."""
    command = ["env", "DISPLAY=127.0.0.1:99", "ssh", "-t", "-o", "LogLevel=INFO", *options]
    return who.run([*command, *who.options, "-p", str(who.port), "-l", "ann", "127.0.0.1"])


def talk_through(port: int, hello: bytes) -> bytes:
    """What comes back through a forwarded port, to the end."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(hello)
        got = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := line.recv(999):
                got += piece
        return got


def test_L_opens_nothing_and_the_game_goes_on(
    person: Callable[[str], Any], target: socket.socket, unused_tcp_port: int
) -> None:
    goal = f"{unused_tcp_port}:127.0.0.1:{target.getsockname()[1]}"
    terminal = wordy(person("ann"), "-L", goal)
    terminal.see("here")
    assert talk_through(unused_tcp_port, b"hello") == b""
    assert terminal.until(lambda: PROHIBITED.encode() in terminal.data), terminal.data[-999:]
    assert untouched(target)
    terminal.press("?")
    assert terminal.until(lambda: "Esc" in terminal.text)


def test_D_leads_nowhere(
    person: Callable[[str], Any], target: socket.socket, unused_tcp_port: int
) -> None:
    terminal = wordy(person("ann"), "-D", str(unused_tcp_port))
    terminal.see("here")
    port = target.getsockname()[1]
    # SOCKS 4: connect to 127.0.0.1 and that port.
    talk_through(unused_tcp_port, b"\x04\x01" + port.to_bytes(2) + b"\x7f\x00\x00\x01\x00")
    assert terminal.until(lambda: PROHIBITED.encode() in terminal.data), terminal.data[-999:]
    assert untouched(target)


@pytest.mark.parametrize("where", ["127.0.0.1:0:127.0.0.1:22", "/tmp/keltis-none:127.0.0.1:22"])
def test_R_opens_no_port_on_the_server(person: Callable[[str], Any], where: str) -> None:
    options = ("-R", where, "-o", "ExitOnForwardFailure=yes", "-N")
    status, said = person("ann").plain(options=options)
    assert status != 0
    assert "forwarding failed" in said


@pytest.mark.parametrize(
    "option", [("-R", "127.0.0.1:0:127.0.0.1:22"), ("-R", "/tmp/keltis-none:127.0.0.1:22")]
)
def test_R_is_refused_in_words_before_what_else_was_asked_for(
    person: Callable[[str], Any], option: tuple[str, ...]
) -> None:
    """SSH has no room for words in this refusal, so the session says them."""
    status, said = person("ann").plain("tables", options=option)
    assert status == 0
    assert SENTENCE in said
    terminal = wordy(person("ben"), *option)
    terminal.see("here")
    assert SENTENCE.encode() in terminal.data.partition(b"\x1b")[0]


def test_A_is_refused_in_words(person: Callable[[str], Any], tmp_path: Path) -> None:
    place = tmp_path / "agent"
    with subprocess.Popen(["ssh-agent", "-D", "-a", str(place)], stdout=subprocess.PIPE) as agent:
        assert agent.stdout is not None
        agent.stdout.readline()
        terminal = wordy(person("ann"), "-A", "-o", f"IdentityAgent={place}")
        terminal.see("here")
        agent.terminate()
    assert SENTENCE.encode() in terminal.data.partition(b"\x1b")[0]


def test_whoever_only_wants_to_forward_is_told_and_sent_home(person: Callable[[str], Any]) -> None:
    """Without a session there is nobody to talk to; the last word is said in closing the line."""
    options = ("-N", "-R", "127.0.0.1:0:127.0.0.1:22", "-o", "LogLevel=INFO")
    status, said = person("ann").plain(options=options)
    assert status != 0
    assert SENTENCE in said


def test_w_is_no_way_into_the_servers_network(person: Callable[[str], Any], server: Any) -> None:
    async def tunnel() -> None:
        async with connect(server.port) as conn:
            for kind in (1, 2):
                with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
                    await _open(conn, b"tun@openssh.com", UInt32(kind) + UInt32(0))

    asyncio.run(tunnel())


def test_X_is_refused_by_name(person: Callable[[str], Any]) -> None:
    terminal = wordy(person("ann"), "-X")
    terminal.see("here")
    assert b"X11 forwarding request failed" in terminal.data
    assert SENTENCE.encode() in terminal.data.partition(b"\x1b")[0]


async def _open(conn: Any, kind: bytes, arguments: bytes) -> None:
    """Open a channel of some kind, or raise what the server says."""
    chan = asyncssh.channel.SSHTCPChannel(conn, conn._loop, None, "strict", 1 << 16, 1 << 15)
    await chan._open(kind, arguments)


async def test_A_and_X_and_every_other_wish_of_that_kind_is_answered_no(server: Any) -> None:
    """Stock `ssh -A` does not wait for the answer; this client does."""
    requests = {
        b"auth-agent-req@openssh.com": b"",
        b"x11-req": Boolean(False) + String("MIT-MAGIC-COOKIE-1") + String("00" * 16) + UInt32(0),
    }
    for name, arguments in requests.items():
        async with connect(server.port) as conn:
            chan, _ = await _session(conn)
            assert await chan._make_request(name, arguments) is False, name


async def _session(conn: Any) -> tuple[Any, Any]:
    """A session channel that has asked for nothing yet."""
    chan: Any = asyncssh.SSHClientChannel(
        conn, conn._loop, "strict", None, "strict", 1 << 16, 1 << 15
    )
    return chan, await chan._open(b"session")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        (b"tcpip-forward", String("") + UInt32(0)),
        (b"streamlocal-forward@openssh.com", String("/tmp/keltis-none")),
        (b"cancel-tcpip-forward", String("") + UInt32(0)),
    ],
)
async def test_global_wishes_are_answered_no(server: Any, name: bytes, arguments: bytes) -> None:
    async with connect(server.port) as conn:
        answer, _ = await conn._make_global_request(name, arguments)
        assert answer == asyncssh.constants.MSG_REQUEST_FAILURE


@pytest.mark.parametrize(
    ("kind", "arguments"),
    [
        (b"direct-tcpip", String("127.0.0.1") + UInt32(22) + String("127.0.0.1") + UInt32(1)),
        (b"direct-streamlocal@openssh.com", String("/run/x") + String("") + UInt32(0)),
        (b"x11", String("127.0.0.1") + UInt32(1)),
        (b"auth-agent@openssh.com", b""),
        (b"forwarded-tcpip", String("") + UInt32(1) + String("") + UInt32(1)),
        (b"no-such-channel", b""),
    ],
)
async def test_no_other_kind_of_channel_opens(server: Any, kind: bytes, arguments: bytes) -> None:
    async with connect(server.port) as conn:
        with pytest.raises(asyncssh.ChannelOpenError):
            await _open(conn, kind, arguments)
