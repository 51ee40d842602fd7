"""All rows of the store that was named, of either kind: out of it, into it, made anew."""

from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing, closing
from pathlib import Path

from keltis.database import GAMES, open_database
from keltis.folder import claimed
from keltis_server.store import sqlite_moving, sqlite_rebuilding
from keltis_server.store.moving import Row
from keltis_server.store.rebuilding import Maker


async def rows_of(address: str, data: Path) -> AsyncGenerator[Row, None]:
    """Every row as it is at one moment, whoever writes meanwhile."""
    if not address:
        with closing(sqlite_moving.exported(data / GAMES)) as found:
            for row in found:
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


async def rebuild_rows(address: str, data: Path, maker: Maker) -> int:
    """Make anew what follows from the logs of a store; how many rows were not as they are now."""
    if not address:
        with claimed(data):
            return sqlite_rebuilding.rebuilt(data / GAMES, maker)
    from keltis_server.store.postgres_rebuilding import rebuilt

    store = await open_database(address)
    try:
        return await rebuilt(store.database, maker)
    finally:
        await store.close()
