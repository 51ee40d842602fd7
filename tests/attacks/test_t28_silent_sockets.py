"""T28: silent sockets from a few addresses take every place before the login, but not for long."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest

from keltis_server.limits import SshLimits
from keltis_words.sentences import SENTENCES
from tests.attacks.honest import Attack, Paid, beside
from tests.attacks.raw_packets import VERSION, line
from tests.e2e.raw_client import connect, who_am_i

pytestmark = pytest.mark.e2e

DOOR = SshLimits(key_exchange_seconds=3.0)
LIMITS = f"[door]\nkey_exchange_seconds = {DOOR.key_exchange_seconds}\n"
"""Less than usual: what happens at the end of it is waited for."""
NO_PLACE = SENTENCES["no_place"].encode()
NO_KEYS = SENTENCES["no_key_exchange"].encode()
NEAR = [f"127.0.0.{host}" for host in range(102, 108)]
"""In the network of the honest."""
FAR = [f"127.0.{net}.1" for net in range(102, 108)]
"""Each in a network of its own."""
SOCKETS = DOOR.waiting_per_source
"""From each address: as many as may wait."""


async def attack(port: int, seconds: float, sources: list[str], first: bytes = b"") -> Paid:
    """Hold every place there is, and come back at once when sent away."""
    paid = Paid()
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    async def hold(source: str) -> None:
        while loop.time() < end:
            with contextlib.suppress(OSError, TimeoutError):
                async with line(port, source) as (reader, writer):
                    paid.connections += 1
                    writer.write(first)
                    async with asyncio.timeout_at(end):
                        while await reader.read(65536):
                            pass
                    paid.refused += 1
            await asyncio.sleep(0.1)

    await asyncio.gather(*(hold(source) for source in sources for _ in range(SOCKETS)))
    return paid


async def near(port: int, seconds: float) -> Paid:
    return await attack(port, seconds, NEAR)


async def far(port: int, seconds: float) -> Paid:
    return await attack(port, seconds, FAR)


async def after_hello(port: int, seconds: float) -> Paid:
    return await attack(port, seconds, NEAR, VERSION)


ATTACKS: dict[str, Attack] = {
    "silent sockets, 6 addresses × 40": near,
    "silent sockets, 6 networks × 40": far,
    "silent after the first line, 6 addresses × 40": after_hello,
}


@contextlib.asynccontextmanager
async def silent(
    port: int, sources: list[str], count: int
) -> AsyncIterator[list[asyncio.StreamReader]]:
    """So many silent sockets from each address."""
    async with contextlib.AsyncExitStack() as stack:
        yield [
            (await stack.enter_async_context(line(port, source)))[0]
            for _ in range(count)
            for source in sources
        ]


@pytest.mark.parametrize("sources", [NEAR, FAR], ids=["one network", "many networks"])
async def test_everybody_honest_logs_in_beside_a_hundred_and_twenty(
    server: Any, sources: list[str]
) -> None:
    async with silent(server.port, sources, 15) as before:
        await asyncio.sleep(0.5)
        async with silent(server.port, sources, 5) as readers:
            for _ in range(10):
                async with asyncio.timeout(20), connect(server.port) as conn:
                    assert (await who_am_i(conn))[1]
            said = [await reader.read(65536) for reader in before + readers]
    away = [each for each in said if NO_PLACE in each]
    held = len(before) + len(readers)
    assert len(away) >= held - DOOR.waiting, "who was sent away was told why"
    assert NO_PLACE in said[0], "the eldest first"


async def test_who_exchanges_no_keys_is_told_so_and_leaves(server: Any) -> None:
    async with line(server.port, "127.0.0.120") as (reader, writer):
        writer.write(VERSION)
        got = b""
        async with asyncio.timeout(DOOR.login_seconds):
            while piece := await reader.read(65536):
                got += piece
    assert NO_KEYS in got


@pytest.mark.parametrize("name", ATTACKS)
async def test_the_honest_are_answered_beside_it(server: Any, name: str, times: int) -> None:
    seen, paid = await beside(ATTACKS[name], server.port, 1.0 if times == 1 else 30.0)
    assert seen.failures == 0
    assert seen.count > 0
    assert seen.first_pictures
    assert paid.refused
