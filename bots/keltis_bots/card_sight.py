"""What a network sees of the cards of many positions at once, and what may be done with them.

The five colours are seen alike, each in the direction in which the player's own row goes: a row
that falls is seen in a mirror, in which it rises. So what is learned of one row is known of all.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints, Numbers
from keltis_engine.bots.card_notes import (
    BARRED,
    CLOSED,
    DECK,
    GONE,
    HAND,
    HEIGHT,
    KNOWN,
    LAST,
    LENGTH,
    PHASE,
    TAKES,
    TOP,
    UNTIL_CLOSED,
)
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import (
    ANY_VALUE,
    COLOURS,
    DISCARDS,
    PLAYS,
    TWICE,
    VALUES,
)
from keltis_engine.parts.cards import TAKES as TAKE_MOVES
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove

DISCARD_AT: Final = VALUES
TAKE_AT: Final = 2 * VALUES
BOARD_AT: Final = TAKE_AT + 1
"""What can be done in a colour: play a value, discard it, take from the pile; the board's own."""
SCALE: Final = 20.0
"""So many points ahead are worth 1."""

_VALUE_BITS: Final = np.arange(VALUES)
_WISHES: Final = np.array([from_table(WISH_STONES, wishes) for wishes in range(12)], np.float32)


class Sight(NamedTuple):
    """What is seen of many positions."""

    colours: Floats
    """For each position and colour what is seen of it."""
    whole: Floats
    """For each position what is seen of the rest."""
    legal: Bools
    """For each position and action whether the rules allow it."""
    mirrored: Bools
    """For each position and colour whether it is seen in the mirror."""
    lead: Floats
    """For each position by how many points the player leads."""


def bits(numbers: Ints) -> Floats:
    """The eleven lowest bits of each number."""
    found: Floats = (numbers[..., None] >> _VALUE_BITS & 1).astype(np.float32)
    return found


def one_hot(numbers: Ints, most: int) -> Floats:
    """For each number a line that has a 1 there; none for what lies outside."""
    hot: Floats = (numbers[..., None] == np.arange(most)).astype(np.float32)
    return hot


def column(lines: Ints, start: int, who: int = 0) -> Ints:
    """For each line what is noted of each colour."""
    return lines[:, start + who * COLOURS : start + (who + 1) * COLOURS]


class Cards:
    """The cards of many positions."""

    def __init__(self, lines: Ints) -> None:
        self.lines = lines
        hand, self.takes, self.last = (column(lines, start) for start in (HAND, TAKES, LAST))
        self.open_row = self.takes == ANY_VALUE
        falls = ~self.open_row & (self.takes >> VALUES - 1 & 1 == 0)
        self.mirrored: Bools = falls | (self.open_row & (self.last > VALUES // 2))
        self.once, self.twice = bits(hand), bits(hand >> TWICE)
        self.fits = bits(self.takes)
        barred = lines[:, BARRED, None] >> np.arange(COLOURS) & 1
        closed = lines[:, CLOSED, None]
        self.barred = barred
        self.may_take: Bools = (column(lines, HEIGHT) > 0) & (barred == 0) & (closed == 0)

    def by_value(self, values: Floats) -> Floats:
        """What is known of the values of each colour, in the direction of the player's row."""
        return np.where(self.mirrored[..., None], values[..., ::-1], values)

    def seen(self) -> tuple[list[Floats], list[Floats]]:
        """What is seen of each colour: of its values, and of the colour as a whole."""
        lines, fits, once, twice = self.lines, self.fits, self.once, self.twice
        their_fits = bits(column(lines, TAKES, 1))
        gone = (column(lines, GONE)[..., None] >> 2 * _VALUE_BITS & 3).astype(np.float32)
        held = column(lines, KNOWN)
        known = bits(held) + bits(held >> TWICE)
        cards = once + twice
        unseen = 2 - gone - cards - known
        top = one_hot(column(lines, TOP), VALUES)
        left = np.maximum(1, unseen.sum((1, 2)))[:, None]
        of_values = (once, twice, fits, their_fits, cards * fits, unseen / 2, known / 2, top)
        last = one_hot(np.where(self.open_row, self.last, -1), VALUES)
        of_colours = (
            column(lines, HEIGHT) / 4,
            self.may_take,
            self.barred,
            (top * fits).sum(2),
            (top * their_fits).sum(2),
            (cards * fits).sum(2) / 3,
            cards.sum(2) / 3,
            (unseen * fits).sum(2) / 8,
            (unseen * their_fits).sum(2) / 8,
            (unseen * fits).sum(2) / left,
            (known * their_fits).sum(2) / 2,
            column(lines, LENGTH) / 6,
            column(lines, LENGTH, 1) / 6,
            self.open_row,
            column(lines, TAKES, 1) == ANY_VALUE,
        )
        return [*map(self.by_value, (*of_values, last))], [*map(as_part, of_colours)]

    def allow(self, by_colour: Bools) -> None:
        """Tell for each colour which of its cards may be played, discarded and taken (C5, C7)."""
        phase = self.lines[:, PHASE, None]
        held, fits = self.by_value(self.once) > 0, self.by_value(self.fits) > 0
        playing = (phase == PLAY)[..., None]
        by_colour[..., :VALUES] = playing & held & fits
        by_colour[..., DISCARD_AT:TAKE_AT] = playing & held
        by_colour[..., TAKE_AT] = (phase == DRAW_CARD) & self.may_take


def from_wishes(wishes: Ints) -> Floats:
    """K9: what so many wish stones come to."""
    worth: Floats = _WISHES[np.minimum(wishes, len(_WISHES) - 1)]
    return worth


def as_part(of_colours: Numbers) -> Floats:
    """One number a colour as a part of what is seen of it."""
    part: Floats = of_colours[..., None].astype(np.float32)
    return part


def seen_of_deck(lines: Ints) -> list[Numbers]:
    """What is seen of how far the game is."""
    deck = lines[:, DECK]
    return [
        deck / 64,
        np.minimum(deck, 10) / 10,
        np.minimum(deck, 3) / 3,
        lines[:, CLOSED],
        np.minimum(lines[:, UNTIL_CLOSED], 20) / 20,
    ]


def seen_of_lead(lead: Floats) -> list[Numbers]:
    """What is seen of who leads."""
    return [lead / SCALE, np.clip(lead, -5, 5) / 5, lead > 0]


def as_whole(numbers: Iterable[Numbers]) -> Floats:
    """One number a position for each of these, as a part of what is seen of the whole."""
    return np.stack([each.astype(np.float32) for each in numbers], 1)


def card_moves(colour: int, mirrored: bool) -> list[PlayerMove]:
    """The moves with the cards of one colour, in the order of its actions."""
    order = range(VALUES - 1, -1, -1) if mirrored else range(VALUES)
    cards = [kind[colour * VALUES + value] for kind in (PLAYS, DISCARDS) for value in order]
    return [*cards, TAKE_MOVES[colour]]
