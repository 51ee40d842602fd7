"""Would the tests notice? Breaks the rules in one small way at a time and runs the tests on it.

`python -m tests.mutants` prints for each module how many of a sample were noticed, the 95 %
interval of that share, and what nobody noticed. `--modules dice fair` limits it to some modules,
`--lines dice:310 dice:312` to everything that can be broken on some lines.
"""

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import math
import os
import re
import resource
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import hypothesis  # noqa: F401 - here once, so that not every run has to load it
import pytest

from tests.mutations import Mutant, broken, mutants

ROOT: Final = Path(__file__).parent.parent
ENGINE: Final = "engine/keltis_engine"
COPIED: Final = ("engine", "protocol", "tests/engine", "tests/reference", "tests/playthroughs")
SLACK: Final = 5
"""A run that takes so many times the usual processor time is taken for endless: noticed."""
MEMORY: Final = 2 << 30
"""A run that takes more bytes is noticed too."""

OWN_TESTS: Final = {
    "keltis": "test_keltis_",
    "oracle": "test_oracle_(tiles|moves|end)",
    "dice": "test_dice_rules",
    "stones": "test_stones_rules",
}
"""How the test files of each game's rules begin."""
MODULES: Final[dict[str, tuple[str, ...]]] = {
    "rules/dice": ("dice",),
    "rules/stones": ("stones",),
    "rules/keltis": ("keltis",),
    "rules/oracle": ("oracle",),
    "parts/card_play": ("keltis", "oracle"),
    "parts/cards": ("keltis",),
    "parts/rows": ("keltis", "oracle"),
    "parts/dice_board": ("dice",),
    "parts/oracle_board": ("oracle",),
    "parts/stone_field": ("stones",),
    "parts/paths": ("keltis",),
    "parts/scoring": ("stones", "dice"),
    "fair": ("stones",),
}
"""The modules with anything to break, each with the games whose tests should notice."""


def tests_for(module: str, collected: Sequence[str]) -> list[list[str]]:
    """The tests that matter to a module for two players, in rounds, the quick ones first."""
    games = MODULES[module]
    own = "|".join(OWN_TESTS[game] for game in games)
    option = "(-[a-z_]+=(easy|hard|off|on))?(-games=1|-[a-z]+)?"
    cases = "|".join(rf"\[{game}-2{option}\]" for game in games)
    rounds = (
        [r"test_fair\.py" if module == "fair" else r"$^", rf"tests/engine/({own})"],
        [rf"test_playthroughs\.py.*({cases})", r"test_worked_examples\.py"],
        [rf"test_laws\.py.*({cases})", rf"test_second_opinion\.py.*({cases})"],
    )
    return [
        [test for each in wanted for test in collected if re.search(each, test)]
        for wanted in rounds
    ]


class Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module of the engine broken instead of whole."""

    def __init__(self, module: str, text: str) -> None:
        self.name = "keltis_engine." + module.replace("/", ".")
        self.text = text

    def find_spec(
        self, name: str, path: object = None, target: object = None
    ) -> importlib.machinery.ModuleSpec | None:
        """This finder's own answer for its module, nothing for others."""
        return importlib.util.spec_from_loader(name, self) if name == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the broken text."""
        exec(compile(self.text, self.name, "exec"), module.__dict__)


class Workshop:
    """A copy of the engine and its tests, and the runs going on in it."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.folder = folder
        self.jobs = jobs
        self.running: dict[int, Mutant] = {}
        for name in COPIED:
            leave = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=leave)
        for name in ("pyproject.toml", "tests/conftest.py"):
            shutil.copy(ROOT / name, folder / name)

    def run(self, rounds: list[list[str]], said: Path, seconds: int = -1, *finders: Broken) -> int:
        """Start pytest in a process of its own, until a round fails; the id of that process."""
        child = os.fork()
        if child:
            return child
        out = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.chdir(self.folder)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if seconds > 0:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        sys.meta_path[:0] = finders
        sys.path[:] = [
            str(self.folder),
            *(path for path in sys.path if path not in ("", str(ROOT))),
        ]
        for name in [name for name in sys.modules if name.split(".")[0] == "tests"]:
            del sys.modules[name]
        options = ["-p", "no:cacheprovider", "-q", "-x", "--tb=no"]
        options += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
        os._exit(next(filter(None, (pytest.main([*options, *each]) for each in rounds)), 0))

    def answer(self, rounds: list[list[str]]) -> tuple[int, float, str]:
        """Run pytest on the whole engine: its answer, its processor time, what it says."""
        said = self.folder / "said"
        _, status, used = os.wait4(self.run(rounds, said), 0)
        return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, said.read_text()

    def finished(self) -> tuple[Mutant, str]:
        """Wait for the next mutant to be done with: `killed`, `endless` or `survived`."""
        child, status, _ = os.wait4(-1, 0)
        code = os.waitstatus_to_exitcode(status)
        return self.running.pop(child), "endless" if code < 0 else "killed" if code else "survived"

    def try_out(
        self, module: str, chosen: list[Mutant], rounds: list[list[str]], seconds: int
    ) -> list[str]:
        """What the tests make of each mutant; what survives is printed."""
        waiting, verdicts = chosen[:], list[str]()
        whole = (self.folder / ENGINE / f"{module}.py").read_text()
        while waiting or self.running:
            while waiting and len(self.running) < self.jobs:
                mutant = waiting.pop()
                finder = Broken(module, broken(whole, mutant))
                self.running[self.run(rounds, Path(os.devnull), seconds, finder)] = mutant
            mutant, verdict = self.finished()
            verdicts.append(verdict)
            if verdict == "survived":
                print(f"  survived {module}:{mutant.line}  {mutant.change}", flush=True)
        return verdicts


