"""What may be sent to a person's terminal: an allow-list, and whatever else was found."""

import re
import unicodedata

MODES = "7|25|1002|1006|1049|2004|2026"
ALLOWED = re.compile(
    "|".join(
        (
            r"\x1b\[[0-9;]*m",  # colours
            r"\x1b\[(?:\d{1,3}(?:;\d{1,3})?)?H",  # where to write next
            r"\x1b\[\d{0,3}[CG]",
            r"\x1b\[[0-2]?[JK]|\x1b\[\d{1,3}X",  # wiping
            rf"\x1b\[\?(?:{MODES})[hl]",  # the modes we use
            r"\x1b\[>1u|\x1b\[<u",  # the keyboard
            r"\x1b\[22;2t|\x1b\[23;2t|\x1b\]2;Keltis\x1b\\",  # the title, always the same
            r"\r\n|\n|\a",
        )
    )
)
"""Everything that is not text."""

STEERING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Controls, formats (bidi, zero-width, tags), bytes that are no UTF-8, line ends."""


def foreign(data: bytes) -> list[str]:
    """What is neither text nor an allowed sequence, with a little of what follows it."""
    text = data.decode("utf-8", "surrogateescape")
    left = ALLOWED.sub("\N{WHITE SMALL SQUARE}", text)
    return [
        left[place : place + 20]
        for place, character in enumerate(left)
        if unicodedata.category(character) in STEERING
    ]
