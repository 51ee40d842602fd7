"""Why a move is good in The Dice Game."""

from keltis_engine.bots.dice import Prospects
from keltis_engine.bots.reasons.reason import Reason, ending
from keltis_engine.parts.dice_board import ARRIVAL, CLOVER, FIELDS, LEPRECHAUN, WISH_STONE
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import GOAL, STONE_VALUES
from keltis_engine.parts.scoring import from_table
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.dice import (
    KEEP_ALL,
    WISH_STONES,
    DiceView,
    KeepDice,
    MoveStone,
)


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, DiceView)
    prospects = Prospects(view)
    match move:
        case KeepDice(kept):
            ((worth, _),) = prospects.keeps(view.dice, [move])
            ((now, _),) = prospects.keeps(view.dice, [KeepDice(KEEP_ALL)])
            if kept == KEEP_ALL:
                return [Reason("roll_stands", round(now))]
            more = round(worth - now)
            return [Reason("rolls_better", more) if more else Reason("rolls_little")]
        case MoveStone(row):
            steps = view.dice.count(row) if view.phase == "choose" else 1
            return _step(prospects, row, ARRIVAL[prospects.stones[row] + steps])
        case Decline():
            return [Reason("nothing_gained")]
    return []


def _step(prospects: Prospects, row: int, end: int) -> list[Reason]:
    start, field = prospects.stones[row], prospects.fields[row * FIELDS + end]
    gain = STONE_VALUES[end] - STONE_VALUES[start]
    if end >= GOAL > start and prospects.ends_game() and prospects.decisive:
        return [ending(prospects.lead, gain)]
    reasons = [Reason("higher", gain, row) if start else Reason("starts", colour=row)]
    if field == WISH_STONE:
        held = prospects.wishes
        more = from_table(WISH_STONES, held + 1) - from_table(WISH_STONES, held)
        return [Reason("wish_stone", more), *reasons]
    if field == LEPRECHAUN:
        return [Reason("again"), *reasons]
    if field == CLOVER:
        return [Reason("clover"), *reasons]
    return reasons
