"""The scoring track with everybody's marker, and the points in figures beside it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from keltis_tui.boards.board import Scene
from keltis_tui.painters.layout import Layout
from keltis_tui.widgets.canvas import Canvas


def paint_track(
    canvas: Canvas, scene: Scene, layout: Layout, points: Sequence[int], fields: int
) -> None:
    """One cell a field, wrapping at its end; where several stand the beside tells them apart."""
    glyphs, y, x = scene.glyphs, layout.track, layout.label
    room = 2 if layout.width >= x + fields * 2 + 32 else 1
    canvas.put(x, y, _scale(fields, room, glyphs.field), "ground faint")
    standing = Counter(point % fields for point in points)
    for seat, point in enumerate(points):
        field = point % fields
        sign = glyphs.large[seat] if standing[field] == 1 else glyphs.several
        style = f"ground seat.{seat}" if standing[field] == 1 else "ground bright"
        canvas.put(x + field * room, y, sign, style)
    x += fields * room + 2
    for seat, point in enumerate(points):
        canvas.put(x, y, glyphs.large[seat], f"ground seat.{seat}")
        x = canvas.put(x + 1, y, str(point), "ground text") + 1


@lru_cache(maxsize=16)
def _scale(fields: int, room: int, dot: str) -> str:
    """The numbers of every fifth field, dots between them."""
    scale = [" "] * (fields * room)
    for field in range(fields):
        number = str(field) if field % 5 == 0 else dot
        if field % 5 != 1 or field < 10 or room > 1:
            scale[field * room : field * room + len(number)] = number
    return "".join(scale)
