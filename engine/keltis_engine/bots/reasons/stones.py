"""Why a move is good in The Way of Stones."""

from keltis_engine.bots.reasons.reason import Reason, wish_stone_gain
from keltis_engine.bots.stones import Prospects, row_takes
from keltis_engine.parts.cards import COLOUR, VALUE
from keltis_engine.parts.scoring import from_table
from keltis_engine.parts.stone_field import CLOVER, SYMBOL, WISH_STONE
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.stones import (
    FACE_DOWN,
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
            return _turn(view, own)
        case LeaveStone():
            stone = view.field[view.turned or 0]
            assert stone is not None
            return _not_taken(own, stone)
        case PassTurn():
            return _passed(view, own)
    return []


def _row_gain(own: Prospects, stone: int) -> int:
    """S7: what a stone adds by the length of its row alone."""
    length = len(own.rows[COLOUR[stone]])
    return from_table(ROW_LENGTHS, length + 1) - from_table(ROW_LENGTHS, length)


def _symbol(own: Prospects, stone: int) -> list[Reason]:
    """What a stone shows."""
    symbol = SYMBOL[stone]
    if symbol == CLOVER:
        return [Reason("again")]
    if symbol == WISH_STONE:
        gain = wish_stone_gain(own.wishes)
        return [Reason("wish_stone", gain)] if gain else []
    return [Reason("points", symbol)] if symbol else []


def _gain(own: Prospects, stone: int) -> int:
    """What a stone adds to the score at once."""
    told = _symbol(own, stone)
    return _row_gain(own, stone) + (told[0].number if told else 0)


def _room(own: Prospects, stone: int) -> tuple[int, int]:
    """How many of the other stones left its row may get, and how many once this one lies there."""
    colour, value = COLOUR[stone], VALUE[stone]
    row = own.rows[colour]
    others = [VALUE[each] for each in own.left if COLOUR[each] == colour and each != stone]
    if not row:
        return len(others), len(others)
    higher, lower = (sum((each > row[-1]) == up for each in others) for up in (True, False))
    now = max(higher, lower) if len(row) == 1 else higher if row[-1] > row[0] else lower
    return now, sum(row_takes((*row, value), each) for each in others)


def _take(view: StonesView, own: Prospects, stone: int) -> list[Reason]:
    reasons, colour = _symbol(own, stone), COLOUR[stone]
    gain = _row_gain(own, stone)
    if not own.rows[colour]:
        values = [VALUE[each] for each in own.left if COLOUR[each] == colour]
        higher = sum(value > VALUE[stone] for value in values)
        follow = max(higher, len(values) - 1 - higher)
        reasons += [Reason("may_follow", follow, colour), Reason("row_begins", gain, colour)]
    elif gain:
        reasons.append(Reason("row_longer", gain, colour))
    rival = (own.seat + 1) % view.seats
    if not view.last and Prospects(view, rival).take_worth(stone) >= 1:
        reasons.append(Reason("would_take", seat=rival))
    return reasons or [Reason("row_longer", gain, colour)]


def _not_taken(own: Prospects, stone: int) -> list[Reason]:
    """Why a stone is left lying, which would fit or not."""
    colour = COLOUR[stone]
    row = own.rows[colour]
    if not row_takes(row, VALUE[stone]):
        return [Reason("does_not_fit", colour=colour)]
    now, after = _room(own, stone)
    if not row:
        return [Reason("row_begins", _gain(own, stone), colour), Reason("left_for_row", after)]
    if after < now:
        narrows = [Reason("row_closed" if not after else "row_narrowed", after, colour)]
        return [*narrows, Reason("instead_of", now), Reason("only_now", _gain(own, stone))]
    return [Reason("stone_hurts", colour=colour)]


def _turn(view: StonesView, own: Prospects) -> list[Reason]:
    """Why an unknown stone is better than those that lie open."""
    seen = [stone for stone in view.field if stone is not None and stone != FACE_DOWN]
    fitting = [stone for stone in seen if row_takes(own.rows[COLOUR[stone]], VALUE[stone])]
    hopes = round(own.turn_worth())
    reasons = [Reason("turn_hopes", hopes)] if hopes else []
    if not fitting:
        return [Reason("none_fits"), *reasons]
    best = max(fitting, key=own.take_worth)
    now, after = _room(own, best)
    if not own.rows[COLOUR[best]]:
        why = Reason("would_begin", best)
    elif after < now:
        why = Reason("would_narrow" if after else "would_close", best)
    else:
        why = Reason("can_wait", best) if _only_mine(view, own, best) else Reason("turn_any")
    return [why, *reasons]


def _only_mine(view: StonesView, own: Prospects, stone: int) -> bool:
    """Whether nobody else has a place for a stone."""
    rows = [rows[COLOUR[stone]] for seat, rows in enumerate(view.rows) if seat != own.seat]
    return not any(row_takes(row, VALUE[stone]) for row in rows)


def _passed(view: StonesView, own: Prospects) -> list[Reason]:
    """S3: why nothing is taken once no stone lies face down any more."""
    gains = [
        _gain(own, stone)
        for stone in view.field
        if stone not in (None, FACE_DOWN) and row_takes(own.rows[COLOUR[stone]], VALUE[stone])
    ]
    best = max(gains, default=0)
    if not gains:
        return [Reason("none_fits")]
    return [Reason("step_costs", -best) if best < 0 else Reason("nothing_gained")]
