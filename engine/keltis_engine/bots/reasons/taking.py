"""Why it is good to take a card, wherever cards come from a deck and from open piles."""

from keltis_engine.bots.reasons.reason import Reason, ending
from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import COLOUR, VALUE, DrawFromDeck, TakeDiscard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.rows import playable_on
from keltis_engine.position import PlayerMove, Seat


def explain_taking(cards: CardView, seat: Seat, move: PlayerMove, lead: int) -> list[Reason]:
    """The reasons for taking a card or for nothing at all; none for other moves."""
    match move:
        case TakeDiscard(colour):
            return [Reason("fits_row", colour=colour)]
        case DrawFromDeck() if cards.deck == 1:
            return [ending(lead, 0)]
        case DrawFromDeck():
            tops = [top for top in cards.pile_tops if top is not None]
            rows = cards.rows[seat]
            fits = any(playable_on(rows[COLOUR[top]]) >> VALUE[top] & 1 for top in tops)
            return [Reason("fresh_card" if fits else "no_pile_fits")]
        case Decline():
            return [Reason("nothing_gained")]
    return []
