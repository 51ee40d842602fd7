"""The board of The Dice Game (D1, D4-D6): what each field does and where a stone may stop."""

from typing import Final

from keltis_engine.parts.paths import STONES

ROWS: Final = 5
"""One a colour: red-brown, yellow, pink, green, blue."""
DICE: Final = 5

LAYOUTS: Final = {
    "easy": ("2W 4C 6L 8W", "2C 4W 5L 8C", "3W 4L 6W 7C", "3C 5W 6L 8C", "2W 4L 5C 7W"),
    "hard": (
        "2W 3X 4C 6L 7X 8W",
        "1X 2X 3C 4W 5X 6L 8C",
        "3W 4X 5L 6X 7C 8W",
        "2C 3X 5W 6L 7C 8X",
        "3W 4L 5X 6C 7X 8W",
    ),
}
"""D6, house layout: row by row the fields that are not plain, by number: W wish stone, C clover,
L leprechaun, X crossed branches."""

PLAIN: Final = 0
WISH_STONE: Final = 1
CLOVER: Final = 2
LEPRECHAUN: Final = 3
CROSSED: Final = 4
_LETTERS: Final = {"W": WISH_STONE, "C": CLOVER, "L": LEPRECHAUN, "X": CROSSED}

FIELDS: Final = STONES + 1
"""A row's fields are counted 1 to 9; 0 is a stone that has not started."""


class DiceBoard:
    """One side of the board, with its answers worked out beforehand."""

    __slots__ = ("fields", "moving", "side", "starting")

    fields: tuple[int, ...]
    """At row x 10 + field what is printed there."""
    starting: tuple[int, ...]
    """At `move_key` + field the row's bit if a stone there may move so far, also to start."""
    moving: tuple[int, ...]
    """The same for a player whose stones have all started."""

    def __init__(self, side: str) -> None:
        self.side = side
        fields = [PLAIN] * (ROWS * FIELDS)
        for row, layout in enumerate(LAYOUTS[side]):
            for field in layout.split():
                fields[row * FIELDS + int(field[0])] = _LETTERS[field[1]]
        self.fields = tuple(fields)
        self.starting = tuple(
            self._bit(row, field, dice)
            for row in range(ROWS)
            for dice in range(DICE + 1)
            for field in range(FIELDS)
        )
        self.moving = tuple(0 if at % FIELDS == 0 else bit for at, bit in enumerate(self.starting))

    def _bit(self, row: int, field: int, dice: int) -> int:
        """The row's bit if a stone on `field` may move as many fields as there are `dice`."""
        if dice == 0 or field == STONES:  # D3: a stone on the last field stays
            return 0
        crossed = self.fields[row * FIELDS + ARRIVAL[field + dice]] == CROSSED  # D5
        return 0 if crossed else 1 << row


ARRIVAL: Final = tuple(min(field, STONES) for field in range(STONES + DICE + 1))
"""D3: where a stone arrives; past the last field the rest is lost."""


def move_key(row: int, dice: int) -> int:
    """Where `starting` and `moving` know about moves in `row` with so many dice."""
    return (row * (DICE + 1) + dice) * FIELDS


BOARDS: Final = {side: DiceBoard(side) for side in LAYOUTS}
