"""Start and memory of `keltis serve` with many unfinished tables, beside one without any."""

import argparse
import asyncio
import signal
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.clusters.nodes import throw_away_postgres
from benchmarks.doors.processes import memory
from keltis_protocol.messages import Lobby
from keltis_server.people.who import Who
from keltis_server.store.contract import Entry, Store
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import decide, line, records
from keltis_server.tables.line import line_of
from keltis_server.tables.records import Committed, Opened, SatDown
from keltis_server.tables.table import Table
from tests.attacks.honest import Paid
from tests.attacks.program import Program
from tests.e2e.conftest import Server

WRITTEN: Final = 500
"""How many tables are written at once."""
TABLES: Final = 10_000
"""How many unfinished tables there are unless `--unfinished` says otherwise."""


async def fill(store: Store, tables: int) -> None:
    """Write so many games of two people that have just begun."""
    for first in range(0, tables, WRITTEN):
        few = range(first, min(first + WRITTEN, tables))
        await asyncio.gather(*(_begin(store, number) for number in few))
    await store.close()


async def fill_postgres(address: str, tables: int) -> None:
    """The same in a database."""
    await fill(await PostgresStore.open(address), tables)


async def _begin(store: Store, number: int) -> None:
    """Write a game."""
    now = time.time_ns() // 1_000_000
    people = [Who(id=f"a{2 * number + n:016x}", name=f"person{2 * number + n}") for n in (0, 1)]
    source = f"{number % 500:04x}"
    opened = Opened(game="keltis", seats=2, options={}, owner=people[0], source=source)
    table = Table(f"{number:06}", opened, f"{people[0].id}/open-{number}")
    log: list[records.Record] = [opened]
    for record in (
        SatDown(seat=0, who=people[0]),
        Committed.drawn(),
        SatDown(seat=1, who=people[1]),
    ):
        table.fold(record)
        log.append(record)
    for who in people:
        decided = decide.get_ready(table, who)
        table.adopt(decided)
        log += decided.records
    table.at = now
    entries = [Entry(records.encode(record), now) for record in log]
    entries[0] = Entry(entries[0].body, now, table.opened_by)
    await store.append(table.code, 0, entries, line=line.encode(line_of(table)))


async def _visit(port: int) -> None:
    """Come in and hear the lobby."""
    async with Program(port, "127.0.0.1", Paid()) as program:
        await program.hear(Lobby)


def started(folder: Path, database: str) -> tuple[float, float]:
    """Seconds until a server is open, and its kilobytes once somebody has seen the lobby."""
    server = Server(folder, database=database)
    begin = time.perf_counter()
    server.start()
    seconds = time.perf_counter() - begin
    try:
        asyncio.run(_visit(server.port))
        return seconds, memory(server.pid)
    finally:
        server.stop(signal.SIGTERM)


def measure(
    kind: str, tables: int, starts: int, empty: tuple[Path, str], full: tuple[Path, str]
) -> None:
    """Print what an empty server takes, what a full one does, and what a table does.

    Each pair is measured one after the other; the median of the pairs counts.
    """
    rows = [(started(*empty), started(*full)) for _ in range(starts + 1)][1:]  # the first warms up
    seconds = [median(row[which][0] for row in rows) for which in (0, 1)]
    ratio = median(with_tables[0] / without[0] for without, with_tables in rows)
    sizes = [median(row[which][1] for row in rows) for which in (0, 1)]
    grown = sorted((with_tables[1] - without[1]) / tables for without, with_tables in rows)
    print(f"start on {kind}: {tables:,} unfinished tables beside none, {starts} times")
    print(f"  ready   {seconds[0]:6.2f} s {seconds[1]:6.2f} s   ratio {ratio:.2f} (goal: 1.5)")
    print(
        f"  memory  {sizes[0] / 1024:6.1f} MB{sizes[1] / 1024:6.1f} MB  {median(grown):.2f} kB a"
        f" table, {grown[0]:.2f} to {grown[-1]:.2f} (goal: 2)"
    )


def main() -> None:
    """Read the sizes and measure in folders of their own, on both stores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unfinished", type=int, default=TABLES)
    parser.add_argument("--starts", type=int, default=3)
    chosen, _ = parser.parse_known_args()
    tables, starts = chosen.unfinished, chosen.starts
    with TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as folder:
        empty, full = (Path(folder) / each / "data" for each in ("empty", "full"))
        for each in (empty, full):
            each.mkdir(parents=True)
        asyncio.run(fill(SqliteStore.open(full / "games.db"), tables))
        measure("SQLite", tables, starts, (empty, ""), (full, ""))
    with (
        TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as folder,
        throw_away_postgres() as postgres,
    ):
        if postgres is None:
            return
        data = Path(folder) / "data"
        data.mkdir()
        without, with_tables = postgres.new_schema(), postgres.new_schema()
        asyncio.run(fill_postgres(with_tables, tables))
        measure("PostgreSQL", tables, starts, (data, without), (data, with_tables))


if __name__ == "__main__":
    main()
