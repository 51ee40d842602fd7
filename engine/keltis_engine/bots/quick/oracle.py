"""A quick player of The Oracle: the club player's rules of thumb, read from tables.

It looks at its own hand, at rows, figures, tiles and pile tops, and at how many cards are left.
"""

from typing import Final

from keltis_engine.bots.oracle import LOST_CARD, WINNING_END
from keltis_engine.bots.quick.colours import ANY_ROW, COLOURS_IN, OPEN_ROW, outlooks_on
from keltis_engine.bots.quick.oracle_worths import (
    BACK,
    ORANGE_WORTHS,
    PROMISES,
    STANDING,
    YOUTH,
    Worths,
    green_worths,
)
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import (
    ANY_VALUE,
    COLOUR,
    COLOURS,
    DISCARDS,
    DRAW,
    PLAYS,
    TAKES,
    VALUE,
    VALUES,
)
from keltis_engine.parts.events import Decline
from keltis_engine.parts.oracle_board import (
    CLOVER,
    MIRROR,
    NEXT,
    ORACLE,
    STEPS,
    STONE_VALUES,
    STONES,
)
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Position, Seat
from keltis_engine.rules.oracle import (
    CLOVER_MOVE,
    FIGURES_IN_ORACLE,
    GET_RID,
    LEPRECHAUN_POINTS,
    MOVE,
    PRIESTESS_POINTS,
    SPIRAL_MOVE,
    ClaimBonus,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OraclePosition,
)

WAITING: Final = -0.2
"""What it is worth to move the priestess where she pays nothing."""
RID: Final = 0.5
"""What a card may cost that a leprechaun takes."""
NEAR: Final = 3
"""How far from its row a card on a pile may be to be worth taking."""

Board = tuple[Worths, Worths, float, float]
"""What a player makes of the board: `STANDING`, `green_worths` and two `ORANGE_WORTHS`."""

_DECLINE: Final = Decline()
_CLAIM: Final = ClaimBonus()
_FIGURE: Final = tuple(MoveFigure(stone) for stone in range(STONES + 1))
_BACK: Final = tuple(MoveBack(stone) for stone in range(STONES + 1))
_PRIESTESS: Final = tuple(MovePriestess(steps) for steps in range(max(STEPS) + 1))


def choose(position: Position) -> PlayerMove:
    """The move of the player to act."""
    assert isinstance(position, OraclePosition)
    seat, phase = position.to_act, position.phase
    assert seat is not None
    if phase == DRAW_CARD:
        return _draw(position, seat)
    youth = 2 * (len(position.deck) - position.drawn) // position.seats
    if youth > YOUTH:
        youth = YOUTH
    for _, middle, _ in position.figures:
        if middle >= ORACLE:  # O11: the third figure of this player would end the game
            youth //= 2
            break
    wish, mirror = ORANGE_WORTHS[position.wish_stones[seat]][position.mirrors[seat]]
    board = STANDING[youth], green_worths(position.tiles), wish, mirror
    if phase == PLAY:
        return _play(position, seat, board)
    if phase == MOVE:
        return _move(position, seat, board)
    if phase == CLOVER_MOVE:
        colour = position.tiles[position.stone] - CLOVER
        figures = position.figures[seat] if position.free_clovers else (position.stone,)
        gain, stone = _best_figure(position, seat, board, colour, figures)
        return _FIGURE[stone] if gain > 0.0 else _DECLINE
    if phase == SPIRAL_MOVE:
        return _move_back(position, board)
    if phase == GET_RID:
        loss, card = _least_missed(position, seat)
        return DISCARDS[card] if loss < RID else _DECLINE
    points = LEPRECHAUN_POINTS[len(set(position.figures[seat]))]  # O9: worth to wait for more?
    return _CLAIM if points * YOUTH > LEPRECHAUN_POINTS[2] * youth else _DECLINE


def _best_figure(
    position: OraclePosition, seat: Seat, board: Board, colour: int, figures: tuple[int, ...]
) -> tuple[float, int]:
    """O4: what the figure gains that gains most at its next stone of a colour, and its stone."""
    stands, green, wish, mirror = board
    ahead, stock = NEXT[colour], position.stock
    best, weight, before = -1, -2 * WINNING_END, -1
    for start in figures:
        if start != before:
            before, end = start, ahead[start]
            if end:
                gain = stands[end] - stands[start] + green[end]
                if stock[end]:
                    gain += wish
                elif position.tiles[end] == MIRROR:
                    gain += mirror
                if end >= ORACLE > start and _ends(position, seat):  # O11
                    gain = _ending(position, seat, STONE_VALUES[end] - STONE_VALUES[start])
                if gain > weight:
                    best, weight = start, gain
    return weight, best


def _ends(position: OraclePosition, seat: Seat) -> bool:
    """O11: whether one more figure of this seat in the oracle area ends the game."""
    if position.figures[seat][1] >= ORACLE:
        return True
    inside = [stone for figures in position.figures for stone in figures if stone >= ORACLE]
    return len(inside) == FIGURES_IN_ORACLE - 1


