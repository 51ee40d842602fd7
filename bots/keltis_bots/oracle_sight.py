"""What a network sees of positions of The Oracle, and what may be done there, many at once."""

from typing import Final

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints, Numbers
from keltis_bots.card_sight import (
    BOARD_AT,
    Cards,
    Sight,
    as_part,
    as_whole,
    card_moves,
    from_wishes,
    one_hot,
    seen_of_deck,
    seen_of_lead,
)
from keltis_engine.bots.card_notes import LENGTH, PHASE
from keltis_engine.bots.oracle_notes import (
    BEGAN,
    CARD,
    CLAIMED,
    FIGURE,
    FREE_CLOVERS,
    LARGE_STONES,
    MIRRORS,
    POINTS,
    PRIESTESS,
    STOCK,
    STONE,
    TILES,
    WISHES,
)
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import COLOURS, DRAW, VALUES
from keltis_engine.parts.events import Decline
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    NEXT,
    ORACLE,
    SPIRAL,
    STEPS,
    STONE_VALUES,
    STONES,
)
from keltis_engine.position import PlayerMove
from keltis_engine.rules.oracle import (
    BONUS,
    CLOVER_MOVE,
    FIGURES,
    FIGURES_IN_ORACLE,
    GET_RID,
    MOVE,
    SPIRAL_MOVE,
    ClaimBonus,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
)

ROW_AT: Final = BOARD_AT
FIGURE_AT: Final = BOARD_AT + 1
A_COLOUR: Final = FIGURE_AT + FIGURES
"""What can be done in a colour: cards, take from the row, move a figure, the hindmost first."""
DRAW_AT: Final = COLOURS * A_COLOUR
DECLINE_AT: Final = DRAW_AT + 1
CLAIM_AT: Final = DRAW_AT + 2
STEP_AT: Final = DRAW_AT + 3
MOST_STEPS: Final = max(STEPS)
BACK_AT: Final = STEP_AT + MOST_STEPS
ACTIONS: Final = BACK_AT + STONES - 1

_NEXT: Final = np.array(NEXT)
_COLOURS: Final = np.arange(COLOURS)[:, None]
_STONE_VALUES: Final = np.array(STONE_VALUES, np.float32)
_STEPS: Final = np.array(STEPS)
_LARGE_STONES: Final = np.array(LARGE_STONES)
_PHASES: Final = (PLAY, DRAW_CARD, MOVE, CLOVER_MOVE, SPIRAL_MOVE, GET_RID, BONUS)
_AROUND: Final = 9
"""So many stones from the priestess on are seen with who stands there."""
_BACK: Final = 12
"""So many stones behind a spiral are seen."""
_MARKS: Final = (LEPRECHAUN, MIRROR, SPIRAL)


class _Board:
    """What lies on the stones in many positions."""

    def __init__(self, lines: Ints) -> None:
        self.lines = lines
        self.tiles = lines[:, TILES : TILES + STONES + 1]
        self.stock = np.zeros_like(self.tiles)
        self.stock[:, _LARGE_STONES] = lines[:, STOCK : STOCK + len(LARGE_STONES)]
        self.own, self.theirs = (
            lines[:, FIGURE + who * FIGURES : FIGURE + (who + 1) * FIGURES] for who in (0, 1)
        )

    def at(self, stones: Ints) -> tuple[Ints, Ints]:
        """The tiles and the wish stones on some stones of each position."""
        rows = np.arange(len(stones)).reshape(-1, *(1,) * (stones.ndim - 1))
        return self.tiles[rows, stones], self.stock[rows, stones]

    def arrivals(self, starts: Ints, ends: Ints) -> list[Numbers]:
        """What it brings a figure to go there, if it can; 0 is nowhere."""
        tile, stock = self.at(ends)
        can = ends > 0
        gain = (_STONE_VALUES[ends] - _STONE_VALUES[starts]) * can
        return [
            can,
            (ends - starts) * can / 8,
            gain / 5,
            np.where(tile < MIRROR, tile, 0) / 4,
            (stock > 0) | (tile == MIRROR),
            (ends >= ORACLE) & (starts < ORACLE),
        ]

    def follows(self, ends: Ints) -> list[Numbers]:
        """What lies on a stone beside points, and where its clover leads."""
        tile, stock = self.at(ends)
        clover = tile >= CLOVER
        on = np.where(clover, _NEXT[np.where(clover, tile - CLOVER, 0), ends], 0)
        marks: list[Numbers] = [tile == mark for mark in _MARKS]
        return [*marks, stock > 0, clover, *self.arrivals(ends, on), _STONE_VALUES[ends] / 10]


def _wish_worth(lines: Ints, who: int, more: int = 0) -> Floats:
    """O12: what a player's wish stones come to, with so many more of them."""
    return from_wishes(lines[:, WISHES + who] + more) * (1 + lines[:, MIRRORS + who])


