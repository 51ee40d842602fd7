"""T32: so many windows an address, however many are asked for at the same moment."""

import asyncio
import contextlib
import signal
from collections.abc import Iterator
from typing import Any

import asyncssh
import pytest

from keltis_server.limits import SshLimits
from tests.attacks.honest import Attack, Paid
from tests.e2e.conftest import Server
from tests.e2e.raw_client import connect

pytestmark = pytest.mark.e2e

ATTACKER = "127.0.0.32"
CONNECTIONS = 40
USUAL = SshLimits()
SESSIONS = USUAL.guest_sessions_per_source
"""For guests."""
LIMITS = """
[door]
waiting_per_source = 100
arrivals_burst = 1000
arrivals_everywhere_burst = 1000
"""


async def _ask(conn: Any, gate: asyncio.Event) -> bool:
    """Ask for a session when everybody does; whether it was granted."""
    await gate.wait()
    try:
        await conn.create_process(subsystem="keltis", encoding=None)
    except (asyncssh.Error, OSError):
        return False
    return True


async def all_at_once(
    port: int, count: int, *, keys: bool = False, source: str = ATTACKER
) -> tuple[int, Paid]:
    """Log in so often, then ask for as many sessions in one moment: how many were granted."""
    connections = []
    for _ in range(count):
        own = {"client_keys": [asyncssh.generate_private_key("ssh-ed25519")]} if keys else {}
        connections.append(await connect(port, local_addr=(source, 0), **own))
    gate = asyncio.Event()
    asking = [asyncio.create_task(_ask(conn, gate)) for conn in connections]
    await asyncio.sleep(0)
    gate.set()
    granted = sum(await asyncio.gather(*asking))
    for conn in connections:
        conn.abort()
    return granted, Paid(connections=count, refused=count - granted)


async def attack(port: int, seconds: float) -> Paid:
    """Ask again and again for more sessions than there may be."""
    paid = Paid()
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while loop.time() < end:
        try:
            _, one = await all_at_once(port, 10)
        except (asyncssh.Error, OSError):
            paid.refused += 1
            await asyncio.sleep(0.1)
        else:
            paid.connections += one.connections
            paid.refused += one.refused
    return paid


ATTACKS: dict[str, Attack] = {"sessions all at once": attack}


def rounds(times: int) -> int:
    """How often it is tried: once, or with `--thorough` three hundred times."""
    return 1 if times == 1 else 3 * times


async def test_forty_requests_at_once_open_as_many_sessions_as_may_be(
    server: Any, times: int
) -> None:
    for _ in range(rounds(times)):
        granted, _ = await all_at_once(server.port, CONNECTIONS)
        assert granted == SESSIONS
        async with asyncio.timeout(20):
            while (await all_at_once(server.port, 1))[0] != 1:  # noqa: ASYNC110 (another process)
                await asyncio.sleep(0.05)


async def test_eighty_people_with_keys_open_as_many_sessions_as_may_be(server: Any) -> None:
    granted, _ = await all_at_once(server.port, 80, keys=True, source="127.0.0.34")
    assert granted == USUAL.sessions_per_source


async def test_a_channel_that_is_gone_before_it_opens_counts_no_longer(server: Any) -> None:
    for _ in range(3 * SESSIONS):
        conn = await connect(server.port, local_addr=("127.0.0.33", 0))
        asking = asyncio.create_task(_ask(conn, (gate := asyncio.Event())))
        gate.set()
        await asyncio.sleep(0)
        conn.abort()
        await asking
    async with asyncio.timeout(20), connect(server.port, local_addr=("127.0.0.33", 0)) as conn:
        while not await _ask(conn, gate):  # noqa: ASYNC110 (the last few are not gone yet)
            await asyncio.sleep(0.05)


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of two processes."""
    made = Server(tmp_path_factory.mktemp("workers") / "data", LIMITS, workers=2).start()
    yield made
    made.stop(signal.SIGKILL)


async def test_two_workers_asked_at_once_open_as_many_sessions_as_may_be_together(
    workers: Server, times: int
) -> None:
    for turn in range(rounds(times)):
        source = f"127.0.32.{turn % 250 + 1}"
        connections = [
            await connect(workers.port, local_addr=(source, 0)) for _ in range(CONNECTIONS)
        ]
        asking = (conn.create_process(subsystem="keltis", encoding=None) for conn in connections)
        answers = await asyncio.gather(*asking, return_exceptions=True)
        sessions = [each for each in answers if isinstance(each, asyncssh.SSHClientProcess)]
        assert len(sessions) >= SESSIONS
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                while sum(not each.is_closing() for each in sessions) > SESSIONS:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        assert sum(not each.is_closing() for each in sessions) == SESSIONS
        for conn in connections:
            conn.abort()
