"""Each attack of `tests/attacks` beside an honest player: what the player sees, what it costs whom.

Every row has a server of its own, `keltis serve` with the limits as they come, on a core of its
own. The attacker is a process with the lowest priority on the other cores, where the player is too.
"""

import argparse
import asyncio
import concurrent.futures
import contextlib
import importlib
import json
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Self

from benchmarks.doors.processes import memory
from benchmarks.doors.servers import take_cores
from tests.attacks.honest import ROOT, Attack, Honest, Paid, Times, attacked, measure
from tests.e2e.conftest import Server

QUICK, FULL = 3.0, 10.0
"""Seconds that are measured in quiet, and again under the attack."""
LATE = 60.0
"""Seconds after which an attack that should have ended is ended."""
TIMES_QUIET, ENOUGH = 2.0, 25.0
"""p95 may be so many times that in quiet, or so many milliseconds."""
FIRST_PICTURE = 2000.0
"""Milliseconds that the worst newcomer's first picture may take."""
MEMORY = 50.0
"""Megabytes that the server may grow by, however long it is attacked."""
HEAD = (
    *("threat", "attack", "quiet p50", "quiet p95", "p50", "p95", "first picture", "failures"),
    *("memory", "connections", "sent", "refused", "verdict"),
)


async def nothing(_port: int, seconds: float) -> Paid:
    """Keep the attacker's own core busy and leave the server alone."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass
    return Paid()


@dataclass(frozen=True)
class Row:
    """One attack: the module `tests/attacks/test_<module>.py` names it in its `ATTACKS`.

    `ATTACKS` is a `dict[str, Attack]`, the worst of them first. A module may also have `PREPARE`, a
    function that is given the folder of the server's data before the server starts.
    """

    module: str
    name: str

    @property
    def threat(self) -> str:
        """As it is called in server/SECURITY.md."""
        return self.module.partition("_")[0].upper()

    @property
    def attack(self) -> Attack:
        if self == NOTHING:
            return nothing
        attacks: dict[str, Attack] = _module(self.module).ATTACKS
        return attacks[self.name]

    def prepare(self, data: Path) -> None:
        """Lay out what the attack needs to find."""
        if self != NOTHING and hasattr(_module(self.module), "PREPARE"):
            prepare: Callable[[Path], object] = _module(self.module).PREPARE
            prepare(data)


NOTHING = Row("none", "a busy attacker who leaves the server alone")
"""If this is missed, the machine is too busy for the other rows to mean anything."""


@dataclass(frozen=True)
class Found:
    """What came of one attack."""

    quiet: Times
    under: Times
    grown: float
    """Megabytes."""
    paid: Paid | None
    """None if the attack broke off."""

    @property
    def missed(self) -> list[str]:
        """What was not reached."""
        goals = {
            "p95": self.under.p95 <= max(TIMES_QUIET * self.quiet.p95, ENOUGH),
            "first picture": self.under.first_picture <= FIRST_PICTURE,
            "memory": self.grown <= MEMORY,
            "failures": self.under.failures == 0,
            "failures in quiet": self.quiet.failures == 0,
            "attack broke off": self.paid is not None,
        }
        return [goal for goal, reached in goals.items() if not reached]

    @property
    def cells(self) -> tuple[str, ...]:
        """Everything after the name, as the head has it."""
        quiet, under, paid = self.quiet, self.under, self.paid or Paid()
        return (
            *(f"{value:.1f} ms" for value in (quiet.p50, quiet.p95, under.p50, under.p95)),
            f"{under.first_picture:,.0f} ms",
            f"{under.failures}",
            f"{self.grown:+.1f} MB",
            f"{paid.connections:,}",
            f"{paid.bytes_sent / 1e6:,.2f} MB",
            f"{paid.refused:,}",
            "MISSED: " + ", ".join(self.missed) if self.missed else "held",
        )


class Attacker:
    """A process that attacks when it is told to, and says what it paid."""

    def __init__(self, row: Row, port: int, seconds: float) -> None:
        self._command = [sys.executable, __file__, "--as-attacker", row.module, row.name]
        self._command += [str(port), str(seconds)]
        self._patience = seconds + LATE

    def __enter__(self) -> Self:
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def begin(self) -> None:
        """Attack."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()

    def paid(self) -> Paid | None:
        """Wait for its end."""
        try:
            said, _ = self._process.communicate(timeout=self._patience)
        except subprocess.TimeoutExpired:
            return None
        return Paid(**json.loads(said)) if self._process.returncode == 0 else None


def as_attacker(module: str, name: str, port: str, seconds: str) -> None:
    """Be that process."""
    os.nice(19)
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # sockets cut off are what it is for
    attack = Row(module, name).attack
    print("ready", flush=True)
    sys.stdin.readline()

    async def paid() -> Paid:
        return await attacked(attack, int(port), float(seconds))

    print(json.dumps(vars(asyncio.run(paid()))))


@contextlib.contextmanager
def serving(row: Row) -> Iterator[Server]:
    """A fresh server on the first core."""
    with TemporaryDirectory(prefix="keltis-") as folder:
        data = Path(folder) / "data"
        row.prepare(data)
        take_cores(os.getpid(), server=True)
        server = Server(data).start()
        take_cores(os.getpid(), server=False)
        try:
            yield server
        finally:
            server.stop(signal.SIGKILL)


def measured(row: Row, seconds: float) -> Found:
    """The honest in quiet, then beside the attack."""
    with serving(row) as server, Attacker(row, server.port, seconds) as attacker:
        quiet = measure(server.port, seconds)
        before = most = memory(server.pid)
        with (
            Honest(server.port, seconds) as honest,
            concurrent.futures.ThreadPoolExecutor() as threads,
        ):
            attacker.begin()
            seeing = threads.submit(honest.times)
            while not concurrent.futures.wait([seeing], 0.5).done:
                most = max(most, memory(server.pid))
            under = seeing.result()
        paid = attacker.paid()
        most = max(most, memory(server.pid))
    return Found(quiet, under, (most - before) / 1024, paid)


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"tests.attacks.test_{name}")


def rows(only: str, *, every: bool) -> list[Row]:
    """Every attack of the files whose name begins so, or only the first of each file."""
    files = sorted((ROOT / "tests" / "attacks").glob("test_t[0-9]*.py"))
    modules = [file.stem.removeprefix("test_") for file in files]
    return [
        Row(module, name)
        for module in modules
        if module.startswith(only.lower())
        for name in list(getattr(_module(module), "ATTACKS", {}))[: None if every else 1]
    ]


def main() -> None:
    """Measure what is asked for, a line of a Markdown table each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few seconds a row (the default)")
    parser.add_argument("--every", action="store_true", help="more than one attack a threat")
    parser.add_argument("--full", action="store_true", help="every attack, half a minute a row")
    parser.add_argument("--only", default="", metavar="t25", help="every attack of one threat")
    parser.add_argument("--as-attacker", nargs=4, help=argparse.SUPPRESS)
    chosen, _ = parser.parse_known_args()
    if chosen.as_attacker:
        as_attacker(*chosen.as_attacker)
        return
    print(f"attacks: load before {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}", flush=True)
    missed = 0
    every = chosen.every or chosen.full or bool(chosen.only)
    for row in [NOTHING, *rows(chosen.only, every=every)]:
        found = measured(row, FULL if chosen.full else QUICK)
        missed += bool(found.missed)
        print(f"| {' | '.join((row.threat, row.name, *found.cells))} |", flush=True)
    print(f"\n  {missed} missed; load after {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
