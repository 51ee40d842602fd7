"""T25: packets without end, before and after the login; one connection gets one slice at a time."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import (
    MSG_CHANNEL_REQUEST,
    MSG_CHANNEL_WINDOW_ADJUST,
    MSG_GLOBAL_REQUEST,
    MSG_IGNORE,
)
from asyncssh.packet import Boolean, String, UInt32

from keltis_protocol.codec import encode
from keltis_protocol.frames import CLIENT_LIMIT, frame
from keltis_protocol.messages import Done, Refused, SetPreferences
from keltis_server.limits import SshLimits
from keltis_words.sentences import SENTENCES
from tests.attacks import raw_packets
from tests.attacks.honest import Attack, Paid, beside
from tests.attacks.program import Program
from tests.attacks.raw_packets import VERSION, flood, key_exchange, line
from tests.e2e.raw_client import connect, who_am_i

pytestmark = pytest.mark.e2e

FLOODED = SENTENCES["flooded"].encode()
DOOR = SshLimits(spare_burst=1024)
LIMITS = f"[door]\nspare_burst = {DOOR.spare_burst}\n"
"""Less than usual: it is used up, and those who may not be cut off have less too."""
MANY = [f"127.0.{net}.{host}" for net in (25, 26) for host in range(1, 51)]

Send = Callable[[Any], None]


def ignore(conn: Any) -> None:
    conn.send_packet(MSG_IGNORE, String(b""))


def window_change(conn: Any) -> None:
    sizes = b"".join(map(UInt32, (80, 24, 0, 0)))
    conn.send_packet(MSG_CHANNEL_REQUEST, UInt32(0), String("window-change"), Boolean(False), sizes)


def window_adjust(conn: Any) -> None:
    conn.send_packet(MSG_CHANNEL_WINDOW_ADJUST, UInt32(0), UInt32(1))


def keepalive(conn: Any) -> None:
    conn.send_packet(MSG_GLOBAL_REQUEST, String("keepalive@openssh.com"), Boolean(False))


def unknown_request(conn: Any) -> None:
    conn.send_packet(MSG_CHANNEL_REQUEST, UInt32(0), String("x@y"), Boolean(False))


AFTER: dict[str, Send] = {
    "IGNORE": ignore,
    "window-change": window_change,
    "WINDOW_ADJUST": window_adjust,
    "keepalive": keepalive,
    "unknown request": unknown_request,
}


async def logged_in(
    port: int, seconds: float, send: Send, source: str = "127.0.0.25", sessions: int = 1
) -> Paid:
    """Log in, open a window, and send one kind of packet as fast as the line takes it."""
    paid = Paid()
    end = asyncio.get_running_loop().time() + seconds

    async def one() -> None:
        while asyncio.get_running_loop().time() < end:
            try:
                async with asyncio.timeout(30), connect(port, local_addr=(source, 0)) as conn:
                    paid.connections += 1
                    await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
                    await _pour(conn, send, end)
            except (OSError, asyncssh.Error):
                paid.refused += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(sessions)))
    return paid


async def _pour(conn: Any, send: Send, end: float) -> None:
    loop = asyncio.get_running_loop()
    while loop.time() < end and not conn.is_closed():
        if conn._transport is None or conn._transport.get_write_buffer_size() > 65536:
            await asyncio.sleep(0.001)
            continue
        for _ in range(50):
            send(conn)
        await asyncio.sleep(0)


def exchange_again(conn: Any) -> None:
    """Begin another key exchange, unless one is under way."""
    if conn._kex_complete and not conn._kex:
        conn._send_kexinit()
        conn._kexinit_sent = True


async def rekeys(port: int, seconds: float, source: str = "127.0.0.26") -> Paid:
    """Log in and exchange keys again and again."""
    return await logged_in(port, seconds, exchange_again, source)


async def drip(port: int, seconds: float, sources: list[str], sockets: int = 1) -> Paid:
    """Send a packet that is never whole, a byte at a time."""
    return await flood(port, seconds, sources, lambda: b"\x00", sockets)


def raw(make: Callable[[], bytes], sources: list[str], sockets: int = 1) -> Attack:
    return partial(flood, sources=sources, make=make, sockets=sockets)


ATTACKS: dict[str, Attack] = {
    "IGNORE before login, 1 socket": raw(lambda: raw_packets.IGNORE * 64, ["127.0.0.2"]),
    "IGNORE before login, 15 sockets": raw(lambda: raw_packets.IGNORE * 64, ["127.0.0.2"], 15),
    "IGNORE before login, 100 addresses": raw(lambda: raw_packets.IGNORE * 64, MANY),
    "DEBUG before login, 15 sockets": raw(lambda: raw_packets.DEBUG * 64, ["127.0.0.3"], 15),
    "single bytes, 15 sockets": partial(drip, sources=["127.0.0.4"], sockets=15),
    "key exchanges, 100 addresses": raw(key_exchange, MANY),
    "rekeys after login": rekeys,
    **{
        f"{name} after login, 1 window": partial(logged_in, send=send)
        for name, send in AFTER.items()
    },
    **{
        f"{name} after login, 8 windows": partial(logged_in, send=send, sessions=8)
        for name, send in AFTER.items()
    },
}
QUICK = (
    "IGNORE before login, 15 sockets",
    "single bytes, 15 sockets",
    "key exchanges, 100 addresses",
    "IGNORE after login, 8 windows",
)
"""What is tried each time."""


async def answer(port: int, data: bytes, source: str, seconds: float = 30.0) -> bytes:
    """Everything the server says to some bytes until it hangs up, or for some seconds."""
    got = b""
    async with line(port, source) as (reader, writer):
        writer.write(VERSION + data)
        with contextlib.suppress(OSError, TimeoutError):
            async with asyncio.timeout(seconds):
                while piece := await reader.read(65536):
                    got += piece
    return got


@pytest.mark.parametrize("kind", ["IGNORE", "DEBUG", "UNIMPLEMENTED"])
async def test_before_the_login_a_few_packets_are_too_many(server: Any, kind: str) -> None:
    one = getattr(raw_packets, kind)
    source = f"127.0.1.{len(kind)}"
    assert FLOODED not in await answer(server.port, one * DOOR.login_packets, source, 1.0)
    assert FLOODED in await answer(server.port, one * (DOOR.login_packets + 1), source)


async def test_before_the_login_a_few_kilobytes_are_too_many(server: Any) -> None:
    large = raw_packets.packet(b"\x02" + raw_packets.string(bytes(30_000)))
    assert FLOODED not in await answer(server.port, large * 2, "127.0.1.20", 1.0)
    assert FLOODED in await answer(server.port, large * 2 + large[:10_000], "127.0.1.20")


async def test_a_huge_packet_is_not_waited_for(server: Any) -> None:
    for length in (b"\xff\xff\xff\xff", b"\x00\x10\x00\x00"):
        assert b"Max packet size" in await answer(server.port, length + bytes(12), "127.0.1.21")


async def test_an_address_that_floods_has_to_wait(server: Any) -> None:
    flooding = raw_packets.IGNORE * (DOOR.login_packets + 1)
    said = [await answer(server.port, flooding, "127.0.1.22") for _ in range(14)]
    assert any(b"did that too often" in each for each in said)
    assert sum(FLOODED in each for each in said) <= DOOR.penalty_patience / DOOR.flood_penalty + 1


@pytest.mark.parametrize("kind", AFTER)
async def test_after_the_login_what_carries_nothing_is_bounded(server: Any, kind: str) -> None:
    """A window that is dragged about for long is no flood."""
    source = f"127.0.2.{len(kind)}"
    async with asyncio.timeout(60), connect(server.port, local_addr=(source, 0)) as conn:
        await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        for _ in range(DOOR.spare_burst // 4):
            AFTER[kind](conn)
        await conn._make_global_request(b"keepalive@openssh.com")  # answered after all of it
        assert not conn.is_closed()
        for number in range(4 * DOOR.spare_burst):
            if number % 50 == 0:
                await asyncio.sleep(0)
            if conn.is_closed():
                break
            AFTER[kind](conn)
        await conn.wait_closed()


async def test_keys_are_not_exchanged_for_ever(server: Any) -> None:
    """The login has exchanged them once; each further time is a whole exchange."""
    done = 0
    async with asyncio.timeout(60), connect(server.port, local_addr=("127.0.2.50", 0)) as conn:
        while not conn.is_closed() and done < 4 * DOOR.rekeys:
            before = conn._send_encryption
            exchange_again(conn)
            while not conn.is_closed() and (not conn._kex_complete or conn._kex):  # noqa: ASYNC110
                await asyncio.sleep(0.002)
            done += not conn.is_closed() and conn._send_encryption is not before
    assert done == DOOR.rekeys - 1


async def test_a_busy_bot_is_not_cut_off(server: Any) -> None:
    """Two hundred commands in a second, all carried out; then some whose bytes come one by one."""
    async with Program(server.port, "127.0.2.60", Paid()) as bot, asyncio.timeout(120):
        for number in range(200):
            bot.send(SetPreferences(id=f"whole{number}", preferences={"theme": "dark"}))
            await asyncio.sleep(1 / DOOR.commands_per_second)
        for number in range(200):
            assert (await bot.hear((Done, Refused))) == Done(id=f"whole{number}")
        count = 0
        for number in range(30):
            command = SetPreferences(id=f"pieces{number}", preferences={"theme": "dark"})
            for byte in frame(encode(command), CLIENT_LIMIT):
                bot.write(bytes([byte]))
                count += 1
            await asyncio.sleep(0)
        assert count > DOOR.spare_burst, "an empty packet goes before each"
        for number in range(30):
            assert (await bot.hear((Done, Refused))) == Done(id=f"pieces{number}")


async def test_a_long_paste_is_not_cut_off(server: Any) -> None:
    """2 kB, byte by byte: twice what may carry nothing."""
    async with connect(server.port, local_addr=("127.0.2.61", 0)) as conn:
        process = await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        for _ in range(2 * DOOR.spare_burst):
            process.stdin.write(b"\x1b")
            await asyncio.sleep(0)
        async with asyncio.timeout(60):
            await conn._make_global_request(b"keepalive@openssh.com")  # answered after all of it
        assert not conn.is_closed()
    async with connect(server.port, local_addr=("127.0.2.61", 0)) as conn:
        assert (await who_am_i(conn))[1]


@pytest.mark.parametrize("name", ATTACKS)
async def test_the_honest_are_answered_beside_it(server: Any, name: str, times: int) -> None:
    if times == 1 and name not in QUICK:
        pytest.skip("with --thorough")
    seen, paid = await beside(ATTACKS[name], server.port, 1.0 if times == 1 else 10.0)
    assert seen.failures == 0
    assert seen.count > 0
    assert seen.first_pictures
    assert paid.connections