def _ending(position: OraclePosition, seat: Seat, gain: int) -> float:
    """What it is worth to end the game with so many points more."""
    totals = [total(position, each) for each in range(position.seats)]
    leads = totals[seat] + gain >= max(totals)
    return gain + (WINNING_END if leads else -WINNING_END)


def total(position: Position, seat: Seat) -> int:
    """O12: what a seat's score sheet comes to, in a fifth of the time it takes to write one."""
    assert isinstance(position, OraclePosition)
    low, middle, high = position.figures[seat]
    wishes = from_table(WISH_STONES, position.wish_stones[seat]) * (1 + position.mirrors[seat])
    stones = STONE_VALUES[low] + STONE_VALUES[middle] + STONE_VALUES[high]
    return stones + wishes + position.points[seat]


def _steps_to_pay(position: OraclePosition, seat: Seat) -> int:
    """O6: how far the priestess is behind the nearest figure of this seat; else more than ever."""
    steps, stone = STONES, position.priestess
    for figure in position.figures[seat]:
        if stone < figure < stone + steps:
            steps = figure - stone
    return steps


def _play(position: OraclePosition, seat: Seat, board: Board) -> PlayerMove:
    """C5: the card whose play brings most; only if it costs something a discard may be better."""
    hands, playable, figures = position.hands, position.playable, position.figures[seat]
    steps, at_end = _steps_to_pay(position, seat), position.priestess == STONES
    best, weight = -1, -3 * WINNING_END
    place = seat * COLOURS
    for colour in range(COLOURS):
        held, takes = hands[place], playable[place]
        if held & takes:
            row = position.rows[place]  # as `outlooks_on`, without the detour
            outlooks = OPEN_ROW[row[0]] if row and takes == ANY_VALUE else ANY_ROW[takes]
            value, now, then, _, _ = outlooks[held]
            gain, stone = _best_figure(position, seat, board, colour, figures)
            if steps <= STEPS[value]:
                if gain < PRIESTESS_POINTS:
                    gain = float(PRIESTESS_POINTS)
            elif gain < WAITING and not at_end:
                gain = WAITING
            gain += PROMISES[then] - PROMISES[now] + LOST_CARD
            if gain > weight and (stone >= 0 or not at_end):  # O5
                best, weight = colour * VALUES + value, gain
        place += 1
    if weight > 0.0:
        return PLAYS[best]
    loss, card = _least_missed(position, seat)
    return DISCARDS[card] if -loss > weight else PLAYS[best]


def _least_missed(position: OraclePosition, seat: Seat) -> tuple[float, int]:
    """What the card in hand is worth that is worth least, and the card."""
    best, weight = -1, WINNING_END
    place = seat * COLOURS
    for colour in range(COLOURS):
        held = position.hands[place]
        if held:
            outlooks = outlooks_on(position.rows[place], position.playable[place])
            _, now, _, value, then = outlooks[held]
            loss = PROMISES[now] - PROMISES[then]
            if loss < weight:
                best, weight = colour * VALUES + value, loss
        place += 1
    return weight, best


def _move(position: OraclePosition, seat: Seat, board: Board) -> PlayerMove:
    """O4: a figure; or the priestess, if she pays more or every figure would lose."""
    card, figures = position.card, position.figures[seat]
    gain, stone = _best_figure(position, seat, board, COLOUR[card], figures)
    steps = _steps_to_pay(position, seat)
    if steps <= STEPS[VALUE[card]] and gain < PRIESTESS_POINTS:
        return _PRIESTESS[steps]
    return _PRIESTESS[1] if gain < WAITING and position.priestess < STONES else _FIGURE[stone]


def _move_back(position: OraclePosition, board: Board) -> PlayerMove:
    """O7: back to a stone not far behind, if what lies there is worth the way."""
    stands, green, wish, mirror = board
    start = position.stone
    best, weight = 0, 0.0
    for end in range(max(1, start - BACK), start):
        gain = stands[end] - stands[start] + green[end]
        if position.stock[end]:
            gain += wish
        elif position.tiles[end] == MIRROR:
            gain += mirror
        if gain > weight and end != position.began:
            best, weight = end, gain
    return _BACK[best] if best else _DECLINE


def _draw(position: OraclePosition, seat: Seat) -> PlayerMove:
    """C7: the top of the pile that is nearest to its row, or the deck."""
    if position.turn >= position.closing:  # C12
        return DRAW
    best, nearest = -1, NEAR + 1
    for colour in COLOURS_IN[position.open_piles & ~position.barred]:
        value = VALUE[position.piles[colour][-1]]
        place = seat * COLOURS + colour
        if position.playable[place] >> value & 1:
            row = position.rows[place]
            gap = abs(value - row[-1]) if row else min(value, VALUES - 1 - value)
            if gap < nearest:
                best, nearest = colour, gap
    return TAKES[best] if best >= 0 else DRAW
