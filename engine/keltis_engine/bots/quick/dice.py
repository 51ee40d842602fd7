"""A quick player of The Dice Game: the club player's rules of thumb, read from tables.

Nothing in this game is hidden; the dice still to fall are not looked at.
"""

from typing import Final

from keltis_engine.bots.dice import HOPES, TURN_WORTH, VICTORY, WISH_HOPE
from keltis_engine.parts.dice_board import (
    ARRIVAL,
    BOARDS,
    CLOVER,
    CROSSED,
    DICE,
    FIELDS,
    LEPRECHAUN,
    PLAIN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.parts.scoring import from_table
from keltis_engine.position import PlayerMove, Position, Seat
from keltis_engine.rules.dice import (
    CHOOSE,
    FACES,
    KEEP,
    KEEP_ALL,
    STONES_EACH,
    STONES_IN_GOAL,
    WISH_DICE,
    WISH_DIE,
    WISH_STONES,
    DicePosition,
    KeepDice,
    MoveStone,
)

AGES: Final = 10
"""A game's age is counted from 0 to 10."""
CLOVER_WORTH: Final = 2.5
FORBIDDEN: Final = -100.0
COUNTS: Final = DICE + 1
FIELD: Final = COUNTS * COUNTS
"""Worths stand at (row x 10 + field) x 36 + dice of that row x 6 + dice still to be rolled."""

Worths = tuple[float, ...]
_DECLINE: Final = Decline()
_KEEPS: Final = tuple(KeepDice(kept) for kept in range(KEEP_ALL + 1))
_MOVES: Final = tuple(MoveStone(row) for row in range(ROWS))


class _Shown(dict[tuple[int, ...], tuple[tuple[int, int, int], ...]]):
    """For dice as they lie each face they show, how many show it, and which, as bits."""

    def __missing__(self, dice: tuple[int, ...]) -> tuple[tuple[int, int, int], ...]:
        which = [sum(1 << die for die in range(DICE) if dice[die] == face) for face in range(FACES)]
        self[dice] = shown = tuple(
            (face, dice.count(face), which[face]) for face in range(FACES) if which[face]
        )
        return shown


_SHOWN: Final = _Shown()


def _wish_worths(age: int) -> Worths:
    """What one more wish stone is worth to a player with so many."""
    old = (age / AGES) ** 1.5
    worths = []
    for wishes in range(len(WISH_STONES) + 1):
        more = from_table(WISH_STONES, wishes + 1) - from_table(WISH_STONES, wishes)
        hope = WISH_HOPE if wishes + 1 < len(WISH_STONES) else 0.0
        worths.append(hope * (1 - old) + more * old)
    return tuple(worths)


_WISHES: Final = tuple(map(_wish_worths, range(AGES + 1)))
"""For each age what one more wish stone is worth."""
_WORTHS: Final[dict[str, list[Worths]]] = {side: [()] * (2 * AGES + 2) for side in BOARDS}
"""For each side what moves are worth, at age x 2 + whether one may start; empty until asked for."""


def _weigh(side: str, age: int, can_start: bool) -> Worths:
    """What a move in each row from each field may bring, with dice that lie and dice to roll."""
    old = (age / AGES) ** 1.5
    fields = BOARDS[side].fields
    worth_of = {
        PLAIN: 0.0,
        WISH_STONE: _WISHES[age][4],
        CLOVER: CLOVER_WORTH,
        LEPRECHAUN: TURN_WORTH,
        CROSSED: FORBIDDEN,
    }
    stands = [
        hope * (1 - old) + value * old for hope, value in zip(HOPES, STONE_VALUES, strict=True)
    ]
    worths: list[float] = []
    for row in range(ROWS):
        for field in range(FIELDS):
            table = [[0.0] * COUNTS for _ in range(COUNTS)]
            for dice in range(1, COUNTS):
                end = ARRIVAL[field + dice]
                barred = field == STONES or (field == 0 and not can_start)
                gain = stands[end] - stands[field] + worth_of[fields[row * FIELDS + end]]
                table[dice][0] = FORBIDDEN if barred else gain
            for more in range(1, COUNTS):
                for dice in range(COUNTS - more):
                    missed, met = table[dice][more - 1], table[dice + 1][more - 1]
                    table[dice][more] = (5 * max(0.0, missed) + max(0.0, met)) / FACES
            worths += [worth for line in table for worth in line]
    _WORTHS[side][2 * age + can_start] = weighed = tuple(worths)
    return weighed


def choose(position: Position) -> PlayerMove:
    """The move of the player to act."""
    assert isinstance(position, DicePosition)
    player, seats = position.player, position.seats
    age = (AGES * position.arrived + position.turn // seats) // STONES_IN_GOAL[seats]
    if age > AGES:
        age = AGES
    side, can_start = position.board.side, position.started[player] < STONES_EACH
    worths = _WORTHS[side][2 * age + can_start] or _weigh(side, age, can_start)
    if position.phase == KEEP:
        wish = _WISHES[age][min(position.wish_stones[player], len(WISH_STONES))]
        return _KEEPS[_dice_to_keep(position, worths, wish)]
    best, weight, place = -1, 0.0, player * ROWS
    shown = _SHOWN[position.dice] if position.phase == CHOOSE else _STEPS
    for row, dice, _ in shown:
        if row != WISH_DIE:
            field = position.stones[place + row]
            gain = worths[(row * FIELDS + field) * FIELD + dice * COUNTS]
            if gain > FORBIDDEN / 2 and field < GOAL <= field + dice and _ends(position):
                gain = VICTORY if _leads(position, row, ARRIVAL[field + dice]) else -VICTORY
            if gain > weight:
                best, weight = row, gain
    return _MOVES[best] if best >= 0 else _DECLINE


_STEPS: Final = tuple((row, 1, 0) for row in range(ROWS))
"""D4: what a clover offers, as if each row were shown by one die."""


def _dice_to_keep(position: DicePosition, worths: Worths, wish: float) -> int:
    """D3: the dice of one row, the wish dice with them if they are enough, or all."""
    shown = _SHOWN[position.dice]
    place = position.player * ROWS
    face, wishes, wish_dice = shown[-1]
    if face != WISH_DIE or wishes < WISH_DICE:
        wishes = wish_dice = 0
        wish = 0.0
    best, weight = 0, 0.0
    for row, dice, which in shown:
        if row == WISH_DIE:
            continue
        at = (row * FIELDS + position.stones[place + row]) * FIELD + dice * COUNTS
        gain = worths[at + DICE - dice]
        if gain > weight:
            best, weight = which, gain
        if wishes:
            gain = worths[at + DICE - dice - wishes] + wish
            if gain > weight:
                best, weight = which | wish_dice, gain
        gain = worths[at] + wish
        if gain > weight:
            best, weight = KEEP_ALL, gain
    return best


def _ends(position: DicePosition) -> bool:
    """D7: whether one more stone of this player in the goal area ends the game."""
    own = position.in_goal[position.player] + 1 == STONES_EACH
    return own or position.arrived + 1 >= STONES_IN_GOAL[position.seats]


def _leads(position: DicePosition, row: int, end: int) -> bool:
    """Whether nobody has more points once the player's stone in a row has come to `end`."""
    player = position.player
    field = position.stones[player * ROWS + row]
    points = total(position, player) + STONE_VALUES[end] - STONE_VALUES[field]
    for rival in range(position.seats):
        if rival != player and total(position, rival) > points:
            return False
    return True


def total(position: Position, seat: Seat) -> int:
    """D8: what a seat's score sheet comes to."""
    assert isinstance(position, DicePosition)
    points = from_table(WISH_STONES, position.wish_stones[seat])
    for field in position.stones[seat * ROWS : (seat + 1) * ROWS]:
        points += STONE_VALUES[field]
    return points
