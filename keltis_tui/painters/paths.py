"""Five paths or rows side by side, painted: their heads and empty stones, and each seat's slot."""

from functools import lru_cache

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_tui.boards.board import Scene
from keltis_tui.painters.cards import LETTERS
from keltis_tui.painters.layout import Layout
from keltis_tui.widgets.canvas import Canvas, Target


@lru_cache(maxsize=64)
def empty_paths(layout: Layout) -> Canvas:
    """The stones with their values, before anything lies on them; painted once for each size."""
    canvas = Canvas(layout.board_width, layout.board_height)
    for stone in range(STONES, 0, -1):
        y = stone_row(layout, stone) - 1
        value_style = "ground goal" if stone >= GOAL else "ground faint"
        canvas.right(layout.label - 1, y, str(STONE_VALUES[stone]), value_style)
        top = y - (1 if layout.large else 0)
        for path in range(COLOURS):
            x, width = layout.column(path), layout.stone_width
            _paint_stone(canvas, layout, path, stone, y)
            height = layout.goal_height if stone >= GOAL else layout.stone_height
            canvas.target(x, top, width, height, Target("path", path))
    return canvas


def stone_row(layout: Layout, stone: int) -> int:
    """The middle row of a stone; the goal's rule lies between the stones."""
    if stone >= GOAL:
        top = 2 + (STONES - stone) * layout.goal_height
    else:
        top = layout.goal + 1 + (GOAL - 1 - stone) * layout.stone_height
    return top + (1 if layout.large else 0)


def paint_head(canvas: Canvas, scene: Scene, layout: Layout, path: int) -> None:
    """A path's letter and shape; lit if a step can be made there."""
    style = f"ground path.{path} strong"
    if scene.focused("path", path):
        style = "ground chosen"
    elif scene.lit("path", path):
        style = "ground lit"
    name = f" {LETTERS[path]} {scene.glyphs.paths[path]} "
    canvas.centre(layout.column(path), 1, layout.stone_width, name, style)
    canvas.target(layout.column(path), 1, layout.stone_width, 1, Target("path", path))


def face(path: int, stone: int) -> str:
    """The style of a stone: brighter in the goal, every other one a little lighter."""
    other = "" if stone % 2 else "other_"
    return f"ground {other}{'goal' if stone >= GOAL else 'stone'}.{path}"


def edge(path: int, stone: int) -> str:
    """The style of a stone's edge."""
    other = "" if stone % 2 else "other_"
    return f"ground {other}{'goal_edge' if stone >= GOAL else 'edge'}.{path}"


def _paint_stone(canvas: Canvas, layout: Layout, path: int, stone: int, y: int) -> None:
    """An empty stone; those of the goal are brighter, the end stone is larger."""
    x, width = layout.column(path), layout.stone_width
    inside, rim = face(path, stone), edge(path, stone)
    canvas.put(x, y, "▐", rim)
    canvas.fill(x + 1, y, width - 2, 1, inside)
    canvas.put(x + width - 1, y, "▌", rim)
    if layout.large:
        inner = width - 2
        top, bottom = ("█", "▀") if stone == STONES else ("▄", "▀")
        corners = "▐▌" if stone == STONES else "▗▖"
        canvas.put(x, y - 1, corners[0] + top * inner + corners[1], rim)
        canvas.put(x, y + 1, f"▝{bottom * inner}▘", rim)
    elif stone == STONES:
        canvas.fill(x, y, width - 1, 1, inside)
    if layout.goal_height == 2 and stone >= GOAL:
        canvas.put(x, y + 1, f"▝{'▀' * (width - 2)}▘", rim)


def slot(layout: Layout, seats: int, path: int, seat: int) -> int:
    """Each seat has its own place on every stone, so that figures never hide one another."""
    x = layout.column(path)
    if layout.large:
        return x + 5 + seat * (3 if seats == 2 else 2)
    return x + 3 + seat * 2 if seats == 2 else x + 3 + seat
