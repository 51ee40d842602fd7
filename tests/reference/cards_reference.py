"""The cards of Keltis and The Oracle, written down slowly from rules C1 to C12."""

from dataclasses import dataclass, replace
from typing import Any

Move = list[Any]
"""A move as the wire spells it: its name, then its fields."""
Event = list[Any]
"""What happened, as the one who did it knows it."""


@dataclass(frozen=True)
class Cards:
    """Every card of a game and where it lies."""

    hands: tuple[tuple[int, ...], ...]
    taken: tuple[tuple[int, ...], ...]
    """For each seat what everybody knows of its hand, because it came from a pile."""
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    """For each seat and colour the values, in the order played."""
    piles: tuple[tuple[int, ...], ...] = ((), (), (), (), ())
    """For each colour the discarded cards, lowest first."""
    deck: tuple[int, ...] = ()
    """The next card first."""
    barred: frozenset[int] = frozenset()
    """Colours discarded to this turn."""
    quiet: int = 0
    """Turns in a row that ended without a draw from the deck; -1 while this turn has drawn."""


def put(things: tuple[Any, ...], place: int, thing: Any) -> tuple[Any, ...]:
    """The same things, but `thing` at `place`."""
    return (*things[:place], thing, *things[place + 1 :])


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The same cards less one `card`, if there is one."""
    place = cards.index(card) if card in cards else len(cards)
    return cards[:place] + cards[place + 1 :]


def no_cards(seats: int) -> Cards:
    """Before the deal."""
    rows: tuple[tuple[int, ...], ...] = ((), (), (), (), ())  # C4: one row a colour
    return Cards(hands=((),) * seats, taken=((),) * seats, rows=(rows,) * seats)


def deal(seats: int, cards: list[int]) -> Cards:
    """The cards as they lie after the deal."""
    assert sorted(cards) == sorted(2 * list(range(55)))  # C1: five colours, 0-10, two copies
    rest = cards[30:] if seats == 2 else cards  # C2: with two players 30 are set aside
    hands = tuple(tuple(rest[8 * seat : 8 * seat + 8]) for seat in range(seats))  # C3: eight each
    return replace(no_cards(seats), hands=hands, deck=tuple(rest[8 * seats :]))  # C3: the rest


def fits(row: tuple[int, ...], value: int) -> bool:
    """Whether a card of this value may follow in the row (C4)."""
    if not row:
        return True  # C4: the first card opens it
    if value == row[-1]:
        return True  # C4: equal values may always follow each other
    different = [other for other in row if other != row[0]]
    if not different:
        return True  # C4: the first different value fixes the direction
    if different[0] > row[0]:
        return value > row[-1]  # C4: ascending, same or higher; gaps allowed
    return value < row[-1]  # C4: descending, same or lower


def playable(cards: Cards, seat: int) -> list[int]:
    """The cards of the hand that fit their row (C4), each once."""
    hand = sorted(set(cards.hands[seat]))
    return [card for card in hand if fits(cards.rows[seat][card // 11], card % 11)]


def discards(cards: Cards, seat: int) -> list[Move]:
    """C5: any card of the hand may be discarded instead."""
    return [["discard", card] for card in sorted(set(cards.hands[seat]))]


def draws(cards: Cards, seats: int) -> list[Move]:
    """Where a card may be drawn from (C7)."""
    moves: list[Move] = [["draw_from_deck"]] if cards.deck else []
    if cards.quiet >= 10 * seats:
        return moves  # C12: ten turns each without the deck close the piles
    piles = [colour for colour in range(5) if cards.piles[colour]]
    # C7: not a card discarded this turn, nor the older ones under it
    return moves + [["take_discard", colour] for colour in piles if colour not in cards.barred]


def play_to_row(cards: Cards, seat: int, card: int) -> Cards:
    """C5: one card from the hand to its row."""
    row = (*cards.rows[seat][card // 11], card % 11)
    rows = put(cards.rows, seat, put(cards.rows[seat], card // 11, row))
    return replace(_from_hand(cards, seat, card), rows=rows)


def discard(cards: Cards, seat: int, card: int) -> Cards:
    """C5: one card from the hand to the pile of its colour."""
    return onto_pile(_from_hand(cards, seat, card), card)


def onto_pile(cards: Cards, card: int) -> Cards:
    """A card falls on the pile of its colour (C6), which is out of reach this turn (C7)."""
    colour = card // 11
    piles = put(cards.piles, colour, (*cards.piles[colour], card))
    return replace(cards, piles=piles, barred=cards.barred | {colour})


def draw_from_deck(cards: Cards, seat: int) -> Cards:
    """C7: the top card of the deck; it ends the quiet turns (C12)."""
    hand = (*cards.hands[seat], cards.deck[0])
    return replace(cards, hands=put(cards.hands, seat, hand), deck=cards.deck[1:], quiet=-1)


def take_discard(cards: Cards, seat: int, colour: int) -> Cards:
    """C7: the top card of a pile; everybody saw it."""
    card = cards.piles[colour][-1]
    return replace(
        cards,
        hands=put(cards.hands, seat, (*cards.hands[seat], card)),
        taken=put(cards.taken, seat, (*cards.taken[seat], card)),
        piles=put(cards.piles, colour, cards.piles[colour][:-1]),
    )


def turn_over(cards: Cards) -> Cards:
    """The next turn: nothing is barred (C7), and one more turn may have been quiet (C12)."""
    return replace(cards, barred=frozenset(), quiet=cards.quiet + 1)


def _from_hand(cards: Cards, seat: int, card: int) -> Cards:
    return replace(
        cards,
        hands=put(cards.hands, seat, without(cards.hands[seat], card)),
        taken=put(cards.taken, seat, without(cards.taken[seat], card)),
    )


def cards_view(cards: Cards, seat: int | None) -> dict[str, Any]:
    """What a seat, or a spectator, may know of the cards."""
    return {
        "hand": [] if seat is None else sorted(cards.hands[seat]),
        "hand_sizes": [len(hand) for hand in cards.hands],
        "taken": [sorted(taken) for taken in cards.taken],
        "rows": [[list(row) for row in rows] for rows in cards.rows],
        "pile_tops": [pile[-1] if pile else None for pile in cards.piles],  # C6: the top card
        "buried": [list(pile[:-1]) for pile in cards.piles],  # C6: may be read back in the log
        "barred": sorted(cards.barred),
        "deck": len(cards.deck),
        "quiet": cards.quiet,
    }


def told(news: tuple[Event, ...], seat: int | None) -> list[Event]:
    """The events as `seat` may know them: only the one who drew sees the card."""
    heard = []
    for event in news:
        if event[0] == "card_drawn" and event[1] != seat:
            heard.append(["card_drawn", event[1], None])
        else:
            heard.append(list(event))
    return heard


def wish_stone_points(wish_stones: int) -> int:
    """K9: the table that Keltis, The Oracle and The Way of Stones share."""
    return {0: -4, 1: -3, 2: 2, 3: 3, 4: 6}.get(wish_stones, 10)
