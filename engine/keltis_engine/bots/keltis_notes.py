"""What a player of Keltis knows, noted down as numbers, a line a position; two players."""

from typing import Final

from keltis_engine.bots.card_notes import BOARD, NOTHING, card_notes
from keltis_engine.parts.cards import COLOURS
from keltis_engine.position import Seat
from keltis_engine.rules.keltis import PATH, START, KeltisPosition

STONES: Final = BOARD
"""What stands twice stands first for the player, then for the other one."""
TILES: Final = STONES + 2 * COLOURS
PATH_ASKED: Final = TILES + COLOURS * PATH
LARGE: Final = PATH_ASKED + 1
WISHES: Final = LARGE + 2
POINTS: Final = WISHES + 2
WIDTH: Final = POINTS + 2


def notes(position: KeltisPosition, seat: Seat) -> list[int]:
    """The line of a position as `seat`, one of two, sees it."""
    line = card_notes(position, seat, WIDTH)
    stones, tiles = position.stones, position.tiles
    own, other = seat * COLOURS, (1 - seat) * COLOURS
    for colour in range(COLOURS):
        line[STONES + colour] = stones[own + colour]
        line[STONES + COLOURS + colour] = stones[other + colour]
    for place in range(COLOURS * PATH):
        line[TILES + place] = tiles[place]
    line[PATH_ASKED] = position.path if position.phase >= START else NOTHING
    for who in (0, 1):
        each = 1 - seat if who else seat
        line[LARGE + who] = position.large[each]
        line[WISHES + who] = position.wish_stones[each]
        line[POINTS + who] = position.points[each]
    return line
