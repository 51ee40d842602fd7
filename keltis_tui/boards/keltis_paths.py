"""The five paths of Keltis, painted: stones with values and tiles, and everybody's figures."""

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import GOAL, STONES
from keltis_engine.rules.keltis import CLOVER, SMALL_FIGURES, WISH_STONE, FigureMoved, KeltisView
from keltis_tui.boards.board import Scene
from keltis_tui.painters.bars import paint_rule
from keltis_tui.painters.layout import Layout
from keltis_tui.painters.paths import empty_paths, face, paint_head, slot, stone_row
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas


def paint_paths(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """The paths from their end stones at the top down to the start stone."""
    canvas.stamp(1, empty_paths(layout))
    for path in range(COLOURS):
        paint_head(canvas, scene, layout, path)
    moved = {(event.seat, event.path) for event in scene.news if isinstance(event, FigureMoved)}
    for stone in range(STONES, 0, -1):
        y = stone_row(layout, stone)
        for path in range(COLOURS):
            _paint_tile(canvas, scene.glyphs, layout, view, path, stone, y)
            _paint_figures(canvas, scene, layout, view, path, stone, y, moved)
    goal = 2 + (STONES - GOAL + 1) * layout.stone_height
    paint_rule(
        canvas,
        0,
        goal,
        layout.board_width,
        scene.glyphs,
        scene.words._("goal {arrow}", arrow=scene.glyphs.up),
    )
    _paint_start(canvas, scene, layout, view)


def _paint_tile(
    canvas: Canvas, glyphs: Glyphs, layout: Layout, view: KeltisView, path: int, stone: int, y: int
) -> None:
    """The tile on a stone: points, a clover or a wish stone."""
    tile = view.tiles[path * (STONES + 1) + stone]
    if not tile:
        return
    text, name = {CLOVER: (glyphs.clover, "clover"), WISH_STONE: (glyphs.wish_stone, "wish")}.get(
        tile, (f"{glyphs.plus}{tile}", "points")
    )
    x = layout.column(path) + (2 if layout.large else 1)
    canvas.put(x, y, text, f"{face(path, stone)} tile.{name}")


def _paint_figures(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    view: KeltisView,
    path: int,
    stone: int,
    y: int,
    moved: set[tuple[int, int]],
) -> None:
    """The figures on a stone, what just moved marked, and where one would go."""
    for seat in range(view.seats):
        if view.figures[seat][path] == stone:
            large = view.large[seat] == path
            style = f"{face(path, stone)} seat.{seat}"
            style += " mark" if (seat, path) in moved else ""
            glyph = (scene.glyphs.large if large else scene.glyphs.small)[seat]
            canvas.put(slot(layout, view.seats, path, seat), y, glyph, style)
    own = view.seat
    if own is not None and scene.lit("path", path) and view.figures[own][path] == stone - 1:
        step_style = f"{face(path, stone)} lit"
        canvas.put(slot(layout, view.seats, path, own), y, scene.glyphs.up, step_style)
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, FigureMoved) and (event.path, event.stone) == (path, stone):
            glyph = (scene.glyphs.large if event.large else scene.glyphs.small)[event.seat]
            canvas.put(slot(layout, view.seats, path, event.seat), y, glyph, "ground would")


def _paint_start(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """The start stone: everybody's figures that have not set out."""
    y = layout.board_height
    canvas.right(layout.label - 1, y, "0", "ground faint")
    x = layout.label
    for seat in range(view.seats):
        started = sum(stone > 0 for stone in view.figures[seat])
        large = view.large[seat] is None
        small = SMALL_FIGURES - (started if large else started - 1)
        figures = scene.glyphs.small[seat] * small + (scene.glyphs.large[seat] if large else "")
        canvas.put(x, y, figures or scene.glyphs.nothing, f"ground seat.{seat}")
        x += 8 if view.seats < 4 else 7
    canvas.right(layout.board_width, y, scene.words._("start"), "ground faint")
