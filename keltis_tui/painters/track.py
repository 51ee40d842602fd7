"""The scoring track with everybody's marker, and the points in figures beside it."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from keltis_engine.parts.events import PointsScored
from keltis_tui.boards.board import Scene
from keltis_tui.painters.layout import Layout
from keltis_tui.painters.remembered import remembered
from keltis_tui.widgets.canvas import Canvas


@remembered()
def paint_track(
    canvas: Canvas, scene: Scene, layout: Layout, points: Sequence[int], fields: int
) -> None:
    """Wrapping at its end; where several stand the points beside it tell them apart.

    What the others just scored is marked. A field takes two cells, one, or half of one, by the
    room there is.
    """
    glyphs, y, x = scene.glyphs, layout.track, layout.label
    beside = 2 + sum(len(str(point)) + 5 for point in points)
    room = 2 if layout.width >= x + fields * 2 + 32 else 1
    shared = 2 if layout.width < x + fields * room + beside else 1
    canvas.put(x, y, _scale(fields, room, shared, glyphs.field), "ground faint")
    fields //= shared
    at = [point // shared % fields for point in points]
    standing = Counter(at)
    scored: Counter[int] = Counter()
    for event in scene.news:
        if isinstance(event, PointsScored):
            scored[event.seat] += event.points
    for seat, field in enumerate(at):
        sign = glyphs.large[seat] if standing[field] == 1 else glyphs.several
        style = f"ground seat.{seat}" if standing[field] == 1 else "ground bright"
        style += " mark" if seat in scored else ""
        canvas.put(x + field * room, y, sign, style)
    x += fields * room + 2
    for seat, point in enumerate(points):
        canvas.put(x, y, glyphs.large[seat], f"ground seat.{seat}")
        style = "ground text mark" if seat in scored else "ground text"
        x = canvas.put(x + 1, y, str(point), style)
        if seat in scored:
            x = canvas.put(x, y, f"{glyphs.plus}{scored[seat]}", "ground tile.points")
        x += 1


@lru_cache(maxsize=16)
def _scale(fields: int, room: int, shared: int, dot: str) -> str:
    """The numbers of every fifth cell, dots between them."""
    scale = [" "] * (fields // shared * room)
    for cell in range(fields // shared):
        number = str(cell * shared) if cell % 5 == 0 else dot
        if cell % 5 != 1 or cell * shared < 10 or room > 1:
            scale[cell * room : cell * room + len(number)] = number
    return "".join(scale)
