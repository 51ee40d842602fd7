"""The chart of everybody's points over the turns of a game, of plain cells in the seats' signs."""

from collections.abc import Sequence
from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.film import Score
from keltis_words.glyphs import Glyphs

AXIS: Final = 5
"""How many cells the numbers beside the chart take."""
STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100)
"""How many points may lie between two numbers beside the chart."""


def paint_chart(
    canvas: Canvas,
    glyphs: Glyphs,
    area: tuple[int, int, int, int],
    scores: Sequence[Score],
    now: int,
    names: Sequence[str],
) -> None:
    """Each seat's sign where its points were, a column for a turn or several; now a line across.

    Two seats that had the same share a cell, in which the one that leads in the end stands. Beside
    the end of each line stand its name and its points now.
    """
    x, y, width, height = area
    told = min(16, max(map(len, names), default=0))
    room = max(10, min(width - AXIS - told - 9, 2 * len(scores)))
    left, top, bottom = x + AXIS, y, y + height - 1
    points = [total for score in scores for total in score.totals]
    low, high = min([0, *points]), max([1, *points])
    each = next((step for step in STEPS if (high - low) / step < height / 2), STEPS[-1])

    def row(total: int) -> int:
        return bottom - round((total - low) * (bottom - top) / (high - low))

    for value in range(-(-low // each) * each, high + 1, each):
        canvas.right(left - 1, row(value), str(value), "ground faint")
        canvas.put(left, row(value), glyphs.field * room, "ground rule")
    columns = [left + place * (room - 1) // max(1, len(scores) - 1) for place in range(len(scores))]
    here = sum(score.step <= now for score in scores)
    at = columns[max(0, here - 1)] if scores else left
    for line in range(top, bottom + 1):
        canvas.put(at, line, glyphs.upright, "ground gold")
    ends = scores[-1].totals if scores else ()
    for seat in sorted(range(len(ends)), key=lambda seat: ends[seat]):
        style = f"ground seat.{seat}"
        for column, score in zip(columns, scores, strict=True):
            canvas.put(column, row(score.totals[seat]), glyphs.large[seat], style)
    shown = scores[max(0, here - 1)].totals if scores else (0,) * len(names)
    best = sorted(range(len(names)), key=lambda seat: -shown[seat])
    for place, seat in enumerate(best):
        style = f"ground seat.{seat}"
        after = canvas.put(left + room + 2, top + 2 * place, glyphs.large[seat], style)
        text = f"{names[seat]} {shown[seat]}"
        canvas.put(after + 1, top + 2 * place, text, style, limit=x + width - after - 1)
