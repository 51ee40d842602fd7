"""The stones of The Oracle, painted: faces, channels and the line around the oracle area."""

from functools import lru_cache
from typing import Final

from keltis_engine.parts.oracle_board import ORACLE, STONE_COLOURS, STONES, WISH_STONES
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.oracle.signs import DOWN, ENTRIES, EXITS, LEFT, RIGHT, UP, way_on
from keltis_tui.games.oracle.spiral import Place, Spiral, spiral_for
from keltis_words.glyphs import Glyphs

ROOMY: Final = 3
"""From so many lines on, a stone's tile has a line of its own."""

BRIDGES: Final = (21, 34)
"""The stones from which the path crosses a channel."""


def face(stone: int, bright: bool = False) -> str:
    """The style of a stone: brighter in the oracle area, every other one a little lighter."""
    return f"ground {_kind(stone, bright, '')}"


def edge(stone: int, bright: bool = False) -> str:
    """The style of a stone's edge."""
    return f"ground {_kind(stone, bright, '_edge')}"


def _kind(stone: int, bright: bool, edge: str) -> str:
    if stone == 0:
        return f"start{edge}"
    name = "goal" if bright or stone >= ORACLE else "stone"
    name = "edge" if edge and name == "stone" else name + edge
    return f"{'' if stone % 2 else 'other_'}{name}.{STONE_COLOURS[stone]}"


def _shade(stone: int, bright: bool) -> str:
    """The ink in the other shade of a stone's colour."""
    if stone == 0:
        return "rule"
    name = "goal_edge" if bright or stone >= ORACLE else "edge"
    return f"{'other_' if stone % 2 else ''}{name}.{STONE_COLOURS[stone]}"


def inset(place: Place) -> int:
    """How far from a stone's sides things lie on it."""
    return 1 if place.width >= (7 if place.height >= ROOMY else 8) else 0


@lru_cache(maxsize=64)
def empty_spiral(width: int, height: int, glyphs: Glyphs, oracle: str, start: str) -> Canvas:
    """The stones before anything lies on them; painted once for each size and language."""
    spiral = spiral_for(width, height)
    canvas = Canvas(width, height)
    _paint_border(canvas, spiral, oracle)
    for stone in range(STONES + 1):
        paint_face(canvas, spiral, stone, glyphs)
    start = f"{start} {glyphs.arrow}"
    canvas.put(0, spiral.stones[0].y - 1, start, "ground faint", limit=spiral.stones[7].x - 2)
    return canvas


def paint_face(
    canvas: Canvas, spiral: Spiral, stone: int, glyphs: Glyphs, bright: bool = False, top: int = 0
) -> None:
    """A stone with nothing on it; the large ones swell over their edges."""
    place = spiral.stones[stone]
    place = place._replace(y=place.y + top)
    style, rim = face(stone, bright), edge(stone, bright)
    if spiral.large:
        _paint_rounded(canvas, place, stone, style, rim)
        if not glyphs.seam:
            _paint_grain(canvas, place, stone, f"{style} {_shade(stone, bright)}")
        _paint_ways(canvas, place, stone, glyphs)
    else:
        x, y, width, height = place
        canvas.fill(x, y, width, height, style)
        for line in range(y, y + height):
            canvas.put(x + width - 1, line, glyphs.seam, f"{style} {rim.removeprefix('ground ')}")
    _paint_swelling(canvas, place, stone, rim)
    if stone in BRIDGES:
        x, y, width, height = spiral.bridges[BRIDGES.index(stone)]
        canvas.fill(x, y + top, width, height, style)
        canvas.put(x, y + top + (height - 1) // 2, glyphs.ways[RIGHT], style)


def _paint_rounded(canvas: Canvas, place: Place, stone: int, style: str, rim: str) -> None:
    """A stone that lies apart from its neighbours; the large ones fill their places."""
    x, y, width, height = place
    canvas.fill(x, y, width, height, style)
    last, right = y + height - 1, x + width - 1
    if stone in WISH_STONES:
        for at, line, corner in ((x, y, "▟"), (right, y, "▙"), (x, last, "▜"), (right, last, "▛")):
            canvas.put(at, line, corner, rim)
        return
    for line in range(y, last):
        canvas.put(x, line, "▐" if line > y else "▗", rim)
        canvas.put(right, line, "▌" if line > y else "▖", rim)
    canvas.put(x, last, f"▝{'▀' * (width - 2)}▘", rim)


def _paint_grain(canvas: Canvas, place: Place, stone: int, style: str) -> None:
    """Specks in a stone's other shade at its sides and its foot."""
    x, y, width, height = place
    for line in range(y + 1, y + height - 1):
        for at in (x + 1, x + width - 2):
            if (at * 5 + line * 3 + stone) % 4 == 0:
                canvas.put(at, line, "░", style)
    for at in range(x + 2, x + width - 2):
        if (at * 7 + stone * 3) % 5 < 2:
            canvas.put(at, y + height - 2, "░", style)


def _paint_ways(canvas: Canvas, place: Place, stone: int, glyphs: Glyphs) -> None:
    """The arrows in the gaps beside and below a stone that lies apart."""
    x, y, width, height = place
    beside = EXITS.get(stone) == RIGHT or ENTRIES.get(stone) == LEFT
    if beside:
        canvas.put(x + width - 1, y + (height - 1) // 2, way_on(glyphs, stone), "ground faint")
    below = ""
    if EXITS.get(stone - 1) == UP:
        below = glyphs.ways[UP]
    elif ENTRIES.get(stone + 1) == DOWN:
        below = glyphs.ways[DOWN]
    if below:
        canvas.put(x + (width - 1) // 2, y + height - 1, below, "ground faint")


def _paint_swelling(canvas: Canvas, place: Place, stone: int, rim: str) -> None:
    """The edge of a large stone, which reaches into the channel."""
    x, y, width, height = place
    match stone:
        case 7:
            for line in range(y, y + height):
                canvas.put(x - 1, line, "▐", rim)
        case 14:
            canvas.put(x, y + height, "▀" * width, rim)
        case 21:
            for line in range(y, y + height):
                canvas.put(x + width, line, "▌", rim)
        case 35:
            canvas.put(x, y - 1, "▄" * width, rim)


def _paint_border(canvas: Canvas, spiral: Spiral, word: str) -> None:
    """The red line around the oracle area, open where the path comes in."""
    red = "ground oracle"
    left, right, top = spiral.inner.x - 1, spiral.inner.right, spiral.inner.y - 1
    turn, bottom = spiral.hole.right - 1, spiral.hole.below - 1
    for y in range(top, bottom):
        canvas.put(left, y, "┃", red)
    for y in range(top, spiral.hole.y):
        canvas.put(right, y, "┃", red)
    for y in range(spiral.hole.y, bottom):
        canvas.put(turn, y, "┃", red)
    canvas.put(left, top, f"┏{'━' * (right - left - 1)}┓", red)
    canvas.put(left, bottom, f"┗{'━' * (turn - left - 1)}┛", red)
    canvas.centre(left, bottom, turn - left, f" {word} ", red)
