"""Durable appends a second: everything that waits in one commit, beside one commit an append.

And two processes that write to the same file, as the workers of a server do.
"""

import argparse
import asyncio
import multiprocessing
import time
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory

from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore

BODY = b"x" * 60
"""About the size of a logged move."""


async def together(store: SqliteStore, tables: int, moves: int, name: str = "G") -> float:
    """Appends a second when all tables play at the same time."""

    async def play(table: int) -> None:
        for seq in range(moves):
            await store.append(f"{name}{table}", seq, [Entry(BODY, 0, f"c{seq}")])

    begin = time.perf_counter()
    await asyncio.gather(*map(play, range(tables)))
    return tables * moves / (time.perf_counter() - begin)


async def one_by_one(store: SqliteStore, appends: int) -> float:
    """Appends a second when each waits for the one before."""
    begin = time.perf_counter()
    for seq in range(appends):
        await store.append("S", seq, [Entry(BODY, 0, f"c{seq}")])
    return appends / (time.perf_counter() - begin)


def one_of_two(
    folder: Path, name: str, tables: int, moves: int, go: Event, found: "Queue[float]"
) -> None:
    """What one of two processes does: its part of the tables; how many appends a second."""

    async def play() -> None:
        store = SqliteStore.open(folder / "games.db")
        go.wait()
        found.put(await together(store, tables, moves, name))
        await store.close()

    asyncio.run(play())


def two_processes(folder: Path, tables: int, moves: int) -> float:
    """Appends a second of two processes together, each with half of the tables."""
    spawning = multiprocessing.get_context("spawn")
    go, found = spawning.Event(), spawning.Queue()
    processes = [
        spawning.Process(target=one_of_two, args=(folder, name, tables // 2, moves, go, found))
        for name in "AB"
    ]
    for process in processes:
        process.start()
    time.sleep(1)  # until both have opened the store
    go.set()
    rate = sum(found.get() for _ in processes)
    for process in processes:
        process.join()
    return float(rate)


async def measure(tables: int, moves: int, folder: Path) -> None:
    """Print all rates and their ratios."""
    store = SqliteStore.open(folder / "games.db")
    single = await one_by_one(store, min(1000, tables * moves))
    grouped = await together(store, tables, moves)
    await store.close()
    double = two_processes(folder, tables, moves)
    print(f"store: durable appends/s, {tables} tables at once")
    print(f"  one by one    {single:10,.0f}")
    print(f"  group commit  {grouped:10,.0f}   ratio {grouped / single:.1f}")
    print(f"  two processes {double:10,.0f}   ratio {double / single:.1f}")


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
