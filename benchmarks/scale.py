"""How many players a core and a machine serve, and what 10,000 and 1,000,000 at once would need.

Costs are measured here; how people play and what a machine is are assumptions, which are printed.
`docs/scale.md` has the reasoning.
"""

import argparse
import asyncio
import contextlib
import math
import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.clusters.costs import SETTLE, Cost, by_plain_ssh, native, played
from benchmarks.clusters.nodes import Pair, nodes, throw_away_postgres
from benchmarks.doors.processes import cpu, memory
from benchmarks.store import each_alone, together
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_database import CONNECTIONS
from tests.postgres import Postgres

MOVES_A_SECOND = 0.1
"""Records in the log for each person who plays: a turn of three records every half minute."""
STAY = 1800.0
"""Seconds that somebody stays."""
BUSY = 0.6
"""How much of a core may be used before people notice."""
CORES, GIGABYTES = 8, 32
"""A machine."""
WAIT = 0.2
"""Seconds that a move may wait for the commits of other processes."""
CROWDS = (10_000, 1_000_000)


@dataclass
class Shared:
    """What a database and the nodes on it cost; seconds of CPU, kilobytes."""

    batched: float = 0.0
    """Appends a second that one process had written in batches."""
    append: float = 0.0
    """Of the database for each of these."""
    commits: float = 0.0
    """Commits with a notice a second, of which the database makes one after the other."""
    move: float = 0.0
    """Of the database for a move that is played through two nodes."""
    heard: float = 0.0
    """Of a process at which nobody is, for each append of the others."""
    empty: float = 0.0
    """Kilobytes of such a process."""


async def batches(postgres: Postgres, address: str, tables: int, found: Shared) -> None:
    """What the database takes in batches, and what that costs it."""
    store = await PostgresStore.open(address)
    await together(store, tables, 5, "W")
    worked = cpu(postgres.pid)
    found.batched = await together(store, tables, 100)
    found.append = (cpu(postgres.pid) - worked) / (tables * 100)
    found.commits = await each_alone(store, tables, 10, "A")
    await store.close()


async def bystander(
    postgres: Postgres, ports: tuple[int, int], watcher: int, pairs: int, found: Shared
) -> None:
    """What moves between two nodes cost the database, and a third node that has nobody."""
    async with contextlib.AsyncExitStack() as stack:
        made = [
            await stack.enter_async_context(Pair.seated(ports, f"p{number}x"))
            for number in range(pairs)
        ]
        await asyncio.sleep(SETTLE)
        found.empty = memory(watcher)
        base, beside = cpu(postgres.pid), cpu(watcher)
        moves = await played(made, 40)
        await asyncio.sleep(SETTLE)
        found.move = (cpu(postgres.pid) - base) / moves
        found.heard = (cpu(watcher) - beside) / moves


def measure_shared(folder: Path, pairs: int) -> Shared | None:
    """Measure a PostgreSQL and three nodes on it, if there is one."""
    with throw_away_postgres() as postgres:
        if postgres is None:
            return None
        found = Shared()
        asyncio.run(batches(postgres, postgres.new_schema(), 64, found))
        with nodes(folder, postgres.new_schema(), 3) as made:
            ports = (made[0].port, made[1].port)
            asyncio.run(bystander(postgres, ports, made[2].pid, pairs, found))
        return found


def person(cost: Cost) -> float:
    """Cores that somebody who plays needs."""
    return MOVES_A_SECOND * cost.move + cost.arrival / STAY


def a_machine(cost: Cost) -> tuple[float, float]:
    """How many players a core serves, and a machine, as its cores or its memory allow."""
    a_core = BUSY / person(cost)
    return a_core, min(CORES * a_core, GIGABYTES * 1024**2 / cost.memory)


