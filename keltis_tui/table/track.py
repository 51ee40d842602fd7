"""The scoring track with everybody's marker, and the points in figures beside it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from keltis_engine.parts.events import PointsScored
from keltis_engine.position import Seat
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.cached import cached
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene

TEN: Final = 10
"""After so many fields stands a number, which no marker covers."""
CELLS: Final = (20, 10, 5, 4)
"""How many cells ten fields may take; the fewest have room for everybody's marker."""
BESIDE: Final = 6
"""How many cells a player's points take in figures, with what was just scored."""


class Scale(NamedTuple):
    """The track before anybody stands on it."""

    text: str
    starts: tuple[int, ...]
    """Where the cells of each ten fields begin."""
    cells: int
    """How many cells ten fields take."""
    none: int
    """How many cells before them are for those without points."""


def field_of(points: int, fields: int) -> int:
    """K9, O12: where a marker stands; it starts again at 1 above the last field, not on it."""
    return (points - 1) % fields + 1 if points > 0 else 0


def places(points: Sequence[int], fields: int, scale: Scale) -> list[int]:
    """The cell of each seat's marker: its own, so that those on one field stand side by side."""
    places = [0] * len(points)
    tens: list[list[tuple[int, Seat]]] = [[] for _ in scale.starts]
    for seat, point in enumerate(points):
        field = field_of(point, fields)
        tens[max(0, field - 1) // TEN].append((field, seat))
    for ten, (start, there) in enumerate(zip(scale.starts, tens, strict=True)):
        before = 0 if ten else scale.none
        free, end = 0, before + scale.cells - len(there)
        for field, seat in sorted(there):
            cell = before - (ten * TEN - field) * scale.cells // TEN - 1
            place = min(max(cell, free), end)
            places[seat] = start + place
            free, end = place + 1, end + 1
    return places


@lru_cache(maxsize=16)
def scale_for(fields: int, room: int, dot: str) -> Scale:
    """The widest scale that fits into a room, or the narrowest if none does."""
    for cells in CELLS:
        scale = _scale(fields, cells, dot)
        if len(scale.text) <= room:
            break
    return scale


def _scale(fields: int, cells: int, dot: str) -> Scale:
    """Dots, and a number after every ten fields."""
    dot = f" {dot}" if cells > TEN else dot
    text, starts = f"0{dot}", [1]
    for number in range(TEN, fields + 1, TEN):
        text += f"{dot * (cells // len(dot))}{number}"
        starts.append(len(text))
    return Scale(text, tuple(starts[:-1]), cells, len(dot))


@cached()
def paint_track(
    canvas: Canvas, scene: Scene, layout: Layout, points: Sequence[int], fields: int
) -> None:
    """Markers between the numbers of the track; what the others just scored is marked."""
    glyphs, y, x = scene.glyphs, layout.track, layout.label
    scale = scale_for(fields, layout.width - x - 2 - BESIDE * len(points), glyphs.field)
    _paint_scale(canvas, layout, scale)
    scored: Counter[int] = Counter()
    for event in scene.news:
        if isinstance(event, PointsScored):
            scored[event.seat] += event.points
    for seat, place in enumerate(places(points, fields, scale)):
        style = f"ground seat.{seat}" + (" mark" if seat in scored else "")
        canvas.put(x + place, y, glyphs.large[seat], style)
    x += len(scale.text) + 2
    gains = gains_beside(points, scored, glyphs.plus, layout.width - x)
    for seat, (point, gain) in enumerate(zip(points, gains, strict=True)):
        canvas.put(x, y, glyphs.large[seat], f"ground seat.{seat}")
        style = "ground text mark" if seat in scored else "ground text"
        x = canvas.put(x + 1, y, str(point), style)
        x = canvas.put(x, y, gain, "ground tile.points") + 1


def gains_beside(
    points: Sequence[int], scored: Mapping[Seat, int], plus: str, room: int
) -> list[str]:
    """What each seat just scored and has already, in brackets if there is room for them."""
    gains = [f"{plus}{scored[seat]}" if seat in scored else "" for seat in range(len(points))]
    apart = [f"({gain})" if gain else "" for gain in gains]
    beside = sum(len(f" {point}{gain} ") for point, gain in zip(points, apart, strict=True))
    return apart if beside <= room else gains


def _paint_scale(canvas: Canvas, layout: Layout, scale: Scale) -> None:
    """The track before anybody stands on it; where there is room it is laid of slabs."""
    x, y = layout.label, layout.track
    if not layout.large:
        canvas.put(x, y, scale.text, "ground faint")
        return
    starts = (0, *scale.starts[1:], len(scale.text))
    for number, (start, end) in enumerate(pairwise(starts)):
        slab = "other_back" if number % 2 else "back"
        canvas.put(x + start, y, scale.text[start:end], f"ground {slab}")
