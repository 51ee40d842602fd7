"""Takes out of every line what would steer a terminal, right before it goes out."""

import re
from typing import Final

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

STEERING: Final = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890-\u0891\u08e2\u180e"  # formats of scripts
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"  # zero width, bidi, line ends
    "\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f"  # tags
    "\ud800-\udfff"  # half characters
    "]"
)
"""Every control, format, line end and half character: they move the cursor, turn the text around or
cannot be seen."""


class CleanText(LineFilter):
    """Takes steering characters and links out of every text; the columns stay where they were."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        """The same line with nothing but text in it."""
        return [_clean(segment) for segment in segments]


def _clean(segment: Segment) -> Segment:
    text, style, _ = segment
    if STEERING.search(text):
        text = set_cell_size(STEERING.sub("", text), cell_len(text))
    if style is not None and style.link:
        style = style.update_link(None)
    return Segment(text, style)


CLEAN: Final = CleanText()
