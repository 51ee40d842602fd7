"""A house on a real store, for the tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK


@pytest.fixture
async def game_server(tmp_path: Path) -> AsyncIterator[GameServer]:
    """A house in which nobody waits for show."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield game_server
    await game_server.close()
