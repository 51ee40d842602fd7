"""The drawing on a page of the rules, in the signs and styles of the table."""

from typing import Final

from keltis_tui.canvas.canvas import Canvas
from keltis_words.glyphs import Glyphs

Piece = tuple[str, str]
"""Text in which `{g.clover}` and the like stand for signs, and its style."""
Drawing = tuple[tuple[Piece, ...], ...]
"""Lines of pieces."""

ROWS_OF_CARDS: Final[Drawing] = (
    (
        ("R{g.up}", "path.0"),
        ("{g.left_edge}0{g.left_edge}2{g.left_edge}2{g.left_edge}5", "goal.0"),
        ("{g.right_edge}", "goal_edge.0"),
        ("    B{g.down}", "path.4"),
        ("{g.left_edge}10{g.left_edge}9{g.left_edge}6", "goal.4"),
        ("{g.right_edge}", "goal_edge.4"),
        ("    G", "path.3"),
        ("{g.dot}", "path.3"),
        ("{g.left_edge}4{g.left_edge}4", "goal.3"),
        ("{g.right_edge}", "goal_edge.3"),
    ),
)
"""Rows that go up, down, and neither yet."""


def paint_drawing(canvas: Canvas, x: int, y: int, drawing: Drawing, glyphs: Glyphs) -> int:
    """Paint a drawing; the line after it comes back."""
    for row, pieces in enumerate(drawing):
        at = x
        for text, style in pieces:
            at = canvas.put(at, y + row, text.format(g=glyphs), f"ground {style}")
    return y + len(drawing)
