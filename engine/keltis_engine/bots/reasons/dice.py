"""Why a move is good in The Dice Game."""

from typing import Final

from keltis_engine.bots.dice import Counts, Prospects, throws_of
from keltis_engine.bots.reasons.reason import Reason, ending, left_unused, threat, wish_stone_gain
from keltis_engine.parts.dice_board import (
    ARRIVAL,
    CLOVER,
    DICE,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.position import PlayerMove, Seat, View
from keltis_engine.rules.dice import (
    FACES,
    KEEP_ALL,
    STONES_EACH,
    WISH_DICE,
    WISH_DIE,
    WISH_STONES,
    DiceView,
    KeepDice,
    MoveStone,
)

IMPOSSIBLE: Final = float("-inf")
NEAR: Final = GOAL - 3
"""The field from which three dice lead a stone into the goal area."""
KEPT: Final = {"higher": "kept_gains", "starts": "kept_starts"}
"""What a stone's way is called while other dice are rolled again: it may become longer."""


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, DiceView)
    prospects = Prospects(view)
    match move:
        case KeepDice():
            return _kept(view, prospects, move)
        case MoveStone(row):
            return _step(view, prospects, row, _steps(view, row))
        case Decline():
            return _declined(view, prospects)
    return []


def _steps(view: DiceView, row: int) -> int:
    """How far a stone goes in a row."""
    return view.dice.count(row) if view.phase == "choose" else 1


def _kept(view: DiceView, prospects: Prospects, move: KeepDice) -> list[Reason]:
    """What the dice that stay are good for, and what the others may bring."""
    held = [face for die, face in enumerate(view.dice) if move.kept >> die & 1]
    counts = tuple(map(held.count, range(FACES)))
    two_wishes = counts[WISH_DIE] >= WISH_DICE
    reasons = _wish_dice(view, prospects) if two_wishes else []
    worths = [(prospects.move_worth(row, counts[row]), row) for row in range(ROWS) if counts[row]]
    most, row = max(worths, default=(IMPOSSIBLE, 0))
    use = most > 0 or (len(worths) == 1 and most > IMPOSSIBLE)
    way = _step(view, prospects, row, counts[row]) if use else []
    if two_wishes:  # what a second stone adds is less than the first: once is enough
        way = [why for why in way if why.code != "wish_stone"]
    if way and way[-1].code.startswith("ends") and (move.kept != KEEP_ALL or most < 0):
        way = []  # what may still fall, or not moving, says more
    if move.kept == KEEP_ALL:
        return [*reasons, *way] or [Reason("roll_stands")]
    reasons += [Reason(KEPT.get(why.code, why.code), *why[1:]) for why in reversed(way)]
    if not use and len(worths) == 1:  # D5: with so few dice it would stop on crossed branches
        enough = [steps for steps in range(1, DICE + 1) if prospects.move_worth(row, steps) > 0]
        reasons += [Reason("kept_hopes", enough[0], row)] if enough else []
    chance = _chance_to_win(view, prospects, counts)
    if chance:
        return [Reason("may_end", chance), *reasons]
    ((worth, _),) = prospects.keeps(view.dice, [move])
    ((now, _),) = prospects.keeps(view.dice, [KeepDice(KEEP_ALL)])
    more = round(worth - now)
    return [*reasons, Reason("rolls_better", more) if more > 0 else Reason("rolls_little")]


def _chance_to_win(view: DiceView, prospects: Prospects, held: Counts) -> int:
    """In how many of a hundred rolls of the other dice the game can be ended in the lead."""
    if not (prospects.decisive and prospects.ends_game()):
        return 0
    chance = 0.0
    for thrown, share in throws_of(DICE - sum(held)):
        counts = tuple(map(int.__add__, held, thrown))
        lead = prospects.lead + (
            _wish_gain(view, prospects) if counts[WISH_DIE] >= WISH_DICE else 0
        )
        if any(_wins(prospects, row, counts[row], lead) for row in range(ROWS) if counts[row]):
            chance += share
    return round(100 * chance)


def _wins(prospects: Prospects, row: int, steps: int, lead: int) -> bool:
    """D7: whether a move brings a stone into the goal area with which one wins."""
    if prospects.move_worth(row, steps) == IMPOSSIBLE:
        return False
    start, end = prospects.stones[row], ARRIVAL[prospects.stones[row] + steps]
    return end >= GOAL > start and lead + STONE_VALUES[end] - STONE_VALUES[start] > 0


def _wish_gain(view: DiceView, prospects: Prospects) -> int:
    """D8: what one more wish stone adds, if there is one left."""
    return wish_stone_gain(prospects.wishes, WISH_STONES) if view.stock else 0


def _wish_dice(view: DiceView, prospects: Prospects) -> list[Reason]:
    """D3: what two wish dice bring."""
    gain = _wish_gain(view, prospects)
    return [Reason("wish_stone", gain)] if gain else []


def _step(view: DiceView, prospects: Prospects, row: int, steps: int) -> list[Reason]:
    """What a stone's way in a row brings."""
    start, end = prospects.stones[row], ARRIVAL[prospects.stones[row] + steps]
    field = prospects.fields[row * FIELDS + end]
    gain = STONE_VALUES[end] - STONE_VALUES[start]
    if end >= GOAL > start and prospects.ends_game() and prospects.decisive:
        return [*threat(_near_the_end(view, prospects)), ending(prospects.lead, gain)]
    room = prospects.limit - prospects.in_goal
    way = [Reason("higher", gain, row) if start else Reason("starts", room, row)]
    if field == WISH_STONE:
        return [*_wish_dice(view, prospects), *way]
    if field == LEPRECHAUN:
        return [Reason("again"), *way]
    return [Reason("clover"), *way] if field == CLOVER else way


def _near_the_end(view: DiceView, prospects: Prospects) -> list[Seat]:
    """Who else could end the game: one more stone would, and one is near."""
    near: list[Seat] = []
    for seat, stones in enumerate(view.stones):
        own = sum(field >= GOAL for field in stones)
        enough = prospects.in_goal + 1 >= prospects.limit or own + 1 == STONES_EACH
        if seat != prospects.player and enough and any(NEAR <= field < GOAL for field in stones):
            near.append(seat)
    return near


def _declined(view: DiceView, prospects: Prospects) -> list[Reason]:
    """Why no stone moves: what each would have added at once."""
    behind, gains = list[int](), list[int]()
    for row in range(ROWS):
        steps, start = _steps(view, row), prospects.stones[row]
        if not steps or start == STONES or prospects.move_worth(row, steps) == IMPOSSIBLE:
            continue
        end = ARRIVAL[start + steps]
        gain = STONE_VALUES[end] - STONE_VALUES[start]
        if end >= GOAL > start and prospects.ends_game():
            behind += [-prospects.lead - gain] if prospects.lead + gain < 0 else []
            continue
        wish = prospects.fields[row * FIELDS + end] == WISH_STONE
        gains.append(gain + (_wish_gain(view, prospects) if wish else 0))
    return left_unused(gains, min(behind, default=0) if max(gains, default=-1) <= 0 else 0)