def interval(killed: int, tried: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the share of mutants killed, in per cent."""
    z = 1.96
    share, spread = killed / tried, z * z / tried
    middle = (share + spread / 2) / (1 + spread)
    reach = z / (1 + spread) * math.sqrt(share * (1 - share) / tried + spread / tried / 4)
    return 100 * (middle - reach), 100 * min(1.0, middle + reach)


def summary(name: str, verdicts: Sequence[str]) -> str:
    """A line of the report."""
    tried, endless = len(verdicts), verdicts.count("endless")
    noticed = tried - verdicts.count("survived")
    low, high = interval(noticed, tried)
    return (
        f"{name:20} {noticed:4} of {tried:4} noticed: {100 * noticed / tried:5.1f} % "
        f"({low:.1f} to {high:.1f}), {endless} of them by never ending"
    )


def sample(module: str, folder: Path, arguments: argparse.Namespace) -> list[Mutant]:
    """The mutants of a module that are tried: on the lines asked for, or so many at random."""
    every = list(mutants((folder / ENGINE / f"{module}.py").read_text()))
    if arguments.lines:
        name = module.rpartition("/")[2]
        return [mutant for mutant in every if f"{name}:{mutant.line}" in arguments.lines]
    count = arguments.rules if module.startswith("rules/") else arguments.parts
    return Random(f"{module} {arguments.seed}").sample(every, min(count, len(every)))


def try_module(module: str, workshop: Workshop, arguments: argparse.Namespace) -> list[str]:
    """Try a module's sample and print the outcome; the verdicts."""
    chosen = sample(module, workshop.folder, arguments)
    if not chosen:
        return []
    _, _, said = workshop.answer([["--collect-only", "tests/engine", "tests/reference"]])
    rounds = tests_for(module, [line for line in said.splitlines() if "::" in line])
    code, usual, said = workshop.answer(rounds)
    if code != 0:
        sys.exit(f"the tests fail on the whole engine:\n{said[-3000:]}")
    verdicts = workshop.try_out(module, chosen, rounds, math.ceil(SLACK * usual))
    print(summary(module, verdicts), f"({sum(map(len, rounds))} tests, {usual:.0f} s)", flush=True)
    return verdicts


def main() -> None:
    """Try everything that was asked for and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--modules", nargs="*", default=[], help="last names; all by default")
    parser.add_argument("--lines", nargs="*", default=[], help="module:line, all mutants there")
    parser.add_argument("--rules", type=int, default=80, help="sample of a module in rules/")
    parser.add_argument("--parts", type=int, default=40, help="sample of any other module")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    arguments = parser.parse_args()
    verdicts: list[str] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        workshop = Workshop(Path(folder), arguments.jobs)
        for module in MODULES:
            if not arguments.modules or module.rpartition("/")[2] in arguments.modules:
                verdicts += try_module(module, workshop, arguments)
    if verdicts:
        print(summary("all", verdicts))


if __name__ == "__main__":
    main()
