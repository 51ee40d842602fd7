"""The players of The Dice Game in the panel beside the board, with the rows of each."""

from collections.abc import Sequence

from keltis_engine.parts.dice_board import ROWS
from keltis_engine.parts.events import WishStoneTaken
from keltis_engine.parts.paths import STONE_VALUES, STONES
from keltis_engine.rules.dice import DiceView, StoneMoved
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.layout import Layout
from keltis_tui.table.paths import face, figure
from keltis_tui.table.scene import Scene
from keltis_tui.table.seats import paint_frame, paint_seat, wish_style
from keltis_words.games.cards import LETTERS


def paint_dice_players(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> int:
    """Each player with wish stones and the values of the fields reached; the next line comes."""
    glyphs, x = scene.glyphs, layout.panel
    y = 1
    scored = {event.seat for event in scene.news if isinstance(event, StoneMoved | WishStoneTaken)}
    for seat, (stones, wishes) in enumerate(zip(view.stones, view.wish_stones, strict=True)):
        acting = view.player == seat and view.to_act is not None
        extras = [(f"{glyphs.wish_stone}{glyphs.times}{wishes}", wish_style(scene, seat, wishes))]
        if acting and view.again:
            extras.insert(0, (glyphs.again, "tile.points"))
        inside = 1 if layout.large else 0
        area = x + inside, y, layout.panel_width - 2 * inside
        free = paint_seat(canvas, scene, area, seat, acting, extras, seat in scored)
        end = y + 2
        if layout.log_width:
            end = _paint_ways(canvas, scene, layout, y + 1, seat, stones)
        else:
            _paint_reached(canvas, scene, layout, y + 1, stones)
        if layout.large:
            paint_frame(canvas, (x, y, layout.panel_width, end + 1 - y), free, acting)
        y = end + inside
    return y


def _paint_reached(
    canvas: Canvas, scene: Scene, layout: Layout, y: int, stones: Sequence[int]
) -> None:
    """The values of the fields that a player has reached; where there is room, on these fields."""
    pitch = min(12, (layout.panel_width - (2 if layout.large else 0)) // ROWS)
    for row, number in enumerate(stones):
        value = str(STONE_VALUES[number]) if number else scene.glyphs.nothing
        style = f"ground path.{row}" if number else "ground dim"
        at = layout.panel + 2 + pitch * row
        if number and layout.large:
            at = canvas.put(at, y, f"{LETTERS[row]} ", style)
            canvas.put(at, y, f"{value:^4}", f"{face(row, number)} strong")
        else:
            canvas.put(at, y, f"{LETTERS[row]} {value}", style, limit=pitch)


def _paint_ways(
    canvas: Canvas, scene: Scene, layout: Layout, y: int, seat: int, stones: Sequence[int]
) -> int:
    """A player's five rows lying down, each with the stone on its way; the next line comes."""
    glyphs, x = scene.glyphs, layout.panel + 2
    pitch = max(2, min(4, (layout.panel_width - 16) // STONES))
    for row, number in enumerate(stones):
        name = f"{LETTERS[row]} {glyphs.paths[row]}"
        canvas.put(x, y + row, name, f"ground path.{row}" if number else "ground dim")
        for field in range(1, STONES + 1):
            at = x + 5 + (field - 1) * pitch
            canvas.fill(at, y + row, pitch - 1, 1, face(row, field))
            if field == number:
                style = f"{face(row, field)} {figure(scene.game.view.seat, seat)}"
                canvas.centre(at, y + row, pitch - 1, glyphs.large[seat], style)
        value = str(STONE_VALUES[number]) if number else glyphs.nothing
        style = "ground bright" if number else "ground dim"
        canvas.right(layout.panel + layout.panel_width - 2, y + row, value, style)
    return y + len(stones)
