"""All that a turn of The Dice Game may come to."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from keltis_bots.arrays import Bools, Floats, Ints
from keltis_bots.dice_lines import AGAIN, ARRIVED, OVER, SEATS, STOCK, WISHES
from keltis_engine.parts.dice_board import (
    BOARDS,
    CLOVER,
    CROSSED,
    DICE,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.paths import GOAL, STONES
from keltis_engine.rules.dice import STONES_EACH, STONES_IN_GOAL

COUNTS: Final = DICE + 1
A_FLAVOUR: Final = ROWS * COUNTS
OPTIONS: Final = 2 * A_FLAVOUR
"""Each option of a turn is wish stone taken x 30 + row x 6 + dice; dice 0 of row 0 declines."""

_FIELDS: Final = {side: np.array(board.fields) for side, board in BOARDS.items()}
_LIMITS: Final = np.array(STONES_IN_GOAL)
_EVERY_ROW: Final = np.repeat(np.arange(ROWS), DICE)
_EVERY_COUNT: Final = np.tile(np.arange(1, COUNTS), ROWS)
_EVERY_MOVE: Final = _EVERY_ROW * COUNTS + _EVERY_COUNT


class Ends(NamedTuple):
    """What turns can come to."""

    lines: Ints
    options: Ints
    """What leads to each line: place of the turn x 60 + option."""


def ends(lines: Ints, side: str) -> Ends:
    """All that the turns of those who see these lines can come to, once the dice are final."""
    number = len(lines)
    bases = np.repeat(lines, 2, 0)
    bases[:, AGAIN] = 0
    _take_wish_stones(bases, np.tile([False, True], number))
    options = np.arange(2 * number) * A_FLAVOUR
    moves = len(_EVERY_MOVE)
    return _with_moves(
        Ends(bases, options),
        Ends(
            np.repeat(bases, moves, 0), np.repeat(options, moves) + np.tile(_EVERY_MOVE, 2 * number)
        ),
        np.tile(_EVERY_ROW, 2 * number),
        np.tile(_EVERY_COUNT, 2 * number),
        side,
    )


def steps(lines: Ints, side: str) -> Ends:
    """D4: all that a clover can come to for one who sees this line, as if each row showed once."""
    bases = lines.copy()
    bases[:, AGAIN] = 0
    rows, dice = np.arange(ROWS), np.ones(ROWS, np.int64)
    moves = Ends(np.repeat(bases, ROWS, 0), rows * COUNTS + dice)
    return _with_moves(Ends(bases, np.zeros(1, np.int64)), moves, rows, dice, side)


def _with_moves(declined: Ends, bases: Ends, rows: Ints, dice: Ints, side: str) -> Ends:
    """The ends after moves that the rules allow (D3-D7), several after a clover."""
    found = [declined]
    lines, options = bases
    fields = _FIELDS[side]
    while len(lines):
        allowed, lines, on_clover = _moved(lines, rows, dice, fields)
        options = options[allowed]
        found.append(Ends(lines, options))
        lines, options = np.repeat(lines[on_clover], ROWS, 0), np.repeat(options[on_clover], ROWS)
        rows = np.tile(np.arange(ROWS), len(lines) // ROWS)
        dice = np.ones_like(rows)
    return Ends(
        np.concatenate([each.lines for each in found]),
        np.concatenate([each.options for each in found]),
    )


def _moved(lines: Ints, rows: Ints, dice: Ints, fields: Ints) -> tuple[Bools, Ints, Bools]:
    """Which moves are allowed, what those come to, and after which of them a clover acts."""
    start = lines[np.arange(len(lines)), rows]
    end = np.minimum(start + dice, STONES)
    reached = fields[rows * FIELDS + end]
    can_start = (lines[:, :ROWS] == 0).sum(1) > ROWS - STONES_EACH
    allowed = (start < STONES) & ((start > 0) | can_start) & (reached != CROSSED)
    lines, start, end, reached = lines[allowed], start[allowed], end[allowed], reached[allowed]
    lines[np.arange(len(lines)), rows[allowed]] = end
    arrives = (end >= GOAL) & (start < GOAL)
    lines[:, ARRIVED] += arrives
    own = (lines[:, :ROWS] >= GOAL).sum(1)
    over = arrives & ((own == STONES_EACH) | (lines[:, ARRIVED] >= _LIMITS[lines[:, SEATS]]))
    lines[:, OVER] |= over
    lines[:, AGAIN] |= (reached == LEPRECHAUN) & ~over
    _take_wish_stones(lines, (reached == WISH_STONE) & ~over)
    return allowed, lines, (reached == CLOVER) & ~over


def _take_wish_stones(lines: Ints, wished: Bools) -> None:
    taken = wished & (lines[:, STOCK] > 0)
    lines[:, WISHES] += taken
    lines[:, STOCK] -= taken


def only(found: Ends, options: Sequence[int]) -> Ends:
    """Only what some options come to."""
    wanted = np.isin(found.options, options)
    return Ends(found.lines[wanted], found.options[wanted])


def by_option(found: Ends, worths: Floats, turns: int = 1) -> Floats:
    """For each turn the worth of each option, of those that there are, and -inf."""
    table = np.full(turns * OPTIONS, -np.inf, np.float32)
    np.maximum.at(table, found.options, worths)
    return table.reshape(turns, OPTIONS)
