"""The spiral with everything on it: stones, tiles, figures, the priestess, and marks."""

from typing import Final

from keltis_engine.parts.oracle_board import STONES
from keltis_engine.rules.oracle import OracleView
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.games.oracle.choosing import Mark, marks
from keltis_tui.games.oracle.large import paint_large, paint_large_start
from keltis_tui.games.oracle.small import paint_small, paint_small_start
from keltis_tui.games.oracle.spiral import Place, Spiral, spiral_for
from keltis_tui.games.oracle.standing import Now, now_on
from keltis_tui.games.oracle.stones import empty_spiral, face, paint_face
from keltis_tui.table.cached import cached
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene

TOP: Final = 1
"""The line on which the board begins."""


def paint_spiral(canvas: Canvas, scene: Scene, layout: Layout, view: OracleView) -> None:
    """The spiral as it lies, and over it the stones that have to do with what is picked."""
    spiral = spiral_for(layout.board_width, layout.board_height)
    _paint_all(canvas, scene, layout, view)
    reached: dict[int, list[Mark]] = {}
    for mark in marks(view, scene.choices, scene.choice):
        reached.setdefault(mark.stone, []).append(mark)
    for stone in range(STONES + 1):
        now = now_on(scene, view, stone, reached.get(stone, ()))
        if now != Now():
            paint_face(canvas, spiral, stone, scene.glyphs, bright=bool(now.marked), top=TOP)
            if now.marked:
                canvas.target(*_place(spiral, stone), now.marked[0].target)
            _paint_stone(canvas, scene, view, spiral, stone, now)


@cached()
def _paint_all(canvas: Canvas, scene: Scene, layout: Layout, view: OracleView) -> None:
    """Every stone as it is while nothing is picked."""
    spiral = spiral_for(layout.board_width, layout.board_height)
    oracle, start = scene.words._("oracle"), scene.words._("start")
    canvas.stamp(TOP, empty_spiral(spiral.width, spiral.height, scene.glyphs, oracle, start))
    for stone in range(STONES + 1):
        if view.seat is not None and stone in view.figures[view.seat]:
            canvas.target(*_place(spiral, stone), Target("figure", stone))
        _paint_stone(canvas, scene, view, spiral, stone, Now())


def _paint_stone(
    canvas: Canvas, scene: Scene, view: OracleView, spiral: Spiral, stone: int, now: Now
) -> None:
    """What is on one stone."""
    place, style = _place(spiral, stone), face(stone, bool(now.marked))
    if stone == 0:
        paint_start = paint_large_start if spiral.large else paint_small_start
        paint_start(canvas, scene, view, place, style, now)
    else:
        paint = paint_large if spiral.large else paint_small
        paint(canvas, scene, view, stone, place, style, now)


def _place(spiral: Spiral, stone: int) -> Place:
    there = spiral.stones[stone]
    return there._replace(y=there.y + TOP)
