"""What a player of a card game knows of the cards, noted down as numbers; two players.

Only what the seat may know is noted: two positions that differ in nothing else have the same line.
A line is made for every decision of thousands of games, so it is plain numbers of the position as
they stand; what a network sees of many lines is made of all of them at once.
"""

from typing import Final

from keltis_engine.parts.card_play import CardPosition
from keltis_engine.parts.cards import COLOURS, VALUES
from keltis_engine.position import Seat

HAND: Final = 0
KNOWN: Final = 5
"""The cards that the other one took from piles and holds, coded like a hand."""
TAKES: Final = 10
"""From here on what stands twice stands first for the player, then for the other one."""
LAST: Final = 20
LENGTH: Final = 30
GONE: Final = 40
"""The cards in rows and piles, a base-4 digit for each value of a colour."""
TOP: Final = 45
HEIGHT: Final = 50
PHASE: Final = 55
BARRED: Final = 56
CLOSED: Final = 57
UNTIL_CLOSED: Final = 58
"""C12: in how many turns the piles close, unless somebody draws from the deck before."""
DECK: Final = 59
BOARD: Final = 60
"""From here on each game notes what lies on its board."""

CODE: Final = tuple(4 ** (card % VALUES) for card in range(COLOURS * VALUES))
NOTHING: Final = -1


def card_notes(position: CardPosition, seat: Seat, width: int) -> list[int]:
    """A line of this width with the cards as `seat`, one of two, sees them."""
    own, other = seat * COLOURS, (1 - seat) * COLOURS
    hands, known, playable = position.hands, position.known, position.playable
    rows, piles = position.rows, position.piles
    line = [NOTHING] * width
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
        line[GONE + colour] = gone
        line[HEIGHT + colour] = len(pile)
    turn, closing = position.turn, position.closing
    line[PHASE] = position.phase
    line[BARRED] = position.barred
    line[CLOSED] = 1 if turn >= closing else 0
    line[UNTIL_CLOSED] = closing - turn
    line[DECK] = len(position.deck) - position.drawn
    return line
