"""The five paths of Keltis, painted: stones with values and tiles, and everybody's figures."""

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import STONES
from keltis_engine.rules.keltis import CLOVER, SMALL_FIGURES, WISH_STONE, FigureMoved, KeltisView
from keltis_tui.canvas.bars import paint_rule
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.cached import cached
from keltis_tui.table.layout import Layout
from keltis_tui.table.paths import empty_paths, face, figure, paint_head, paint_start, stone_row
from keltis_tui.table.pieces import LARGE, SMALL, paint_piece, paint_tile, slot
from keltis_tui.table.scene import Scene
from keltis_words.glyphs import Glyphs


def paint_paths(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """The paths with everybody's figures, and where one would stand after the choice in focus."""
    _paint_paths(canvas, scene, layout, view)
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, FigureMoved) and event.stone:
            glyphs = scene.glyphs.large if event.large else scene.glyphs.small
            at = slot(layout, view.seats, event.path, event.seat), stone_row(layout, event.stone)
            style = f"{face(event.path, event.stone)} would"
            shape = LARGE if event.large else SMALL
            paint_piece(canvas, layout, at, glyphs[event.seat], style, shape)


@cached("path")
def _paint_paths(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """The paths from their end stones at the top down to the start stone."""
    canvas.stamp(1, empty_paths(layout, framed=bool(scene.glyphs.seam)))
    for path in range(COLOURS):
        paint_head(canvas, scene, layout, path)
    moved = {(event.seat, event.path) for event in scene.news if isinstance(event, FigureMoved)}
    for path in range(COLOURS):
        _paint_tiles(canvas, scene.glyphs, layout, view, path)
        _paint_figures(canvas, scene, layout, view, path, moved)
    goal = scene.words._("goal {arrow}", arrow=scene.glyphs.up)
    paint_rule(canvas, 0, layout.goal, layout.board_width, scene.glyphs, goal, "goal")
    _paint_start(canvas, scene, layout, view)


def _paint_tiles(
    canvas: Canvas, glyphs: Glyphs, layout: Layout, view: KeltisView, path: int
) -> None:
    """The tiles on the stones of a path: points, a clover or a wish stone."""
    signs = {CLOVER: (glyphs.clover, "clover"), WISH_STONE: (glyphs.wish_stone, "wish")}
    on_path = view.tiles[path * (STONES + 1) : (path + 1) * (STONES + 1)]
    for stone, tile in enumerate(on_path):
        if tile and stone:
            text, name = signs.get(tile) or (f"{glyphs.plus}{tile}", "points")
            sign = text, f"tile.{name}"
            paint_tile(canvas, layout, (path, stone), sign, framed=bool(glyphs.seam))


def _paint_figures(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    view: KeltisView,
    path: int,
    moved: set[tuple[int, int]],
) -> None:
    """The figures on a path, what just moved marked, and where one can go."""
    glyphs = scene.glyphs

    def paint(seat: int, stone: int, glyph: str, style: str, large: bool = False) -> None:
        at = slot(layout, view.seats, path, seat), stone_row(layout, stone)
        paint_piece(canvas, layout, at, glyph, style, LARGE if large else SMALL)

    for seat in range(view.seats):
        stone = view.figures[seat][path]
        if stone:
            mark = " mark" if (seat, path) in moved else ""
            large = view.large[seat] == path
            glyph = (glyphs.large if large else glyphs.small)[seat]
            style = f"{face(path, stone)} {figure(view.seat, seat)}{mark}"
            paint(seat, stone, glyph, style, large)
    own = view.seat
    if own is not None and scene.lit("path", path) and view.figures[own][path] < STONES:
        above = view.figures[own][path] + 1
        at = slot(layout, view.seats, path, own), stone_row(layout, above)
        canvas.put(*at, glyphs.up, f"{face(path, above)} lit")


def _paint_start(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """Everybody's figures that have not set out."""
    standing: list[tuple[str, str]] = []
    for seat in range(view.seats):
        started = sum(stone > 0 for stone in view.figures[seat])
        large = view.large[seat] is None
        small = SMALL_FIGURES - (started if large else started - 1)
        figures = scene.glyphs.small[seat] * small + (scene.glyphs.large[seat] if large else "")
        standing.append((figures or scene.glyphs.nothing, f"seat.{seat}"))
    canvas.right(layout.label - 1, layout.board_height, "0", "ground faint")
    paint_start(canvas, scene, layout, standing)
