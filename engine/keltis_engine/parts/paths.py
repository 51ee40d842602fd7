"""Paths of nine stones and their values (K1, D1)."""

from typing import Final

STONES: Final = 9
"""How many stones a path has, numbered 1 to 9; 0 is the start stone."""
STONE_VALUES: Final[tuple[int, ...]] = (0, -4, -3, -2, 1, 2, 3, 6, 7, 10)
"""K1: what a figure on each stone is worth; on the start stone nothing."""
GOAL: Final = 7
"""The first stone of the goal area: 6, 7 and 10."""
