"""Takes what a terminal answers by itself out of what a person types.

Textual's parser turns an escape sequence it does not know into key presses, and key presses play
cards. So only sequences it knows pass; the rest is swallowed whole, however it is cut into pieces.
"""

import re
from enum import Enum, auto
from typing import Final

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS

ESC: Final = "\x1b"
PASTE_START: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"
PASTE_LIMIT: Final = 4096
"""Characters kept of one paste; the rest of it is dropped."""
LONGEST: Final = 32
"""Textual's parser gives up on longer sequences and types them out."""

_KEY: Final = re.compile(r"\x1b\[(?:\d{0,7}(?::\d{0,7})*;?){1,3}[u~ABCDEFHPQRS]")
_MOUSE: Final = re.compile(r"\x1b\[<\d{1,4};-?\d{1,5};-?\d{1,5}[Mm]")
_FOCUS: Final = frozenset({"\x1b[I", "\x1b[O"})


class _At(Enum):
    """Where in the stream we are."""

    TEXT = auto()
    ESCAPE = auto()
    CONTROL = auto()
    """After `ESC [`."""
    KEYPAD = auto()
    """After `ESC O`: one more character."""
    OLD_MOUSE = auto()
    """Three characters belong to a mouse report of the oldest kind, which nobody asked for."""
    STRING = auto()
    """After `ESC ]`, `ESC P` …: an answer of any length, up to its terminator."""
    STRING_ESCAPE = auto()
    PASTE = auto()


_PATIENCE: Final = {  # seconds that an unfinished piece waits for its rest
    _At.ESCAPE: 0.1,
    _At.CONTROL: 0.5,
    _At.KEYPAD: 0.1,
    _At.OLD_MOUSE: 0.5,
    _At.STRING: 0.5,
    _At.STRING_ESCAPE: 0.5,
    _At.PASTE: 5.0,
}


class Replies:
    """One client's stream of characters, without what its terminal said by itself."""

    def __init__(self) -> None:
        self._at = _At.TEXT
        self._held = ""
        self._room = 0

    @property
    def patience(self) -> float | None:
        """Seconds to wait for the rest before calling `give_up`; None if nothing is unfinished."""
        return _PATIENCE.get(self._at)

    def feed(self, text: str) -> list[str]:
        """What of `text`, and of what was held back, is for the parser: whole pieces."""
        return [piece for character in text if (piece := self._one(character))]

    def give_up(self) -> str:
        """The rest did not come: a lone escape was the key, a paste is over, a reply is dropped."""
        at, held = self._at, self._held
        self._to(_At.TEXT)
        if at is _At.PASTE:
            return PASTE_END
        return held if at in {_At.ESCAPE, _At.KEYPAD} else ""

    def _to(self, at: _At, held: str = "") -> None:
        self._at = at
        self._held = held

    def _one(self, character: str) -> str:
        match self._at:
            case _At.TEXT:
                if character == ESC:
                    self._to(_At.ESCAPE, ESC)
                    return ""
                return character
            case _At.ESCAPE:
                return self._after_escape(character)
            case _At.CONTROL:
                return self._in_control(character)
            case _At.KEYPAD:
                self._to(_At.TEXT)
                sequence = "\x1bO" + character
                return sequence if sequence in ANSI_SEQUENCES_KEYS else ""
            case _At.OLD_MOUSE:
                self._held += character
                if len(self._held) == 3:
                    self._to(_At.TEXT)
                return ""
            case _At.STRING:
                if character == "\a":
                    self._to(_At.TEXT)
                elif character == ESC:
                    self._to(_At.STRING_ESCAPE)
                return ""
            case _At.STRING_ESCAPE:
                if character == "\\":
                    self._to(_At.TEXT)
                    return ""
                self._to(_At.ESCAPE, ESC)
                return self._after_escape(character)
            case _At.PASTE:
                return self._in_paste(character)

    def _after_escape(self, character: str) -> str:
        if character == "[":
            self._to(_At.CONTROL, "\x1b[")
            return ""
        if character == "O":
            self._to(_At.KEYPAD, "\x1bO")
            return ""
        if character in "]P_^X":
            self._to(_At.STRING)
            return ""
        if character == ESC:
            return ESC
        self._to(_At.TEXT)
        return ESC + character

    def _in_control(self, character: str) -> str:
        if character == ESC:
            self._to(_At.ESCAPE, ESC)
            return ""
        if not " " <= character <= "~":
            self._to(_At.TEXT)
            return ""
        if len(self._held) < LONGEST:
            self._held += character
        sequence = self._held
        if sequence == "\x1b[[":  # the Linux console's F1 to F5
            return ""
        if character < "@" and sequence not in ANSI_SEQUENCES_KEYS:
            return ""
        if sequence == PASTE_START:
            self._to(_At.PASTE)
            self._room = PASTE_LIMIT
            return sequence
        if sequence == "\x1b[M":
            self._to(_At.OLD_MOUSE)
            return ""
        self._to(_At.TEXT)
        return sequence if _known(sequence) else ""

    def _in_paste(self, character: str) -> str:
        if self._held or character == ESC:
            self._held += character
            if self._held == PASTE_END:
                self._to(_At.TEXT)
                return PASTE_END
            if PASTE_END.startswith(self._held):
                return ""
            text = self._held.replace(ESC, "")
            self._held = ESC if character == ESC else ""
            return "".join([self._pasted(each) for each in text])
        return self._pasted(character)

    def _pasted(self, character: str) -> str:
        if self._room == 0 or (character < " " and character not in "\t\n\r"):
            return ""
        self._room -= 1
        return character


def _known(sequence: str) -> bool:
    if sequence == PASTE_END or len(sequence) >= LONGEST:
        return False
    return (
        sequence in ANSI_SEQUENCES_KEYS
        or sequence in _FOCUS
        or _KEY.fullmatch(sequence) is not None
        or _MOUSE.fullmatch(sequence) is not None
    )
