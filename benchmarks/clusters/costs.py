"""What a session and a move cost, by plain ssh and natively, as the kernel counts it."""

import asyncio
import contextlib
import os
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from benchmarks.clusters.nodes import HERE, Pair
from benchmarks.doors.measuring import move_on, sit_down
from benchmarks.doors.processes import cpu, memory
from benchmarks.doors.servers import python_server, take_cores
from benchmarks.doors.visitor import Visitor
from tests.attacks.honest import Paid
from tests.attacks.program import Program

TOGETHER = 10
"""How many come at the same time."""
SETTLE = 2.0


@dataclass
class Cost:
    """Of one session; seconds of CPU and kilobytes."""

    memory: float = 0.0
    arrival: float = 0.0
    move: float = 0.0
    """For each move that is logged, with the keys that led to it and with telling it to all."""


async def by_plain_ssh(folder: Path, sessions: int, seconds: float) -> Cost:
    """People who play against bots with random keys, all of them at once."""
    cost = Cost()
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(sessions)]
    take_cores(os.getpid(), server=False)
    async with python_server("ours.py", folder) as server:
        warm = Visitor(server, keys[0], sessions)
        await warm.come()
        await warm.leave()
        before, worked = memory(server.process), cpu(server.process)
        visitors = [Visitor(server, key, n) for n, key in enumerate(keys)]
        for start in range(0, sessions, TOGETHER):
            await asyncio.gather(*(each.come() for each in visitors[start : start + TOGETHER]))
        cost.arrival = (cpu(server.process) - worked) / sessions
        for start in range(0, sessions, TOGETHER):
            await sit_down(visitors[start : start + TOGETHER])
        await asyncio.sleep(SETTLE)
        cost.memory = (memory(server.process) - before) / sessions
        logged, worked = _logged(folder), cpu(server.process)
        end = asyncio.get_running_loop().time() + seconds
        await asyncio.gather(*(move_on(visitor, end) for visitor in visitors))
        cost.move = (cpu(server.process) - worked) / max(1, _logged(folder) - logged)
        await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return cost


async def native(folder: Path, pairs: int, moves: int) -> Cost:
    """Programs that play in pairs on one process."""
    cost = Cost()
    async with python_server("ours.py", folder) as server, contextlib.AsyncExitStack() as stack:
        async with Program(server.port, HERE, Paid(), login="warm"):
            pass
        before, worked = memory(server.process), cpu(server.process)
        ports = (server.port, server.port)
        made = [
            await stack.enter_async_context(Pair.seated(ports, f"n{number}x"))
            for number in range(pairs)
        ]
        cost.arrival = (cpu(server.process) - worked) / (2 * pairs)
        await asyncio.sleep(SETTLE)
        cost.memory = (memory(server.process) - before) / (2 * pairs)
        worked = cpu(server.process)
        made_moves = await played(made, moves)
        cost.move = (cpu(server.process) - worked) / made_moves
    return cost


async def played(pairs: list[Pair], moves: int) -> int:
    """Have every pair make so many moves; how many there were."""

    async def one(pair: Pair) -> int:
        count = 0
        while count < moves and pair.to_act is not None:
            await pair.move()
            count += 1
        return count

    return sum(await asyncio.gather(*map(one, pairs)))


def _logged(folder: Path) -> int:
    """How many records stand in all logs."""
    with contextlib.closing(sqlite3.connect(folder / "games.db")) as db:
        (count,) = db.execute("select count(*) from event").fetchone()
    return int(count)
