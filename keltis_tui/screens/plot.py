"""A curve drawn with plain cells: one column for each value, its sign at its height."""

from collections.abc import Sequence
from typing import NamedTuple

from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import width_of
from keltis_words.glyphs import Glyphs


class Plot(NamedTuple):
    """Where a curve goes."""

    x: int
    y: int
    width: int
    height: int


def heights(values: Sequence[int], columns: int, rows: int) -> list[int]:
    """In which row, from the lowest on, the value of each column is; the last column is the last.

    With fewer values than columns each has one; of more, some are left out.
    """
    if len(values) > columns > 1:
        last = len(values) - 1
        values = [values[round(n * last / (columns - 1))] for n in range(columns)]
    low, high = min(values), max(values)
    span = max(1, high - low)
    return [round((value - low) * (rows - 1) / span) for value in values]


def paint_plot(canvas: Canvas, glyphs: Glyphs, values: Sequence[int], plot: Plot) -> None:
    """The curve, with the highest and the lowest value at its left."""
    labels = [str(max(values)), str(min(values))]
    margin = max(map(width_of, labels))
    left, columns = plot.x + margin + 1, plot.width - margin - 1
    bottom = plot.y + plot.height - 1
    for row in range(plot.height):
        canvas.put(left - 1, plot.y + row, glyphs.upright, "ground rule")
    canvas.right(left - 1, bottom, labels[1], "ground faint")
    if labels[0] != labels[1]:
        canvas.right(left - 1, plot.y, labels[0], "ground faint")
    found = heights(values, columns, plot.height)
    before = found[0]
    for column, height in enumerate(found):
        for between in range(min(before, height) + 1, max(before, height)):
            canvas.put(left + column, bottom - between, glyphs.upright, "ground faint")
        last = column == len(found) - 1
        sign = glyphs.large[0] if last else glyphs.field
        canvas.put(left + column, bottom - height, sign, f"ground {'gold' if last else 'bright'}")
        before = height
