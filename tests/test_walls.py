"""The import contracts hold, and a brick taken out of any of them is noticed."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("engine", "protocol", "bots", "words", "server", ".")
PACKAGES = (
    "engine/keltis_engine",
    "protocol/keltis_protocol",
    "bots/keltis_bots",
    "words/keltis_words",
    "server/keltis_server",
    "keltis_tui",
    "keltis",
)


@pytest.fixture
def game_server(tmp_path: Path) -> Path:
    """A copy of the house, in which a wall may be broken."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def inspect(game_server: Path) -> subprocess.CompletedProcess[str]:
    """Have import-linter look at a copy of the house."""
    path = os.pathsep.join(str(game_server / folder) for folder in FOLDERS)
    linter = Path(sys.executable).with_name("lint-imports")
    return subprocess.run(
        [linter, "--no-cache"],
        cwd=game_server,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_contracts_are_kept(game_server: Path) -> None:
    result = inspect(game_server)
    assert "12 kept, 0 broken" in result.stdout, result.stdout + result.stderr


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "brick", "contract"),
    [
        (
            "protocol/keltis_protocol/frames.py",
            "keltis_engine.fair",
            "two pillars that do not know",
        ),
        ("engine/keltis_engine/fair.py", "keltis_words.glyphs", "words below them"),
        ("engine/keltis_engine/fair.py", "random", "The engine is pure"),
        ("engine/keltis_engine/rules/dice.py", "keltis_engine.rules.keltis", "Rule sets do not"),
        ("protocol/keltis_protocol/frames.py", "socket", "The protocol does no"),
        ("server/keltis_server/server.py", "numpy", "Only players who learned know numpy"),
        ("bots/keltis_bots/masters.py", "keltis_protocol.link", "Players who learned know"),
        ("server/keltis_server/server.py", "asyncssh", "One place knows asyncssh"),
        ("server/keltis_server/server.py", "sqlite3", "One place knows asyncssh"),
        ("server/keltis_server/server.py", "keltis_tui.textual_app", "One place knows asyncssh"),
        ("keltis_tui/textual_app.py", "asyncssh", "One place knows asyncssh"),
        ("keltis_tui/session.py", "textual", "One place knows asyncssh"),
        ("keltis_tui/table/log.py", "keltis_tui.settings_file", "In keltis_tui: canvas <"),
        (
            "keltis_tui/screens/screen.py",
            "keltis_tui.canvas_widget",
            "In keltis_tui: canvas <",
        ),
        (
            "server/keltis_server/people/visit.py",
            "keltis_server.tables.table",
            "In keltis_server: store, cluster < people",
        ),
        (
            "server/keltis_server/tables/table.py",
            "keltis_server.tables.decide",
            "No circles between the modules of people",
        ),
        ("keltis_tui/canvas/text.py", "keltis_tui.canvas.bars", "No circles in keltis_tui"),
        ("words/keltis_words/words.py", "keltis_words.sentences", "No circles in keltis_tui"),
        (
            "server/keltis_server/terminal/client.py",
            "keltis_server.terminal.output.writer",
            "No circles in keltis_tui",
        ),
        (
            "server/keltis_server/ssh/session.py",
            "keltis_server.ssh.listener",
            "No circles in keltis_tui",
        ),
        ("keltis_tui/games/dice/board.py", "keltis_tui.games.oracle.spiral", "Games in keltis_tui"),
    ],
)
def test_a_broken_contract_is_noticed(
    game_server: Path, module: str, brick: str, contract: str
) -> None:
    file = game_server / module
    file.write_text(f"{file.read_text(encoding='utf-8')}\nimport {brick}\n", encoding="utf-8")
    result = inspect(game_server)
    assert result.returncode != 0
    broken = [line for line in result.stdout.splitlines() if "BROKEN" in line or contract in line]
    assert any(contract in line for line in broken), result.stdout
    assert "1 broken" in result.stdout