def lead(lines: Ints) -> Floats:
    """By how many points the player is ahead (O12)."""
    totals = [
        _STONE_VALUES[lines[:, FIGURE + who * FIGURES : FIGURE + (who + 1) * FIGURES]].sum(1)
        + _wish_worth(lines, who)
        + lines[:, POINTS + who]
        for who in (0, 1)
    ]
    ahead: Floats = (totals[0] - totals[1]).astype(np.float32)
    return ahead


def see(lines: Ints) -> Sight:
    """What is seen of the positions noted in these lines."""
    cards, board, ahead = Cards(lines), _Board(lines), lead(lines)
    of_values, of_colours = cards.seen()
    colour = _colour_asked(board)
    asked = colour[:, None] == np.arange(COLOURS)
    ends = _NEXT[_COLOURS, board.own[:, None]]
    may_move = _may_move(board, asked, ends)
    starts = np.broadcast_to(board.own[:, None], ends.shape)
    then = _NEXT[_COLOURS, ends] * (ends > 0)
    their_ends = _NEXT[_COLOURS, board.theirs[:, None]]
    their_starts = np.broadcast_to(board.theirs[:, None], ends.shape)
    of_figures = [
        *board.arrivals(starts, ends),
        *board.follows(ends),
        *board.arrivals(ends, then),
        *board.arrivals(their_starts, their_ends),
        may_move,
    ]
    clovers = (board.tiles[:, None] - CLOVER == _COLOURS).argmax(2)
    of_board = (
        asked,
        clovers / STONES,
        (clovers[..., None] > board.own[:, None]).sum(2) / FIGURES,
    )
    parts = [
        *of_values,
        *(part.astype(np.float32) for part in of_figures),
        *of_colours,
        *map(as_part, of_board),
    ]
    return Sight(
        np.concatenate(parts, 2),
        _whole(board, ahead),
        _legal(cards, board, may_move),
        cards.mirrored,
        ahead,
    )


