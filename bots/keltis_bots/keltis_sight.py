"""What a network sees of positions of Keltis, and what may be done there, many at once."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints
from keltis_bots.card_sight import (
    BOARD_AT,
    Cards,
    Sight,
    as_part,
    as_whole,
    card_moves,
    column,
    from_wishes,
    one_hot,
    seen_of_deck,
    seen_of_lead,
)
from keltis_engine.bots.card_notes import PHASE
from keltis_engine.bots.keltis_notes import LARGE, PATH_ASKED, POINTS, STONES, TILES, WISHES
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import COLOURS, DRAW
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES
from keltis_engine.parts.paths import STONES as END
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

STEP_AT: Final = BOARD_AT
LARGE_AT: Final = BOARD_AT + 1
A_COLOUR: Final = BOARD_AT + 2
"""What can be done in a colour: cards, step, start large."""
DRAW_AT: Final = COLOURS * A_COLOUR
DECLINE_AT: Final = DRAW_AT + 1
ACTIONS: Final = DECLINE_AT + 1

_STONE_VALUES: Final = np.array(STONE_VALUES, np.float32)
_AHEAD: Final = (4, 3)
"""So many stones ahead of each figure the tiles are seen, the own one's first."""
_PHASES: Final = (PLAY, DRAW_CARD, START, CLOVER_STEP, SPARE_STEP)


def lead(lines: Ints) -> Floats:
    """By how many points the player is ahead (K9)."""
    totals = []
    for who in (0, 1):
        values = _STONE_VALUES[column(lines, STONES, who)]
        twice = lines[:, LARGE + who, None] == np.arange(COLOURS)
        wishes = from_wishes(lines[:, WISHES + who])
        totals.append((values * (1 + twice)).sum(1) + wishes + lines[:, POINTS + who])
    ahead: Floats = (totals[0] - totals[1]).astype(np.float32)
    return ahead


def see(lines: Ints) -> Sight:
    """What is seen of the positions noted in these lines."""
    cards, ahead = Cards(lines), lead(lines)
    of_values, of_colours = cards.seen()
    stones, their_stones = column(lines, STONES), column(lines, STONES, 1)
    asked = lines[:, PATH_ASKED, None] == np.arange(COLOURS)
    phase = lines[:, PHASE, None]
    large, their_large = (lines[:, LARGE + who, None] == np.arange(COLOURS) for who in (0, 1))
    of_figures = (
        large,
        their_large,
        _STONE_VALUES[stones] * (1 + large) / 10,
        _STONE_VALUES[their_stones] * (1 + their_large) / 10,
        asked & (phase == START),
        asked & (phase == CLOVER_STEP),
        asked & (phase == SPARE_STEP),
    )
    parts = [
        *of_values,
        one_hot(stones, PATH),
        one_hot(their_stones, PATH),
        *_tiles_ahead(lines, stones, _AHEAD[0]),
        *_tiles_ahead(lines, their_stones, _AHEAD[1]),
        *of_colours,
        *map(as_part, of_figures),
    ]
    return Sight(
        np.concatenate(parts, 2),
        _whole(lines, ahead, stones, their_stones),
        _legal(cards, stones, asked),
        cards.mirrored,
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
    plain = (
        *seen_of_deck(lines),
        lines[:, LARGE] < 0,
        lines[:, LARGE + 1] < 0,
        lines[:, POINTS] / 8,
        lines[:, POINTS + 1] / 8,
        *seen_of_lead(ahead),
        in_goal / 3,
        their_goal / 3,
        (stones > 0).sum(1) / 5,
        (their_stones > 0).sum(1) / 5,
    )
    parts = [
        as_whole(plain),
        *(one_hot(np.minimum(lines[:, WISHES + who], 5), 6) for who in (0, 1)),
        one_hot(in_goal + their_goal, FIGURES_IN_GOAL),
        (lines[:, PHASE, None] == np.array(_PHASES)).astype(np.float32),
    ]
    return np.concatenate(parts, 1)


def _legal(cards: Cards, stones: Ints, asked: Bools) -> Bools:
    """What the rules allow, as in `KeltisPosition.legal_moves`."""
    lines = cards.lines
    phase = lines[:, PHASE, None]
    legal = np.zeros((len(lines), ACTIONS), bool)
    by_colour = legal[:, :DRAW_AT].reshape(-1, COLOURS, A_COLOUR)
    cards.allow(by_colour)
    large_left = lines[:, LARGE, None] < 0
    small_left = (stones > 0).sum(1, keepdims=True) - ~large_left < SMALL_FIGURES
    stepping = (phase == CLOVER_STEP) | (phase == SPARE_STEP)
    here = stepping | ((phase == START) & asked)
    by_colour[..., STEP_AT] = here & np.where(stones == 0, small_left, stones < END)
    by_colour[..., LARGE_AT] = here & (stones == 0) & large_left
    legal[:, DRAW_AT] = (phase == DRAW_CARD)[:, 0]
    legal[:, DECLINE_AT] = stepping[:, 0]
    return legal


_DECLINE: Final = Decline()
_MOVES: Final = tuple(
    tuple(
        [*card_moves(colour, mirrored), AdvanceFigure(colour), StartFigure(colour, True)]
        for mirrored in (False, True)
    )
    for colour in range(COLOURS)
)
"""The moves of each colour in the order of its actions; a step is worded for one who started."""
_START_SMALL: Final = tuple(StartFigure(colour, False) for colour in range(COLOURS))


def move_of(action: int, mirrored: Bools, line: Ints) -> PlayerMove:
    """The move that an action means in a position."""
    if action >= DRAW_AT:
        return DRAW if action == DRAW_AT else _DECLINE
    colour, what = divmod(action, A_COLOUR)
    if what == STEP_AT and line[STONES + colour] == 0:
        return _START_SMALL[colour]
    return _MOVES[colour][int(mirrored[colour])][what]


def action_of(move: PlayerMove, mirrored: Bools, line: Ints) -> int:  # noqa: ARG001
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
