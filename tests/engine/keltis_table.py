"""A table of Keltis laid out as a test wants it, in the words of a player.

Cards are spelled `R5` or `B10`, stones `R2`; R Y P G B are the paths and colours.
"""

from collections.abc import Mapping
from itertools import chain

from keltis_engine.parts.cards import (
    COLOURS,
    DECK,
    HAND,
    KINDS,
    SET_ASIDE,
    VALUES,
    Discard,
    PlayCard,
    TakeDiscard,
)
from keltis_engine.parts.paths import GOAL
from keltis_engine.parts.rows import playable_on
from keltis_engine.rules.keltis import (
    CLOVER,
    PATH,
    PHASES,
    WISH_STONE,
    AdvanceFigure,
    Keltis,
    KeltisPosition,
    StartFigure,
)

LETTERS = "RYPGB"
R, Y, P, G, B = range(COLOURS)
TILE_NAMES = {"clover": CLOVER, "wish": WISH_STONE, "1": 1, "2": 2, "3": 3}

Cards = Mapping[int, str]
"""For each seat some cards, separated by spaces."""


def card(name: str) -> int:
    """The card called `R5`."""
    return LETTERS.index(name[0]) * VALUES + int(name[1:])


def cards(names: str) -> list[int]:
    """The cards called `R5 B10`."""
    return [card(name) for name in names.split()]


def play(name: str) -> PlayCard:
    """Play this card."""
    return PlayCard(card(name))


def discard(name: str) -> Discard:
    """Discard this card."""
    return Discard(card(name))


def take(letter: str) -> TakeDiscard:
    """Take the top of this pile."""
    return TakeDiscard(LETTERS.index(letter))


def advance(letter: str) -> AdvanceFigure:
    """Move the figure on this path."""
    return AdvanceFigure(LETTERS.index(letter))


def start(letter: str, large: bool = False) -> StartFigure:
    """Start a figure on this path."""
    return StartFigure(LETTERS.index(letter), large)


def lay_out(
    seats: int = 2,
    *,
    hands: Cards | None = None,
    rows: Cards | None = None,
    piles: str = "",
    deck: str = "",
    deck_size: int | None = None,
    figures: Mapping[int, str] | None = None,
    large: Mapping[int, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    phase: str = "play",
) -> KeltisPosition:
    """A position in which seat 0 is to act.

    `figures` says `R5 Y9` where a seat's figures stand, `large` on which path the large one is,
    `deck` the next cards to be drawn. Hands are filled up to eight from the unused cards.
    """
    position = Keltis().start(seats, None, 0)
    rest = list(DECK)
    held = {seat: cards(names) for seat, names in (hands or {}).items()}
    laid = {seat: cards(names) for seat, names in (rows or {}).items()}
    top, heap = cards(deck), cards(piles)
    for used in chain(*held.values(), *laid.values(), top, heap):
        rest.remove(used)
    for seat in range(seats):
        hand = held.get(seat, [])
        position.give(seat, hand + [rest.pop() for _ in range(HAND - len(hand))])
    for seat, row in laid.items():
        for colour in range(COLOURS):
            values = tuple(each % VALUES for each in row if each // VALUES == colour)
            position.set_row(seat * COLOURS + colour, values, playable_on(values))
    for each in heap:
        position.put_on_pile(each)
    position.barred = 0
    position.aside = tuple(rest.pop() for _ in range(SET_ASIDE if seats == 2 else 0))
    position.deck = (*top, *rest)
    if deck_size is not None:  # the other cards of the deck were drawn long ago
        position.deck = position.deck[:deck_size]
    place_figures(position, figures or {}, large or {})
    for stone, tile in (tiles or {}).items():
        position.tiles[LETTERS.index(stone[0]) * PATH + int(stone[1:])] = TILE_NAMES[tile]
    position.to_act, position.turn, position.phase = 0, 1, PHASES.index(phase)
    position.quiet = 0
    return position


def place_figures(
    position: KeltisPosition, figures: Mapping[int, str], large: Mapping[int, str]
) -> None:
    """Put the figures on their stones."""
    for seat, stones in figures.items():
        for stone in stones.split():
            position.stones[seat * COLOURS + LETTERS.index(stone[0])] = int(stone[1:])
    for seat, letter in large.items():
        position.large[seat] = LETTERS.index(letter)
    position.in_goal = sum(stone >= GOAL for stone in position.stones)


def total_cards(position: KeltisPosition) -> list[int]:
    """Every card on the table, sorted."""
    hands = [
        colour * VALUES + value
        for place, held in enumerate(position.hands)
        for colour in (place % COLOURS,)
        for value in range(VALUES)
        for _ in range((held >> value & 1) + (held >> value + VALUES & 1))
    ]
    rows = [place % COLOURS * VALUES + v for place, row in enumerate(position.rows) for v in row]
    deck = position.deck[position.drawn :]
    assert max(hands + rows, default=0) < KINDS
    return sorted([*hands, *rows, *deck, *position.aside, *chain(*position.piles)])
