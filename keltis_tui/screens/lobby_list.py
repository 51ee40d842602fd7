"""The tables of the lobby in their order, and as many of them as there is room for."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from keltis_protocol.messages import TableLine
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.fitting import shortened
from keltis_tui.canvas.text import width_of
from keltis_tui.screens.lobby_rows import SECTIONS, Area, Row, paint_heading
from keltis_tui.screens.lobby_told import Told
from keltis_words.absence import ended
from keltis_words.games.catalogue import short_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import Words

MY_LINES: Final = 3
"""How many lines one's own tables keep: a heading, a table, and how many more there are."""
OPEN_LINES: Final = 4
"""How many lines the tables of others keep: a heading, two tables, and how many more there are."""

NEWS: Final = "*"
"""Before a table at which something has happened since one was there."""


def window(rows: Sequence[Row], focus: int, height: int) -> tuple[int, int]:
    """From which row to which the list is shown; a line is kept for what is cut off at an end."""
    if len(rows) <= height:
        return 0, len(rows)
    start = max(0, min(focus - height // 2, len(rows) - height))
    end = start + height
    return start + (start > 0), end - (end < len(rows))


def paint_list(
    canvas: Canvas,
    words: Words,
    glyphs: Glyphs,
    told: Told,
    chosen: TableLine | None,
    area: Area,
) -> None:
    """As much of the list as there is room for, the table in focus always among it.

    However many tables one has, some of those at which one could sit down are among it too.
    """

    def paint(rows: Sequence[Row], y: int, height: int) -> None:
        _paint_rows(canvas, words, glyphs, told, rows, chosen, area._replace(y=y, height=height))

    rows = told.roomy if len(told.roomy) <= area.height else told.rows
    if len(rows) <= area.height:
        paint(rows, area.y, area.height)
        return
    mine, others = rows[: told.mine], rows[told.mine :]
    below = min(len(others), max(OPEN_LINES, area.height - len(mine)))
    below = area.height if not mine else min(below, area.height - min(len(mine), MY_LINES))
    paint(mine, area.y, area.height - below)
    paint(others, area.y + area.height - below, below)


def _paint_rows(
    canvas: Canvas,
    words: Words,
    glyphs: Glyphs,
    told: Told,
    rows: Sequence[Row],
    chosen: TableLine | None,
    area: Area,
) -> None:
    """As many rows as there is room for, the one in focus among them, and how many more."""
    focus = next((row for row, line in enumerate(rows) if line is chosen), 0)
    start, end = window(rows, focus, area.height)
    y = area.y
    if start:
        _paint_above(canvas, words, glyphs, _tables(rows[:start]), area._replace(y=y))
        y += 1
    for place, row in enumerate(rows[start:end], start):
        if isinstance(row, TableLine):
            at = (area.x, y, area.width, 1)
            asked = ("table", words, glyphs, row.table, row is chosen)
            paint = partial(_paint_line, words, glyphs, row, row is chosen, area.width)
            told.stamp(canvas, at, asked, paint)
            canvas.target(*at, Target("table", told.places[row.table]))
        elif isinstance(row, int):
            paint_more = _paint_below if place else _paint_above
            paint_more(canvas, words, glyphs, row, area._replace(y=y))
        elif row is not None:
            style = "gold" if row == SECTIONS[0] else "goal"
            paint_heading(canvas, glyphs, words._(row), area._replace(y=y), style)
        y += 1
    if end < len(rows):
        _paint_below(canvas, words, glyphs, _tables(rows[end:]), area._replace(y=y))


def _paint_above(canvas: Canvas, words: Words, glyphs: Glyphs, count: int, area: Area) -> None:
    """That the list begins before what is shown."""
    text = words._("{count} more above", count=count)
    _paint_more(canvas, text, glyphs.up, "pageup", area)


def _paint_below(canvas: Canvas, words: Words, glyphs: Glyphs, count: int, area: Area) -> None:
    """That the list goes on where it is cut off."""
    text = words._("{count} more below", count=count)
    _paint_more(canvas, text, glyphs.down, "pagedown", area)


def _paint_more(canvas: Canvas, text: str, glyph: str, key: str, area: Area) -> None:
    canvas.put(area.x + 1, area.y, glyph, "ground gold")
    canvas.put(area.x + 3, area.y, text, "ground preview", limit=area.width - 4)
    canvas.target(area.x, area.y, area.width, 1, Target("key", key=key))


def _tables(rows: Sequence[Row]) -> int:
    return sum(row if isinstance(row, int) else isinstance(row, TableLine) for row in rows)


def _paint_line(
    words: Words, glyphs: Glyphs, line: TableLine, chosen: bool, width: int, canvas: Canvas
) -> None:
    """One table: its code, its game, who sits there and what is free."""
    style = "line.chosen" if chosen else "ground"
    canvas.fill(0, 0, width, 1, style)
    if chosen:
        canvas.put(1, 0, glyphs.turn, f"{style} gold")
    canvas.put(3, 0, line.table, f"{style} gold" if chosen else "ground text")
    if line.news:
        canvas.put(10, 0, NEWS, f"{style} gold")
    canvas.put(12, 0, short_name(words, line.game), f"{style} text", limit=18)
    if line.watchers:
        looking = words.ngettext("{count} looks on", "{count} look on", line.watchers)
        width -= width_of(looking) + 2
        canvas.put(width + 1, 0, looking, f"{style} faint")
    if line.ended:
        canvas.put(31, 0, ended(words, line.ended), f"{style} faint", limit=width - 31)
        return
    names = [words._("free") if seat.kind == "free" else seat.name for seat in line.seats]
    names = shortened(names, width - 31 - 4 * len(names) + 1)
    at = 31
    for seat, (state, name) in enumerate(zip(line.seats, names, strict=True)):
        free = state.kind == "free"
        sign = (glyphs.small if free else glyphs.large)[seat]
        at = canvas.put(at, 0, sign, f"{style} seat.{seat}") + 1
        text_style = "faint" if free or state.away else "text"
        at = canvas.put(at, 0, name, f"{style} {text_style}") + 2
