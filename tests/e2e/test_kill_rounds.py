"""`kill -9` again and again while people play: all that was acknowledged stands, and once (T12)."""

import asyncio
import os
import random
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from tests.alive import alive
from tests.e2e.conftest import Server
from tests.e2e.forked import ForkedServer, Forks
from tests.e2e.logged import assert_log_tells_the_same, verified
from tests.e2e.scripted import Scripted
from tests.postgres import Postgres

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.slow]

LIMITS = """
[door]
arrivals_per_second = 1000
arrivals_burst = 1000
sessions_per_source = 100
"""
ROUNDS, THOROUGH = 25, 250
"""Of each of four kinds, usually and with `--thorough`."""
LONGEST = 0.3
"""Seconds that a round goes on at most before something is killed."""
PATIENCE = 60.0
WORKERS = 2
SERVER_TOO = 11
"""After so many workers the server is killed that started them, and they with it."""


@pytest.fixture
def rounds(times: int) -> int:
    """How many rounds are played."""
    return ROUNDS if times == 1 else THOROUGH


@pytest.fixture
def forks() -> Iterator[Forks]:
    """What starts servers quickly."""
    made = Forks()
    yield made
    made.close()


@asynccontextmanager
async def two_playing(
    port: Callable[[], int], logins: tuple[str, str] = ("anna", "boris")
) -> AsyncIterator[list[Scripted]]:
    """Two people who play with each other as long as the block lasts."""
    players = [Scripted(login, port, random.Random(login)) for login in logins]
    table = await players[0].open()
    tasks = [asyncio.create_task(player.play(table)) for player in players]
    try:
        yield players
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(each, asyncio.CancelledError) for each in ended), ended


async def go_on(players: list[Scripted]) -> None:
    """Wait until everybody has made a move more."""
    before = [len(player.acknowledged) for player in players]
    async with asyncio.timeout(PATIENCE):
        while any(  # noqa: ASYNC110 (they know nothing of who waits)
            len(player.acknowledged) == count for player, count in zip(players, before, strict=True)
        ):
            await asyncio.sleep(0.01)


async def play_rounds(players: list[Scripted], kill: Callable[[], None], rounds: int) -> None:
    """Kill something at a random moment of each round, and see that the game goes on."""
    await go_on(players)
    for _ in range(rounds):
        await asyncio.sleep(random.uniform(0, LONGEST))
        await asyncio.to_thread(kill)
        await go_on(players)
    assert all(len(player.told) > rounds for player in players)


async def test_server_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, forks: Forks, rounds: int
) -> None:
    server = await asyncio.to_thread(ForkedServer(forks, tmp_path / "data", LIMITS).start)

    def kill() -> None:
        server.stop(signal.SIGKILL)
        server.start()

    try:
        async with two_playing(lambda: server.port) as players:
            await play_rounds(players, kill, rounds)
    finally:
        server.stop()
    await assert_file_tells_the_same(server.data, players)


async def test_worker_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, rounds: int
) -> None:
    server = await asyncio.to_thread(
        Server(tmp_path / "data", LIMITS, WORKERS, "tests.e2e.eager").start
    )
    killed = 0

    def kill() -> None:
        nonlocal killed
        workers = server.workers
        if killed < SERVER_TOO:
            killed += 1
            if workers:  # else all of them are being replaced
                with suppress(ProcessLookupError):
                    os.kill(random.choice(workers), signal.SIGKILL)
            return
        killed = 0
        server.stop(signal.SIGKILL)
        while any(map(alive, workers)):
            time.sleep(0.005)
        server.start()

    try:
        async with two_playing(lambda: server.port) as players:
            await play_rounds(players, kill, rounds)
    finally:
        server.stop()
    await assert_file_tells_the_same(server.data, players)


async def test_node_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, forks: Forks, postgres: Postgres, rounds: int
) -> None:
    async with two_nodes(tmp_path, forks, postgres) as (address, nodes):

        def kill() -> None:
            node = random.choice(nodes)
            node.stop(signal.SIGKILL)
            node.start()

        async with two_playing(lambda: random.choice(nodes).port) as players:
            await play_rounds(players, kill, rounds)
    await assert_database_tells_the_same(address, players)


async def test_database_killed_again_and_again_loses_and_doubles_nothing(
    tmp_path: Path, forks: Forks, postgres: Postgres, rounds: int
) -> None:
    async with two_nodes(tmp_path, forks, postgres) as (address, nodes):

        def kill() -> None:
            postgres.kill()
            postgres.start()

        async with two_playing(lambda: random.choice(nodes).port) as players:
            await play_rounds(players, kill, rounds)
    await assert_database_tells_the_same(address, players)


@asynccontextmanager
async def two_nodes(
    folder: Path, forks: Forks, postgres: Postgres
) -> AsyncIterator[tuple[str, list[ForkedServer]]]:
    """Two nodes on one database, and its address."""
    address = await asyncio.to_thread(postgres.new_schema)
    nodes = []
    try:
        for name in ("first", "second"):
            (folder / name).mkdir()
            nodes.append(ForkedServer(forks, folder / name / "data", LIMITS, address))
            await asyncio.to_thread(nodes[-1].start)
        yield address, nodes
    finally:
        for node in nodes:
            if node.running:
                node.stop()


async def assert_file_tells_the_same(data: Path, players: list[Scripted]) -> None:
    store = SqliteStore.open(data / "games.db")
    await assert_log_tells_the_same(store, players)
    await store.close()
    await verified(data)


async def assert_database_tells_the_same(address: str, players: list[Scripted]) -> None:
    store = await PostgresStore.open(address)
    await assert_log_tells_the_same(store, players)
    await store.close()
    await verified(Path(), address)
