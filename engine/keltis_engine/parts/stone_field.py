"""The 55 stones of The Way of Stones (S1, S2, S4) and what each of them shows and fits.

A stone is a small int, colour x 11 + value. A set of places in the field is an int of 55 bits.
"""

from itertools import accumulate
from typing import Final

from keltis_engine.parts.cards import KINDS, VALUES

SYMBOLS_OF_COLOURS: Final = (
    "2:+3 4:W 5:C 6:+1 7:W 8:C",
    "1:C 3:+3 4:+1 6:W 7:C 8:W",
    "1:W 2:C 4:W 5:+1 7:+3 9:C",
    "1:+1 3:C 4:C 5:+3 6:W 9:W",
    "2:W 3:W 5:C 6:C 8:+3 9:+1",
)
"""S2: colour by colour the stones that show a symbol: W wish stone, C clover, +1 and +3 points."""

PLAIN: Final = 0
ONE_POINT: Final = 1
THREE_POINTS: Final = 3
CLOVER: Final = 4
WISH_STONE: Final = 5
"""What a stone can show; the points are worth their number."""
_SIGNS: Final = {"+1": ONE_POINT, "+3": THREE_POINTS, "C": CLOVER, "W": WISH_STONE}


def _symbols() -> tuple[int, ...]:
    symbols = [PLAIN] * KINDS
    for colour, shown in enumerate(SYMBOLS_OF_COLOURS):
        for stone in shown.split():
            value, sign = stone.split(":")
            symbols[colour * VALUES + int(value)] = _SIGNS[sign]
    return tuple(symbols)


SYMBOL: Final = _symbols()
"""S2: what each of the 55 stones shows."""

ALL_PLACES: Final = (1 << KINDS) - 1
PLACE: Final = tuple(1 << place for place in range(KINDS))
"""Each place's bit in a set of places."""
BEFORE: Final = tuple(bit - 1 for bit in PLACE)
"""For each place the set of those before it."""


class LaidField:
    """How the 55 stones were laid out, with what follows from it worked out beforehand."""

    __slots__ = ("higher", "lower", "stones")

    stones: tuple[int, ...]
    """The stone at each place."""
    lower: tuple[int, ...]
    """For each stone the places of its colour's smaller stones."""
    higher: tuple[int, ...]
    """For each stone the places of its colour's greater stones."""

    def __init__(self, stones: tuple[int, ...]) -> None:
        self.stones = stones
        bits = [0] * KINDS
        for stone, bit in zip(stones, PLACE, strict=True):
            bits[stone] = bit
        lower: list[int] = []
        higher: list[int] = []
        for first in range(0, KINDS, VALUES):  # colour by colour
            rising = bits[first : first + VALUES]
            lower += accumulate(rising[:-1], initial=0)
            higher += [*accumulate(rising[:0:-1], initial=0)][::-1]
        self.lower, self.higher = tuple(lower), tuple(higher)


NOT_LAID: Final = LaidField(tuple(range(KINDS)))
"""Before the deal."""


def is_whole(stones: tuple[int, ...]) -> bool:
    """Whether `stones` are exactly the 55 (S1), in some order."""
    return tuple(sorted(stones)) == tuple(range(KINDS))
