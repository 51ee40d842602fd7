"""Asks a terminal how many colours it shows, and understands what it answers.

Most answer nothing, so silence means nothing; an answer that comes late is as good as an early one.
"""

import re
from typing import Final

_SET: Final = "\x1b[48:2::1:2:3m"
"""With colons: who does not know it skips all of it."""
QUESTIONS: Final = (
    "\x1b[>0q"  # XTVERSION: who are you?
    "\x1bP+q524742\x1b\\"  # XTGETTCAP RGB: have you direct colours?
    "\x1bP+q5463\x1b\\"  # the same by tmux's name for it, Tc
    f"{_SET}\x1bP$qm\x1b\\"  # DECRQSS: which ground do you write on now?
)
_NAMES: Final = re.compile(
    r">\|(?:kitty|WezTerm|foot|ghostty|iTerm2|mintty|Konsole|VTE|contour|rio|Alacritty)\b.*",
    re.IGNORECASE,
)
"""Terminals that show 16 million colours, as they name themselves."""
_CAPABLE: Final = re.compile(r"1\+r(?:524742|5463)(?:=.*)?", re.IGNORECASE)
_KEPT: Final = re.compile(r"1\$r(?:.*[;:])?48[;:]2[;:]+(?:\d*:)?1[;:]2[;:]3(?:[;:].*)?m")
"""It still knows the ground that was set, instead of the nearest of a few."""


def colour_query(corner: tuple[int, int]) -> str:
    """The questions, put where a terminal that shows them by mistake does least harm.

    `corner` is the last cell, counted from one; nothing wraps there. Pen and cursor are as before.
    """
    x, y = corner
    return f"\x1b7\x1b[{y};{x}H{QUESTIONS}\x1b8"


def full_colour(answer: str) -> bool:
    """Whether an answer, without what begins and ends it, tells of 16 million colours."""
    return any(kind.fullmatch(answer) for kind in (_NAMES, _CAPABLE, _KEPT))
