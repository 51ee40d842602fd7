"""What stones and tiles of The Oracle are worth to a quick player, as tables."""

from functools import lru_cache
from typing import Final

from keltis_engine.bots.oracle import GAP, LONG_GAME, LOST_CARD, STEP
from keltis_engine.bots.quick.colours import ROOM
from keltis_engine.parts.cards import COLOURS, HAND
from keltis_engine.parts.oracle_board import (
    CLOVER,
    MIRROR,
    NEXT,
    SPIRAL,
    STONE_VALUES,
    STONES,
    TILES,
)
from keltis_engine.parts.oracle_board import WISH_STONES as LARGE_STONES
from keltis_engine.parts.scoring import WISH_STONES, from_table

YOUTH: Final = 2 * LONG_GAME
"""With so many half turns to go a game is as young as can be."""
BACK: Final = 7
"""How many stones back a spiral is worth a thought."""
_TYPICAL: Final = (0.0, 1.0, 2.0, 3.0, 4.0, 3.0, 1.0, 1.5, *[0.0] * COLOURS)
"""What each tile may be worth to anybody who meets it, a clover apart from where it leads."""
_TYPICAL_WISH: Final = 2.5

Worths = tuple[float, ...]

PROMISES: Final = tuple(
    LOST_CARD * (promise // ROOM) + GAP * (promise % ROOM) for promise in range((HAND + 2) * ROOM)
)
"""What the promise of a colour is worth."""


STANDING: Final = tuple(
    tuple(
        youth / YOUTH * STEP * stone + (1 - youth / YOUTH) * value
        for stone, value in enumerate(STONE_VALUES)
    )
    for youth in range(YOUTH + 1)
)
"""By youth what a figure on each stone is worth: what it may become, later what it is."""


def _orange_worths(wishes: int, mirrors: int) -> tuple[float, float]:
    mirror = from_table(WISH_STONES, wishes + 1) if wishes else 0.5
    rise = from_table(WISH_STONES, wishes + 2) - from_table(WISH_STONES, wishes)
    return rise / 2 * (1 + mirrors) + 1, mirror


ORANGE_WORTHS: Final = tuple(
    tuple(_orange_worths(wishes, mirrors) for mirrors in range(TILES.count(MIRROR) + 1))
    for wishes in range(sum(LARGE_STONES.values()) + 1)
)
"""O8: what a wish stone and a mirror are worth to a player with so many of them."""


_LAST: Final[list[tuple[tuple[int, ...], Worths]]] = [((), ())]
"""The tiles weighed last and what came out: in a playout they are nearly always the same."""


def green_worths(tiles: tuple[int, ...]) -> Worths:
    """O7: what the green tile on each stone is worth to a figure that arrives; 0 without one."""
    last, worths = _LAST[0]
    if last is not tiles:
        worths = _weigh(tiles)
        _LAST[0] = tiles, worths
    return worths


@lru_cache(1024)
def _weigh(tiles: tuple[int, ...]) -> Worths:
    """The same, thought through."""
    worths = [_TYPICAL[tile] for tile in tiles]
    for stone in LARGE_STONES:
        worths[stone] = _TYPICAL_WISH
    for stone in range(STONES, 0, -1):  # from the end on, where a clover leads is known
        colour = tiles[stone] - CLOVER
        if colour >= 0 and (end := NEXT[colour][stone]):
            worths[stone] = STEP * (end - stone) + worths[end]
    for stone in range(2, STONES + 1):
        if tiles[stone] == SPIRAL:
            ends = range(max(1, stone - BACK), stone)
            worths[stone] = max(0.0, max(worths[end] - STEP * (stone - end) for end in ends))
    return tuple(
        worth if tile and tile != MIRROR else 0.0 for tile, worth in zip(tiles, worths, strict=True)
    )
