"""A player's row of one colour (C4): upwards or downwards, equal values always allowed.

What a row still takes is an 11-bit mask of values. The mask alone tells the direction: all values
while it is open, the highest value only when it goes up.
"""

from collections.abc import Iterable
from typing import Final

from keltis_engine.parts.cards import ANY_VALUE, VALUES

UPWARDS: Final = tuple(ANY_VALUE >> value << value for value in range(VALUES))
"""What a rising row takes after each value: the same or higher."""
DOWNWARDS: Final = tuple((2 << value) - 1 for value in range(VALUES))
"""What a falling row takes after each value: the same or lower."""


def playable_after(row: tuple[int, ...], playable: int, value: int) -> int:
    """What `row`, which took `playable`, takes once `value` has been added to it."""
    if not row or value == row[-1]:
        return playable
    return UPWARDS[value] if value > row[-1] else DOWNWARDS[value]


def playable_on(row: Iterable[int]) -> int:
    """What a row made of these values takes."""
    playable = ANY_VALUE
    last: tuple[int, ...] = ()
    for value in row:
        playable = playable_after(last, playable, value)
        last = (value,)
    return playable


def direction(row: Iterable[int]) -> int:
    """1 for a rising row, -1 for a falling one, 0 while it is open."""
    playable = playable_on(row)
    return 0 if playable == ANY_VALUE else 1 if playable >> VALUES - 1 else -1
