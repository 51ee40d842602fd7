"""Limits of the SSH server that take time or a balancer: idleness, penalties, PROXY, pacing."""

import asyncio
import hashlib
import re
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from keltis_protocol.messages import VERSION, Hello, Welcome
from keltis_server.rate_limits import Bucket
from keltis_server.server import Caller, GameServer
from keltis_server.ssh import Listener, SshLimits, serve
from keltis_server.ssh.native import NativeSession
from keltis_server.ssh.proxy import BadHeader, read_header
from keltis_server.ssh.throttle import Throttle
from keltis_server.terminal.output.sequences import GIVE_BACK
from tests.server.test_ssh import (
    PERSON,
    GuestClient,
    Native,
    WhoApp,
    connect,
    rest,
    shown,
    terminal,
)
from tests.server.test_ssh_sources import Clock


@asynccontextmanager
async def opened(
    game_server: GameServer, tmp_path: Path, **limits: object
) -> AsyncIterator[Listener]:
    given = SshLimits(**limits)  # type: ignore[arg-type]
    listener = await serve(
        game_server, "127.0.0.1", 0, tmp_path / "key", limits=given, app_for=WhoApp
    )
    try:
        yield listener
    finally:
        await listener.close()


async def test_a_guest_who_does_nothing_is_sent_home_in_words(
    game_server: GameServer, tmp_path: Path
) -> None:
    async with (
        opened(game_server, tmp_path, idle_guest_seconds=1.5) as listener,
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        got = await rest(process)
    assert b"Nobody was there" in got.split(GIVE_BACK.encode())[1]


async def test_somebody_with_a_key_may_do_nothing_for_longer(
    game_server: GameServer, tmp_path: Path
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        opened(game_server, tmp_path, idle_guest_seconds=0.0, idle_player_seconds=60.0) as listener,
        connect(listener, client_keys=[key]) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, PERSON)


def test_penalties_add_up_are_forgiven_with_time_and_have_an_end() -> None:
    clock = Clock()
    sources = Throttle(SshLimits(penalty_patience=10.0, penalty_most=60.0), clock)
    sources.penalise("a", 5.0)
    assert sources.wait("a") == 0.0
    sources.penalise("a", 15.0)
    assert sources.wait("a") == 10.0
    assert sources.wait("b") == 0.0
    clock.now = 4.0
    assert sources.wait("a") == 6.0
    sources.penalise("a", 9999.0)
    assert sources.wait("a") == 60.0
    clock.now = 100.0
    assert sources.wait("a") == 0.0


async def first_line(port: int, before: bytes = b"") -> bytes:
    """What the server says first to somebody who says `before`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(before)
    async with asyncio.timeout(10):
        line = await reader.readline()
    writer.close()
    await asyncio.gather(writer.wait_closed(), return_exceptions=True)
    return line


async def until(seen: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not seen():  # noqa: ASYNC110 (there is no event for it)
            await asyncio.sleep(0.01)


async def test_connections_that_never_log_in_make_their_address_wait(
    game_server: GameServer, tmp_path: Path
) -> None:
    """T7: and the line says for how long."""
    async with opened(
        game_server, tmp_path, noauth_penalty=60.0, penalty_patience=90.0
    ) as listener:
        for _ in range(2):
            assert (await first_line(listener.port)).startswith(b"SSH-2.0-")
            await until(lambda: not listener.connections)
        said = re.search(rb"please wait (\d+) s", await first_line(listener.port))
        assert said is not None
        assert 15 < int(said[1]) <= 30, "what is over a patience of 90 s, but for what has passed"


HEADERS = {
    b"PROXY TCP4 192.0.2.9 192.0.2.1 4242 22\r\n": "192.0.2.9",
    b"PROXY TCP6 2001:db8::9 2001:db8::1 4242 22\r\n": "2001:db8::9",
    b"PROXY UNKNOWN\r\n": "",
    b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n": "",
    b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c\xc0\x00\x02\x09\xc0\x00\x02\x01\x10\x92\x00\x16": (
        "192.0.2.9"
    ),
    b"\r\n\r\n\x00\r\nQUIT\n\x21\x21\x00\x26"
    + socket.inet_pton(socket.AF_INET6, "2001:db8::9") * 2
    + b"\x10\x92\x00\x16\x04\x00": "2001:db8::9",
    b"\r\n\r\n\x00\r\nQUIT\n\x20\x00\x00\x00": "",
}


@pytest.mark.parametrize(("header", "address"), HEADERS.items())
async def test_a_balancers_header_is_read_to_its_last_byte_and_no_further(
    header: bytes, address: str
) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.send(header + b"SSH-2.0-x\r\n")
        assert await read_header(ours) == address
        assert ours.recv(99) == b"SSH-2.0-x\r\n"


@pytest.mark.parametrize(
    "header",
    [
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"PROXY TCP4 nonsense 192.0.2.1 4242 22\r\n",
        b"PROXY TCP4 192.0.2.9\r\n",
        b"PROXY " + b"x" * 200,
        b"\r\n\r\n\x00\r\nQUIT\n\x11\x11\x00\x0c" + bytes(12),
        b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\xff\xff" + bytes(12),
        b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x04" + bytes(12),
        b"PROXY TCP4 1",
    ],
)
async def test_what_is_no_header_is_refused(header: bytes) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.send(header)
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(BadHeader):
            await read_header(ours)


async def test_limits_count_for_the_address_that_a_named_balancer_tells(
    game_server: GameServer, tmp_path: Path
) -> None:
    limits = {"balancers": ("127.0.0.1",), "arrivals_burst": 1, "arrivals_per_second": 0.001}
    async with opened(game_server, tmp_path, **limits) as listener:
        for number in range(3):
            said = await first_line(
                listener.port, b"PROXY TCP4 192.0.2.%d 10.0.0.1 4 5\r\n" % number
            )
            assert said.startswith(b"SSH-2.0-")
        said = await first_line(listener.port, b"PROXY TCP4 192.0.2.1 10.0.0.1 4 5\r\n")
        assert b"Too many connections" in said


async def test_nobody_else_is_believed(game_server: GameServer, tmp_path: Path) -> None:
    limits = {"balancers": ("192.0.2.0/24",), "arrivals_burst": 2, "arrivals_per_second": 0.001}
    async with opened(game_server, tmp_path, **limits) as listener:
        for number in range(2):
            await first_line(listener.port, b"PROXY TCP4 192.0.2.%d 10.0.0.1 4 5\r\n" % number)
        said = await first_line(listener.port, b"PROXY TCP4 192.0.2.9 10.0.0.1 4 5\r\n")
        assert b"Too many connections" in said


async def test_a_player_behind_a_balancer_comes_from_where_it_says(
    game_server: GameServer, tmp_path: Path
) -> None:
    async with opened(game_server, tmp_path, balancers=("127.0.0.0/8",)) as listener:
        raw = socket.create_connection(("127.0.0.1", listener.port))
        raw.send(b"PROXY TCP4 192.0.2.77 10.0.0.1 4 5\r\n")
        raw.setblocking(False)
        async with (
            connect(listener, client_factory=GuestClient, sock=raw) as conn,
            conn.create_process(**terminal()) as process,
        ):
            await shown(process, PERSON)
            (session,) = listener.sessions
            assert session.caller.address == "192.0.2.77"
            assert session.source == "192.0.2.77"


def test_a_bucket_gives_a_burst_at_once_and_then_so_much_a_second() -> None:
    clock = Clock()
    bucket = Bucket(100, 10.0, clock)
    assert bucket.take(100) == 0.0
    assert bucket.take(20) == 2.0
    clock.now = 2.0
    assert bucket.take(10) == 1.0
    clock.now = 1000.0
    assert bucket.take(100) == 0.0


async def test_a_pasted_page_is_handed_on_without_delay(
    game_server: GameServer, tmp_path: Path
) -> None:
    """T8: 2 kB at once are a paste, not an attack."""
    async with (
        opened(game_server, tmp_path, input_per_second=0.001) as listener,
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, PERSON)
        # The app leaves at the first key; none of these is one, but the last.
        process.stdin.write(b"\x1b[200~" + b"x" * 2048 + b"\x1b[201~" + b"q")
        assert "Slán!".encode() in await rest(process)


async def test_commands_beyond_the_burst_wait(game_server: GameServer, tmp_path: Path) -> None:
    """T8."""
    async with (
        opened(game_server, tmp_path, commands_burst=3, commands_per_second=0.001) as listener,
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(subsystem="keltis", encoding=None) as process,
    ):
        native = Native(process)
        for _ in range(5):
            native.send(Hello(version=VERSION))
        heard = [await native.receive() for _ in range(6)]
        assert sum(isinstance(fact, Welcome) for fact in heard) == 3
        (session,) = listener.sessions
        assert isinstance(session._inner, NativeSession)
        # One of the two that are left is taken and waits for its time.
        assert session._inner._commands.qsize() == 1


async def test_sessions_in_other_workers_count_for_their_address(
    game_server: GameServer, tmp_path: Path
) -> None:
    """T8."""
    caller, source = Caller(None, "", "192.0.2.7"), "192.0.2.7"
    async with opened(game_server, tmp_path, sessions_per_source=2) as listener:
        for number in range(2):
            assert not listener.sessions.refusal(caller, source)
            game_server.windows.heard(2, source, list(range(number + 1)))
        assert listener.sessions.refusal(caller, source) == "too_many_here"
        assert not listener.sessions.refusal(caller, "192.0.2.8")


async def test_who_is_one_window_too_many_is_told_whose_there_are_too_many(
    game_server: GameServer, tmp_path: Path
) -> None:
    """One's own, guests', or everybody's at an address."""
    source = "192.0.2.7"
    guest, anna = Caller(None, "", source), Caller(b"anna's key", "anna", source)
    digest = hashlib.sha256(b"anna's key").hexdigest()
    usual = SshLimits()
    async with opened(game_server, tmp_path) as listener:
        windows, refusal = game_server.windows, listener.sessions.refusal
        guests, keyed = usual.guest_sessions_per_source, usual.sessions_per_key
        assert 8 <= guests < 30 < usual.sessions_per_source, "a household and a class"
        windows.heard(2, source, list(range(guests)))
        windows.heard(2, f"guests {source}", list(range(guests)))
        assert (refusal(guest, source), refusal(anna, source)) == ("too_many_guests_here", "")
        windows.heard(2, f"key {digest}", list(range(keyed)))
        assert refusal(anna, source) == "too_many_sessions"
        assert not refusal(Caller(b"boris's key", "boris", source), source)
        windows.heard(2, source, list(range(usual.sessions_per_source)))
        assert refusal(guest, source) == "too_many_here"
        assert refusal(anna, source) == "too_many_sessions", "that is what she can change"
        assert refusal(Caller(b"boris's key", "boris", source), source) == "too_many_here"
