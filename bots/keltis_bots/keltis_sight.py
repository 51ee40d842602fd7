"""What a network sees of positions of Keltis, and what may be done there, many at once.

The five colours are seen alike, each in the direction in which the player's own row goes: a row
that falls is seen in a mirror, in which it rises. So what is learned of one row is known of all.
"""

from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints
from keltis_engine.bots.keltis_notes import (
    BARRED,
    CLOSED,
    DECK,
    GONE,
    HAND,
    HEIGHT,
    KNOWN,
    LARGE,
    LAST,
    LENGTH,
    PATH_ASKED,
    PHASE,
    POINTS,
    QUIET,
    STONES,
    TAKES,
    TILES,
    TOP,
    WISHES,
)
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import (
    ANY_VALUE,
    COLOURS,
    DISCARDS,
    DRAW,
    PLAYS,
    TWICE,
    VALUES,
)
from keltis_engine.parts.cards import TAKES as TAKE_MOVES
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES
from keltis_engine.parts.paths import STONES as END
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove
from keltis_engine.rules.keltis import (
    CLOVER,
    CLOVER_STEP,
    FIGURES_IN_GOAL,
    PATH,
    SMALL_FIGURES,
    SPARE_STEP,
    START,
    WISH_STONE,
    AdvanceFigure,
    StartFigure,
)

A_COLOUR: Final = 2 * VALUES + 3
"""What can be done in a colour: play or discard a value, take from the pile, step, start large."""
DISCARD_AT: Final = VALUES
TAKE_AT: Final = 2 * VALUES
STEP_AT: Final = TAKE_AT + 1
LARGE_AT: Final = TAKE_AT + 2
DRAW_AT: Final = COLOURS * A_COLOUR
DECLINE_AT: Final = DRAW_AT + 1
ACTIONS: Final = DECLINE_AT + 1
SCALE: Final = 20.0
"""So many points ahead are worth 1."""

_VALUE_BITS: Final = np.arange(VALUES)
_STONE_VALUES: Final = np.array(STONE_VALUES, np.float32)
_WISHES: Final = np.array([from_table(WISH_STONES, wishes) for wishes in range(12)], np.float32)
_AHEAD: Final = (4, 3)
"""So many stones ahead of each figure the tiles are seen, the own one's first."""
_PHASES: Final = (PLAY, DRAW_CARD, START, CLOVER_STEP, SPARE_STEP)


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


def _bits(numbers: Ints) -> Floats:
    """The eleven lowest bits of each number."""
    bits: Floats = (numbers[..., None] >> _VALUE_BITS & 1).astype(np.float32)
    return bits


def _one_hot(numbers: Ints, most: int) -> Floats:
    """For each number a line that has a 1 there; none for what lies outside."""
    hot: Floats = (numbers[..., None] == np.arange(most)).astype(np.float32)
    return hot


def lead(lines: Ints) -> Floats:
    """By how many points the player is ahead (K9)."""
    totals = []
    for who in (0, 1):
        stones = lines[:, STONES + who * COLOURS : STONES + (who + 1) * COLOURS]
        values = _STONE_VALUES[stones]
        twice = lines[:, LARGE + who, None] == np.arange(COLOURS)
        wishes = _WISHES[np.minimum(lines[:, WISHES + who], len(_WISHES) - 1)]
        totals.append((values * (1 + twice)).sum(1) + wishes + lines[:, POINTS + who])
    ahead: Floats = (totals[0] - totals[1]).astype(np.float32)
    return ahead


