"""The five paths of Keltis, painted: stones with values and tiles, and everybody's figures."""

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import STONES
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
    for path in range(COLOURS):
        _paint_tiles(canvas, scene.glyphs, layout, view, path)
        _paint_figures(canvas, scene, layout, view, path, moved)
    goal = layout.goal
    paint_rule(
        canvas,
        0,
        goal,
        layout.board_width,
        scene.glyphs,
        scene.words._("goal {arrow}", arrow=scene.glyphs.up),
    )
    _paint_start(canvas, scene, layout, view)


def _paint_tiles(
    canvas: Canvas, glyphs: Glyphs, layout: Layout, view: KeltisView, path: int
) -> None:
    """The tiles on the stones of a path: points, a clover or a wish stone."""
    signs = {CLOVER: (glyphs.clover, "clover"), WISH_STONE: (glyphs.wish_stone, "wish")}
    x = layout.column(path) + (2 if layout.large else 1)
    on_path = view.tiles[path * (STONES + 1) : (path + 1) * (STONES + 1)]
    for stone, tile in enumerate(on_path):
        if tile and stone:
            text, name = signs.get(tile) or (f"{glyphs.plus}{tile}", "points")
            canvas.put(x, stone_row(layout, stone), text, f"{face(path, stone)} tile.{name}")


def _paint_figures(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    view: KeltisView,
    path: int,
    moved: set[tuple[int, int]],
) -> None:
    """The figures on a path, what just moved marked, and where one would go."""
    glyphs = scene.glyphs

    def paint(seat: int, stone: int, glyph: str, style: str) -> None:
        canvas.put(slot(layout, view.seats, path, seat), stone_row(layout, stone), glyph, style)

    for seat in range(view.seats):
        stone = view.figures[seat][path]
        if stone:
            mark = " mark" if (seat, path) in moved else ""
            glyph = (glyphs.large if view.large[seat] == path else glyphs.small)[seat]
            paint(seat, stone, glyph, f"{face(path, stone)} seat.{seat}{mark}")
    own = view.seat
    if own is not None and scene.lit("path", path) and view.figures[own][path] < STONES:
        above = view.figures[own][path] + 1
        paint(own, above, glyphs.up, f"{face(path, above)} lit")
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, FigureMoved) and event.path == path and event.stone:
            glyph = (glyphs.large if event.large else glyphs.small)[event.seat]
            paint(event.seat, event.stone, glyph, "ground would")


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
