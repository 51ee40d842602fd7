"""The five rows of The Dice Game, painted: fields with values and advantages, and the stones."""

from functools import lru_cache

from keltis_engine.parts.dice_board import (
    ARRIVAL,
    BOARDS,
    CLOVER,
    CROSSED,
    FIELDS,
    LEPRECHAUN,
    ROWS,
    WISH_STONE,
)
from keltis_engine.parts.paths import GOAL
from keltis_engine.rules.dice import STONES_EACH, STONES_IN_GOAL, DiceView, StoneMoved
from keltis_tui.canvas.bars import paint_rule
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.layout import Layout
from keltis_tui.table.paths import (
    empty_paths,
    face,
    figure,
    paint_head,
    paint_start,
    stone_lines,
    stone_row,
)
from keltis_tui.table.pieces import STONE, paint_piece, paint_tile, slot
from keltis_tui.table.scene import Scene
from keltis_words.glyphs import Glyphs

BRANCHES = "ground faint"
"""The style of crossed branches: no stone lies there."""


def paint_rows(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> None:
    """The rows from their last fields at the top down to the stones that have not started."""
    canvas.stamp(1, _empty_rows(layout, view.side, scene.glyphs))
    for row in range(ROWS):
        paint_head(canvas, scene, layout, row)
        _paint_stones(canvas, scene, layout, view, row)
    _paint_goal(canvas, scene, layout, view)
    _paint_not_started(canvas, scene, layout, view)


@lru_cache(maxsize=64)
def _empty_rows(layout: Layout, side: str, glyphs: Glyphs) -> Canvas:
    """One side of the board (D6) before any stone is on it; painted once for each size."""
    canvas = Canvas(layout.board_width, layout.board_height)
    framed = bool(glyphs.seam)
    canvas.stamp(0, empty_paths(layout, framed))
    signs = {
        WISH_STONE: (glyphs.wish_stone, "tile.wish"),
        CLOVER: (glyphs.clover, "tile.clover"),
        LEPRECHAUN: (glyphs.leprechaun, "tile.points"),
    }
    for row in range(ROWS):
        for number in range(1, FIELDS):
            field = BOARDS[side].fields[row * FIELDS + number]
            if field == CROSSED:
                _paint_crossed(canvas, layout, glyphs, row, number)
                continue
            if field in signs:
                paint_tile(canvas, layout, (row, number), signs[field], framed, top=1)
    return canvas


def _paint_crossed(canvas: Canvas, layout: Layout, glyphs: Glyphs, row: int, number: int) -> None:
    """D5: branches across the whole field, so that no stone seems welcome there."""
    top, height = stone_lines(layout, number)
    x, inner = layout.column(row) + 1, layout.stone_width - 2
    falling, rising = tuple(glyphs.branches)
    woven = f"{falling} {rising} ", f" {glyphs.cross}  ", f"{rising} {falling} "
    for line in range(height if layout.large else 1):
        text = woven[line % 3] if layout.large else glyphs.cross
        canvas.put(x - 1, top - 1 + line, f" {(text * inner)[:inner]} ", BRANCHES)
    for line in range(top, top + height - 1) if not layout.large else ():
        canvas.put(x - 1, line, " " * (inner + 2), BRANCHES)


def _paint_stones(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView, row: int) -> None:
    """Everybody's stone in a row, those that just moved marked, and where one's own may go."""
    moved = {
        event.seat for event in scene.news if isinstance(event, StoneMoved) and event.row == row
    }
    for seat in range(view.seats):
        number = view.stones[seat][row]
        if number:
            mark = " mark" if seat in moved else ""
            style = f"{face(row, number)} {figure(view.seat, seat)}{mark}"
            x = slot(layout, view.seats, row, seat)
            at = x, stone_row(layout, number)
            paint_piece(canvas, layout, at, scene.glyphs.large[seat], style, STONE)
    own = view.seat
    if own is None or not scene.lit("path", row):
        return
    steps = 1 if view.phase == "clover" else view.dice.count(row)
    number = ARRIVAL[view.stones[own][row] + steps]
    x, y = slot(layout, view.seats, row, own), stone_row(layout, number)
    if scene.focused("path", row):
        style = f"{face(row, number)} would"
        paint_piece(canvas, layout, (x, y), scene.glyphs.large[own], style, STONE)
    else:
        canvas.put(x, y, scene.glyphs.up, f"{face(row, number)} lit")


def _paint_goal(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> None:
    """D7: where the goal begins, and how many stones in it end the game."""
    there = sum(number >= GOAL for stones in view.stones for number in stones)
    text = scene.words._(
        "goal {arrow}  {count} of {full} stones",
        arrow=scene.glyphs.up,
        count=there,
        full=STONES_IN_GOAL[view.seats],
    )
    paint_rule(canvas, 0, layout.goal, layout.board_width, scene.glyphs, text, "goal")


def _paint_not_started(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> None:
    """D1: the stones that everybody still has to start."""
    waiting = []
    for seat in range(view.seats):
        left = STONES_EACH - ROWS + view.stones[seat].count(0)
        waiting.append((scene.glyphs.large[seat] * left or scene.glyphs.nothing, f"seat.{seat}"))
    paint_start(canvas, scene, layout, waiting)
