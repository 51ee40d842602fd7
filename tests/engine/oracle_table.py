"""A table of The Oracle laid out as a test wants it: cards, tiles and figures."""

from collections.abc import Sequence

import pytest

from keltis_engine.parts.cards import DECK, HAND, KINDS, SET_ASIDE, Discard, DrawFromDeck
from keltis_engine.parts.oracle_board import (
    SMALL_STONES,
    TILES,
)
from keltis_engine.position import IllegalMove, Move
from keltis_engine.rules.oracle import (
    PHASES,
    Deal,
    Oracle,
    OraclePosition,
)

R, Y, P, G, B = (colour * 11 for colour in range(5))
"""The zero of each colour: `G + 3` is the green three."""
RED, YELLOW, PINK, GREEN, BLUE = range(5)
HAND_OF_LOW_CARDS = (R + 0, R + 5, Y + 8, Y + 10, G + 0, G + 1, P + 2, B + 9)


def a_deal(
    seats: int = 2,
    hands: Sequence[Sequence[int]] = (HAND_OF_LOW_CARDS,),
    tiles: dict[int, int] | None = None,
    deck: Sequence[int] = (),
    first: int = 0,
) -> Deal:
    """A legal deal with these hands, these tiles on these stones, and this top of the deck."""
    rest = list(DECK)
    for card in (*(card for hand in hands for card in hand), *deck):
        rest.remove(card)
    fixed = tiles or {}
    left = list(TILES)
    for tile in fixed.values():
        left.remove(tile)
    laid = tuple(fixed[stone] if stone in fixed else left.pop(0) for stone in SMALL_STONES)
    aside = [rest.pop() for _ in range(SET_ASIDE if seats == 2 else 0)]
    dealt: list[int] = []
    for seat in range(seats):
        wanted = list(hands[seat]) if seat < len(hands) else []
        dealt += wanted + [rest.pop() for _ in range(HAND - len(wanted))]
    assert len(aside) + len(dealt) + len(deck) + len(rest) == 2 * KINDS
    return Deal((*aside, *dealt, *deck, *rest), laid, first)


def a_game(
    seats: int = 2,
    hands: Sequence[Sequence[int]] = (HAND_OF_LOW_CARDS,),
    tiles: dict[int, int] | None = None,
    deck: Sequence[int] = (),
    figures: Sequence[tuple[int, int, int]] = (),
    priestess: int = 0,
    free_clovers: str = "off",
) -> OraclePosition:
    """A game in which seat 0 is to play a card, its figures already on their way."""
    game = Oracle().start(seats, {"free_clovers": free_clovers}, 0)
    game = game.play(a_deal(seats, hands, tiles, deck))
    for seat, stones in enumerate(figures):
        game.figures[seat] = stones
    game.priestess = priestess
    return game


def other_turn(game: OraclePosition) -> OraclePosition:
    """The game after a quiet turn: a card discarded, one drawn from the deck."""
    discard = next(move for move in game.legal_moves() if isinstance(move, Discard))
    return game.play(discard).play(DrawFromDeck())


def phase(game: OraclePosition) -> str:
    """What is asked now."""
    return PHASES[game.phase]


def refused(game: OraclePosition, move: Move) -> str:
    """The reason why this move is illegal."""
    with pytest.raises(IllegalMove) as refusal:
        game.play(move)
    return refusal.value.reason
