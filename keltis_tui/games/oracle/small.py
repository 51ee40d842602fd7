"""A stone of two or three lines, painted so that each thing has a cell that nothing else takes."""

from keltis_engine.parts.oracle_board import STONE_VALUES
from keltis_engine.rules.oracle import OracleView
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.oracle.signs import name_of, number_on, tile_on, way_on
from keltis_tui.games.oracle.spiral import Place
from keltis_tui.games.oracle.standing import Now, groups, in_cells, priestess_style
from keltis_tui.games.oracle.stones import ROOMY, inset
from keltis_tui.table.scene import Scene

Cell = tuple[int, int]


def paint_small(
    canvas: Canvas, scene: Scene, view: OracleView, stone: int, place: Place, style: str, now: Now
) -> None:
    """Letter, shape, priestess, tile and the way on above; figures, marks and the value below.

    Where there is a third line the value stands above and the tile between.
    """
    glyphs, roomy = scene.glyphs, place.height >= ROOMY
    left, right = place.x + inset(place), place.right - inset(place)
    top, low = place.y, place.below - 1
    middle = top + (1 if roomy else 0)

    value, number = str(STONE_VALUES[stone]), number_on(glyphs, stone)
    canvas.put(left, top, name_of(glyphs, stone), style)
    start = canvas.right(right, top if roomy else low, value, f"{style} value")
    text, tile_style = tile_on(glyphs, view, stone)
    at = place.x + (place.width - len(text) + 1) // 2 if roomy else left + 3
    canvas.put(at, middle, text, f"{style} {tile_style}")
    canvas.put(place.right - 1, middle, way_on(glyphs, stone), style)

    her = left if roomy else left + 2
    if view.priestess == stone:
        canvas.put(her, middle, glyphs.priestess, priestess_style(scene, style))
    elif now.priestess:
        canvas.put(her, middle, glyphs.priestess, f"{style} would")

    end = right if roomy else start
    coming = [(now.coming, f"{style} would")] if now.coming else []
    pieces = in_cells(groups(scene, view, stone, style, now.chosen), coming, end - left)
    taken = sum(len(text) for text, _ in pieces)
    x = left
    if roomy and number and left + 2 + len(number) < start:
        canvas.put(left + 2, top, number, style)
    elif number:
        gap = number.isascii()  # or else it would go on the neighbour's value
        if x + gap + len(number) + taken + len(now.marked) <= end:
            x = canvas.put(x + gap, low, number, style)
    if x + taken + len(now.marked) + bool(now.marked) < end:  # apart from what is before
        x += 1
    for text, piece_style in pieces:
        x = canvas.put(x, low, text, piece_style)

    free: list[Cell] = [(each, low) for each in range(end - 1, x - 1, -1)]
    if len(free) > (2 if taken and len(value) > 1 else 1):  # apart from the value
        free = [*free[1:], free[0]]
    if view.priestess != stone and not now.priestess:
        free.append((her, middle))
    if roomy:
        free += [(each, top) for each in range(start - 2, left + 1, -1)]
    free += [(place.right - 1, middle), (left + 1, top)]
    paint_marks(canvas, scene, free, style, now)


def paint_marks(canvas: Canvas, scene: Scene, free: list[Cell], style: str, now: Now) -> None:
    """The keys that lead to a stone, each in one of the cells that are free for them."""
    for (x, y), mark in zip(free, now.marked, strict=False):
        chosen = scene.focused(mark.target.kind, mark.target.number)
        canvas.put(x, y, mark.key, f"{style} {'chosen' if chosen else 'lit'}")
        canvas.target(x, y, 1, 1, mark.target)


def paint_small_start(
    canvas: Canvas, scene: Scene, view: OracleView, place: Place, style: str, now: Now
) -> None:
    """The start stone: one's own figures above with the priestess, the others' below."""
    glyphs, right = scene.glyphs, place.right - inset(place)
    x = left = place.x + inset(place)
    own = [group for group in groups(scene, view, 0, style, now.chosen) if group.own]
    others = [group for group in groups(scene, view, 0, style, now.chosen) if not group.own]
    for group in own:
        x = canvas.put(x, place.y, group.names, group.style)
    if now.coming:
        x = canvas.put(x, place.y, now.coming, f"{style} would")
    if view.priestess == 0:
        canvas.put(right - 3, place.y, glyphs.priestess, priestess_style(scene, style))
    canvas.put(place.right - 1, place.y, way_on(glyphs, 0), style)
    x = left
    for text, piece_style in in_cells(others, (), right - left):
        x = canvas.put(x, place.y + 1, text, piece_style)
    paint_marks(canvas, scene, [(right - 2, place.y)], style, now)
