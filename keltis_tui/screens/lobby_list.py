"""The tables of the lobby in their order, and as many of them as there is room for."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from keltis_protocol.messages import Lobby, TableLine
from keltis_tui.canvas.bars import paint_rule
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.fitting import shortened
from keltis_tui.canvas.text import width_of
from keltis_words.absence import ended
from keltis_words.games.catalogue import short_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words

SECTIONS: Final = (
    N_("Your turn"),
    N_("Your tables"),
    N_("Open tables: sit down"),
    N_("Being played"),
)
"""The parts of the list, in this order; empty ones are not shown."""
OTHERS: Final = 3
"""The part whose tables one cannot go to."""

MY_LINES: Final = 3
"""How many lines one's own tables keep: a heading, a table, and how many more there are."""
OPEN_LINES: Final = 4
"""How many lines the tables of others keep: a heading, two tables, and how many more there are."""

NEWS: Final = "*"
"""Before a table at which something has happened since one was there."""

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
    lines: Sequence[TableLine],
    hidden: Hidden,
    chosen: TableLine | None,
    area: Area,
) -> None:
    """As much of the list as there is room for, the table in focus always among it.

    However many tables one has, some of those at which one could sit down are among it too.
    """

    def paint(rows: Sequence[Row], y: int, height: int) -> None:
        _paint_rows(canvas, words, glyphs, lines, rows, chosen, area._replace(y=y, height=height))

    rows = rows_of(lines, hidden, roomy=True)
    if len(rows) > area.height:
        rows = rows_of(lines, hidden)
    if len(rows) <= area.height:
        paint(rows, area.y, area.height)
        return
    mine = rows_of([line for line in lines if line.yours])
    others = rows[len(mine) :]
    below = min(len(others), max(OPEN_LINES, area.height - len(mine)))
    below = area.height if not mine else min(below, area.height - min(len(mine), MY_LINES))
    paint(mine, area.y, area.height - below)
    paint(others, area.y + area.height - below, below)


def _paint_rows(
    canvas: Canvas,
    words: Words,
    glyphs: Glyphs,
    lines: Sequence[TableLine],
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
            _paint_line(canvas, words, glyphs, row, row is chosen, area._replace(y=y))
            canvas.target(area.x, y, area.width, 1, Target("table", lines.index(row)))
        elif isinstance(row, int):
            paint = _paint_below if place else _paint_above
            paint(canvas, words, glyphs, row, area._replace(y=y))
        elif row is not None:
            style = "gold" if row == SECTIONS[0] else "goal"
            paint_heading(canvas, glyphs, words._(row), area._replace(y=y), style)
        y += 1
    if end < len(rows):
        _paint_below(canvas, words, glyphs, _tables(rows[end:]), area._replace(y=y))


def paint_heading(
    canvas: Canvas, glyphs: Glyphs, text: str, area: Area, style: str = "goal"
) -> None:
    """The line above a part of the lobby."""
    paint_rule(canvas, area.x, area.y, area.width, glyphs)
    canvas.put(area.x + 1, area.y, f" {text} ", f"ground {style}", limit=area.width - 2)


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
    canvas: Canvas, words: Words, glyphs: Glyphs, line: TableLine, chosen: bool, area: Area
) -> None:
    """One table: its code, its game, who sits there and what is free."""
    x, y, width, _ = area
    style = "line.chosen" if chosen else "ground"
    canvas.fill(x, y, width, 1, style)
    if chosen:
        canvas.put(x + 1, y, glyphs.turn, f"{style} gold")
    canvas.put(x + 3, y, line.table, f"{style} gold" if chosen else "ground text")
    if line.news:
        canvas.put(x + 10, y, NEWS, f"{style} gold")
    canvas.put(x + 12, y, short_name(words, line.game), f"{style} text", limit=18)
    if line.watchers:
        looking = words.ngettext("{count} looks on", "{count} look on", line.watchers)
        width -= width_of(looking) + 2
        canvas.put(x + width + 1, y, looking, f"{style} faint")
    if line.ended:
        canvas.put(x + 31, y, ended(words, line.ended), f"{style} faint", limit=width - 31)
        return
    names = [words._("free") if seat.kind == "free" else seat.name for seat in line.seats]
    names = shortened(names, width - 31 - 4 * len(names) + 1)
    at = x + 31
    for seat, (state, name) in enumerate(zip(line.seats, names, strict=True)):
        free = state.kind == "free"
        sign = (glyphs.small if free else glyphs.large)[seat]
        at = canvas.put(at, y, sign, f"{style} seat.{seat}") + 1
        text_style = "faint" if free or state.away else "text"
        at = canvas.put(at, y, name, f"{style} {text_style}") + 2
