"""The scoring tables that several games share."""

from typing import Final

from keltis_engine.position import ScoreLine

WISH_STONES: Final[tuple[int, ...]] = (-4, -3, 2, 3, 6, 10)
"""K9, O12, S7: what 0, 1, 2, … wish stones are worth; five and more are worth the last."""


def from_table(table: tuple[int, ...], count: int) -> int:
    """What `count` things are worth; more than the table knows are worth its last."""
    return table[count] if count < len(table) else table[-1]


def wish_stone_line(count: int, table: tuple[int, ...] = WISH_STONES) -> ScoreLine:
    """The line of a score sheet that counts the wish stones."""
    return ScoreLine("wish_stones", from_table(table, count), (count,))
