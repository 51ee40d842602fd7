"""How much faster the compiled engine (`make compiled`) is than the pure one, in the same run.

Random play is driven from a Python loop, which takes time of its own: an engine that took none
would reach the ratio in the last column. Playouts run inside the engine, chance and all.
"""

import argparse
import os
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from statistics import median

from benchmarks.engine import PLAYOUTS, ROOT, Worker, measure

COMPILED = ROOT / "build" / "compiled"
PYTHON = Path(sys.executable)
GOAL = 3.0
"""How many times as fast as pure the compiled engine should be."""


def extension() -> Path | None:
    """The file that a compiled rule set really is, unless it is missing or out of date."""
    found = subprocess.run(
        [PYTHON, "-c", "import keltis_engine.rules.keltis as it; print(it.__file__)"],
        env={**os.environ, "PYTHONPATH": str(COMPILED)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    file = Path(found.stdout.strip())
    sources = (ROOT / "engine").rglob("*.py")
    newest = max(source.stat().st_mtime for source in sources)
    made = file.name.endswith(tuple(EXTENSION_SUFFIXES)) and file.stat().st_mtime > newest
    return file if made else None


def times_as_fast(one: Worker, other: Worker) -> float:
    """How many times as fast as the other one is, the median over the rounds."""
    pairs = zip(one.speeds, other.speeds, strict=True)
    return median(mine / theirs for mine, theirs in pairs)


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="slices for each engine")
    arguments, _ = parser.parse_known_args()
    if not extension():
        print("No compiled engine, or an old one: `make compiled` makes it.")
        return

    from keltis_engine.rules import SINGLE_GAMES

    games = [(game, seats) for game, rules in SINGLE_GAMES.items() for seats in rules.seats]
    pairs = {
        (kind, game, seats): [
            Worker(build, f"{kind}{game}/{seats}", PYTHON, folder)
            for build, folder in (("pure", None), ("compiled", COMPILED))
        ]
        for game, seats in games
        for kind in ("", PLAYOUTS)
    }
    loop = Worker("loop", "nothing", PYTHON)
    measure([*(worker for pair in pairs.values() for worker in pair), loop], arguments.rounds)
    print(f"{'goal: ' + str(GOAL) + ' times pure':22}{'random moves/s':>30}{'playouts/s':>30}")
    print(f"{'':22}{'pure compiled ratio':>30}{'pure compiled ratio':>30}{'no engine':>12}")
    for game, seats in games:
        row = f"{game}, {seats} players"
        print(f"{row:22}", end="")
        for kind in ("", PLAYOUTS):
            pure, compiled = pairs[kind, game, seats]
            print(f"{median(pure.speeds):>12,.0f}{median(compiled.speeds):>12,.0f}", end="")
            print(f"{times_as_fast(compiled, pure):>6.2f}", end="")
        print(f"{times_as_fast(loop, pairs['', game, seats][0]):>12.2f}")


if __name__ == "__main__":
    main()
