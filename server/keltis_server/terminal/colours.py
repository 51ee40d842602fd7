"""Pictures are drawn in full colour once for all; here they are brought down to one terminal's."""

import re
from collections.abc import Callable, Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

from rich.color import Color, ColorSystem


class Depth(Enum):
    """How many colours a terminal shows."""

    NONE = "none"
    SIXTEEN = "16"
    PALETTE = "256"
    FULL = "full"


_SYSTEMS: Final = {
    Depth.SIXTEEN: ColorSystem.STANDARD,
    Depth.PALETTE: ColorSystem.EIGHT_BIT,
}
_STYLE: Final = re.compile(r"\x1b\[([0-9;]*)m")
_NAMED: Final = re.compile(r"[349][0-79]|10[0-7]")
"""The codes of the sixteen named colours, and of none."""


def downgrade(text: str, depth: Depth) -> str:
    """The same picture with every style sequence brought down to `depth`."""
    if depth is Depth.FULL:
        return text
    return _STYLE.sub(_STYLES[depth], text)


def _downgraded(depth: Depth) -> Callable[[re.Match[str]], str]:
    @lru_cache(maxsize=4096)
    def style(codes: str) -> str:
        kept = list(_translated(codes.split(";"), depth))
        # Without its colours a style may be empty, which would mean "reset".
        return f"\x1b[{';'.join(kept)}m" if kept or not codes else ""

    return lambda match: style(match[1])


def _translated(codes: list[str], depth: Depth) -> Iterator[str]:
    at = 0
    while at < len(codes):
        code = codes[at]
        wanted: Color | None = None
        if code in {"38", "48"} and codes[at + 1 : at + 2] == ["2"] and len(codes) >= at + 5:
            red, green, blue = (int(part) for part in codes[at + 2 : at + 5])
            wanted = Color.from_rgb(red, green, blue)
            at += 4
        elif code in {"38", "48"} and codes[at + 1 : at + 2] == ["5"] and len(codes) >= at + 3:
            wanted = Color.from_ansi(int(codes[at + 2]))
            at += 2
        at += 1
        if wanted is None:
            if depth is not Depth.NONE or not _NAMED.fullmatch(code):
                yield code
        elif depth is not Depth.NONE:
            yield from wanted.downgrade(_SYSTEMS[depth]).get_ansi_codes(code == "38")


_STYLES: Final = {depth: _downgraded(depth) for depth in Depth}
