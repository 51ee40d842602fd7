"""T7, T8: floods of connections, logins, sessions and environment; honest people play on."""

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_USERAUTH_REQUEST
from asyncssh.packet import String

from keltis_server.limits import SshLimits
from tests.e2e.raw_client import Guest, connect, who_am_i

pytestmark = pytest.mark.e2e

FLOODER = "127.0.0.2"
MEGABYTE = 1024 * 1024


async def knock(port: int, idle: list[Any]) -> bytes:
    """Connect from the flooder's address and say nothing; what the server says first."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(FLOODER, 0))
    idle.append(writer)
    with contextlib.suppress(OSError):
        return await asyncio.wait_for(reader.readline(), 20)
    return b""


def test_a_flood_from_one_address_is_turned_away_while_another_plays(
    person: Callable[[str], Any], server: Any, times: int
) -> None:
    honest = person("honest").make_key().ssh("honest")
    honest.see("here")
    honest.press(" ")
    honest.see("turn 1")
    before, files = server.memory, server.files
    knocks = 1000 * min(times, 5)

    async def flood() -> list[bytes]:
        idle: list[Any] = []
        gate = asyncio.Semaphore(100)

        async def one() -> bytes:
            async with gate:
                return await knock(server.port, idle)

        said = await asyncio.gather(*(one() for _ in range(knocks)))
        assert server.files - files <= 40, "as many as may wait from one address"
        # Meanwhile the other player is answered.
        await asyncio.to_thread(look_around, honest)
        for writer in idle:
            writer.close()
        return said

    began = time.monotonic()
    said = asyncio.run(flood())
    welcome = sum(line.startswith(b"SSH-2.0-") for line in said)
    assert welcome <= 41 + 10 * (time.monotonic() - began), "the burst, and ten a second"
    assert welcome < knocks / 2
    assert any(b"Too many connections" in line for line in said)
    assert server.memory - before < 20 * MEGABYTE
    look_around(honest)


def look_around(terminal: Any) -> None:
    """Open the help and close it again."""
    terminal.press("?")
    assert terminal.until(lambda: "Esc" in terminal.text), terminal.text
    terminal.press("escape")


def test_an_address_that_never_logs_in_has_to_wait_for_a_while(server: Any) -> None:
    """After the flood its address owes more than the patience there is."""

    async def story() -> bytes:
        idle: list[Any] = []
        for _ in range(300):
            said = await knock(server.port, idle)
            idle.pop().close()
            if b"please wait" in said and b" s." in said:
                return said
            await asyncio.sleep(0.05)
        return b""

    assert b"did that too often" in asyncio.run(story())


@pytest.mark.parametrize("at_once", [1, 50])
async def test_a_connection_has_six_refused_attempts_to_log_in(server: Any, at_once: int) -> None:
    """The first question, which ways in there are, does not count; nor does hurry help."""
    failures: list[int] = []

    class Stubborn(Guest):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            super().connection_made(conn)
            raw: Any = conn
            refuse = raw.process_packet

            def process_packet(pkttype: int, pktid: int, packet: Any) -> Any:
                if pkttype == 51:
                    failures.append(pktid)
                    attempt(raw)
                    return True
                return refuse(pkttype, pktid, packet)

            raw.process_packet = process_packet

    def attempt(conn: Any) -> None:
        for _ in range(at_once):
            conn.send_packet(
                MSG_USERAUTH_REQUEST,
                String("ann"),
                String("ssh-connection"),
                String("password"),
                b"\x00",
                String("secret"),
            )

    with pytest.raises((asyncssh.DisconnectError, OSError)) as caught:
        async with asyncio.timeout(20), connect(server.port, client_factory=Stubborn):
            pytest.fail("let in")
    if at_once == 1:
        assert len(failures) == 7
        assert "Too many attempts" in str(caught.value)
    else:
        assert 1 <= len(failures) <= 7


async def test_a_connection_opens_one_session_however_often_it_asks(server: Any) -> None:
    async with connect(server.port) as conn:
        first = await conn.create_process(subsystem="keltis", encoding=None)
        for _ in range(200):
            with pytest.raises(asyncssh.ChannelOpenError, match="One session"):
                await conn.create_process(subsystem="keltis", encoding=None)
        first.close()


async def test_guests_of_one_address_have_so_many_sessions_and_are_told_so(server: Any) -> None:
    most = SshLimits().guest_sessions_per_source
    connections = [await connect(server.port, local_addr=("127.0.0.3", 0)) for _ in range(most + 2)]
    for conn in connections[:most]:
        await conn.create_process(subsystem="keltis", encoding=None)
    for conn in connections[most:]:
        with pytest.raises(asyncssh.ChannelOpenError, match="many guests"):
            await conn.create_process(subsystem="keltis", encoding=None)
    for conn in connections:
        conn.abort()


async def test_an_environment_of_twelve_megabytes_is_not_kept(server: Any) -> None:
    """T8: as much as a client may send at once before it is cut off."""
    stuffing = {f"LC_{number}": "x" * 30_000 for number in range(400)}
    async with asyncio.timeout(30), window(server.port, {}):
        before = server.memory
        async with window(server.port, stuffing):
            assert server.memory - before < 6 * MEGABYTE


@contextlib.asynccontextmanager
async def window(port: int, env: dict[str, str]) -> AsyncIterator[None]:
    """A window that shows who somebody is, with these variables told."""
    async with connect(port, local_addr=("127.0.0.4", 0)) as conn:
        process = await conn.create_process(
            term_type="xterm", term_size=(80, 24), env=env, encoding=None
        )
        got = b""
        while b"~victim" not in got:
            got += await process.stdout.read(65536)
        yield


def test_stock_ssh_with_two_hundred_variables_gets_in(person: Callable[[str], Any]) -> None:
    stuffing = " ".join(f"LC_{number}={'x' * 50}" for number in range(200))
    terminal = person("ann").ssh("ann", options=("-o", f"SetEnv={stuffing}"))
    terminal.see("here")


async def test_somebody_who_stops_in_the_middle_of_the_handshake_waits_for_nothing(
    server: Any,
) -> None:
    """A half-open line does not keep the next one out."""
    lines = []
    for number in range(10):
        line = socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.5", 0))
        line.sendall(b"SSH-2.0-half\r\n" + bytes(number))
        lines.append(line)
    async with connect(server.port, local_addr=("127.0.0.6", 0)) as conn:
        assert (await who_am_i(conn))[1]
    for line in lines:
        line.close()
