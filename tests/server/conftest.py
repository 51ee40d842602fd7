"""A house on a real store, for the tests of the server."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from keltis_server.server import GameServer
from keltis_server.store.contract import Store
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from tests.postgres import Postgres
from tests.server.players import QUICK

StoreFactory = Callable[[], Awaitable[Store]]


@pytest.fixture(params=["sqlite", "postgres"])
def factory(request: pytest.FixtureRequest, tmp_path: Path) -> StoreFactory:
    """Opens one store of each kind, again and again."""

    async def sqlite() -> Store:
        return SqliteStore.open(tmp_path / "games.db")

    if request.param == "sqlite":
        return sqlite
    postgres: Postgres = request.getfixturevalue("postgres")
    address = postgres.new_schema()
    return lambda: PostgresStore.open(address)


@pytest.fixture
async def store(factory: StoreFactory) -> AsyncIterator[Store]:
    store = await factory()
    yield store
    await store.close()


@pytest.fixture
async def game_server(tmp_path: Path) -> AsyncIterator[GameServer]:
    """A house in which nobody waits for show."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield game_server
    await game_server.close()
