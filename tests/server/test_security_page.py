"""The page that names a test for every threat names tests that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "server" / "SECURITY.md").read_text(encoding="utf-8")
OURS = {*range(1, 4), *range(7, 12), *range(16, 22), 23}


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:tests|benchmarks)/[^`]+\.py)`", PAGE)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_every_threat_of_the_door_has_a_line_with_a_test() -> None:
    lines = dict(re.findall(r"^\| T(\d+) \|(.*)$", PAGE, re.MULTILINE))
    assert {int(number) for number in lines} == OURS
    assert [number for number, line in lines.items() if "`tests/" not in line] == []
