"""What is written to a terminal besides pictures: how a session takes it over and gives it back."""

from typing import Final

TITLE: Final = "Keltis"

_SAVE_TITLE: Final = "\x1b[22;2t"
_RESTORE_TITLE: Final = "\x1b]2;\x1b\\\x1b[23;2t"
"""No title, for a terminal that keeps none, and then the one that was kept."""

MOUSE_ON: Final = "\x1b[?1002h\x1b[?1006h"
"""Clicks and drags, in the form that has no upper bound for columns."""
MOUSE_OFF: Final = "\x1b[?1002l\x1b[?1006l"

FRAME_START: Final = "\x1b[?2026h"
"""The terminal shows what follows at once, at `FRAME_END`; one that does not know it ignores it."""
FRAME_END: Final = "\x1b[?2026l"

TAKE: Final = (
    "\x1b[?1049h"  # the other screen: what the person had on theirs stays
    "\x1b[2J\x1b[H"
    "\x1b[?25l"  # no cursor
    "\x1b[?7l"  # no wrapping at the right edge
    "\x1b[?2004h"  # pastes arrive in brackets
    "\x1b[>1u"  # kitty's keyboard: escape is told from an escape sequence
)
GIVE_BACK: Final = (
    FRAME_END
    + MOUSE_OFF
    + "\x1b[<u"  # before the screen changes: each screen has its own keyboard
    + "\x1b[?2004l"
    + "\x1b[?7h"
    + "\x1b[0m"
    + "\x1b[?1049l"
    + "\x1b[?25h"
)
"""Undoes everything `TAKE` and `MOUSE_ON` did, in whatever state the session ended."""


def title(text: str) -> str:
    """The sequence that calls the terminal's window so."""
    return f"\x1b]2;{text}\x1b\\"


def take(*, mouse: bool, titled: bool) -> str:
    """The sequence that begins a session."""
    called = _SAVE_TITLE + title(TITLE) if titled else ""
    return TAKE + called + (MOUSE_ON if mouse else "")


def give_back(*, titled: bool) -> str:
    """The sequence that ends a session."""
    return GIVE_BACK + (_RESTORE_TITLE if titled else "")
