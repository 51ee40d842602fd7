"""The compiled engine is the same engine."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.engine.answers import lines

ROOT = Path(__file__).parents[2]
COMPILED = ("fair", "match", "position", "parts.", "rules.", "bots.")

needs_a_compiler = pytest.mark.skipif(
    not shutil.which("cc") or not find_spec("mypyc") or not find_spec("setuptools"),
    reason="compiling the engine needs a C compiler, mypyc and setuptools",
)


@pytest.mark.long
@pytest.mark.slow
@needs_a_compiler
def test_compiled_engine_plays_the_very_same_games(tmp_path: Path) -> None:
    """Moves, views, events, scores, refusals, imagined positions, bots and counts of the tree."""
    compile_py = ROOT / "engine" / "compile.py"
    subprocess.run([sys.executable, compile_py, tmp_path / "engine", "--quick"], check=True)
    path = os.pathsep.join(map(str, (tmp_path / "engine", ROOT)))
    said = subprocess.run(
        [sys.executable, "-m", "tests.engine.answers"],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.splitlines()
    expected = list(lines())
    assert said[: len(expected)] == expected
    found = dict(line.split(" is ") for line in said[len(expected) :])
    compiled = {
        name: file
        for name, file in found.items()
        if name.startswith(tuple(f"keltis_engine.{part}" for part in COMPILED))
        and not name.endswith("_said")
        and not file.endswith("__init__.py")
    }
    assert "keltis_engine.rules.keltis" in compiled
    for name, file in compiled.items():
        assert file.endswith(tuple(EXTENSION_SUFFIXES)), f"{name} is interpreted"
        assert Path(file).is_relative_to(tmp_path)
