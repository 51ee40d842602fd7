"""The five paths of Keltis, painted: stones with values and tiles, and everybody's figures."""

from functools import lru_cache

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.rules.keltis import CLOVER, SMALL_FIGURES, WISH_STONE, FigureMoved, KeltisView
from keltis_tui.boards.board import Scene
from keltis_tui.painters.bars import paint_rule
from keltis_tui.painters.cards import LETTERS
from keltis_tui.painters.layout import Layout
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target


def paint_paths(canvas: Canvas, scene: Scene, layout: Layout, view: KeltisView) -> None:
    """The paths from their end stones at the top down to the start stone."""
    canvas.stamp(1, _empty_paths(layout))
    for path in range(COLOURS):
        _paint_head(canvas, scene, layout, path)
    moved = {(event.seat, event.path) for event in scene.news if isinstance(event, FigureMoved)}
    for stone in range(STONES, 0, -1):
        y = _row(layout, stone)
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


@lru_cache(maxsize=64)
def _empty_paths(layout: Layout) -> Canvas:
    """The stones with their values, before anything lies on them; painted once for each size."""
    canvas = Canvas(layout.board_width, layout.board_height)
    for stone in range(STONES, 0, -1):
        y = _row(layout, stone) - 1
        value_style = "ground goal" if stone >= GOAL else "ground faint"
        canvas.right(layout.label - 1, y, str(STONE_VALUES[stone]), value_style)
        top = y - (1 if layout.large else 0)
        for path in range(COLOURS):
            x, width = layout.column(path), layout.stone_width
            _paint_stone(canvas, layout, path, stone, y)
            canvas.target(x, top, width, layout.stone_height, Target("path", path))
    return canvas


def _row(layout: Layout, stone: int) -> int:
    """The middle row of a stone; the goal's rule lies between the stones."""
    above = (STONES - stone) * layout.stone_height + (1 if stone < GOAL else 0)
    return 2 + above + (1 if layout.large else 0)


def _paint_head(canvas: Canvas, scene: Scene, layout: Layout, path: int) -> None:
    """A path's letter and shape; lit if a step can be made there."""
    style = f"ground path.{path} strong"
    if scene.focused("path", path):
        style = "ground chosen"
    elif scene.lit("path", path):
        style = "ground lit"
    name = f" {LETTERS[path]} {scene.glyphs.paths[path]} "
    canvas.centre(layout.column(path), 1, layout.stone_width, name, style)
    canvas.target(layout.column(path), 1, layout.stone_width, 1, Target("path", path))


def _face(path: int, stone: int) -> str:
    """The style of a stone: brighter in the goal, every other one a little lighter."""
    other = "" if stone % 2 else "other_"
    return f"ground {other}{'goal' if stone >= GOAL else 'stone'}.{path}"


def _edge(path: int, stone: int) -> str:
    """The style of a stone's edge."""
    other = "" if stone % 2 else "other_"
    return f"ground {other}{'goal_edge' if stone >= GOAL else 'edge'}.{path}"


def _paint_stone(canvas: Canvas, layout: Layout, path: int, stone: int, y: int) -> None:
    """An empty stone; those of the goal are brighter, the end stone is larger."""
    x, width = layout.column(path), layout.stone_width
    face, edge = _face(path, stone), _edge(path, stone)
    canvas.put(x, y, "▐", edge)
    canvas.fill(x + 1, y, width - 2, 1, face)
    canvas.put(x + width - 1, y, "▌", edge)
    if layout.large:
        inner = width - 2
        top, bottom = ("█", "▀") if stone == STONES else ("▄", "▀")
        corners = "▐▌" if stone == STONES else "▗▖"
        canvas.put(x, y - 1, corners[0] + top * inner + corners[1], edge)
        canvas.put(x, y + 1, f"▝{bottom * inner}▘", edge)
    elif stone == STONES:
        canvas.fill(x, y, width - 1, 1, face)


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
    canvas.put(x, y, text, f"{_face(path, stone)} tile.{name}")


def _slot(layout: Layout, view: KeltisView, path: int, seat: int) -> int:
    """Each seat has its own place on every stone, so that figures never hide one another."""
    x = layout.column(path)
    if layout.large:
        return x + 5 + seat * (3 if view.seats == 2 else 2)
    return x + 3 + seat * 2 if view.seats == 2 else x + 3 + seat


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
            style = f"{_face(path, stone)} seat.{seat}"
            style += " mark" if (seat, path) in moved else ""
            glyph = (scene.glyphs.large if large else scene.glyphs.small)[seat]
            canvas.put(_slot(layout, view, path, seat), y, glyph, style)
    own = view.seat
    if own is not None and scene.lit("path", path) and view.figures[own][path] == stone - 1:
        step_style = f"{_face(path, stone)} lit"
        canvas.put(_slot(layout, view, path, own), y, scene.glyphs.up, step_style)
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, FigureMoved) and (event.path, event.stone) == (path, stone):
            glyph = (scene.glyphs.large if event.large else scene.glyphs.small)[event.seat]
            canvas.put(_slot(layout, view, path, event.seat), y, glyph, "ground would")


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
