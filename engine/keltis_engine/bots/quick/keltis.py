"""A quick player of Keltis: the first club player's rules of thumb, read from tables.

It looks at its own hand, at rows, figures, tiles and pile tops, and at how many cards are left.
"""

from typing import Final

from keltis_engine.bots.fixed.keltis import FRESH_CARD, HURRY
from keltis_engine.bots.keltis import (
    CLOVER_WORTH,
    END,
    GIFT,
    LARGE_HOPE,
    LUCK,
    TEMPO,
    stone_worth,
)
from keltis_engine.bots.quick.colours import ANY_ROW, COLOURS_IN, OPEN_ROW, ROOM, outlooks_on
from keltis_engine.parts.card_play import DRAW_CARD, PLAY
from keltis_engine.parts.cards import (
    ANY_VALUE,
    CODES,
    COLOURS,
    DISCARDS,
    DRAW,
    HAND,
    KINDS,
    PLAYS,
    TAKES,
    VALUES,
)
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Position, Seat
from keltis_engine.rules.keltis import (
    FIGURES_IN_GOAL,
    PATH,
    SMALL_FIGURES,
    START,
    TILES,
    AdvanceFigure,
    KeltisPosition,
    StartFigure,
)

STONE: Final = (HAND + 2) * ROOM
"""The worth of a path stands at stone x `STONE` + promise."""
Worths = tuple[float, ...]

_START: Final[tuple[tuple[StartFigure, ...], ...]] = tuple(
    (StartFigure(path, False), StartFigure(path, True)) for path in range(COLOURS)
)
_ADVANCE: Final = tuple(AdvanceFigure(path) for path in range(COLOURS))
_DECLINE: Final = Decline()
_GIFTS: Final = tuple(GIFT * max(0.0, 2.0 - 0.3 * gap) for gap in range(VALUES))
"""What it costs to discard a card so far from the next player's row."""
_TILES: Final[tuple[Worths, ...]] = tuple(
    (
        *(0.0, 1.0, 2.0, 3.0, CLOVER_WORTH),
        (from_table(WISH_STONES, wishes + 2) - from_table(WISH_STONES, wishes)) / 2,
    )
    for wishes in range(len(TILES))
)
"""What each tile is worth to a player with so many wish stones."""


_WORTHS: Final[list[Worths]] = [()] * (max(HURRY) + 1)
"""For each number of turns to go what paths are worth; empty until asked for."""


def _weigh(turns: int) -> Worths:
    """What a path is worth with so many turns to go; past the last stone it is a spare step."""
    now = 1 / (1 + turns / 3)
    worths = []
    for stone in range(STONES + 2):
        for promise in range(STONE):
            fitting, room = divmod(promise, ROOM)
            hoped = stone_worth(stone + min(fitting + LUCK * turns * room / KINDS, turns))
            standing = now * stone_worth(stone) + (1 - now) * hoped
            worths.append(standing if stone else (1 - now) * max(0.0, hoped))
    _WORTHS[turns] = weighed = tuple(worths)
    return weighed


def choose(position: Position) -> PlayerMove:
    """The move of the player to act."""
    assert isinstance(position, KeltisPosition)
    seat, phase = position.to_act, position.phase
    assert seat is not None
    turns = (len(position.deck) - position.drawn) // position.seats
    hurry = HURRY[position.in_goal]
    if turns > hurry:
        turns = hurry
    worths = _WORTHS[turns] or _weigh(turns)
    if phase == PLAY:
        return _play(position, seat, worths)
    return _draw(position, seat, worths) if phase == DRAW_CARD else _step(position, seat, worths)


def _play(position: KeltisPosition, seat: Seat, worths: Worths) -> PlayerMove:
    """C5: the card whose play brings most; only if it costs something a discard may be better."""
    hands, playable, rows, stones = (
        position.hands, position.playable, position.rows, position.stones,
    )  # fmt: skip
    tiles, tile_worths = position.tiles, _TILES[position.wish_stones[seat]]
    large, last_figure = position.large[seat], position.in_goal == FIGURES_IN_GOAL - 1
    best, weight = -1, -2 * END
    place = seat * COLOURS
    for colour in range(COLOURS):
        held, takes = hands[place], playable[place]
        if held & takes:
            row, stone = rows[place], stones[place]
            # as `outlooks_on`, without the detour
            outlooks = OPEN_ROW[row[0]] if row and takes == ANY_VALUE else ANY_ROW[takes]
            value, now, then, _, _ = outlooks[held]
            at = stone * STONE
            gain = worths[at + STONE + then] - worths[at + now]
            if colour == large:
                gain += gain
            if stone < STONES:
                gain += tile_worths[tiles[colour * PATH + stone + 1]]
                if last_figure and stone == GOAL - 1:
                    gain = _ending(position, seat, colour)
            if gain > weight:
                best, weight = colour * VALUES + value, gain
        place += 1
    weight += TEMPO
    return PLAYS[best] if weight > 0.0 else _discard(position, seat, worths, best, weight)


