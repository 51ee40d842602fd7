"""Durable appends a second: everything that waits in one commit, beside one commit an append.

In a SQLite file, which two processes share too, as the workers of a server do; and in a PostgreSQL
of its own, with the time until a move made at one node is heard at another. What is compared takes
turns, so that a busy machine slows both alike; ratios are medians of these rounds.
"""

import argparse
import asyncio
import multiprocessing
import time
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import asyncpg

from benchmarks.clusters.nodes import Pair, nodes, throw_away_postgres
from keltis_server.store.contract import Entry, Store, Written
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_database import CONNECTIONS
from keltis_server.store.postgres_writer import Append, Writer
from keltis_server.store.sqlite import SqliteStore

BODY = b"x" * 60
"""About the size of a logged move."""
ROUNDS = 5
"""How often those that are compared take turns."""
PAUSE = 0.02
"""Seconds between two moves, so that none waits for the one before."""
WARM = 5
"""The first moves find everything cold."""


async def together(store: Store, tables: int, moves: int, name: str = "G") -> float:
    """Appends a second when all tables play at the same time."""

    async def play(table: int) -> None:
        for seq in range(moves):
            await store.append(f"{name}{table}", seq, [Entry(BODY, 0, f"c{seq}")])

    begin = time.perf_counter()
    await asyncio.gather(*map(play, range(tables)))
    return tables * moves / (time.perf_counter() - begin)


async def one_by_one(store: Store, appends: int, name: str = "S") -> float:
    """Appends a second when each waits for the one before."""
    begin = time.perf_counter()
    for seq in range(appends):
        await store.append(name, seq, [Entry(BODY, 0, f"c{seq}")])
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


async def bare_rows(address: str, tables: int, moves: int, name: str) -> float:
    """Rows a second in a transaction each: nothing but the row, over as many connections."""
    pool = asyncpg.create_pool(address, min_size=CONNECTIONS, max_size=CONNECTIONS)
    async with pool:

        async def play(table: int) -> None:
            for seq in range(moves):
                query = "insert into event values ($1, $2, $3, $4, $5)"
                await pool.execute(query, f"{name}{table}", seq, f"c{seq}", 0, BODY)

        begin = time.perf_counter()
        await asyncio.gather(*map(play, range(tables)))
        return tables * moves / (time.perf_counter() - begin)


async def each_alone(store: PostgresStore, tables: int, moves: int, name: str) -> float:
    """Appends a second if each is a transaction with a notice, whatever else waits."""
    writers = [Writer(store.database, f"w{table}") for table in range(tables)]

    async def play(table: int) -> None:
        for seq in range(moves):
            written = Written((Entry(BODY, 0, f"c{seq}"),))
            await writers[table].append(Append(f"{name}{table}", seq, written))

    begin = time.perf_counter()
    await asyncio.gather(*map(play, range(tables)))
    rate = tables * moves / (time.perf_counter() - begin)
    for writer in writers:
        await writer.close()
    return rate


async def measure_sqlite(tables: int, moves: int, folder: Path) -> None:
    """Print the rates of a file and their ratios."""
    store = SqliteStore.open(folder / "games.db")
    rounds: list[tuple[float, float]] = []
    for turn in range(ROUNDS):
        single = await one_by_one(store, min(300, tables * moves), f"S{turn}")
        rounds.append((single, await together(store, tables, moves // ROUNDS, f"G{turn}-")))
    await store.close()
    single, grouped = (median(column) for column in zip(*rounds, strict=True))
    double = two_processes(folder, tables, moves)
    print(f"store: durable appends/s, {tables} tables at once")
    print(f"  SQLite, one by one                 {single:10,.0f}")
    print(f"  SQLite, group commit               {grouped:10,.0f}")
    print(f"  SQLite, two processes              {double:10,.0f}   ratio {double / single:.1f}")
    held("SQLite, group commit to one by one", median(b / a for a, b in rounds), 15)


async def measure_postgres(tables: int, moves: int, address: str) -> None:
    """Print the rates of a database and their ratios."""
    store = await PostgresStore.open(address)
    few = max(1, moves // ROUNDS // 4)  # what is slow is measured for as long with fewer
    rounds: list[tuple[float, float, float]] = []
    for turn in range(ROUNDS):
        alone = await each_alone(store, tables, few, f"A{turn}-")
        bare = await bare_rows(address, tables, few, f"B{turn}-")
        rounds.append((alone, bare, await together(store, tables, moves // ROUNDS, f"G{turn}-")))
    await store.close()
    alone, bare, batched = (median(column) for column in zip(*rounds, strict=True))
    print(f"  PostgreSQL, an append a transaction{alone:10,.0f}")
    print(f"  PostgreSQL, a bare row, no notice  {bare:10,.0f}")
    print(f"  PostgreSQL, batched, one notice    {batched:10,.0f}")
    held("PostgreSQL, batched to an append a transaction", median(c / a for a, _, c in rounds), 3)
    held("PostgreSQL, batched to a bare row a transaction", median(c / b for _, b, c in rounds), 3)


async def heard(ports: tuple[int, int], name: str, moves: int) -> list[float]:
    """Seconds from sending each of so many moves until the other player has heard of it."""
    times: list[float] = []
    async with Pair.seated(ports, name) as pair:
        while len(times) < moves and pair.to_act is not None:
            times.append(await pair.move())
            await asyncio.sleep(PAUSE)
    return times[WARM:]


async def measure_nodes(ports: list[int], moves: int) -> None:
    """Print how long a move takes to somebody on the same node, and on another."""
    print(f"store: milliseconds until a move is heard, {moves} moves")
    for what, pair in (("same node", (ports[0], ports[0])), ("another node", (ports[0], ports[1]))):
        times = await heard(pair, what.partition(" ")[0], moves)
        cuts = quantiles(times, n=100, method="inclusive")
        print(f"  {what:13} p50 {cuts[49] * 1000:6.1f}  p99 {cuts[98] * 1000:6.1f}")


def held(what: str, ratio: float, least: float) -> None:
    """Print a ratio, and whether it is what it has to be."""
    print(f"  {'reached' if ratio >= least else 'MISSED ':8} {what}: {ratio:.1f} of {least}")


def measure(tables: int, moves: int, folder: Path) -> None:
    """Print everything about both stores."""
    asyncio.run(measure_sqlite(tables, moves, folder))
    with throw_away_postgres() as postgres:
        if postgres is None:
            return
        asyncio.run(measure_postgres(tables, moves, postgres.new_schema()))
        with nodes(folder, postgres.new_schema(), 2) as both:
            asyncio.run(measure_nodes([each.port for each in both], moves))


def main() -> None:
    """Read the sizes and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=64)
    parser.add_argument("--moves", type=int, default=200)
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as folder:
        measure(chosen.tables, chosen.moves, Path(folder))


if __name__ == "__main__":
    main()
