"""One reason for or against a move, without words: a code and what it is about."""

from collections.abc import Callable
from typing import NamedTuple

from keltis_engine.parts.scoring import WISH_STONES, from_table
from keltis_engine.position import PlayerMove, Seat, View


class Reason(NamedTuple):
    """Why a move is good, or what it costs."""

    code: str
    """What it is; `keltis_words` has the sentence."""
    number: int = 0
    """How many, or how many points."""
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


def wish_stone(held: int, times: int = 1) -> Reason:
    """What one more wish stone adds to the score by itself."""
    gain = from_table(WISH_STONES, held + 1) - from_table(WISH_STONES, held)
    return Reason("wish_stone", gain * times)


def cards_that_fit(before: int, after: int) -> list[Reason]:
    """What a card does to the others of its colour in hand: how many fitted, how many still do."""
    kept = [Reason("keeps", after)] if after else []
    return [*kept, Reason("shuts", before - after)] if before > after else kept
