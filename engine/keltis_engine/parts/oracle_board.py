"""The spiral of The Oracle: its stones, its tiles and the cards' priestess numbers (O1, O2, O4)."""

from typing import Final

from keltis_engine.parts.cards import COLOURS

STONES: Final = 35
"""O1: the spiral's stones, numbered 1 to 35; 0 is the start stone."""
STONE_COLOURS: Final = (-1, *map("RYPGB".index, "PYRGBYPRGBYRPBGYPRGBRYPBGPRGYBRPGBY"))
"""O1: the colour each stone shows, [house layout] from the fourth on; the start stone has none."""
STONE_VALUES: Final = tuple(
    [0] + [-4] * 4 + [-3] * 4 + [-2] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [5] * 4
    + [6] * 3 + [7] * 3 + [10]
)  # fmt: skip
"""O1 [house layout]: what a figure on each stone is worth; on the start stone nothing."""
WISH_STONES: Final = {7: 2, 14: 2, 21: 2, 28: 2, 35: 1}
"""O1 [house layout]: the large stones and how many wish stones lie on each."""
ORACLE: Final = 29
"""O1: the first stone of the oracle area."""

MIRROR: Final = 5
SPIRAL: Final = 6
LEPRECHAUN: Final = 7
CLOVER: Final = 8
"""The tiles after 1 to 4 points; a clover of colour c is CLOVER + c, and 0 is no tile."""
TILES: Final = (
    *((1,) * 4 + (2,) * 6 + (3,) * 4 + (4,) * 2),
    *((MIRROR,) * 3 + (SPIRAL,) * 3 + (LEPRECHAUN,) * 3),
    *range(CLOVER, CLOVER + COLOURS),
)
"""O2: the 30 tiles."""
SMALL_STONES: Final = tuple(stone for stone in range(1, STONES + 1) if stone not in WISH_STONES)
"""O2: the stones that carry a tile."""

STEPS: Final[tuple[int, ...]] = (4, 4, 3, 2, 1, 1, 1, 2, 3, 4, 4)
"""O4 [house layout]: how far a card of each value lets the priestess go."""

NEXT: Final = tuple(
    tuple(
        next((end for end in range(start + 1, STONES + 1) if STONE_COLOURS[end] == colour), 0)
        for start in range(STONES + 1)
    )
    for colour in range(COLOURS)
)
"""O4: for each colour and stone the next stone of that colour ahead; 0 if there is none."""
