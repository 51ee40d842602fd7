"""Words that must fit, in whatever language: what is left out first where there is little room."""

from collections.abc import Sequence
from typing import Final

from keltis_tui.widgets.canvas import CUT, width_of

SHORTEST: Final = 4
"""How long a shortened word stays at least."""


def shortened(texts: Sequence[str], room: int) -> list[str]:
    """Texts that take at most so many cells together: the longest ones give way, to an ellipsis."""
    short = list(texts)
    while sum(map(width_of, short)) > room:
        longest = max(range(len(short)), key=lambda number: width_of(short[number]))
        if len(short[longest]) <= SHORTEST:
            break
        short[longest] = short[longest].removesuffix(CUT)[:-1].rstrip() + CUT
    return short


def without_keys(text: str, width: int) -> str:
    """A sentence; if it is too long, without the keys in brackets at its end: the bar has them."""
    told, _, keys = text.rpartition(" (")
    ends = keys.removesuffix(".").endswith(")")
    return told if told and ends and width_of(text) > width else text
