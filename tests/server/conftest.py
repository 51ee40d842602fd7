"""A house on a real store, for the tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from keltis_server.house import House
from keltis_server.sqlite_store import SqliteStore
from tests.server.players import QUICK


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house in which nobody waits for show."""
    house = await House.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield house
    await house.close()
