"""What may be sent to a person's terminal: an allow-list, and whatever else was found."""

import re
import unicodedata

MODES = "7|25|1002|1006|1049|2004|2026"
QUESTION = (
    r"\x1b7\x1b\[\d{1,3};\d{1,3}H"
    r"\x1b\[>0q\x1bP\+q524742\x1b\\\x1bP\+q5463\x1b\\\x1b\[48:2::1:2:3m\x1bP\$qm\x1b\\"
    r"\x1b8"
)
"""How many colours are there? Always in these words, from saving the cursor to restoring it."""
NOTICES = (
    "\x1b]9;Keltis: it is your turn\x1b\\",
    "\x1b]777;notify;Keltis;it is your turn\x1b\\",
)
"""Notices that somebody has switched on: always in these words."""
TITLE = r"(?:(?:● your turn · )?[A-Z][\w: ]{0,30}(?: [A-Z0-9]{4,8})?)?"
"""Our own words, a game and the code of a table: nothing that anybody typed."""
ALLOWED = re.compile(
    "|".join(
        (
            r"\x1b\[[0-9;]*m",  # colours
            r"\x1b\[(?:\d{1,3}(?:;\d{1,3})?)?H",  # where to write next
            r"\x1b\[\d{0,3}[CG]|\x1b\[B",
            r"\x1b\[[0-2]?[JK]|\x1b\[\d{1,3}X",  # wiping
            rf"\x1b\[\?(?:{MODES})[hl]",  # the modes we use
            r"\x1b\[>1u|\x1b\[<u",  # the keyboard
            rf"\x1b\[22;2t|\x1b\[23;2t|\x1b\]2;{TITLE}\x1b\\",
            QUESTION,
            *map(re.escape, NOTICES),
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
