"""The five import contracts hold, and a brick taken out of any of them is noticed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "protocol", "server", ".")
PACKAGES = (
    "engine/keltis_engine",
    "protocol/keltis_protocol",
    "server/keltis_server",
    "keltis_tui",
    "keltis",
)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house, in which a wall may be broken."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def inspect(house: Path) -> subprocess.CompletedProcess[str]:
    """Have import-linter look at a copy of the house."""
    path = os.pathsep.join(str(house / folder) for folder in FOLDERS)
    linter = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [linter, "--no-cache"],
        cwd=house,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_five_contracts_are_kept(house: Path) -> None:
    result = inspect(house)
    assert "5 kept, 0 broken" in result.stdout, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "brick", "contract"),
    [
        ("protocol/keltis_protocol/frames.py", "keltis_engine.fair", "the two pillars do not know"),
        ("engine/keltis_engine/fair.py", "random", "The engine is pure"),
        ("engine/keltis_engine/rules/dice.py", "keltis_engine.rules.keltis", "Rule sets do not"),
        ("protocol/keltis_protocol/frames.py", "socket", "The protocol does no"),
        ("server/keltis_server/house.py", "asyncssh", "One place knows asyncssh"),
        ("server/keltis_server/house.py", "sqlite3", "One place knows asyncssh"),
        ("server/keltis_server/house.py", "keltis_tui.app", "One place knows asyncssh"),
        ("keltis_tui/app.py", "asyncssh", "One place knows asyncssh"),
    ],
)
def test_a_broken_contract_is_noticed(house: Path, module: str, brick: str, contract: str) -> None:
    file = house / module
    file.write_text(f"{file.read_text(encoding='utf-8')}\nimport {brick}\n", encoding="utf-8")
    result = inspect(house)
    assert result.returncode != 0
    broken = [line for line in result.stdout.splitlines() if "BROKEN" in line or contract in line]
    assert any(contract in line for line in broken), result.stdout
    assert "1 broken" in result.stdout