def see(lines: Ints) -> Sight:
    """What is seen of the positions noted in these lines."""

    def column(start: int, who: int = 0) -> Ints:
        return lines[:, start + who * COLOURS : start + (who + 1) * COLOURS]

    hand, takes, last = column(HAND), column(TAKES), column(LAST)
    open_row = takes == ANY_VALUE
    falls = ~open_row & (takes >> VALUES - 1 & 1 == 0)
    mirrored = falls | (open_row & (last > VALUES // 2))

    def by_value(values: Floats) -> Floats:
        return np.where(mirrored[..., None], values[..., ::-1], values)

    once, twice = _bits(hand), _bits(hand >> TWICE)
    own_fit, their_fit = _bits(takes), _bits(column(TAKES, 1))
    gone = (column(GONE)[..., None] >> 2 * _VALUE_BITS & 3).astype(np.float32)
    known = _bits(column(KNOWN)) + _bits(column(KNOWN) >> TWICE)
    unseen = 2 - gone - once - twice - known
    top, height = column(TOP), column(HEIGHT)
    barred = lines[:, BARRED, None] >> np.arange(COLOURS) & 1
    may_take = (height > 0) & (barred == 0) & (lines[:, CLOSED, None] == 0)
    top_here = _one_hot(top, VALUES)
    stones, their_stones = column(STONES), column(STONES, 1)
    asked = lines[:, PATH_ASKED, None] == np.arange(COLOURS)
    phase = lines[:, PHASE]
    large, their_large = (lines[:, LARGE + who, None] == np.arange(COLOURS) for who in (0, 1))
    cards = once + twice
    left = np.maximum(1, unseen.sum((1, 2)))[:, None]
    parts = [
        *map(by_value, (once, twice, own_fit, their_fit, cards * own_fit, unseen / 2, known / 2)),
        by_value(top_here),
        by_value(_one_hot(np.where(open_row, last, -1), VALUES)),
        _one_hot(stones, PATH),
        _one_hot(their_stones, PATH),
        *_tiles_ahead(lines, stones, _AHEAD[0]),
        *_tiles_ahead(lines, their_stones, _AHEAD[1]),
        *(
            part[..., None].astype(np.float32)
            for part in (
                height / 4,
                may_take,
                barred,
                (top_here * own_fit).sum(2),
                (top_here * their_fit).sum(2),
                (cards * own_fit).sum(2) / 3,
                cards.sum(2) / 3,
                (unseen * own_fit).sum(2) / 8,
                (unseen * their_fit).sum(2) / 8,
                (unseen * own_fit).sum(2) / left,
                (known * their_fit).sum(2) / 2,
                column(LENGTH) / 6,
                column(LENGTH, 1) / 6,
                open_row,
                column(TAKES, 1) == ANY_VALUE,
                large,
                their_large,
                _STONE_VALUES[stones] * (1 + large) / 10,
                _STONE_VALUES[their_stones] * (1 + their_large) / 10,
                asked & (phase == START)[:, None],
                asked & (phase == CLOVER_STEP)[:, None],
                asked & (phase == SPARE_STEP)[:, None],
            )
        ),
    ]
    ahead = lead(lines)
    return Sight(
        np.concatenate(parts, 2),
        _whole(lines, ahead, stones, their_stones),
        _legal(lines, mirrored, once, own_fit, may_take, stones, asked),
        mirrored,
        ahead,
    )


def _tiles_ahead(lines: Ints, stones: Ints, number: int) -> list[Floats]:
    """For each of the next stones of a figure: points, whether a clover, whether a wish stone."""
    tiles = lines[:, TILES : TILES + COLOURS * PATH].reshape(-1, COLOURS, PATH)
    seen = []
    for step in range(1, number + 1):
        at = np.minimum(stones + step, END)
        tile = np.take_along_axis(tiles, at[..., None], 2)[..., 0]
        tile = np.where(stones + step <= END, tile, np.zeros_like(tile))
        points = np.where(tile < CLOVER, tile, 0)
        seen.append(
            np.stack([points / 3, tile == CLOVER, tile == WISH_STONE], 2).astype(np.float32)
        )
    return seen


def _whole(lines: Ints, ahead: Floats, stones: Ints, their_stones: Ints) -> Floats:
    """What is seen of a position as a whole."""
    in_goal, their_goal = (stones >= GOAL).sum(1), (their_stones >= GOAL).sum(1)
    deck = lines[:, DECK]
    plain = (
        deck / 64,
        np.minimum(deck, 10) / 10,
        np.minimum(deck, 3) / 3,
        lines[:, CLOSED],
        np.minimum(lines[:, QUIET], 20) / 20,
        lines[:, LARGE] < 0,
        lines[:, LARGE + 1] < 0,
        lines[:, POINTS] / 8,
        lines[:, POINTS + 1] / 8,
        ahead / SCALE,
        np.clip(ahead, -5, 5) / 5,
        ahead > 0,
        in_goal / 3,
        their_goal / 3,
        (stones > 0).sum(1) / 5,
        (their_stones > 0).sum(1) / 5,
    )
    parts = [
        np.stack([part.astype(np.float32) for part in plain], 1),
        *(_one_hot(np.minimum(lines[:, WISHES + who], 5), 6) for who in (0, 1)),
        _one_hot(in_goal + their_goal, FIGURES_IN_GOAL),
        (lines[:, PHASE, None] == np.array(_PHASES)).astype(np.float32),
    ]
    return np.concatenate(parts, 1)


def _legal(
    lines: Ints,
    mirrored: Bools,
    once: Floats,
    fit: Floats,
    may_take: Bools,
    stones: Ints,
    asked: Bools,
) -> Bools:
    """What the rules allow, as in `KeltisPosition.legal_moves`."""
    phase, number = lines[:, PHASE, None], len(lines)
    legal = np.zeros((number, ACTIONS), bool)
    by_colour = legal[:, :DRAW_AT].reshape(number, COLOURS, A_COLOUR)
    held = np.where(mirrored[..., None], once[..., ::-1], once) > 0
    fits = np.where(mirrored[..., None], fit[..., ::-1], fit) > 0
    playing = (phase == PLAY)[..., None]
    by_colour[..., :VALUES] = playing & held & fits
    by_colour[..., DISCARD_AT:TAKE_AT] = playing & held
    drawing = phase == DRAW_CARD
    by_colour[..., TAKE_AT] = drawing & may_take
    large_left = lines[:, LARGE, None] < 0
    small_left = (stones > 0).sum(1, keepdims=True) - ~large_left < SMALL_FIGURES
    stepping = (phase == CLOVER_STEP) | (phase == SPARE_STEP)
    here = stepping | ((phase == START) & asked)
    by_colour[..., STEP_AT] = here & np.where(stones == 0, small_left, stones < END)
    by_colour[..., LARGE_AT] = here & (stones == 0) & large_left
    legal[:, DRAW_AT] = drawing[:, 0]
    legal[:, DECLINE_AT] = stepping[:, 0]
    return legal


_DECLINE: Final = Decline()


def _colour_moves(colour: int, mirrored: bool) -> list[PlayerMove]:
    """The moves of one colour in the order of its actions; a step is worded for one who started."""
    order = range(VALUES - 1, -1, -1) if mirrored else range(VALUES)
    cards = [kind[colour * VALUES + value] for kind in (PLAYS, DISCARDS) for value in order]
    return [*cards, TAKE_MOVES[colour], AdvanceFigure(colour), StartFigure(colour, True)]


_MOVES: Final = tuple(
    tuple(_colour_moves(colour, mirrored) for mirrored in (False, True))
    for colour in range(COLOURS)
)
_START_SMALL: Final = tuple(StartFigure(colour, False) for colour in range(COLOURS))


def move_of(action: int, mirrored: Bools, line: Ints) -> PlayerMove:
    """The move that an action means in a position."""
    if action >= DRAW_AT:
        return DRAW if action == DRAW_AT else _DECLINE
    colour, what = divmod(action, A_COLOUR)
    if what == STEP_AT and line[STONES + colour] == 0:
        return _START_SMALL[colour]
    return _MOVES[colour][int(mirrored[colour])][what]


def action_of(move: PlayerMove, mirrored: Bools) -> int:
    """The action that means a move."""
    if move == DRAW:
        return DRAW_AT
    if move == _DECLINE:
        return DECLINE_AT
    for colour in range(COLOURS):
        if move == _START_SMALL[colour]:
            return colour * A_COLOUR + STEP_AT
        choices = _MOVES[colour][int(mirrored[colour])]
        if move in choices:
            return colour * A_COLOUR + choices.index(move)
    raise ValueError(move)
