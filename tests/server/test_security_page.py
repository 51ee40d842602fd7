"""The page that names a test for every threat names tests that exist."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "server" / "SECURITY.md").read_text(encoding="utf-8")
OURS = {*range(1, 38)} - {22}  # what the program is made of is no matter of this page
LINES = dict(re.findall(r"^\| T(\d+) \|(.*)\|$", PAGE, re.MULTILINE))
HELD = re.findall(r"^\| [^|]+ \|((?: `tests/[^`|]+::\w+`,?)+) \|$", PAGE, re.MULTILINE)
"""The tests of what held, line by line."""
ATTACKS = sorted((ROOT / "tests" / "attacks").glob("test_t[0-9]*.py"))


def test_every_file_that_is_named_is_there() -> None:
    named = re.findall(r"`((?:tests|benchmarks)/[^`]+\.py)`", PAGE)
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


def test_every_test_that_is_named_is_there() -> None:
    named = re.findall(r"`(tests/[^`]+\.py)::([^`]+)`", PAGE)
    assert named
    for file, test in named:
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        names = {each.name for each in tree.body if hasattr(each, "name")}
        assert test.startswith("test_"), test
        assert test in names, f"{file} has no {test}"


def test_everything_that_held_has_a_line_with_a_test() -> None:
    """Keys, escapes, frames, foreign commands, codes, kill, disk, SIGTERM, clock, host key."""
    assert len(HELD) == 10


def test_every_threat_has_a_line_with_a_test() -> None:
    assert {int(number) for number in LINES} == OURS
    assert [number for number, line in LINES.items() if "`tests/" not in line] == []


def test_every_attack_is_named_in_the_line_of_its_threat() -> None:
    assert ATTACKS
    for file in ATTACKS:
        number = file.name.removeprefix("test_t").partition("_")[0]
        assert f"`tests/attacks/{file.name}`" in LINES[number]


def test_every_threat_that_was_an_attack_names_that_attack() -> None:
    attacked = {number: line for number, line in LINES.items() if int(number) >= 25}
    assert [n for n, line in attacked.items() if f"`tests/attacks/test_t{n}_" not in line] == []


FIGURES = {number: line.rpartition("|")[2].strip() for number, line in LINES.items()}


def test_every_count_is_told() -> None:
    """What the tests count stands there; only what a benchmark measures may wait for it."""
    assert all(FIGURES.values())
    for number, figure in FIGURES.items():
        assert re.findall(r"…(?! (?:ms|s|times|MB)\b)", figure) == [], number


def test_every_measure_is_told() -> None:
    open_ones = {n: re.findall(r"… \w+", figure) for n, figure in FIGURES.items()}
    assert {f"T{number}": what for number, what in open_ones.items() if what} == {}
