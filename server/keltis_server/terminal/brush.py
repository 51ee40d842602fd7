"""The fewest bytes that write some cells: which order, which way for the cursor, which styles."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from keltis_server.terminal.looks import Look, alike, step

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
    look: Look


def joined(runs: Iterable[Run]) -> list[Run]:
    """Runs of neighbouring cells as one where one look will do."""
    found: list[Run] = []
    for run in runs:
        last = found[-1] if found else run
        if last.y != run.y or last.end != run.x:
            found.append(run)
        elif alike(last.look, run.look, run.text):
            found[-1] = Run(run.y, last.x, run.end, last.text + run.text, last.look)
        elif alike(last.look, run.look, last.text):
            found[-1] = Run(run.y, last.x, run.end, last.text + run.text, run.look)
        else:
            found.append(run)
    return found


def written(runs: list[Run], pen: Look, erases: bool) -> tuple[str, Look]:
    """What writes the runs, beginning with a pen, and the pen after it.

    `erases` tells whether what is erased takes the pen's ground.

    From line to line every other word may need another style; look by look the cursor has farther
    to go. The shorter way is taken.
    """
    by_line = _written(runs, pen, erases)
    looks: dict[Look, int] = {}
    grounds: dict[str, int] = {}
    for run in runs:
        looks.setdefault(run.look, len(looks))
        grounds.setdefault(run.look.ground, len(grounds))
    if len(looks) == len(runs):
        return by_line

    def order(run: Run) -> tuple[int, int, int]:
        return grounds[run.look.ground], len(run.look.marks), looks[run.look]

    by_look = _written(sorted(runs, key=order), pen, erases)
    return min(by_line, by_look, key=lambda way: len(way[0]))


def _written(runs: Iterable[Run], pen: Look, erases: bool) -> tuple[str, Look]:
    pieces: list[str] = []
    line, column = -1, -1
    for y, x, end, text, look in runs:
        if y != line or x < column:
            pieces.append(f"\x1b[{y + 1};{x + 1}H")
        elif x > column:
            pieces.append(f"\x1b[{x - column}C" if x > column + 1 else "\x1b[C")
        line, column = y, end
        if not alike(pen, look, text):
            if text.isspace() and not (pen.lined or look.lined):
                look = pen._replace(ground=look.ground)
            pieces.append(step(pen, look))
            pen = look
        if erases and not pen.lined and text.endswith(BLANK):
            shown = text.rstrip(" ")
            blanks = len(text) - len(shown)
            text, column = f"{shown}\x1b[{blanks}X", end - blanks
        pieces.append(text)
    return "".join(pieces), pen