def _colour_asked(board: _Board) -> Ints:
    """The colour to whose next stone a figure goes, of the card or the clover; -1 is none."""
    lines = board.lines
    phase, stone = lines[:, PHASE], lines[:, STONE]
    clover = board.tiles[np.arange(len(lines)), np.maximum(stone, 0)] - CLOVER
    colour: Ints = np.where(phase == MOVE, lines[:, CARD] // VALUES, -1)
    return np.where(phase == CLOVER_MOVE, clover, colour)


def _may_move(board: _Board, asked: Bools, ends: Ints) -> Bools:
    """For each colour which figures may go to its next stone; of those on one stone the first."""
    lines, own = board.lines, board.own
    first = np.ones_like(own, bool)
    first[:, 1:] = own[:, 1:] != own[:, :-1]
    bound = (lines[:, PHASE] == CLOVER_MOVE) & (lines[:, FREE_CLOVERS] == 0)
    here = ~bound[:, None] | (own == lines[:, STONE, None])
    may: Bools = asked[..., None] & (first & here)[:, None] & (ends > 0)
    return may


def _whole(board: _Board, ahead: Floats) -> Floats:
    """What is seen of a position as a whole."""
    lines, own, theirs = board.lines, board.own, board.theirs
    inside, their_inside = (own >= ORACLE).sum(1), (theirs >= ORACLE).sum(1)
    on_leprechaun = board.at(own)[0] == LEPRECHAUN
    priestess = lines[:, PRIESTESS]
    plain = [
        *seen_of_deck(lines),
        *seen_of_lead(ahead),
        lines[:, POINTS] / 20,
        lines[:, POINTS + 1] / 20,
        lines[:, CLAIMED],
        lines[:, CLAIMED + 1],
        on_leprechaun.sum(1) / FIGURES,
        priestess / STONES,
        priestess == STONES,
        lines[:, FREE_CLOVERS],
        inside == FIGURES - 1,
        their_inside == FIGURES - 1,
        lines[:, LENGTH : LENGTH + COLOURS].sum(1) / 20,
    ]
    for who in (0, 1):
        now = _wish_worth(lines, who)
        plain += [now / 10, (_wish_worth(lines, who, 1) - now) / 10]
    around = priestess[:, None] + np.arange(_AROUND)
    parts = [
        as_whole(plain),
        *(_STONE_VALUES[each] / 10 for each in (own, theirs)),
        *(each / np.float32(STONES) for each in (own, theirs)),
        on_leprechaun.astype(np.float32),
        *((each[:, None] == around[..., None]).any(2).astype(np.float32) for each in (own, theirs)),
        *(one_hot(np.minimum(lines[:, WISHES + who], 6), 7) for who in (0, 1)),
        *(one_hot(lines[:, MIRRORS + who], 4) for who in (0, 1)),
        one_hot(inside + their_inside, FIGURES_IN_ORACLE),
        one_hot(_allowed_steps(lines), MOST_STEPS + 1),
        lines[:, STOCK : STOCK + len(LARGE_STONES)] / np.float32(2),
        *(_where(board, mark) for mark in _MARKS),
        (lines[:, PHASE, None] == np.array(_PHASES)).astype(np.float32),
        _behind(board),
    ]
    return np.concatenate(parts, 1).astype(np.float32)


def _allowed_steps(lines: Ints) -> Ints:
    """O4: how far the card just played lets the priestess go."""
    steps = np.minimum(_STEPS[lines[:, CARD] % VALUES], STONES - lines[:, PRIESTESS])
    return np.where(lines[:, PHASE] == MOVE, steps, 0)


def _where(board: _Board, mark: int) -> Floats:
    """The stones with tiles of a kind, three at most; 0 for those that are taken."""
    on = np.where(board.tiles == mark, np.arange(STONES + 1), 0)
    last: Floats = np.sort(on, 1)[:, -3:] / np.float32(STONES)
    return last


def _behind(board: _Board) -> Floats:
    """O7: what lies on the stones behind the spiral that acts."""
    lines = board.lines
    stone = lines[:, STONE, None]
    ends = stone - 1 - np.arange(_BACK)
    acts = (lines[:, PHASE, None] == SPIRAL_MOVE) & (ends > 0) & (ends != lines[:, BEGAN, None])
    ends = np.where(acts, ends, 0)
    starts = np.broadcast_to(np.maximum(stone, 0), ends.shape)
    seen = [*board.arrivals(starts, ends), *board.follows(ends)]
    return np.concatenate([part.astype(np.float32) for part in seen], 1)


def _legal(cards: Cards, board: _Board, may_move: Bools) -> Bools:
    """What the rules allow, as in `OraclePosition.legal_moves`."""
    lines = board.lines
    phase = lines[:, PHASE, None]
    legal = np.zeros((len(lines), ACTIONS), bool)
    by_colour = legal[:, :DRAW_AT].reshape(-1, COLOURS, A_COLOUR)
    # O5 bars no card: no colour is out of reach before all figures are inside, which ends it (O11).
    cards.allow(by_colour)
    rid = phase == GET_RID
    held = cards.by_value(cards.once) > 0
    by_colour[..., VALUES : 2 * VALUES] |= rid[..., None] & held
    by_colour[..., ROW_AT] = rid & (lines[:, LENGTH : LENGTH + COLOURS] > 0)
    by_colour[..., FIGURE_AT:] = may_move
    legal[:, DRAW_AT] = (phase == DRAW_CARD)[:, 0]
    legal[:, CLAIM_AT] = (phase == BONUS)[:, 0]
    legal[:, DECLINE_AT] = ((phase >= CLOVER_MOVE) & (phase <= BONUS))[:, 0]
    legal[:, STEP_AT:BACK_AT] = np.arange(MOST_STEPS) < _allowed_steps(lines)[:, None]
    back = lines[:, STONE, None] - 1 - np.arange(STONES - 1)
    legal[:, BACK_AT:] = (phase == SPIRAL_MOVE) & (back >= 0) & (back != lines[:, BEGAN, None])
    return legal


_DECLINE: Final = Decline()
_CLAIM: Final = ClaimBonus()
_CARD_MOVES: Final = tuple(
    tuple([*card_moves(colour, mirrored), DiscardFromRow(colour)] for mirrored in (False, True))
    for colour in range(COLOURS)
)
_FIGURE_MOVES: Final = tuple(MoveFigure(stone) for stone in range(STONES + 1))
_BACK_MOVES: Final = tuple(MoveBack(stone) for stone in range(STONES + 1))
_STEP_MOVES: Final = tuple(MovePriestess(steps) for steps in range(1, MOST_STEPS + 1))


def move_of(action: int, mirrored: Bools, line: Ints) -> PlayerMove:
    """The move that an action means in a position."""
    if action >= BACK_AT:
        return _BACK_MOVES[int(line[STONE]) - 1 - (action - BACK_AT)]
    if action >= DRAW_AT:
        return (DRAW, _DECLINE, _CLAIM, *_STEP_MOVES)[action - DRAW_AT]
    colour, what = divmod(action, A_COLOUR)
    if what >= FIGURE_AT:
        return _FIGURE_MOVES[int(line[FIGURE + what - FIGURE_AT])]
    return _CARD_MOVES[colour][int(mirrored[colour])][what]


def action_of(move: PlayerMove, mirrored: Bools, line: Ints) -> int:
    """The action that means a move."""
    match move:
        case MoveBack(stone):
            return BACK_AT + int(line[STONE]) - 1 - stone
        case MovePriestess(steps):
            return STEP_AT + steps - 1
        case MoveFigure(stone):
            figure: int = line[FIGURE : FIGURE + FIGURES].tolist().index(stone)
            colour = int(_colour_asked(_Board(line[None]))[0])
            return colour * A_COLOUR + FIGURE_AT + figure
    beyond = (DRAW, _DECLINE, _CLAIM)
    if move in beyond:
        return DRAW_AT + beyond.index(move)
    for colour in range(COLOURS):
        choices = _CARD_MOVES[colour][int(mirrored[colour])]
        if move in choices:
            return colour * A_COLOUR + choices.index(move)
    raise ValueError(move)
