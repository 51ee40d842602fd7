"""An honest player's keys while one address floods the door, and while clients stop reading.

The server is `keltis serve` with the limits as they come, on a core of its own. The flood is a
process with the lowest priority on the other cores, so that it does not slow the player's own end.
"""

import argparse
import asyncio
import collections
import contextlib
import multiprocessing
import os
import random
import re
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import Self

import asyncssh

from benchmarks.doors.processes import cpu, memory
from benchmarks.doors.servers import Server, take_cores
from benchmarks.doors.visitor import LEFT, MY_TURN, RIGHT, Visitor

FLOODER, STALLER = "127.0.0.2", "127.0.0.3"
IDLE = 5000
"""Connections that are opened first, say nothing and stay."""
A_SECOND = 3000
"""Connections that are tried after that, each second."""
STALLED = 8
"""Clients that do not read: as many sessions as one address may have."""
FILLING = 200
"""How often each of them has pictures drawn until its line is full, twenty times a second."""


@contextlib.asynccontextmanager
async def keltis(folder: Path) -> AsyncIterator[Server]:
    """The server as people start it."""
    command = ["-m", "keltis", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(folder)]
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    take_cores(process.pid, server=True)
    assert process.stdout is not None
    said = b""
    while not (found := re.search(rb"ssh -p (\d+) ", said)):
        said += await process.stdout.readline()
    try:
        yield Server(int(found[1]), process.pid, "visitor")
    finally:
        process.kill()
        await process.wait()


class Flood:
    """Knocks from one address, in a process of its own; `counts` says what came of it."""

    def __init__(self, port: int) -> None:
        self.counts = multiprocessing.Array("q", 3)
        """Tried, refused in words, let in to log in."""
        self._process = multiprocessing.Process(target=self._run, args=(port,), daemon=True)

    def __enter__(self) -> Self:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()

    def _run(self, port: int) -> None:
        os.nice(19)
        _idle = [self._knock(port) for _ in range(IDLE)]
        open_now: collections.deque[socket.socket] = collections.deque()
        begin, tried = time.monotonic(), 0
        while True:
            due = int((time.monotonic() - begin) * A_SECOND)
            for _ in range(min(due - tried, 100)):
                open_now.append(self._knock(port))
                if len(open_now) > 300:
                    self._look(open_now.popleft())
            tried = due
            time.sleep(0.002)

    def _knock(self, port: int) -> socket.socket:
        line = socket.socket()
        line.setblocking(False)
        line.bind((FLOODER, 0))
        line.connect_ex(("127.0.0.1", port))
        self.counts[0] += 1
        return line

    def _look(self, line: socket.socket) -> None:
        """What the server said to one, before it hangs up."""
        with line, contextlib.suppress(OSError):
            self.counts[1 if b"SSH-" not in line.recv(99) else 2] += 1


async def keys(player: Visitor, seconds: float) -> list[float]:
    """How long each key takes until something of it is seen."""
    times: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await asyncio.sleep(random.uniform(0.01, 0.03))
        times.append(await player.answer(LEFT if len(times) % 2 else RIGHT))
    return times


class Staller(asyncssh.SSHClientSession[bytes]):
    """Has a huge terminal, opens and closes the help, and reads nothing of what is drawn."""

    async def come(self, port: int, key: asyncssh.SSHKey) -> None:
        """Log in."""
        self._conn = await asyncssh.connect(
            "127.0.0.1",
            port,
            local_addr=(STALLER, 0),
            username=f"stalled{id(self) % 99991}",
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
        )
        self._chan, _ = await self._conn.create_session(
            lambda: self, encoding=None, term_type="xterm", term_size=(400, 150), window=2**16
        )

    def look_around(self) -> None:
        """Have another picture drawn, and another."""
        self._chan.write(b"?\x1b[27u")

    def stop_reading(self) -> None:
        """From now on nothing is taken from the line, which is full after 64 KiB."""
        self._chan.pause_reading()


async def stall(server: Server, player: Visitor, seconds: float) -> None:
    """Print what clients cost that stop reading, and what they do to the player."""
    lines = [Staller() for _ in range(STALLED)]
    for line in lines:
        await line.come(server.port, asyncssh.generate_private_key("ssh-ed25519"))
    before, files = memory(server.process), _files(server)
    for line in lines:
        line.stop_reading()
    begin, most = time.monotonic(), 0.0
    for _ in range(FILLING):
        for line in lines:
            line.look_around()
        await asyncio.sleep(0.05)
    playing = asyncio.create_task(keys(player, seconds))
    while _files(server) > files - STALLED and time.monotonic() < begin + 100:
        await asyncio.sleep(0.2)
        most = max(most, memory(server.process) - before)
    cut = time.monotonic() - begin
    print(row("key to screen beside 8 stalled, p99", p99(await playing), "ms"))
    print(row("memory a stalled reader", most / STALLED / 1024, "MB", 2))
    print(row("the last of them cut off after", cut, "s", 30 + FILLING / 20 + 2))


def _files(server: Server) -> int:
    return len(list(Path(f"/proc/{server.process}/fd").iterdir()))


def p99(times: list[float]) -> float:
    """The milliseconds that 99 percent stayed below."""
    return quantiles(times, n=100, method="inclusive")[98] * 1000


def row(name: str, value: float, unit: str, most: float | None = None) -> str:
    """A line of the table, with the goal if there is one."""
    goal = "" if most is None else f"  {'reached' if value <= most else 'MISSED'} (≤ {most:g})"
    return f"  {name:40}{value:10,.2f} {unit}{goal}"


async def run(folder: Path, seconds: float) -> None:
    """Measure in quiet, in the flood, and beside those who do not read."""
    take_cores(os.getpid(), server=False)
    print(f"flood: load before {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    async with keltis(folder) as server:
        player = Visitor(server, asyncssh.generate_private_key("ssh-ed25519"))
        await player.come()
        player.press(b"\x1b[H ")
        await player.until(MY_TURN, 120)
        await keys(player, 1.0)
        quiet = await keys(player, seconds)
        before = memory(server.process)
        with Flood(server.port) as flood:
            while flood.counts[0] < IDLE + A_SECOND:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            began, worked, at = flood.counts[:], cpu(server.process), time.monotonic()
            flooded = await keys(player, seconds)
            tried, refused, let_in = (
                (now - then) / (time.monotonic() - at)
                for now, then in zip(flood.counts[:], began, strict=True)
            )
            worked = (cpu(server.process) - worked) / (time.monotonic() - at)
            grown = memory(server.process) - before
        await asyncio.sleep(2)
        again = await keys(player, seconds)
        print(row("key to screen in quiet, p99", p99(quiet), "ms"))
        print(row("key to screen in the flood, p99", p99(flooded), "ms"))
        print(row("flood to quiet, p99", p99(flooded) / p99(quiet), "×", 2))
        print(row("key to screen after the flood, p99", p99(again), "ms"))
        print(row("knocks a second", tried, "/s"))
        print(row("refused in words", refused, "/s"))
        print(row("let in to log in", let_in, "/s"))
        print(row("the server's core busy", worked * 100, "%"))
        print(row("memory grown in the flood", grown / 1024, "MB", 20))
        await stall(server, player, seconds)
    print(f"  load after {os.getloadavg()[0]:.1f}")


def main() -> None:
    """Read how long to measure, and measure in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="about two minutes (the default)")
    parser.add_argument("--full", action="store_true", help="each part for a minute")
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-") as folder:
        asyncio.run(run(Path(folder), 60.0 if chosen.full else 12.0))


if __name__ == "__main__":
    main()
