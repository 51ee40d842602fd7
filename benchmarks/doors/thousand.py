"""A thousand sessions on `keltis serve --workers 2`, a tenth of them playing.

The server is the real command, its workers free to use every core; all visitors are asyncssh
clients in this one process, which share those cores with it. So the times are what a person would
see plus what a busy client adds, and never less than that.
"""

import asyncio
import contextlib
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncssh

from benchmarks.doors.measuring import play, sit_down
from benchmarks.doors.processes import cpu, memory
from benchmarks.doors.servers import Server
from benchmarks.doors.visitor import Visitor

SETTLE = 10.0
"""Seconds until everybody's arrival has been told to everybody."""
TOGETHER = 8
"""How many come at the same time."""
LIMITS = """
[door]
waiting = 10000
waiting_per_source = 10000
arrivals_per_second = 10000
arrivals_burst = 10000
sessions_per_source = 10000
[house]
names_per_source = 10000
tables_per_source = 10000
source_cost_per_second = 1000000
source_cost_burst = 1000000
drawn_cells_per_second = 1000000000
drawn_cells_burst = 1000000000
"""
"""All visitors come from one address, which no limit expects."""


@dataclass
class Crowd:
    """What was found."""

    sessions: int
    arrival: float = 0.0
    """Seconds from the first connection to the last first picture."""
    arrival_work: float = 0.0
    """Seconds of the server's work for each of them."""
    before: float = 0.0
    """Kilobytes of the server before anybody came …"""
    memory: float = 0.0
    """… and with everybody there, a tenth playing."""
    times: list[float] = field(default_factory=list)
    """Seconds from a key to the screen."""
    work: float = 0.0
    """Cores that the server used while a tenth played …"""
    own_work: float = 0.0
    """… and that the visitors used."""


@contextlib.asynccontextmanager
async def workers_server(folder: Path, workers: int) -> AsyncIterator[Server]:
    """`keltis serve --workers` on a free port."""
    limits = folder / "limits.toml"
    limits.write_text(LIMITS)
    command = [sys.executable, "-P", "-m", "keltis", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(folder / "thousand"), "--limits", str(limits)]
    with (folder / "server.log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            *command,
            "--workers",
            str(workers),
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
    try:
        assert process.stdout is not None
        port = 0
        while b"Data:" not in (line := await process.stdout.readline()):
            if not line:
                raise RuntimeError((folder / "server.log").read_text())
            if found := re.search(rb"ssh -p (\d+)", line):
                port = int(found[1])
        yield Server(port, process.pid, "visitor")
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        await process.wait()


async def measure_crowd(folder: Path, sessions: int, workers: int, seconds: float) -> Crowd:
    """Have so many come, let a tenth of them play, and see what it costs."""
    found = Crowd(sessions)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(sessions)]
    async with workers_server(folder, workers) as server:
        found.before = memory(server.process)
        visitors = [Visitor(server, key, n) for n, key in enumerate(keys)]
        began, worked = time.perf_counter(), cpu(server.process)
        for start in range(0, sessions, TOGETHER):
            await asyncio.gather(*(each.come() for each in visitors[start : start + TOGETHER]))
        found.arrival = time.perf_counter() - began
        found.arrival_work = (cpu(server.process) - worked) / sessions
        players = visitors[::10]
        for start in range(0, len(players), TOGETHER):
            await sit_down(players[start : start + TOGETHER])
        await asyncio.sleep(SETTLE)
        worked, own, start_at = cpu(server.process), time.process_time(), time.perf_counter()
        found.times = await play(players, seconds)
        took = time.perf_counter() - start_at
        found.work = (cpu(server.process) - worked) / took
        found.own_work = (time.process_time() - own) / took
        found.memory = memory(server.process)
        await asyncio.gather(*(visitor.leave() for visitor in visitors))
    return found
