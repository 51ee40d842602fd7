"""The tables of the lobby line by line: the parts of the list, and what was not told."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from keltis_protocol.messages import Lobby, TableLine
from keltis_tui.canvas.bars import paint_rule
from keltis_tui.canvas.canvas import Canvas
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_

SECTIONS: Final = (
    N_("Your turn"),
    N_("Your tables"),
    N_("Open tables: sit down"),
    N_("Being played"),
)
"""The parts of the list, in this order; empty ones are not shown."""
OTHERS: Final = 3
"""The part whose tables one cannot go to."""

Row = TableLine | str | int | None
"""A table, the heading of a part, how many tables were not told, or a free line."""


class Hidden(NamedTuple):
    """How many tables of others there are that were not told: before those that were, and after."""

    before: int = 0
    after: int = 0


ALL_TOLD: Final = Hidden()


def hidden_of(lobby: Lobby | None) -> Hidden:
    """What of its tables a lobby does not tell."""
    if lobby is None:
        return ALL_TOLD
    told = sum(not line.yours for line in lobby.tables)
    return Hidden(lobby.first, max(0, lobby.found - lobby.first - told))


class Area(NamedTuple):
    """A part of the canvas: where it begins and how large it is."""

    x: int
    y: int
    width: int
    height: int


def section_of(line: TableLine) -> int:
    """In which part of the list a table stands."""
    if line.yours:
        return 0 if line.your_turn else 1
    return 2 if line.state == "open" else OTHERS


def rows_of(
    lines: Sequence[TableLine], hidden: Hidden = ALL_TOLD, *, roomy: bool = False
) -> list[Row]:
    """The list line by line: a part's heading, then its tables; free lines between if roomy."""
    mine = _parts([line for line in lines if line.yours], roomy=roomy)
    others = _parts([line for line in lines if not line.yours], roomy=roomy)
    if hidden.before:
        others.insert(0, hidden.before)
    if hidden.after:
        others.append(hidden.after)
    return [*mine, None, *others] if mine and others and roomy else [*mine, *others]


def _parts(lines: Sequence[TableLine], *, roomy: bool) -> list[Row]:
    rows: list[Row] = []
    shown = -1
    for line in lines:
        if section_of(line) != shown:
            shown = section_of(line)
            rows += [None, SECTIONS[shown]] if rows and roomy else [SECTIONS[shown]]
        rows.append(line)
    return rows


def paint_heading(
    canvas: Canvas, glyphs: Glyphs, text: str, area: Area, style: str = "goal"
) -> None:
    """The line above a part of the lobby."""
    paint_rule(canvas, area.x, area.y, area.width, glyphs)
    canvas.put(area.x + 1, area.y, f" {text} ", f"ground {style}", limit=area.width - 2)
