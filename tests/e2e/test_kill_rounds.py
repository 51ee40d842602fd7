"""`kill -9` again and again while people play: all that was acknowledged stands, and once (T12)."""

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from keltis_server.store.contract import Store
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import GameStarted, MoveMade, TookBack, decode
from tests.e2e.conftest import Server
from tests.e2e.scripted import Scripted
from tests.postgres import Postgres

pytestmark = [pytest.mark.e2e, pytest.mark.long]

LIMITS = """
[door]
arrivals_per_second = 1000
arrivals_burst = 1000
sessions_per_source = 100
"""
ROUNDS, THOROUGH = 3, 500
"""Of each kind, usually and with `--thorough`."""
LONGEST = 0.6
"""Seconds that a round goes on at most before something is killed."""
PATIENCE = 60.0


@asynccontextmanager
async def two_playing(port: Callable[[], int]) -> AsyncIterator[list[Scripted]]:
    """Two people who play with each other as long as the block lasts."""
    players = [Scripted(login, port, random.Random(login)) for login in ("anna", "boris")]
    table = await players[0].open()
    tasks = [asyncio.create_task(player.play(table)) for player in players]
    try:
        yield players
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def go_on(players: list[Scripted]) -> None:
    """Wait until everybody has made a move more."""
    before = [len(player.acknowledged) for player in players]
    async with asyncio.timeout(PATIENCE):
        while any(  # noqa: ASYNC110 (they know nothing of who waits)
            len(player.acknowledged) == count for player, count in zip(players, before, strict=True)
        ):
            await asyncio.sleep(0.02)


async def play_rounds(players: list[Scripted], kill: Callable[[], None], rounds: int) -> None:
    """Kill something at a random moment of each round, and see that the game goes on."""
    await go_on(players)
    for _ in range(rounds):
        await asyncio.sleep(random.uniform(0, LONGEST))
        await asyncio.to_thread(kill)
        await go_on(players)


async def assert_log_tells_the_same(store: Store, players: list[Scripted]) -> None:
    """Every acknowledged move once, no gap, and what each was told in the order of the log."""
    table = players[0].table
    entries = await store.read(table)
    assert (await store.lengths())[table] == len(entries)
    commands = [entry.command.rpartition("/")[2] for entry in entries if entry.command]
    assert len(set(commands)) == len(commands)
    views: list[list[bytes]] = [[], []]
    game: TableGame | None = None
    for entry in entries:
        record = decode(entry.body)
        if isinstance(record, GameStarted):
            game = TableGame(record)
        elif isinstance(record, MoveMade | TookBack):
            assert game is not None
            game.fold(record)
            for seat, seen in enumerate(views):
                seen.append(msgspec.msgpack.encode(game.position.view(seat)))
    for seat, player in enumerate(players):
        assert player.refused == []
        assert set(player.acknowledged) <= set(commands)
        log = iter(views[seat])
        assert all(view in log for view in player.told)
        assert len(player.told) > ROUNDS


async def test_worker_and_server_killed_again_and_again_lose_and_double_nothing(
    tmp_path: Path, times: int
) -> None:
    server = Server(tmp_path / "data", LIMITS, 2).start()

    def kill() -> None:
        workers = server.workers
        if workers and random.random() < 0.7:
            with suppress(ProcessLookupError):
                os.kill(random.choice(workers), signal.SIGKILL)
            return
        server.stop(signal.SIGKILL)
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            pass
        server.start()

    try:
        async with two_playing(lambda: server.port) as players:
            await play_rounds(players, kill, ROUNDS if times == 1 else THOROUGH)
    finally:
        server.stop()
    store = SqliteStore.open(server.data / "games.db")
    await assert_log_tells_the_same(store, players)
    await store.close()


async def test_node_and_database_killed_again_and_again_lose_and_double_nothing(
    tmp_path: Path, postgres: Postgres, times: int
) -> None:
    address = await asyncio.to_thread(postgres.new_schema)
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
    nodes = [
        await asyncio.to_thread(Server(tmp_path / name / "data", LIMITS, database=address).start)
        for name in ("first", "second")
    ]

    def kill() -> None:
        if random.random() < 0.4:
            postgres.kill()
            postgres.start()
            return
        node = random.choice(nodes)
        node.stop(signal.SIGKILL)
        node.start()

    try:
        async with two_playing(lambda: random.choice(nodes).port) as players:
            await play_rounds(players, kill, ROUNDS if times == 1 else THOROUGH)
    finally:
        for node in nodes:
            node.stop()
    store = await PostgresStore.open(address)
    await assert_log_tells_the_same(store, players)
    await store.close()
