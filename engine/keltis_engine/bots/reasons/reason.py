"""One reason for or against a move, without words: a code and what it is about."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Seat, View


class Reason(NamedTuple):
    """Why a move is good, or what it costs."""

    code: str
    """What it is; `keltis_words` has the sentence."""
    number: int = 0
    """How many, how many points, or which card or stone: the code says it."""
    colour: int = -1
    """The path, row or colour it is about; -1 for none."""
    seat: Seat = -1
    """The player it is about; -1 for none."""


Explain = Callable[[View, PlayerMove], list[Reason]]
"""The reasons for a move that may be made now, the weightiest first."""


def ending(lead: int, gain: int) -> Reason:
    """What it means that the game ends now."""
    after = lead + gain
    return Reason(
        "ends_ahead" if after > 0 else "ends_level" if after == 0 else "ends_behind", abs(after)
    )


def threat(rivals: Sequence[Seat]) -> list[Reason]:
    """Who else could end the game next, if anybody could."""
    return [Reason("could_end", seat=rivals[0])] if rivals else []


def wish_stone_gain(held: int, table: tuple[int, ...] = WISH_STONES) -> int:
    """What one more wish stone adds to the score by itself."""
    return from_table(table, held + 1) - from_table(table, held)


def left_unused(gains: Sequence[int], end_behind: int = 0) -> list[Reason]:
    """Why no step is taken: what each would have added at once, or by how much one would lose."""
    if end_behind:
        return [Reason("not_yet", end_behind)]
    best = max(gains, default=0)
    if best < 0:
        return [Reason("step_costs", -best)]
    return [Reason("adds_only", best) if best else Reason("nothing_gained")]
