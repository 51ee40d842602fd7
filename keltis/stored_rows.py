"""All rows of the store that was named, of either kind, out of it and into it."""

from collections.abc import AsyncIterator, Iterable
from contextlib import aclosing
from pathlib import Path

from keltis.database import GAMES, open_database
from keltis.folder import claimed
from keltis_server.store import sqlite_moving
from keltis_server.store.moving import Row


async def rows_of(address: str, data: Path) -> AsyncIterator[Row]:
    """Every row as it is at one moment, whoever writes meanwhile."""
    if not address:
        for row in sqlite_moving.exported(data / GAMES):
            yield row
        return
    from keltis_server.store.postgres_moving import exported

    store = await open_database(address)
    try:
        async with aclosing(exported(store.database)) as rows:
            async for row in rows:
                yield row
    finally:
        await store.close()


async def take_rows(address: str, data: Path, rows: Iterable[Row]) -> None:
    """Write all rows into an empty store that nobody uses, or none."""
    if not address:
        with claimed(data):
            sqlite_moving.imported(data / GAMES, rows)
        return
    from keltis_server.store.postgres_moving import imported

    store = await open_database(address)
    try:
        await imported(store.database, rows)
    finally:
        await store.close()
