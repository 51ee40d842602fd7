"""Five paths or rows side by side, painted: their heads and empty stones, and each seat's slot."""

from collections.abc import Sequence
from functools import lru_cache

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_tui.boards.board import Scene
from keltis_tui.painters.cards import LETTERS
from keltis_tui.painters.layout import Layout
from keltis_tui.widgets.canvas import Canvas, Target

SNUG = 8
"""On stones of this width three figures and more stand side by side without room between."""


@lru_cache(maxsize=64)
def empty_paths(layout: Layout) -> Canvas:
    """The stones with their values, before anything lies on them; painted once for each size."""
    canvas = Canvas(layout.board_width, layout.board_height)
    for stone in range(STONES, 0, -1):
        y = stone_row(layout, stone) - 1
        value_style = "ground goal" if stone >= GOAL else "ground faint"
        canvas.right(layout.label - 1, y, str(STONE_VALUES[stone]), value_style)
        for path in range(COLOURS):
            _paint_stone(canvas, layout, path, stone)
            top, height = stone_lines(layout, stone)
            area = layout.column(path), top - 1, layout.stone_width, height
            canvas.target(*area, Target("path", path))
    return canvas


def stone_lines(layout: Layout, stone: int) -> tuple[int, int]:
    """A stone's first row and how many it has; the goal's rule lies between the stones."""
    if stone >= GOAL:
        return 2 + (STONES - stone) * layout.goal_height, layout.goal_height
    return layout.goal + 1 + (GOAL - 1 - stone) * layout.stone_height, layout.stone_height


def stone_row(layout: Layout, stone: int) -> int:
    """The row of a stone on which its tile and figures are."""
    return stone_lines(layout, stone)[0] + (1 if layout.large else 0)


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


def _paint_stone(canvas: Canvas, layout: Layout, path: int, stone: int) -> None:
    """An empty stone; those of the goal are brighter, the end stone is larger."""
    x, width = layout.column(path), layout.stone_width
    y, height = stone_lines(layout, stone)
    inside, rim = face(path, stone), edge(path, stone)
    top, end = y - 1, y + height - 2
    first, last = top + (1 if layout.large else 0), end - (1 if height > 1 else 0)
    for line in range(first, max(first, last) + 1):
        canvas.put(x, line, "▐", rim)
        canvas.fill(x + 1, line, width - 2, 1, inside)
        canvas.put(x + width - 1, line, "▌", rim)
    if layout.large:
        upper = f"▐{'█' * (width - 2)}▌" if stone == STONES else f"▗{'▄' * (width - 2)}▖"
        canvas.put(x, top, upper, rim)
    elif stone == STONES:
        canvas.put(x, top, "█", rim)
    if height > 1:
        canvas.put(x, end, f"▝{'▀' * (width - 2)}▘", rim)


def paint_start(
    canvas: Canvas, scene: Scene, layout: Layout, figures: Sequence[tuple[str, str]]
) -> None:
    """The start stone under all paths: everybody's pieces that have not set out, with styles."""
    y, x = layout.board_height, layout.label
    width = layout.board_width - x
    canvas.put(x, y, "▐", "ground start_edge")
    canvas.fill(x + 1, y, width - 2, 1, "ground start")
    canvas.put(x + width - 1, y, "▌", "ground start_edge")
    if layout.start_height > 1:
        canvas.put(x, y + 1, f"▝{'▀' * (width - 2)}▘", "ground start_edge")
    pitch = (width - 8) // len(figures)
    for seat, (text, style) in enumerate(figures):
        canvas.put(x + 1 + seat * pitch, y, text, f"ground start {style}", limit=pitch)
    canvas.right(x + width - 1, y, scene.words._("start"), "ground start")


def slot(layout: Layout, seats: int, path: int, seat: int) -> int:
    """Each seat has its own place on every stone, so that figures never hide one another."""
    x = layout.column(path)
    if layout.grand:
        return x + 6 + seat * (4 if seats < 4 else 3)
    if layout.large:
        return x + 5 + seat * (3 if seats == 2 else 2)
    return x + 3 + seat * (2 if seats == 2 or layout.stone_width > SNUG else 1)


def paint_piece(
    canvas: Canvas, layout: Layout, at: tuple[int, int], glyph: str, style: str, large: bool
) -> None:
    """A figure or stone of a player; where there is room it stands on a foot."""
    x, y = at
    canvas.put(x, y, glyph, style)
    if layout.grand:
        canvas.put(x - 1, y + 1, "▟█▙" if large else "▗█▖", style.removesuffix(" mark"))


def paint_tile(
    canvas: Canvas, layout: Layout, path: int, stone: int, text: str, style: str, top: int = 0
) -> None:
    """What lies on a stone; where there is room it is a plate."""
    room = 2 if layout.large and not layout.grand else 1
    x, y = layout.column(path) + room, stone_row(layout, stone) - top
    if layout.grand:
        canvas.fill(x, y, 4, 2, "ground")
        canvas.put(x, y + 1, "▄" * 4, edge(path, stone))
    if layout.large:
        canvas.put(x, y, f"{f' {text} ':<{4 if layout.grand else 0}}", f"ground {style}")
    else:
        canvas.put(x, y, text, f"{face(path, stone)} {style}")
