"""The cards on the table of a card game (C1-C7, C11, C12): hands, rows, discard piles and deck."""

from collections.abc import Iterable, Sequence
from typing import Self

import msgspec

from keltis_engine.fair import shuffle
from keltis_engine.parts.cards import (
    ANY_VALUE,
    BOTH,
    COLOUR,
    COLOURS,
    DECK,
    DISCARD_CHOICES,
    DRAWS,
    HAND,
    ONE,
    PLAY_CHOICES,
    QUIET_TURNS,
    SET_ASIDE,
    TWICE,
    VALUE,
    VALUES,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Discard,
    DiscardTaken,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
    cards_of,
    turn_choices,
)
from keltis_engine.parts.rows import playable_after, playable_on
from keltis_engine.position import Event, Move, PlayerMove, Position, Randomness, Seat


class CardView(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a seat may know of the cards."""

    hand: tuple[int, ...]
    """The viewer's own cards, sorted; none for a spectator."""
    hand_sizes: tuple[int, ...]
    """How many cards each seat holds."""
    taken: tuple[tuple[int, ...], ...]
    """Cards each seat took from a pile and has not played or discarded since, sorted."""
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    """For each seat and colour the values of its row, in the order they were played."""
    pile_tops: tuple[int | None, ...]
    """C6: the top card of each discard pile."""
    buried: tuple[tuple[int, ...], ...]
    """The cards under each top, lowest first, as all saw them fall; boards show their number."""
    barred: tuple[int, ...]
    """C7: the colours whose pile the player to act may not take from this turn."""
    deck: int
    """How many cards the deck still holds."""
    quiet: int
    """C12: how many turns in a row nobody drew from the deck."""


class CardPosition(Position):
    """A position of a game played with the 110 cards; figures and boards are its subclass's."""

    __slots__ = (
        "aside",
        "barred",
        "choices",
        "deck",
        "drawn",
        "hands",
        "piles",
        "playable",
        "quiet",
        "rows",
        "seats",
        "taken",
        "to_act",
        "turn",
    )

    hands: list[int]
    """At seat x 5 + colour the cards held, as `parts.cards` codes them."""
    rows: list[tuple[int, ...]]
    """At seat x 5 + colour the values of the row."""
    playable: list[int]
    """At seat x 5 + colour the values the row still takes, as bits."""
    choices: list[tuple[PlayerMove, ...]]
    """At seat x 5 + colour what may be done with the cards held, kept up by whatever changes the
    hand or the row, so that a turn's choices need no thought."""
    taken: list[tuple[int, ...]]
    """For each seat the cards everybody knows it holds."""
    piles: list[tuple[int, ...]]
    deck: tuple[int, ...]
    """The deck as it was dealt; its first `drawn` cards are gone."""
    drawn: int
    aside: tuple[int, ...]
    barred: int
    """The colours discarded this turn, as bits."""
    quiet: int

    def set_up_cards(self, seats: int) -> None:
        """Clear the table for so many seats; nothing is dealt yet."""
        self.seats = seats
        self.turn = 0
        self.hands = [0] * (seats * COLOURS)
        self.rows = [()] * (seats * COLOURS)
        self.playable = [ANY_VALUE] * (seats * COLOURS)
        self.choices = [()] * (seats * COLOURS)
        self.taken = [()] * seats
        self.piles = [()] * COLOURS
        self.deck = self.aside = ()
        self.drawn = self.barred = self.quiet = 0

    def copy_cards(self, other: Self) -> None:
        """Make this position's cards the same as those of `other`."""
        self.seats = other.seats
        self.to_act = other.to_act
        self.turn = other.turn
        self.hands = other.hands[:]
        self.rows = other.rows[:]
        self.playable = other.playable[:]
        self.choices = other.choices[:]
        self.taken = other.taken[:]
        self.piles = other.piles[:]
        self.deck = other.deck
        self.drawn = other.drawn
        self.aside = other.aside
        self.barred = other.barred
        self.quiet = other.quiet

    def deal_cards(self, cards: Sequence[int]) -> None:
        """C2, C3: set 30 aside if two play, give everyone eight, the rest is the deck."""
        dealt = SET_ASIDE if self.seats == 2 else 0
        self.aside = tuple(cards[:dealt])
        for seat in range(self.seats):
            self.give(seat, cards[dealt : dealt + HAND])
            dealt += HAND
        self.deck = tuple(cards[dealt:])

    def give(self, seat: Seat, cards: Iterable[int]) -> None:
        """Add `cards` to a hand."""
        for card in cards:
            self.take_up(seat, card)

    def take_up(self, seat: Seat, card: int) -> None:
        """Add one card to a hand."""
        colour, bit = COLOUR[card], ONE[card]
        place = seat * COLOURS + colour
        held = self.hands[place]
        if held & bit:  # the second copy offers nothing new
            self.hands[place] = held | bit << TWICE
        else:
            self.hands[place] = held = held | bit
            self.choices[place] = (
                PLAY_CHOICES[colour][held & self.playable[place]]
                + DISCARD_CHOICES[colour][held & ANY_VALUE]
            )

    def leave_hand(self, seat: Seat, card: int) -> None:
        """Take a card out of a hand; from now on nobody knows of it there."""
        colour, second = COLOUR[card], BOTH[card]
        place = seat * COLOURS + colour
        held = self.hands[place]
        if held & second:
            self.hands[place] = held ^ second
        else:
            self.hands[place] = held = held ^ ONE[card]
            self.choices[place] = (
                PLAY_CHOICES[colour][held & self.playable[place]]
                + DISCARD_CHOICES[colour][held & ANY_VALUE]
            )
        taken = self.taken[seat]
        if card in taken:
            at = taken.index(card)
            self.taken[seat] = taken[:at] + taken[at + 1 :]

    def add_to_row(self, seat: Seat, card: int) -> None:
        """C4: lay a card from the hand on its row."""
        self.leave_hand(seat, card)
        place, value = seat * COLOURS + COLOUR[card], VALUE[card]
        row = self.rows[place]
        self.set_row(place, (*row, value), playable_after(row, self.playable[place], value))

    def shorten_row(self, seat: Seat, colour: int) -> int:
        """Take the last card off a row, which gets its direction from what is left; the card."""
        place = seat * COLOURS + colour
        *left, value = self.rows[place]
        self.set_row(place, tuple(left), playable_on(left))
        return colour * VALUES + value

    def set_row(self, place: int, row: tuple[int, ...], playable: int) -> None:
        """Make `row` the row at a place, which now takes the values `playable`."""
        self.rows[place] = row
        self.playable[place] = playable
        self.choices[place] = turn_choices(place % COLOURS, self.hands[place], playable)

    def put_on_pile(self, card: int) -> None:
        """C6, C7: lay a card on its pile, which is barred to this seat until its turn ends."""
        colour = COLOUR[card]
        self.piles[colour] += (card,)
        self.barred |= 1 << colour

    def discard(self, seat: Seat, card: int) -> None:
        """C5: `leave_hand` and `put_on_pile` in one, as no other move is as frequent."""
        colour, second = COLOUR[card], BOTH[card]
        place = seat * COLOURS + colour
        held = self.hands[place]
        if held & second:
            self.hands[place] = held ^ second
        else:
            self.hands[place] = held = held ^ ONE[card]
            self.choices[place] = (
                PLAY_CHOICES[colour][held & self.playable[place]]
                + DISCARD_CHOICES[colour][held & ANY_VALUE]
            )
        taken = self.taken[seat]
        if card in taken:
            at = taken.index(card)
            self.taken[seat] = taken[:at] + taken[at + 1 :]
        self.piles[colour] += (card,)
        self.barred |= 1 << colour

    def draw_from_deck(self, seat: Seat) -> None:
        """C7: draw the next card; the quiet turns are over (C12)."""
        self.take_up(seat, self.deck[self.drawn])
        self.drawn += 1
        self.quiet = -1

    def take_from_pile(self, seat: Seat, colour: int) -> None:
        """C7: take the top card, which all have seen."""
        pile = self.piles[colour]
        card = pile[-1]
        self.piles[colour] = pile[:-1]
        self.taken[seat] += (card,)
        place, bit = seat * COLOURS + colour, ONE[card]  # from here on as `take_up`
        held = self.hands[place]
        if held & bit:
            self.hands[place] = held | bit << TWICE
        else:
            self.hands[place] = held = held | bit
            self.choices[place] = (
                PLAY_CHOICES[colour][held & self.playable[place]]
                + DISCARD_CHOICES[colour][held & ANY_VALUE]
            )

    def next_turn(self, seat: Seat) -> None:
        """Give the turn to the next seat."""
        seat += 1
        self.to_act = seat if seat < self.seats else 0
        self.turn += 1
        self.barred = 0
        self.quiet += 1

    @property
    def cards_left(self) -> int:
        """How many cards the deck still holds."""
        return len(self.deck) - self.drawn

    @property
    def piles_closed(self) -> bool:
        """C12: whether everybody must draw from the deck."""
        return self.quiet >= QUIET_TURNS * self.seats

    def card_choices(self, seat: Seat) -> tuple[PlayerMove, ...]:
        """C4, C5: play a card that fits its row, or discard any."""
        place = seat * COLOURS
        red, yellow, pink, green, blue = self.choices[place : place + COLOURS]
        return red + yellow + pink + green + blue

    def draw_choices(self) -> Sequence[PlayerMove]:
        """C7, C12: the deck, and every pile one may take from."""
        if self.quiet >= QUIET_TURNS * self.seats:
            return DRAWS[0]
        red, yellow, pink, green, blue = self.piles
        open_piles = 1 if red else 0
        if yellow:
            open_piles += 2
        if pink:
            open_piles += 4
        if green:
            open_piles += 8
        if blue:
            open_piles += 16
        return DRAWS[open_piles & ~self.barred]

    def card_refusal(self, seat: Seat, move: Move) -> str:
        """Why a card move that is not legal now is refused."""
        match move:
            case PlayCard(card) | Discard(card) if not 0 <= card < len(COLOUR):
                return "no_such_card"
            case PlayCard(card) | Discard(card):
                place = seat * COLOURS + COLOUR[card]
                if not self.hands[place] >> VALUE[card] & 1:
                    return "card_not_in_hand"
                if isinstance(move, PlayCard) and not self.playable[place] >> VALUE[card] & 1:
                    return "row_goes_up" if self.playable[place] >> VALUES - 1 else "row_goes_down"
            case TakeDiscard(colour) if not 0 <= colour < COLOURS or not self.piles[colour]:
                return "pile_empty"
            case TakeDiscard(colour):
                if self.piles_closed:
                    return "piles_closed"
                if self.barred >> colour & 1:
                    return "just_discarded"
        return "not_now"

    def card_view(self, seat: Seat | None) -> CardView:
        """What `seat` (None: a spectator) may know of the cards."""
        own = [] if seat is None else self.hands[seat * COLOURS : (seat + 1) * COLOURS]
        return CardView(
            hand=tuple(cards_of(own)),
            hand_sizes=tuple(self.hand_size(each) for each in range(self.seats)),
            taken=tuple(tuple(sorted(cards)) for cards in self.taken),
            rows=tuple(
                tuple(self.rows[each * COLOURS : (each + 1) * COLOURS])
                for each in range(self.seats)
            ),
            pile_tops=tuple(pile[-1] if pile else None for pile in self.piles),
            buried=tuple(pile[:-1] for pile in self.piles),
            barred=tuple(colour for colour in range(COLOURS) if self.barred >> colour & 1),
            deck=self.cards_left,
            quiet=self.quiet,
        )

    def hand_size(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        hand = self.hands[seat * COLOURS : (seat + 1) * COLOURS]
        return sum(held.bit_count() for held in hand)

    def card_events(self, move: Move, seat: Seat, viewer: Seat | None) -> list[Event]:
        """What `viewer` is told when `seat` makes this card move here."""
        match move:
            case PlayCard(card):
                return [CardPlayed(seat, card)]
            case Discard(card):
                return [CardDiscarded(seat, card)]
            case DrawFromDeck():
                return [CardDrawn(seat, self.deck[self.drawn] if viewer == seat else None)]
            case TakeDiscard(colour):
                return [DiscardTaken(seat, self.piles[colour][-1])]
        return []

    def imagine_cards(self, view: CardView, own: Seat | None, random: Randomness) -> None:
        """Lay out the cards as seat `own` sees them and draw the unseen ones from `random`."""
        self.quiet = view.quiet
        self.barred = sum(1 << colour for colour in view.barred)
        self.rows = [row for rows in view.rows for row in rows]
        self.playable = [playable_on(row) for row in self.rows]
        self.taken = list(view.taken)
        self.piles = [
            (*buried, top) if top is not None else ()
            for buried, top in zip(view.buried, view.pile_tops, strict=True)
        ]
        known = [view.hand if seat == own else taken for seat, taken in enumerate(view.taken)]
        unseen = list(DECK)
        for cards in (*known, *self.piles, *map(_cards_in_row, range(len(self.rows)), self.rows)):
            for card in cards:
                unseen.remove(card)
        shuffle(unseen, random)
        for seat, cards in enumerate(known):
            self.give(seat, cards)
            for _ in range(view.hand_sizes[seat] - len(cards)):
                self.give(seat, (unseen.pop(),))
        self.deck = tuple(unseen.pop() for _ in range(view.deck))
        self.aside = tuple(unseen)


def _cards_in_row(place: int, row: tuple[int, ...]) -> list[int]:
    colour = place % COLOURS
    return [colour * VALUES + value for value in row]
