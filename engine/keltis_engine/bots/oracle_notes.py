"""What a player of The Oracle knows, noted down as numbers, a line a position; two players."""

from typing import Final

from keltis_engine.bots.card_notes import BOARD, NOTHING, card_notes
from keltis_engine.parts.oracle_board import STONES, WISH_STONES
from keltis_engine.position import Seat
from keltis_engine.rules.oracle import (
    CLOVER_MOVE,
    FIGURES,
    GET_RID,
    MOVE,
    SPIRAL_MOVE,
    OraclePosition,
)

FIGURE: Final = BOARD
"""What stands twice stands first for the player, then for the other one."""
WISHES: Final = FIGURE + 2 * FIGURES
MIRRORS: Final = WISHES + 2
POINTS: Final = MIRRORS + 2
CLAIMED: Final = POINTS + 2
PRIESTESS: Final = CLAIMED + 2
CARD: Final = PRIESTESS + 1
STONE: Final = CARD + 1
BEGAN: Final = STONE + 1
FREE_CLOVERS: Final = BEGAN + 1
STOCK: Final = FREE_CLOVERS + 1
LARGE_STONES: Final = tuple(WISH_STONES)
TILES: Final = STOCK + len(LARGE_STONES)
WIDTH: Final = TILES + STONES + 1


def notes(position: OraclePosition, seat: Seat) -> list[int]:
    """The line of a position as `seat`, one of two, sees it."""
    line = card_notes(position, seat, WIDTH)
    for who in (0, 1):
        each = 1 - seat if who else seat
        low, middle, high = position.figures[each]
        at = FIGURE + who * FIGURES
        line[at] = low
        line[at + 1] = middle
        line[at + 2] = high
        line[WISHES + who] = position.wish_stones[each]
        line[MIRRORS + who] = position.mirrors[each]
        line[POINTS + who] = position.points[each]
        line[CLAIMED + who] = 1 if position.bonus[each] else 0
    phase = position.phase
    line[PRIESTESS] = position.priestess
    line[CARD] = position.card if phase == MOVE else NOTHING
    line[STONE] = position.stone if CLOVER_MOVE <= phase <= GET_RID else NOTHING
    line[BEGAN] = position.began if phase == SPIRAL_MOVE else NOTHING
    line[FREE_CLOVERS] = 1 if position.free_clovers else 0
    stock, tiles = position.stock, position.tiles
    for at, stone in enumerate(LARGE_STONES, STOCK):
        line[at] = stock[stone]
    for stone in range(STONES + 1):
        line[TILES + stone] = tiles[stone]
    return line
