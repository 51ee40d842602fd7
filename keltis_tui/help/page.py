"""What a page of the rules is made of."""

from dataclasses import dataclass

from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas

Piece = tuple[str, str]
"""Text in which `{g.clover}` and the like stand for signs, and its style."""


@dataclass(frozen=True)
class Page:
    """One thing to know about a game."""

    title: str
    text: tuple[str, ...]
    """Paragraphs, untranslated."""
    rules: str
    """The rules it tells of, as the specification numbers them."""
    phases: tuple[str, ...] = ()
    """The phases of a turn at which the book opens here."""
    drawing: tuple[tuple[Piece, ...], ...] = ()
    """Lines of pieces, drawn in the signs and styles of the table."""


def paint_drawing(canvas: Canvas, x: int, y: int, page: Page, glyphs: Glyphs) -> int:
    """Paint a page's drawing; the line after it comes back."""
    for row, pieces in enumerate(page.drawing):
        at = x
        for text, style in pieces:
            at = canvas.put(at, y + row, text.format(g=glyphs), f"ground {style}")
    return y + len(page.drawing)
