"""Five paths or rows side by side, painted: their heads, their empty stones and the start."""

import re
from collections.abc import Sequence
from functools import lru_cache

from keltis_engine.parts.cards import COLOURS
from keltis_engine.parts.paths import GOAL, STONE_VALUES, STONES
from keltis_engine.position import Seat
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene
from keltis_words.games.cards import LETTERS


@lru_cache(maxsize=64)
def empty_paths(layout: Layout, framed: bool = False) -> Canvas:
    """The stones with their values, before anything lies on them; painted once for each size.

    Where colours do not fill them they are `framed`.
    """
    canvas = Canvas(layout.board_width, layout.board_height)
    for stone in range(STONES, 0, -1):
        y = stone_row(layout, stone) - 1
        value_style = "ground goal" if stone >= GOAL else "ground faint"
        canvas.right(layout.label - 1, y, str(STONE_VALUES[stone]), value_style)
        for path in range(COLOURS):
            top, height = stone_lines(layout, stone)
            area = layout.column(path), top - 1, layout.stone_width, height
            if not layout.large:
                _paint_stone(canvas, layout, path, stone)
            elif framed:
                canvas.fill(*area, face(path, stone))
                canvas.box(*area, f"{face(path, stone)} {edge(path, stone).split()[-1]}")
            else:
                _paint_slab(canvas, area, path, stone)
            canvas.target(*area, Target("path", path))
    return canvas


def stone_lines(layout: Layout, stone: int) -> tuple[int, int]:
    """A stone's first row and how many it has; the goal's rule lies between the stones."""
    if stone >= GOAL:
        return 2 + (STONES - stone) * layout.goal_height, layout.goal_height
    return layout.goal + 1 + (GOAL - 1 - stone) * layout.stone_height, layout.stone_height


def stone_row(layout: Layout, stone: int) -> int:
    """The row of a stone on which the signs of its tile and figures are."""
    top, height = stone_lines(layout, stone)
    return top + height - (3 if layout.grand else 2) if layout.large else top


def paint_head(canvas: Canvas, scene: Scene, layout: Layout, path: int) -> None:
    """A path's letter and shape; lit if a step can be made there."""
    style = f"ground path.{path} strong"
    if scene.focused("path", path):
        style = f"ground path.{path} chosen"
    elif scene.lit("path", path):
        style = f"ground card.{path}"
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
    for line in range(top, max(top, end - (height > 1)) + 1):
        canvas.put(x, line, "▐", rim)
        canvas.fill(x + 1, line, width - 2, 1, inside)
        canvas.put(x + width - 1, line, "▌", rim)
    if stone == STONES:
        canvas.put(x, top, "█", rim)
    if height > 1:
        canvas.put(x, end, f"▝{'▀' * (width - 2)}▘", rim)


def _paint_slab(canvas: Canvas, area: tuple[int, int, int, int], path: int, stone: int) -> None:
    """A large stone seen from above and before: a face in its colour, and the side of the slab.

    Its corners are round, those of the end stone are not; the sides of the goal are lit.
    """
    x, y, width, height = area
    inside, rim = face(path, stone), edge(path, stone)
    left, right = ("▐", "▌") if stone == STONES else ("▗", "▖")
    for line in range(y, y + height - 1):
        canvas.put(x, line, "▐" if line > y else left, rim)
        canvas.fill(x + 1, line, width - 2, 1, inside)
        canvas.put(x + width - 1, line, "▌" if line > y else right, rim)
    side = "goal_slab" if stone >= GOAL else "slab"
    canvas.put(x, y + height - 1, "▝", rim)
    canvas.put(x + 1, y + height - 1, "▀" * (width - 2), f"{rim} {side}")
    canvas.put(x + width - 1, y + height - 1, "▘", rim)


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
        apart = " ".join(text) if layout.large else text
        canvas.put(x + 1 + seat * pitch, y, apart, f"ground start {style}", limit=pitch)
    canvas.right(x + width - 1, y, scene.words._("start"), "ground start")


def figure(own: Seat | None, seat: Seat) -> str:
    """The style of a figure on a stone: one's own stand out from the others'."""
    return f"own.{seat}" if seat == own else f"seat.{seat}"


def foot(style: str) -> str:
    """The style of what of a figure is not its sign."""
    if style.endswith(" would"):
        return f"{style.removesuffix(' would')} ghost"
    return re.sub(r"(?:own|seat)\.(\d).*", r"foot.\1", style)