def crowd(people: int, cost: Cost, shared: Shared | None) -> None:
    """Print what so many at once need: first without a word between processes, then with it."""
    appends = people * MOVES_A_SECOND
    own = people * person(cost)
    processes = math.ceil(own / BUSY)
    machines = math.ceil(people / a_machine(cost)[1])
    print(f"    {people:9,} at once: {appends:,.0f} appends/s, {own:,.1f} cores' work,", end=" ")
    print(f"{processes:,} processes on {machines:,} machines,", end=" ")
    print(f"at most {processes * (CONNECTIONS + 1):,} connections to databases")
    if shared is None:
        return
    hearing = appends * shared.heard
    print(f"      if every process hears of every append: {hearing:.1f} of its core", end="; ")
    if hearing < BUSY:
        print(f"{math.ceil(own / (BUSY - hearing)):,} processes in all")
    else:
        print("no number of processes is enough")
    cell = min(people, int(BUSY / 2 / shared.heard / MOVES_A_SECOND))
    cells = math.ceil(people / cell)
    in_each = math.ceil(cell * person(cost) / (BUSY - cell * MOVES_A_SECOND * shared.heard))
    print(f"      in cells of {cell:,} with a database each: {cells:,} cells", end=" ")
    print(f"of {in_each:,} processes, {cells * in_each:,} in all;", end=" ")
    print(f"{in_each * (CONNECTIONS + 1):,} connections to each database,", end=" ")
    print(f"{cell * MOVES_A_SECOND:,.0f} appends/s,", end=" ")
    print(f"{cell * MOVES_A_SECOND * shared.move:.1f} cores of its own")


def report(costs: dict[str, Cost], shared: Shared | None) -> None:
    """Print what was measured and what follows."""
    print(f"scale: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for name, cost in costs.items():
        a_core, machine = a_machine(cost)
        print(
            f"  {name:10} {cost.memory:6.0f} kB a session, {cost.arrival * 1000:5.1f} ms CPU",
            end="",
        )
        print(f" to come in, {cost.move * 1000:5.2f} ms CPU a move")
        print(f"    so {a_core:,.0f} players a core, {machine:,.0f} a machine")
    if shared is not None:
        most = 1 / shared.append
        print(
            f"  PostgreSQL: {shared.batched:,.0f} appends/s in batches from one process,", end=" "
        )
        print(f"{shared.append * 1e6:.0f} µs of its CPU each: {most:,.0f} a second a core")
        print(f"    {shared.commits:,.0f} commits/s with a notice each, so", end=" ")
        print(f"{shared.commits * WAIT:,.0f} processes wait {WAIT} s at most for each other")
        print(f"    through nodes {shared.move * 1e6:,.0f} µs of its CPU a move", end="; ")
        print(f"a process that only hears of it {shared.heard * 1e6:,.0f} µs", end=", ")
        print(f"so {BUSY / shared.heard:,.0f} appends/s are all that any process can hear")
    print(
        f"  assumed: everybody plays, {MOVES_A_SECOND} records a second each, stays {STAY / 60:.0f}"
        f" minutes; {BUSY:.0%} of a core used; a machine has {CORES} cores and {GIGABYTES} GB"
    )
    for name, cost in costs.items():
        print(f"  {name}")
        for people in CROWDS:
            crowd(people, cost, shared)


def main() -> None:
    """Read how much to measure, and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale-sessions", type=int, default=60)
    parser.add_argument("--scale-seconds", type=float, default=15.0)
    chosen, _ = parser.parse_known_args()
    cores = os.sched_getaffinity(0)
    with TemporaryDirectory(prefix="keltis-", dir=Path.cwd()) as name:
        folder = Path(name)
        parts = [folder / part for part in ("ssh", "native", "nodes")]
        for part in parts:
            part.mkdir()
        sessions = chosen.scale_sessions
        costs = {"plain ssh": asyncio.run(by_plain_ssh(parts[0], sessions, chosen.scale_seconds))}
        costs["native"] = asyncio.run(native(parts[1], sessions // 2, 40))
        os.sched_setaffinity(0, cores)
        shared = measure_shared(parts[2], 8)
    report(costs, shared)


if __name__ == "__main__":
    main()
