"""The cards on the table of a card game (C1-C7, C11, C12): hands, rows, discard piles and deck."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Final, Self

import msgspec

from keltis_engine.fair import shuffle
from keltis_engine.parts.cards import (
    ANY_VALUE,
    CODES,
    COLOUR,
    COLOURS,
    DECK,
    HAND,
    IN_HAND,
    QUIET_TURNS,
    SET_ASIDE,
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
from keltis_engine.parts.rows import DOWNWARDS, UPWARDS, playable_on
from keltis_engine.position import NEXT_SEAT, Event, Move, PlayerMove, Position, Randomness, Seat

DEAL: Final = 0
PLAY: Final = 1
DRAW_CARD: Final = 2
OVER: Final = 3
"""What is asked in every card game: the deal, a card (C5), a draw (C7), nothing more. The games
count the phases of their own from 4 on."""


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
        "closing",
        "deck",
        "drawn",
        "hands",
        "known",
        "open_piles",
        "patience",
        "phase",
        "piles",
        "playable",
        "rows",
        "seats",
        "to_act",
        "to_draw",
        "turn",
    )

    phase: int
    hands: list[int]
    """At seat x 5 + colour the cards held, as `parts.cards` codes them."""
    rows: list[tuple[int, ...]]
    """At seat x 5 + colour the values of the row."""
    playable: list[int]
    """At seat x 5 + colour the values the row still takes, as bits."""
    choices: list[list[tuple[PlayerMove, ...]]]
    """For each seat and colour what may be done with the cards held, kept up by whatever changes
    the hand or the row, so that a turn's choices need no thought."""
    known: list[int]
    """At seat x 5 + colour those of the cards held that came from a pile, coded like `hands`."""
    piles: list[list[int]]
    """C6: for each colour the cards discarded, the top card last."""
    open_piles: int
    """The colours whose pile has a card, as bits."""
    deck: tuple[int, ...]
    """The deck as it was dealt; its first `drawn` cards are gone."""
    drawn: int
    aside: tuple[int, ...]
    barred: int
    """C7: the colours discarded this turn, as bits."""
    to_draw: int
    """C7, O10: how many cards this turn's draw still brings."""
    patience: int
    """C12: in how many turns the piles close after somebody drew from the deck."""
    closing: int
    """C12: the turn in which the piles close, unless somebody draws from the deck before."""

    def set_up_cards(self, seats: int) -> None:
        """Clear the table for so many seats; nothing is dealt yet."""
        self.seats = seats
        self.turn = 0
        self.phase = DEAL
        self.hands = [0] * (seats * COLOURS)
        self.rows = [()] * (seats * COLOURS)
        self.playable = [ANY_VALUE] * (seats * COLOURS)
        self.choices = [[()] * COLOURS for _ in range(seats)]
        self.known = [0] * (seats * COLOURS)
        self.piles = [[] for _ in range(COLOURS)]
        self.deck = self.aside = ()
        self.drawn = self.barred = self.open_piles = 0
        self.to_draw = 1
        self.patience = QUIET_TURNS * seats + 1
        self.closing = QUIET_TURNS * seats

    def copy_cards(self, other: Self) -> None:
        """Make this position's cards the same as those of `other`."""
        self.seats = other.seats
        self.to_act = other.to_act
        self.turn = other.turn
        self.phase = other.phase
        self.hands = other.hands[:]
        self.rows = other.rows[:]
        self.playable = other.playable[:]
        self.choices = [own[:] for own in other.choices]
        self.known = other.known[:]
        self.piles = [pile[:] for pile in other.piles]
        self.open_piles = other.open_piles
        self.deck = other.deck
        self.drawn = other.drawn
        self.aside = other.aside
        self.barred = other.barred
        self.to_draw = other.to_draw
        self.patience = other.patience
        self.closing = other.closing

    # What follows

    def apply(self, move: Move) -> None:
        """Play a legal move in place, unchecked."""
        seat = self.to_act
        assert seat is not None
        if type(move) is Discard:  # C5, C6
            card = move.card
            place, colour, once, twice, bit, plays, discards = IN_HAND[seat][card]
            held = self.hands[place]
            if held & twice:
                self.hands[place] = held - twice
            else:
                self.hands[place] = held = held - once
                self.choices[seat][colour] = (
                    plays[held & self.playable[place]] + discards[held & ANY_VALUE]
                )
            known = self.known[place]
            if known & once:
                self.known[place] = known - (twice if known & twice else once)
            pile = self.piles[colour]
            if not pile:
                self.open_piles += bit
            pile.append(card)
            if self.phase == PLAY:
                self.barred = bit
                self.card_discarded(seat)
            else:
                self.barred |= bit
                self.act(seat, move)
            return
        if type(move) is TakeDiscard:  # C7: the top card, which all have seen
            pile = self.piles[move.colour]
            place, colour, once, twice, bit, plays, discards = IN_HAND[seat][pile.pop()]
            if not pile:
                self.open_piles -= bit
            held = self.hands[place]
            if held & once:  # the second copy offers nothing new
                self.hands[place] = held + twice
                known = self.known[place]
                self.known[place] = known + (twice if known & once else once)
            else:
                self.hands[place] = held = held + once
                self.known[place] += once
                self.choices[seat][colour] = (
                    plays[held & self.playable[place]] + discards[held & ANY_VALUE]
                )
        elif type(move) is DrawFromDeck:  # C7: the quiet turns are over (C12)
            drawn = self.drawn
            place, colour, once, twice, _, plays, discards = IN_HAND[seat][self.deck[drawn]]
            held = self.hands[place]
            if held & once:
                self.hands[place] = held + twice
            else:
                self.hands[place] = held = held + once
                self.choices[seat][colour] = (
                    plays[held & self.playable[place]] + discards[held & ANY_VALUE]
                )
            self.closing = self.turn + self.patience
            self.drawn = drawn = drawn + 1
            if drawn == len(self.deck):  # K8, O11
                self.end()
                return
        elif type(move) is PlayCard:  # C4
            card = move.card
            place, colour, once, twice, _, plays, discards = IN_HAND[seat][card]
            held = self.hands[place]
            self.hands[place] = held = held - (twice if held & twice else once)
            known = self.known[place]
            if known & once:
                self.known[place] = known - (twice if known & twice else once)
            row, value = self.rows[place], VALUE[card]
            self.rows[place] = (*row, value)
            if row and value != row[-1]:
                self.playable[place] = UPWARDS[value] if value > row[-1] else DOWNWARDS[value]
            self.choices[seat][colour] = (
                plays[held & self.playable[place]] + discards[held & ANY_VALUE]
            )
            self.card_played(seat, card)
            return
        else:
            self.act(seat, move)
            return
        if self.to_draw > 1:
            self.to_draw -= 1
        else:  # C7, O10: with eight cards the turn is over
            self.to_act = NEXT_SEAT[self.seats][seat]
            self.turn += 1
            self.barred = 0
            self.phase = PLAY

    @abstractmethod
    def card_played(self, seat: Seat, card: int) -> None:
        """What a game does once a card is in its row."""

    @abstractmethod
    def card_discarded(self, seat: Seat) -> None:
        """What a game does once a card was discarded instead."""

    @abstractmethod
    def act(self, seat: Seat, move: Move) -> None:
        """Play a move, also the dealer's, in a phase that only this game has."""

    def end(self) -> None:
        """The game is over."""
        self.to_act = None
        self.phase = OVER

    def deal_cards(self, cards: Sequence[int]) -> None:
        """C2, C3: set 30 aside if two play, give everyone eight, the rest is the deck; turn 1."""
        dealt = SET_ASIDE if self.seats == 2 else 0
        self.aside = tuple(cards[:dealt])
        for seat in range(self.seats):
            self.give(seat, cards[dealt : dealt + HAND])
            dealt += HAND
        self.deck = tuple(cards[dealt:])
        self.turn = 1
        self.quiet = 0
        self.phase = PLAY

    def give(self, seat: Seat, cards: Iterable[int]) -> None:
        """Add `cards` to a hand."""
        hands, codes = self.hands, IN_HAND[seat]
        for card in cards:
            place, _, once, twice, _, _, _ = codes[card]
            held = hands[place]
            hands[place] = held + (twice if held & once else once)
        self.see_choices(seat)

    def take_up(self, seat: Seat, card: int) -> None:
        """Add one card to a hand."""
        self.give(seat, (card,))

    def see_choices(self, seat: Seat) -> None:
        """C4, C5: note anew what may be done with the cards a seat holds."""
        places = range(seat * COLOURS, (seat + 1) * COLOURS)
        self.choices[seat] = [
            turn_choices(colour, self.hands[place], self.playable[place])
            for colour, place in enumerate(places)
        ]

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
        self.see_choices(place // COLOURS)

    def put_on_pile(self, card: int) -> None:
        """C6, C7: lay a card on its pile, which is barred to this seat until its turn ends."""
        colour, _, _, bit = CODES[card]
        self.piles[colour].append(card)
        self.open_piles |= bit
        self.barred |= bit

    @property
    def cards_left(self) -> int:
        """How many cards the deck still holds."""
        return len(self.deck) - self.drawn

    @property
    def quiet(self) -> int:
        """C12: how many turns in a row nobody drew from the deck; -1 in a turn where one did."""
        return self.turn + QUIET_TURNS * self.seats - self.closing

    @quiet.setter
    def quiet(self, turns: int) -> None:
        self.closing = self.turn + QUIET_TURNS * self.seats - turns

    @property
    def piles_closed(self) -> bool:
        """C12: whether everybody must draw from the deck."""
        return self.turn >= self.closing

    def card_choices(self, seat: Seat) -> list[PlayerMove]:
        """C4, C5: play a card that fits its row, or discard any."""
        red, yellow, pink, green, blue = self.choices[seat]
        return [*red, *yellow, *pink, *green, *blue]

    def card_refusal(self, seat: Seat, move: Move) -> str:
        """Why a card move that is not legal now is refused."""
        match move:
            case PlayCard(card) | Discard(card) if not 0 <= card < len(COLOUR):
                return "no_such_card"
            case PlayCard(card) | Discard(card):
                place = seat * COLOURS + COLOUR[card]
                if not self.hands[place] >> VALUE[card] & 1:
                    return "card_not_in_hand"
                playable = self.playable[place]
                if isinstance(move, PlayCard) and not playable >> VALUE[card] & 1:
                    return "row_goes_up" if playable >> VALUES - 1 else "row_goes_down"
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
            taken=tuple(
                tuple(cards_of(self.known[each * COLOURS : (each + 1) * COLOURS]))
                for each in range(self.seats)
            ),
            rows=tuple(
                tuple(self.rows[each * COLOURS : (each + 1) * COLOURS])
                for each in range(self.seats)
            ),
            pile_tops=tuple(pile[-1] if pile else None for pile in self.piles),
            buried=tuple(tuple(pile[:-1]) for pile in self.piles),
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
        self.rows = [row for rows in view.rows for row in rows]
        self.playable = [playable_on(row) for row in self.rows]
        for seat, taken in enumerate(view.taken):
            for card in taken:
                colour, once, twice, _ = CODES[card]
                place = seat * COLOURS + colour
                self.known[place] |= twice if self.known[place] & once else once
        piles = [
            (*buried, top) if top is not None else ()
            for buried, top in zip(view.buried, view.pile_tops, strict=True)
        ]
        for pile in piles:
            for card in pile:
                self.put_on_pile(card)
        self.barred = sum(1 << colour for colour in view.barred)
        known = [view.hand if seat == own else taken for seat, taken in enumerate(view.taken)]
        unseen = list(DECK)
        for cards in (*known, *piles, *map(_cards_in_row, range(len(self.rows)), self.rows)):
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
