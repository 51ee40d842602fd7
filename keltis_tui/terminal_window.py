"""The terminal around the app on this machine: its title, its mouse, its notices."""

from collections.abc import Callable
from typing import Final

from keltis_tui.terminal_kinds import NOTICES

SAVE_TITLE: Final = "\x1b[22;2t"
RESTORE_TITLE: Final = "\x1b]2;\x1b\\\x1b[23;2t"
"""No title, for a terminal that keeps none, and then the one that was kept."""
MOUSE: Final = (1000, 1003, 1015, 1006)
"""The modes in which a terminal tells what the mouse does."""


class TerminalWindow:
    """What is asked of it by control sequences."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._titled = False
        """Whether what it was called before is to come back."""

    def take_mouse(self, *, on: bool) -> None:
        """Have it tell what the mouse does, or not."""
        self._write("".join(f"\x1b[?{mode}{'h' if on else 'l'}" for mode in MOUSE))

    def show_notice(self, number: str) -> None:
        """Have it show a notice, by the sequence of that number."""
        self._write(NOTICES[number])

    def set_title(self, title: str) -> None:
        """Call it so."""
        text = "".join(letter for letter in title if letter.isprintable())
        before = "" if self._titled else SAVE_TITLE
        self._titled = True
        self._write(f"{before}\x1b]2;{text}\x1b\\")

    def give_back_title(self) -> None:
        """Call it what it was called before, if that was changed."""
        if self._titled:
            self._write(RESTORE_TITLE)
