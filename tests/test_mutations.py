"""The tool behind `make mutants` breaks one thing at a time, and only what does something."""

from pathlib import Path

import keltis_engine
from keltis_engine.parts import rows
from tests.mutants import MODULES, interval
from tests.mutations import broken, mutants

RULE = '''
"""A sign on the door."""
from typing import Final
LIMIT: Final = 5

def over(stones: int) -> bool:
    """Whether the game is over."""
    assert stones >= 0
    if stones >= LIMIT and stones:
        return True
    return False
'''


def test_every_operator_number_and_answer_is_broken_once() -> None:
    assert [mutant.change for mutant in mutants(RULE)] == [
        "LIMIT: Final = 5  ->  LIMIT: Final = 6",
        "LIMIT: Final = 5  ->  LIMIT: Final = 4",
        "if stones >= LIMIT and stones: …  ->  if not (stones >= LIMIT and stones): …",
        "stones >= LIMIT and stones  ->  stones >= LIMIT or stones",
        "stones >= LIMIT  ->  stones > LIMIT",
        "stones >= LIMIT  ->  stones < LIMIT",
        "return True  ->  return None",
        "return True  ->  return False",
        "return False  ->  return None",
        "return False  ->  return True",
    ]


def test_a_mutant_says_its_line_and_is_the_whole_module_with_one_change() -> None:
    last = list(mutants(RULE))[-1]
    assert last.line == 11
    text = broken(RULE, last)
    assert text.endswith("return True")
    assert "LIMIT: Final = 5" in text


def test_a_case_is_left_out_and_its_condition_is_forgotten() -> None:
    text = "match move:\n    case 1 if late:\n        play()\n    case _:\n        refuse()\n"
    changes = [(mutant.line, mutant.change) for mutant in mutants(text)]
    assert changes[:2] == [
        (2, "case 1 if late: …  ->  case 1: …"),
        (2, "case 1 if late: …  ->  (left out)"),
    ]


def test_every_mutant_of_a_module_compiles_and_no_two_are_the_same() -> None:
    text = Path(rows.__file__).read_text()
    found = {broken(text, mutant) for mutant in mutants(text)}
    assert len(found) == len(list(mutants(text))) > 40
    for each in found:
        compile(each, "rows", "exec")


def test_every_module_of_rules_and_parts_with_anything_to_break_is_tried() -> None:
    engine = Path(keltis_engine.__file__).parent
    files = [file for part in ("rules", "parts") for file in (engine / part).glob("[a-z]*.py")]
    breakable = {
        f"{file.parent.name}/{file.stem}" for file in files if any(mutants(file.read_text()))
    }
    assert breakable <= set(MODULES)


def test_the_interval_of_a_share_is_the_textbook_one() -> None:
    """Wilson's interval for 90 of 100."""
    low, high = interval(90, 100)
    assert (round(low, 1), round(high, 1)) == (82.6, 94.5)