def _discard(
    position: KeltisPosition, seat: Seat, worths: Worths, play: int, weight: float
) -> PlayerMove:
    """C5: the card that is missed least and helps the next player least, or else that play."""
    rows, playable = position.rows, position.playable
    best = -1
    place = seat * COLOURS
    rival = place + COLOURS if place + COLOURS < len(rows) else 0
    for colour in range(COLOURS):
        held = position.hands[place]
        if held:
            _, now, _, value, then = outlooks_on(rows[place], playable[place])[held]
            at = position.stones[place] * STONE
            gain = worths[at + then] - worths[at + now]
            if colour == position.large[seat]:
                gain += gain
            if playable[rival] >> value & 1 and rows[rival]:
                gain -= _GIFTS[abs(value - rows[rival][-1])]
            if gain > weight:
                best, weight = colour * VALUES + value, gain
        place += 1
        rival += 1
    return DISCARDS[best] if best >= 0 else PLAYS[play]


def _draw(position: KeltisPosition, seat: Seat, worths: Worths) -> PlayerMove:
    """C7: the top of a pile that helps more than an unknown card, or the deck."""
    if position.turn >= position.closing:  # C12
        return DRAW
    best, weight = -1, FRESH_CARD
    if position.drawn + 1 == len(position.deck):  # K8: it ends the game
        weight = END if _leads(position, seat, 0) else -END
    for colour in COLOURS_IN[position.open_piles & ~position.barred]:
        _, once, twice, _ = CODES[position.piles[colour][-1]]
        place = seat * COLOURS + colour
        held, takes, gain = position.hands[place], position.playable[place], 0.0
        if takes & once:
            outlooks = outlooks_on(position.rows[place], takes)
            more = held | (twice if held & once else once)
            at = position.stones[place] * STONE
            gain = worths[at + outlooks[more][1]] - worths[at + outlooks[held][1]]
        if gain > weight:
            best, weight = colour, gain
    return TAKES[best] if best >= 0 else DRAW


def _step(position: KeltisPosition, seat: Seat, worths: Worths) -> PlayerMove:
    """K4-K6: the figure that starts or takes a step, or none."""
    own = seat * COLOURS
    stones, large = position.stones[own : own + COLOURS], position.large[seat]
    only_large = large < 0 and stones.count(0) == COLOURS - SMALL_FIGURES
    tile_worths = _TILES[position.wish_stones[seat]]
    must = position.phase == START
    best: PlayerMove = _DECLINE
    weight = -2 * END if must else 0.0
    for path in (position.path,) if must else range(COLOURS):
        stone = stones[path]
        if stone == STONES:
            continue
        place = own + path
        outlooks = outlooks_on(position.rows[place], position.playable[place])
        now = outlooks[position.hands[place]][1]
        there = worths[(stone + 1) * STONE + now]
        gain = there - worths[stone * STONE + now]
        with_large = only_large or (large < 0 and there > LARGE_HOPE)
        if path == large:
            gain += gain
        elif stone == 0 and with_large:
            gain += there - LARGE_HOPE
        gain += tile_worths[position.tiles[path * PATH + stone + 1]]
        if stone == GOAL - 1 and position.in_goal == FIGURES_IN_GOAL - 1:
            gain = _ending(position, seat, path)
        if gain > weight:
            best, weight = _ADVANCE[path] if stone else _START[path][with_large], gain
    return best


def _ending(position: KeltisPosition, seat: Seat, path: int) -> float:
    """K8: what it is worth to end the game with the figure on this path."""
    gain = STONE_VALUES[GOAL] - STONE_VALUES[GOAL - 1]
    twice = position.large[seat] == path
    return END if _leads(position, seat, gain + gain if twice else gain) else -END


def _leads(position: KeltisPosition, seat: Seat, gain: int) -> bool:
    """Whether nobody has more points than this seat with so many more."""
    totals = [total(position, each) for each in range(position.seats)]
    return totals[seat] + gain >= max(totals)


def total(position: Position, seat: Seat) -> int:
    """K9: what a seat's score sheet comes to, in a fifth of the time it takes to write one."""
    assert isinstance(position, KeltisPosition)
    own, large = seat * COLOURS, position.large[seat]
    points = position.points[seat] + from_table(WISH_STONES, position.wish_stones[seat])
    for stone in position.stones[own : own + COLOURS]:
        points += STONE_VALUES[stone]
    return points + STONE_VALUES[position.stones[own + large]] if large >= 0 else points
