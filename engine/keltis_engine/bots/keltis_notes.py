"""What a player of Keltis knows, noted down as numbers, a line for each position; two players.

Only what the seat may know is noted: two positions that differ in nothing else have the same line.
A line is made for every decision of thousands of games, so it is plain numbers of the position as
they stand; `keltis_sight` makes of many lines at once what a network sees.
"""

from typing import Final

from keltis_engine.parts.cards import COLOURS, VALUES
from keltis_engine.position import Seat
from keltis_engine.rules.keltis import PATH, START, KeltisPosition

HAND: Final = 0
KNOWN: Final = 5
TAKES: Final = 10
"""From here on what stands twice stands first for the player, then for the other one."""
LAST: Final = 20
LENGTH: Final = 30
STONES: Final = 40
GONE: Final = 50
"""The cards in rows and piles, a base-4 digit for each value of a colour."""
TOP: Final = 55
HEIGHT: Final = 60
TILES: Final = 65
PHASE: Final = TILES + COLOURS * PATH
PATH_ASKED: Final = PHASE + 1
BARRED: Final = PHASE + 2
CLOSED: Final = PHASE + 3
QUIET: Final = PHASE + 4
DECK: Final = PHASE + 5
LARGE: Final = PHASE + 6
WISHES: Final = PHASE + 8
POINTS: Final = PHASE + 10
WIDTH: Final = PHASE + 12

CODE: Final = tuple(4 ** (card % VALUES) for card in range(COLOURS * VALUES))
NOTHING: Final = -1


def notes(position: KeltisPosition, seat: Seat) -> list[int]:
    """The line of a position as `seat`, one of two, sees it."""
    own, other = seat * COLOURS, (1 - seat) * COLOURS
    hands, known, playable = position.hands, position.known, position.playable
    rows, stones, piles, tiles = position.rows, position.stones, position.piles, position.tiles
    line = [NOTHING] * WIDTH
    for colour in range(COLOURS):
        mine, theirs, pile = own + colour, other + colour, piles[colour]
        line[HAND + colour] = hands[mine]
        line[KNOWN + colour] = known[theirs]
        line[TAKES + colour] = playable[mine]
        line[TAKES + COLOURS + colour] = playable[theirs]
        row, rival = rows[mine], rows[theirs]
        gone = 0
        for value in row:
            gone += CODE[value]
        for value in rival:
            gone += CODE[value]
        for card in pile:
            gone += CODE[card]
        if row:
            line[LAST + colour] = row[-1]
        if rival:
            line[LAST + COLOURS + colour] = rival[-1]
        if pile:
            line[TOP + colour] = pile[-1] - colour * VALUES
        line[LENGTH + colour] = len(row)
        line[LENGTH + COLOURS + colour] = len(rival)
        line[STONES + colour] = stones[mine]
        line[STONES + COLOURS + colour] = stones[theirs]
        line[GONE + colour] = gone
        line[HEIGHT + colour] = len(pile)
    for place in range(COLOURS * PATH):
        line[TILES + place] = tiles[place]
    turn, closing = position.turn, position.closing
    line[PHASE] = position.phase
    line[PATH_ASKED] = position.path if position.phase >= START else NOTHING
    line[BARRED] = position.barred
    line[CLOSED] = 1 if turn >= closing else 0
    line[QUIET] = closing - turn
    line[DECK] = len(position.deck) - position.drawn
    for who in (0, 1):
        each = 1 - seat if who else seat
        line[LARGE + who] = position.large[each]
        line[WISHES + who] = position.wish_stones[each]
        line[POINTS + who] = position.points[each]
    return line
