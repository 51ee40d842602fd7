"""Durable appends a second: everything that waits in one commit, beside one commit an append."""

import argparse
import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from keltis_server.sqlite_store import SqliteStore
from keltis_server.store import Entry

BODY = b"x" * 60
"""About the size of a logged move."""


async def together(store: SqliteStore, tables: int, moves: int) -> float:
    """Appends a second when all tables play at the same time."""

    async def play(table: int) -> None:
        for seq in range(moves):
            await store.append(f"G{table}", seq, [Entry(BODY, 0, f"c{seq}")])

    begin = time.perf_counter()
    await asyncio.gather(*map(play, range(tables)))
    return tables * moves / (time.perf_counter() - begin)


async def one_by_one(store: SqliteStore, appends: int) -> float:
    """Appends a second when each waits for the one before."""
    begin = time.perf_counter()
    for seq in range(appends):
        await store.append("S", seq, [Entry(BODY, 0, f"c{seq}")])
    return appends / (time.perf_counter() - begin)


async def measure(tables: int, moves: int, folder: Path) -> None:
    """Print both rates and their ratio."""
    store = SqliteStore.open(folder / "games.db")
    single = await one_by_one(store, min(1000, tables * moves))
    grouped = await together(store, tables, moves)
    await store.close()
    print(f"store: durable appends/s, {tables} tables at once")
    print(f"  one by one    {single:10,.0f}")
    print(f"  group commit  {grouped:10,.0f}   ratio {grouped / single:.1f}")


def main() -> None:
    """Read the sizes and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--moves", type=int, default=200)
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as folder:
        asyncio.run(measure(chosen.tables, chosen.moves, Path(folder)))


if __name__ == "__main__":
    main()
