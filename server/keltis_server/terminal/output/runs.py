"""The fewest bytes that write some cells: which order, which way for the cursor, which styles."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from keltis_server.terminal.output.styles import CellStyle, looks_same, style_change
from keltis_tui.canvas.text import BESIDE, beside, cells

FAR: Final = 6
"""So many blanks at an end are erased rather than written."""
BLANK: Final = " " * FAR


class Run(NamedTuple):
    """Cells of one line that look the same."""

    y: int
    x: int
    end: int
    """The cell after the last one; a character may be two cells wide."""
    text: str
    style: CellStyle


def joined(runs: Iterable[Run]) -> list[Run]:
    """Runs of neighbouring cells as one where one style will do."""
    found: list[Run] = []
    for run in runs:
        last = found[-1] if found else run
        if last.y != run.y or last.end != run.x:
            found.append(run)
        elif looks_same(last.style, run.style, run.text):
            found[-1] = Run(run.y, last.x, run.end, last.text + run.text, last.style)
        elif looks_same(last.style, run.style, last.text):
            found[-1] = Run(run.y, last.x, run.end, last.text + run.text, run.style)
        else:
            found.append(run)
    return found


def written(runs: list[Run], pen: CellStyle, erases: bool) -> tuple[str, CellStyle]:
    """What writes the runs, beginning with a pen, and the pen after it.

    `erases` tells whether what is erased takes the pen's ground.

    From line to line every other word may need another style; style by style the cursor has farther
    to go. The shorter way is taken.
    """
    by_line = _written(runs, pen, erases)
    groups: dict[CellStyle, list[Run]] = {}
    for run in runs:
        groups.setdefault(run.style, []).append(run)
    if len(groups) == len(runs):
        return by_line
    ordered = (run for style in _nearest_first(tuple(groups), pen) for run in groups[style])
    return min(by_line, _written(ordered, pen, erases), key=lambda way: len(way[0]))


@lru_cache(maxsize=1024)
def _nearest_first(styles: Iterable[CellStyle], pen: CellStyle) -> list[CellStyle]:
    """The styles in an order that begins with a pen and changes little from each to the next."""
    left, order = dict.fromkeys(styles), []
    while left:
        pen = min(left, key=lambda style: len(style_change(pen, style)))
        order.append(pen)
        del left[pen]
    return order


@lru_cache(maxsize=1024)
def _steady(text: str, x: int) -> str:
    """What writes a text with marks beside letters from column `x` on; empty if it has none.

    Terminals disagree on how wide such a letter is. Both its cells are blanked, it is written, and
    the cursor is put behind them, wherever it is then.
    """
    if not any(map(beside, text)):
        return ""
    pieces: list[str] = []
    drawn, at = cells(text), 0
    while at < len(drawn):
        if any(map(beside, drawn[at])) and drawn[at + 1 : at + 2] == (BESIDE,):
            pieces.append(f"  \x1b[{x + 1}G{drawn[at]}\x1b[{x + 3}G")
            at, x = at + 3, x + 2  # room was kept for it before, and is kept once more
        else:
            pieces.append(drawn[at])
            at, x = at + 1, x + 1
    return "".join(pieces)


def _written(runs: Iterable[Run], pen: CellStyle, erases: bool) -> tuple[str, CellStyle]:
    pieces: list[str] = []
    line, column = -1, -1
    for y, x, end, text, style in runs:
        if y == line + 1 and x == column:
            pieces.append("\x1b[B")
        elif y != line:
            pieces.append(f"\x1b[{y + 1};{x + 1}H")
        elif x < column:
            pieces.append(f"\x1b[{x + 1}G")
        elif x > column:
            pieces.append(f"\x1b[{x - column}C" if x > column + 1 else "\x1b[C")
        line, column = y, end
        if not looks_same(pen, style, text):
            if text.isspace() and not (pen.lined or style.lined):
                style = pen._replace(ground=style.ground)
            pieces.append(style_change(pen, style))
            pen = style
        if not text.isascii() and (steady := _steady(text, x)):
            text = steady
        elif erases and not pen.lined and text.endswith(BLANK):
            shown = text.rstrip(" ")
            blanks = len(text) - len(shown)
            text, column = f"{shown}\x1b[{blanks}X", end - blanks
        pieces.append(text)
    return "".join(pieces), pen
