"""Words that must fit, in whatever language: what is left out first where there is little room."""

import re
from collections.abc import Sequence
from typing import Final

from keltis_tui.canvas.text import CUT, letters, width_of

SHORTEST: Final = 4
"""How long a shortened word stays at least."""
KEYS: Final = re.compile(r" \([^()]*\)")
"""What is said in brackets, and the blank before."""


def shortened(texts: Sequence[str], room: int) -> list[str]:
    """Texts that take at most so many cells together: the longest ones give way, to an ellipsis."""
    short = list(texts)
    while sum(map(width_of, short)) > room:
        longest = max(range(len(short)), key=lambda number: width_of(short[number]))
        seen = letters(short[longest].removesuffix(CUT))
        if width_of(short[longest]) <= SHORTEST or not seen:
            break
        short[longest] = "".join(seen[:-1]).rstrip() + CUT
    return short


def without_keys(text: str, width: int) -> str:
    """A sentence; if it is too long, without keys in brackets, the last first: the bar has them."""
    brackets = list(KEYS.finditer(text))
    while brackets and width_of(text) > width:
        last = brackets.pop()
        text = text[: last.start()] + text[last.end() :]
    return text
