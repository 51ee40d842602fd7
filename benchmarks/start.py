"""Start and memory of `keltis serve` with many unfinished tables, beside one without any."""

import argparse
import asyncio
import signal
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.doors.processes import memory
from keltis_protocol.messages import Lobby
from keltis_server.people.who import Who
from keltis_server.store.contract import Entry
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


async def fill(folder: Path, tables: int) -> None:
    """Write so many games of two people that have just begun."""
    store = SqliteStore.open(folder / "games.db")
    for first in range(0, tables, WRITTEN):
        few = range(first, min(first + WRITTEN, tables))
        await asyncio.gather(*(_begin(store, number) for number in few))
    await store.close()


async def _begin(store: SqliteStore, number: int) -> None:
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


def started(folder: Path) -> tuple[float, float]:
    """Seconds until a server is open, and its kilobytes once somebody has seen the lobby."""
    server = Server(folder)
    begin = time.perf_counter()
    server.start()
    seconds = time.perf_counter() - begin
    try:
        asyncio.run(_visit(server.port))
        return seconds, memory(server.pid)
    finally:
        server.stop(signal.SIGTERM)


def measure(tables: int, starts: int, folder: Path) -> None:
    """Print what an empty server takes, what a full one does, and the ratios."""
    empty, full = folder / "empty" / "data", folder / "full" / "data"
    for each in (empty, full):
        each.mkdir(parents=True)
    asyncio.run(fill(full, tables))
    rows = [(started(empty), started(full)) for _ in range(starts + 1)][1:]  # the first warms up
    seconds = [median(row[which][0] for row in rows) for which in (0, 1)]
    sizes = [median(row[which][1] for row in rows) for which in (0, 1)]
    print(f"start: {tables:,} unfinished tables beside none")
    print(
        f"  ready   {seconds[0]:6.2f} s {seconds[1]:6.2f} s   ratio {seconds[1] / seconds[0]:.2f}"
    )
    a_table = (sizes[1] - sizes[0]) / tables
    print(f"  memory  {sizes[0] / 1024:6.1f} MB{sizes[1] / 1024:6.1f} MB  {a_table:.2f} kB a table")


def main() -> None:
    """Read the sizes and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--unfinished", type=int, default=TABLES)
    parser.add_argument("--starts", type=int, default=3)
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as folder:
        measure(chosen.unfinished, chosen.starts, Path(folder))


if __name__ == "__main__":
    main()
