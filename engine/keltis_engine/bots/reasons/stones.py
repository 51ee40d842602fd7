"""Why a move is good in The Way of Stones."""

from keltis_engine.bots.reasons.reason import Reason, wish_stone
from keltis_engine.bots.stones import Prospects, row_takes
from keltis_engine.parts.cards import COLOUR, VALUE
from keltis_engine.parts.scoring import from_table
from keltis_engine.parts.stone_field import CLOVER, SYMBOL, WISH_STONE
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.stones import (
    ROW_LENGTHS,
    LeaveStone,
    PassTurn,
    StonesView,
    TakeStone,
    TurnStone,
)


def explain(view: View, move: PlayerMove) -> list[Reason]:
    """The reasons for a move, the weightiest first."""
    assert isinstance(view, StonesView)
    assert view.seat is not None
    own = Prospects(view, view.seat)
    match move:
        case TakeStone(place):
            stone = view.field[place]
            assert stone is not None
            return _take(view, own, stone)
        case TurnStone():
            hopes = round(own.turn_worth())
            return [Reason("turn_hopes", hopes) if hopes else Reason("turn_any")]
        case LeaveStone():
            stone = view.field[view.turned or 0]
            assert stone is not None
            colour = COLOUR[stone]
            fits = row_takes(own.rows[colour], VALUE[stone])
            return [Reason("stone_hurts" if fits else "does_not_fit", colour=colour)]
        case PassTurn():
            return [Reason("nothing_gained")]
    return []


def _take(view: StonesView, own: Prospects, stone: int) -> list[Reason]:
    symbol, colour = SYMBOL[stone], COLOUR[stone]
    reasons: list[Reason] = []
    if symbol == CLOVER:
        reasons.append(Reason("again"))
    elif symbol == WISH_STONE:
        reasons.append(wish_stone(own.wishes))
    elif symbol:
        reasons.append(Reason("points", symbol))
    length = len(own.rows[colour])
    gain = from_table(ROW_LENGTHS, length + 1) - from_table(ROW_LENGTHS, length)
    reasons.append(Reason("row_longer", gain, colour) if length else Reason("starts", 0, colour))
    rival = (own.seat + 1) % view.seats
    if Prospects(view, rival).take_worth(stone) >= 1:
        reasons.append(Reason("would_take", seat=rival))
    return reasons
