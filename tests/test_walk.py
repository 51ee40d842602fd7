"""The way of a card from one player's key to another's picture stays short (`make walk`)."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.e2e
@pytest.mark.long
def test_a_card_goes_a_short_way_and_comes_by_no_place_twice() -> None:
    walk = subprocess.run(
        [sys.executable, "-m", "tests.walk"],
        cwd=Path(__file__).parent.parent,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert walk.returncode == 0, walk.stdout + walk.stderr
