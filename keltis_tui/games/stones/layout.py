"""Where the field and the rows of The Way of Stones lie, for every size."""

from dataclasses import dataclass, fields
from typing import Final

from keltis_engine.parts.cards import COLOURS, KINDS
from keltis_tui.table.layout import Layout, layout_for
from keltis_words.games.stones import COLUMNS

LINES: Final = KINDS // COLUMNS
"""How many lines of stones the field has."""
WIDTHS: Final = ((180, 10), (140, 7), (118, 6), (100, 5), (0, 4))
"""From each width of the terminal on, how wide a stone of the field is."""
WIDE: Final = 6
"""Stones that are wider than this have more than one line in a row too."""
BELOW: Final = 11
"""How many lines everything but the field needs above the preview, rows in one line each."""


@dataclass(frozen=True)
class FieldLayout(Layout):
    """The usual places, with a field of eleven by five stones in the board's."""

    cell_width: int
    cell_height: int
    row_height: int
    """How many lines one row of the viewer takes."""

    @property
    def board_width(self) -> int:
        """How wide the field is with its coordinates."""
        return self.label + COLUMNS * self.cell_width

    @property
    def count(self) -> int:
        """The line that tells how many stones lie face down."""
        return 2 + LINES * self.cell_height

    @property
    def rows(self) -> int:
        """The first line of the viewer's rows."""
        return self.count + 2

    def cell(self, place: int) -> tuple[int, int]:
        """The upper left corner of a place."""
        line, column = divmod(place, COLUMNS)
        return self.label + column * self.cell_width, 2 + line * self.cell_height


def field_layout(width: int, height: int) -> FieldLayout:
    """The layout for a terminal of this size, at least the smallest."""
    usual = layout_for(width, height)
    cell_width = next(cell for least, cell in WIDTHS if width >= least)
    room = usual.preview - BELOW
    cell_height = max(2, min(room // LINES, (cell_width + 3) // 2))
    spare = room - cell_height * LINES
    row_height = min(4, 1 + spare // COLOURS) if cell_width > WIDE else 1
    places = {field.name: getattr(usual, field.name) for field in fields(Layout)}
    places |= {"board_height": usual.preview - 3, "piles": usual.preview - 2}
    places |= {"buttons": usual.preview - 1, "deck_below": False}
    return FieldLayout(
        **places, cell_width=cell_width, cell_height=cell_height, row_height=row_height
    )
