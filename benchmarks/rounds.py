"""Connect, play, drop, again and again over SSH: what the server keeps of it (T23).

Eight people take turns, each coming back to their own table, so that nothing but a leak grows.
"""

import argparse
import asyncio
import os
from math import sqrt
from pathlib import Path
from statistics import linear_regression, mean
from tempfile import TemporaryDirectory

import asyncssh

from benchmarks.doors.processes import memory
from benchmarks.doors.servers import Server, python_server, take_cores
from benchmarks.doors.visitor import LEFT, MY_TURN, RIGHT, Visitor

PEOPLE = 8
STEPS = 20
"""How often memory is looked at."""


async def play(server: Server, key: asyncssh.SSHKey, number: int) -> None:
    """Come in, sit down at one's table, move the cursor, and drop the line."""
    visitor = Visitor(server, key, number % PEOPLE)
    await visitor.come()
    visitor.press(b"\x1b[H " if number < PEOPLE else b"\r")
    await visitor.until(MY_TURN, 60)
    for cursor in (RIGHT, LEFT):
        await visitor.answer(cursor)
    await visitor.leave()


def files(server: Server) -> int:
    """How many files and sockets the server has open."""
    return len(list(Path(f"/proc/{server.process}/fd").iterdir()))


def trend(kept: list[float]) -> tuple[float, float]:
    """How much more is kept with each step, by least squares, and twice its standard error."""
    steps = range(len(kept))
    slope, start = linear_regression(steps, kept)
    middle = mean(steps)
    spread = sum((step - middle) ** 2 for step in steps)
    off = sum((each - start - slope * step) ** 2 for step, each in enumerate(kept))
    return slope, 2 * sqrt(off / (len(kept) - 2) / spread)


async def run(folder: Path, rounds: int) -> None:
    """Play the rounds and print what was kept on the way."""
    take_cores(os.getpid(), server=False)
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(PEOPLE)]
    async with python_server("ours.py", folder) as server:
        for number in range(100):
            await play(server, keys[number % PEOPLE], number)
        await asyncio.sleep(1)
        open_before, kept = files(server), [memory(server.process)]
        print(f"rounds: {kept[0] / 1024:.1f} MB and {open_before} files after the first 100")
        for _ in range(STEPS):
            for number in range(PEOPLE, PEOPLE + rounds // STEPS):
                await play(server, keys[number % PEOPLE], number)
            kept.append(memory(server.process))
        await asyncio.sleep(1)
        slope, doubt = trend(kept)
        percent = STEPS / rounds * 1000 / kept[0] * 100
        print("  MB on the way:", *(f"{each / 1024:.2f}" for each in kept))
        if slope * percent <= 0.1:
            verdict = "reached"
        else:
            verdict = "MISSED" if slope > doubt else "not to be told from nothing"
        print(f"  in a thousand rounds: {slope * percent:+.2f} ± {doubt * percent:.2f} %", end="")
        print(f"  {verdict} (≤ 0.1)")
        print(f"  files more than before: {files(server) - open_before}  (0)")


def main() -> None:
    """Read how many rounds to play, and play them in a folder of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--full", action="store_true", help="ten thousand rounds")
    chosen, _ = parser.parse_known_args()
    with TemporaryDirectory(prefix="keltis-") as folder:
        asyncio.run(run(Path(folder), 10_000 if chosen.full else chosen.rounds))


if __name__ == "__main__":
    main()
