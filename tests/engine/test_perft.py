"""The exact size of the move tree from fixed starts stays what it was."""

from pathlib import Path

import pytest

from keltis_engine.perft import table

COMMITTED = Path(__file__).with_name("perft.txt")


@pytest.mark.long
def test_the_move_tree_has_exactly_the_committed_counts() -> None:
    """After a change of the rules: python -m keltis_engine.perft > tests/engine/perft.txt."""
    assert list(table()) == COMMITTED.read_text().splitlines()
