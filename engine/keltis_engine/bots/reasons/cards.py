"""Why a card is discarded, taken from a pile or drawn: the same in every game with cards."""

from typing import Final

from keltis_engine.bots.reasons.reason import Reason, ending
from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import ANY_VALUE, COLOUR, COLOURS, VALUE
from keltis_engine.parts.rows import DOWNWARDS, UPWARDS, playable_on
from keltis_engine.position import Seat

FAR_AHEAD: Final = 10
"""From so many points on it is worth a word that the deck gets shorter."""


def fits_row_of(cards: CardView, seat: Seat, card: int) -> bool:
    """Whether a row that a seat has begun takes a card."""
    row = cards.rows[seat][COLOUR[card]]
    return bool(row) and bool(playable_on(row) >> VALUE[card] & 1)


def taker(cards: CardView, me: Seat, card: int) -> Seat:
    """The next player who has a row for a card; -1 if nobody has."""
    seats = len(cards.rows)
    for turns in range(1, seats):
        seat = (me + turns) % seats
        if fits_row_of(cards, seat, card):
            return seat
    return -1


def rest_of_colour(cards: CardView, me: Seat, card: int) -> list[Reason]:
    """What playing a card does to the others of its colour in hand."""
    colour, value = COLOUR[card], VALUE[card]
    row = cards.rows[me][colour]
    others = [VALUE[held] for held in cards.hand if COLOUR[held] == colour]
    others.remove(value)
    before, after = playable_on(row), playable_on((*row, value))
    if after == ANY_VALUE:  # the row may still turn either way, not both
        ways = UPWARDS[value], DOWNWARDS[value]
        fit = max(sum(way >> other & 1 for other in others) for way in ways)
        return [Reason("keeps", fit)] if fit else []
    fit = sum(after >> other & 1 for other in others)
    shut = sum(before >> other & 1 for other in others) - fit
    kept = [Reason("keeps", fit)] if fit else []
    return [*kept, Reason("shuts", shut)] if shut else kept


def thrown_away(cards: CardView, me: Seat, card: int) -> list[Reason]:
    """What a discarded card is worth to its owner, and to the others."""
    seat = taker(cards, me, card)
    use = Reason("nobody_wants") if seat < 0 else Reason("could_use", seat=seat)
    return [_missed(cards, me, card), use]


def _missed(cards: CardView, me: Seat, card: int) -> Reason:
    """Why its owner can do without a card."""
    colour = COLOUR[card]
    if not cards.rows[me][colour]:
        return Reason("no_row", colour=colour)
    if not fits_row_of(cards, me, card):
        return Reason("fits_nowhere", colour=colour)
    skipped = _skipped(cards, me, card)
    return Reason("would_skip", skipped, colour) if skipped > 0 else Reason("least_missed")


def _skipped(cards: CardView, me: Seat, card: int) -> int:
    """How many values a row that takes a card leaves out before it."""
    return abs(VALUE[card] - cards.rows[me][COLOUR[card]][-1]) - 1


def taken(cards: CardView, me: Seat, colour: int, lead: int) -> list[Reason]:
    """What the top of a pile is good for."""
    top = cards.pile_tops[colour]
    assert top is not None
    row, reasons = cards.rows[me][colour], list[Reason]()
    if cards.deck == 1 and lead < 0:
        reasons.append(Reason("not_yet", -lead))
    if fits_row_of(cards, me, top):
        reasons.append(Reason("fits_row", colour=colour))
        skipped = _skipped(cards, me, top)
        reasons.append(Reason("leaves_out", skipped) if skipped > 0 else Reason("follows_on"))
    elif not row:
        same = sum(COLOUR[card] == colour for card in cards.hand)
        reasons.append(Reason("goes_with", same, colour))
    elif not reasons:
        seat = taker(cards, me, top)
        if seat >= 0:
            reasons.append(Reason("would_take", seat=seat))
        reasons.append(Reason("deck_lasts", -lead) if lead < 0 else Reason("deck_stays"))
    return reasons


def drawn(cards: CardView, me: Seat, lead: int) -> list[Reason]:
    """Why the deck is better than the piles."""
    if cards.deck == 1:
        return [ending(lead, 0)]
    gaps: list[tuple[int, int]] = []
    for colour in range(COLOURS):
        top = cards.pile_tops[colour]
        if top is not None and colour not in cards.barred and fits_row_of(cards, me, top):
            gaps.append((_skipped(cards, me, top), colour))
    if not gaps:
        return [Reason("no_pile_fits")]
    skipped, colour = min(gaps)
    why = Reason("pile_leaves_out", skipped, colour) if skipped > 0 else Reason("fresh_card")
    return [why, Reason("deck_shorter", lead)] if lead >= FAR_AHEAD else [why]
