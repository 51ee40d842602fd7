"""Which control sequences are a key or a click, in the one form that Textual's parser reads.

Left to itself that parser takes `CSI 3 A` for ctrl+c, a key let go for a mistake, and the place of
the cursor for F3.
"""

import re
from typing import Final

from keltis_tui.textual_internals import ANSI_SEQUENCES_KEYS, FUNCTIONAL_KEYS

_KEY: Final = re.compile(
    r"\x1b\[(?P<code>\d{0,7})(?::\d{0,7})*"
    r"(?:;(?P<held>\d{0,3})(?::(?P<phase>\d?))?(?:;(?P<text>[\d:]*))?)?(?P<end>[u~ABCDEFHPQS])"
)
_MOUSE: Final = re.compile(r"\x1b\[<\d{1,4};-?\d{1,5};-?\d{1,5}[Mm]")
_KEYPAD: Final = re.compile(r"\x1bO(?:1;)?(?P<held>\d{1,3})(?P<end>[ABCDEFHPQS])")
_CURSOR: Final = re.compile(r"\x1b\[\d+;\d+R")
"""Where the cursor is; on old terminals also F3 with other keys, which we have no use for."""

_LET_GO: Final = "3"
"""The phase of a key that is no longer pressed."""
_OTHER_KEY: Final = "27"
"""xterm's `modifyOtherKeys` puts every key behind this number."""
_TYPING: Final = 1 | 64 | 128
"""Shift, caps lock and num lock: what is typed with them is still text."""
_PRIVATE: Final = range(0xE000, 0xF900)
"""Where kitty numbers keys that type nothing."""


def readable(sequence: str) -> str:
    """The sequence as Textual should read it; empty if it is neither a key nor a click."""
    if _MOUSE.fullmatch(sequence):
        return sequence
    if found := _KEYPAD.fullmatch(sequence):
        return f"\x1b[1;{found['held']}{found['end']}"
    found = _KEY.fullmatch(sequence)
    if found is None:
        known = sequence in ANSI_SEQUENCES_KEYS and not _CURSOR.fullmatch(sequence)
        return sequence if known else ""
    if found["phase"] == _LET_GO:
        return ""
    code, held, text = found["code"], found["held"] or "", found["text"] or ""
    match found["end"]:
        case "u":
            return _character_key(code, held, text)
        case "~" if code == _OTHER_KEY and text:
            return _other_key(held, text)
        case "~":
            return _with_held(code, held, "~") if f"{code}~" in FUNCTIONAL_KEYS else ""
        case end:
            if code not in ("", "1") and not held:  # as xterm wrote it long ago
                code, held = "1", code
            return _with_held("1", held, end) if code in ("", "1") else ""


def _character_key(code: str, held: str, text: str) -> str:
    """A key by the number of its character, or of kitty's list, perhaps with what it types."""
    typed = [part for part in text.split(":") if _is_text(part)]
    if typed and not (int(held or "1") - 1) & ~_TYPING:
        return "".join(chr(int(part)) for part in typed)
    known = f"{code}u" in FUNCTIONAL_KEYS
    if not known and (not _is_text(code) or int(code) in _PRIVATE):
        return ""
    return _with_held(code, held, "u")


def _other_key(held: str, code: str) -> str:
    if _is_text(code) and not (int(held or "1") - 1) & ~_TYPING:
        return chr(int(code))
    return _character_key(code, held, "")


def _with_held(code: str, held: str, end: str) -> str:
    """A key with the keys that are held down beside it; `1` is none."""
    return f"\x1b[{code};{held}{end}" if held not in ("", "0", "1") else f"\x1b[{code}{end}"


def _is_text(number: str) -> bool:
    """Whether a number is that of a character which can be written."""
    if not number.isdecimal() or int(number) > 0x10FFFF:
        return False
    return chr(int(number)).isprintable()
