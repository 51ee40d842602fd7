"""The 110 cards of the card games (C1-C7): hands, discard piles, and the moves made with them.

A card is a small int, colour x 11 + value; the two copies of a card are the same int. A hand holds
its cards of one colour as one int: bit v is set if value v is held, bit 11 + v if it is held twice.
"""

from typing import Final

from keltis_engine.position import Event, PlayerMove, Seat

COLOURS: Final = 5
"""Red-brown, yellow, pink, green, blue, always in this order."""
VALUES: Final = 11
KINDS: Final = COLOURS * VALUES
COLOUR: Final = tuple(card // VALUES for card in range(KINDS))
"""Each card's colour."""
VALUE: Final = tuple(card % VALUES for card in range(KINDS))
"""Each card's value."""
DECK: Final = tuple(sorted((*range(KINDS), *range(KINDS))))
"""C1: five colours, values 0 to 10, two copies of each."""
SEATS: Final = 4
"""How many can play."""
HAND: Final = 8
"""C3: how many cards a player holds."""
SET_ASIDE: Final = 30
"""C2: how many cards nobody ever sees when two play."""
QUIET_TURNS: Final = 10
"""C12: turns in a row, for every seat, without a card from the deck until the piles close."""

ANY_VALUE: Final = (1 << VALUES) - 1
TWICE: Final = VALUES
"""How far the bits of second copies are shifted in a hand."""
ONE: Final = tuple(1 << value for value in VALUE)
"""Each card's bit in a hand that holds it, once or twice."""
CODES: Final = tuple(
    (colour, once, once << TWICE, 1 << colour) for colour, once in zip(COLOUR, ONE, strict=True)
)
"""Each card's colour, its bits in a hand that holds it once or twice, its pile's bit."""


class PlayCard(PlayerMove, frozen=True):
    """C5: play a card to the row of its colour."""

    card: int


class Discard(PlayerMove, frozen=True):
    """C5: put a card on the discard pile of its colour."""

    card: int


class DrawFromDeck(PlayerMove, frozen=True):
    """C7: draw the deck's next card."""


class TakeDiscard(PlayerMove, frozen=True):
    """C7: take the top card of a discard pile."""

    colour: int


class CardPlayed(Event, frozen=True):
    """A seat played a card to its row."""

    seat: Seat
    card: int


class CardDiscarded(Event, frozen=True):
    """A seat put a card on its colour's discard pile."""

    seat: Seat
    card: int


class CardDrawn(Event, frozen=True):
    """A seat drew from the deck; only that seat is told which card."""

    seat: Seat
    card: int | None


class DiscardTaken(Event, frozen=True):
    """A seat took the top card of a discard pile."""

    seat: Seat
    card: int


PLAYS: Final = tuple(PlayCard(card) for card in range(KINDS))
DISCARDS: Final = tuple(Discard(card) for card in range(KINDS))
DRAW: Final = DrawFromDeck()
TAKES: Final = tuple(TakeDiscard(colour) for colour in range(COLOURS))

DRAWS: Final = tuple(
    (DRAW, *(TAKES[colour] for colour in range(COLOURS) if piles >> colour & 1))
    for piles in range(1 << COLOURS)
)
"""The legal draws for each set of piles one may take from, the piles as bits."""


def cards_of(hand: list[int]) -> list[int]:
    """The cards of a hand, sorted, from its five colours."""
    return [
        colour * VALUES + value
        for colour, held in enumerate(hand)
        if held
        for value in range(VALUES)
        for _ in range((held >> value & 1) + (held >> value + TWICE & 1))
    ]


def _by_values(moves: tuple[PlayerMove, ...]) -> tuple[tuple[PlayerMove, ...], ...]:
    """Those of eleven moves, one a value, that belong to each set of values, the set as bits."""
    chosen: list[tuple[PlayerMove, ...]] = [()]
    for move in moves:
        chosen += [(*lower, move) for lower in chosen]
    return tuple(chosen)


PLAY_CHOICES: Final = tuple(
    _by_values(PLAYS[colour * VALUES : (colour + 1) * VALUES]) for colour in range(COLOURS)
)
"""For each colour and each set of values that fit the row: to play one of them."""
DISCARD_CHOICES: Final = tuple(
    _by_values(DISCARDS[colour * VALUES : (colour + 1) * VALUES]) for colour in range(COLOURS)
)
"""For each colour and each set of values held: to discard one of them."""

IN_HAND: Final = tuple(
    tuple(
        (
            seat * COLOURS + colour,
            colour,
            once,
            twice,
            pile,
            PLAY_CHOICES[colour],
            DISCARD_CHOICES[colour],
        )
        for colour, once, twice, pile in CODES
    )
    for seat in range(SEATS)
)
"""For each seat and card: the place of its colour in `hands`, its colour, its bits in a hand that
holds it once or twice, its pile's bit, its colour's choices."""


def turn_choices(colour: int, held: int, playable: int) -> tuple[PlayerMove, ...]:
    """C5: what may be done with the cards held of one colour: play those that fit, discard any."""
    return PLAY_CHOICES[colour][held & playable] + DISCARD_CHOICES[colour][held & ANY_VALUE]


def is_deck(cards: tuple[int, ...]) -> bool:
    """Whether `cards` are exactly the 110 (C1), in some order."""
    return tuple(sorted(cards)) == DECK
