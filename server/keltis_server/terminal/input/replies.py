"""Takes what a terminal answers by itself out of what a person types.

Textual's parser turns an escape sequence it does not know into key presses, and key presses play
cards. So only sequences it knows pass; the rest is swallowed whole, however it is cut into pieces.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Final

from keltis_server.terminal.input.key_forms import readable
from keltis_tui.textual_internals import ANSI_SEQUENCES_KEYS

ESC: Final = "\x1b"
PASTE_START: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"
PASTE_LIMIT: Final = 4096
"""Characters kept of one paste; the rest of it is dropped."""
LONGEST: Final = 32
"""Textual's parser gives up on longer sequences and types them out."""

LONGEST_ANSWER: Final = 128
"""Characters of one answer that are worth reading."""

_OLD_MOUSE: Final = {"\x1b[M": 3, "\x1b[t": 2, "\x1b[T": 6}
"""How many characters follow: a click, a text marked with the mouse, and one marked wrongly."""
_RAW: Final = range(0xDC80, 0xDD00)
"""Bytes that are no UTF-8, as Python's `surrogateescape` writes them."""
_ONE_CHARACTER: Final = {
    each: chr(each - 0x40) for each in (0x8F, 0x90, 0x98, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F)
}
"""What begins or ends a sequence in one character, and the letter after ESC that does the same."""


class _At(Enum):
    """Where in the stream we are."""

    TEXT = auto()
    ESCAPE = auto()
    CONTROL = auto()
    """After `ESC [`."""
    KEYPAD = auto()
    """After `ESC O`: one more character, perhaps behind a number."""
    OLD_MOUSE = auto()
    """Some characters belong to a mouse report of the oldest kind, which nobody asked for."""
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
        self._missing = 0
        """How many bytes a letter may still have that began but is none."""
        self._answer: list[str] | None = None
        """What has come so far of an answer that may have been asked for."""
        self.on_answer: Callable[[str], None] | None = None
        """Is told every answer to a question of the kind we ask, whole."""

    @property
    def patience(self) -> float | None:
        """Seconds to wait for the rest before calling `give_up`; None if nothing is unfinished."""
        return _PATIENCE.get(self._at)

    def feed(self, text: str) -> list[str]:
        """What of `text`, and of what was held back, is for the parser: whole pieces."""
        return [piece for character in text if (piece := self._any(character))]

    def give_up(self) -> str:
        """The rest did not come: a lone escape was the key, a paste is over, a reply is dropped."""
        at, held = self._at, self._held
        self._to(_At.TEXT)
        if at is _At.PASTE:
            return PASTE_END
        return held if held in {ESC, "\x1bO"} else ""

    def _to(self, at: _At, held: str = "") -> None:
        self._at = at
        self._held = held

    def _any(self, character: str) -> str:
        """One character, which may be a byte that is no text or stand for two."""
        number = ord(character)
        raw = number in _RAW
        if not (raw or 0x80 <= number < 0xA0) or self._at is _At.OLD_MOUSE:
            self._missing = 0
            return self._one(character)
        if raw and self._part_of_a_letter(number - 0xDC00):
            return ""
        letter = _ONE_CHARACTER.get(number - 0xDC00 if raw else number, "")
        if letter == "\\":
            return self._string_over()
        if not letter or self._at is _At.STRING or (self._at is _At.PASTE and letter != "["):
            return ""
        return self._one(ESC) + self._one(letter)

    def _part_of_a_letter(self, byte: int) -> bool:
        """Whether a byte belongs to a letter in UTF-8 of which the rest does not come."""
        if 0x80 <= byte < 0xC0:
            self._missing -= 1
            return self._missing >= 0
        self._missing = sum(byte >= first for first in (0xC2, 0xE0, 0xF0)) if byte < 0xF5 else 0
        return True

    def _string_over(self) -> str:
        if self._at in {_At.STRING, _At.STRING_ESCAPE}:
            self._to(_At.TEXT)
            answer, self._answer = self._answer, None
            if answer is not None and self.on_answer is not None:
                self.on_answer("".join(answer))
        return ""

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
                return self._in_keypad(character)
            case _At.OLD_MOUSE:
                self._room -= 1
                if character == ESC:
                    self._to(_At.ESCAPE, ESC)
                elif self._room == 0:
                    self._to(_At.TEXT)
                return ""
            case _At.STRING:
                if character == "\a":
                    self._to(_At.TEXT)
                elif character == ESC:
                    self._to(_At.STRING_ESCAPE)
                elif self._answer is not None and len(self._answer) < LONGEST_ANSWER:
                    self._answer.append(character)
                return ""
            case _At.STRING_ESCAPE:
                if character == "\\":
                    return self._string_over()
                if character == ESC:
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
            self._answer = [] if character == "P" else None
            return ""
        if character == ESC:
            return ESC
        self._to(_At.TEXT)
        return ESC + character

    def _in_keypad(self, character: str) -> str:
        held = self._held
        if character == ESC:
            self._to(_At.ESCAPE, ESC)
            return held if held == "\x1bO" else ""
        if character in "0123456789;":
            self._held = held + character if len(held) < LONGEST else held
            return ""
        self._to(_At.TEXT)
        return readable(held + character)

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
        if sequence in _OLD_MOUSE:
            self._to(_At.OLD_MOUSE)
            self._room = _OLD_MOUSE[sequence]
            return ""
        self._to(_At.TEXT)
        return readable(sequence) if len(sequence) < LONGEST else ""

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
