"""The panel beside the board: every player with points, wish stones and rows."""

from collections.abc import Sequence
from typing import NamedTuple

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import COLOURS, CardPlayed
from keltis_engine.parts.rows import direction
from keltis_tui.boards.board import Scene
from keltis_tui.painters.cards import LETTERS, row_in_short
from keltis_tui.painters.layout import Layout
from keltis_tui.painters.remembered import remembered
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target


@remembered("row")
def paint_players(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    cards: CardView,
    wish_stones: Sequence[int],
    points: Sequence[int],
    extras: Sequence[Sequence[tuple[str, str]]] = (),
) -> int:
    """Each player in turn; the first free line comes back.

    `extras` are more things a player has, texts with their styles, beside the wish stones.
    """
    played = {
        (event.seat, event.card // 11) for event in scene.news if isinstance(event, CardPlayed)
    }
    y, fan = 1, _fan(layout, scene.game.view.seats)
    for seat in range(scene.game.view.seats):
        extra = extras[seat] if extras else ()
        _paint_player(canvas, scene, layout, y, seat, points[seat], wish_stones[seat], extra)
        if layout.large:
            y = _paint_open_rows(canvas, scene, layout, y + 1, seat, cards.rows[seat], fan) + 1
        else:
            marked = {colour for who, colour in played if who == seat}
            _paint_rows(canvas, scene, layout, y + 1, seat, cards.rows[seat], marked)
            y += 2
    return y


def _paint_player(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    y: int,
    seat: int,
    points: int,
    wishes: int,
    extra: Sequence[tuple[str, str]],
) -> None:
    """Sign, name, points now and what the end would bring, wish stones and what else there is."""
    view, glyphs, x = scene.game.view, scene.glyphs, layout.panel
    acting = view.to_act == seat
    end = x + layout.panel_width
    if acting:
        canvas.put(x, y, glyphs.turn, "ground gold")
    canvas.put(x + 2, y, glyphs.large[seat], f"ground seat.{seat}")
    wish = f"{glyphs.wish_stone}{glyphs.times}{wishes}"
    start = end + 1
    for text, style in ((wish, "tile.wish" if wishes else "dim"), *extra)[::-1]:
        start = canvas.right(start - 1, y, text, f"ground {style}")
    total = f"{points} {glyphs.arrow} {view.totals[seat]:>2}"
    canvas.right(start - 2, y, total, "ground bright")

    name_style = "ground gold" if acting else f"ground seat.{seat}"
    room = start - x - 6 - len(total) - 1
    after = canvas.put(x + 4, y, scene.names[seat], name_style, limit=room)
    if seat in scene.away:
        canvas.put(after + 1, y, scene.words._("away"), "ground faint", limit=start - after - 12)


def _paint_rows(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    y: int,
    seat: int,
    rows: Sequence[Sequence[int]],
    marked: set[int],
) -> None:
    """A player's five rows in short, on one line."""
    pitch = min(12, layout.panel_width // COLOURS)
    for colour, row in enumerate(rows):
        text = row_in_short(colour, row, scene.glyphs, with_first=pitch > 9)
        style = f"ground path.{colour}" if row else "ground dim"
        style += " mark" if colour in marked else ""
        style = _choosing(scene, seat, colour) or style
        canvas.put(layout.panel + pitch * colour, y, text, style, limit=pitch)
        if seat == scene.game.view.seat:
            canvas.target(layout.panel + pitch * colour, y, pitch, 1, Target("row", colour))


def _choosing(scene: Scene, seat: int, colour: int) -> str:
    """The style of a row of one's own that can be or is chosen, else empty."""
    if seat != scene.game.view.seat or not scene.lit("row", colour):
        return ""
    return "ground chosen" if scene.focused("row", colour) else f"ground goal.{colour} lit"


class Fan(NamedTuple):
    """How rows lie open: so many colours side by side, each card so many lines high."""

    across: int
    height: int


def _fan(layout: Layout, seats: int) -> Fan:
    """Cards of one line above the log; beside it as high as the lines for each player allow."""
    if not layout.log_width:
        return Fan(2, 1)
    room = (layout.piles - 1) // seats - 2
    across = 1 if room >= 2 * COLOURS else 2
    return Fan(across, max(1, min(3, room // -(-COLOURS // across))))


def _paint_open_rows(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    y: int,
    seat: int,
    rows: Sequence[Sequence[int]],
    fan: Fan,
) -> int:
    """A player's rows as cards lying over one another."""
    width = layout.panel_width // fan.across
    for colour, row in enumerate(rows):
        line, column = divmod(colour, fan.across)
        x, top = layout.panel + 2 + column * width, y + line * fan.height
        arrow = (scene.glyphs.up, scene.glyphs.dot, scene.glyphs.down)[1 - direction(row)]
        style = _choosing(scene, seat, colour) or f"ground path.{colour}"
        canvas.put(x, top, f"{LETTERS[colour]}{arrow if row else ' '}", style)
        if seat == scene.game.view.seat:
            canvas.target(x, top, width - 2, fan.height, Target("row", colour))
        if row:
            _paint_fan(canvas, scene.glyphs, (x + 2, top, width - 4, fan.height), colour, row)
        else:
            canvas.put(x + 3, top, scene.glyphs.nothing, "ground dim")
    return y + -(-len(rows) // fan.across) * fan.height


def _paint_fan(
    canvas: Canvas,
    glyphs: Glyphs,
    area: tuple[int, int, int, int],
    colour: int,
    row: Sequence[int],
) -> None:
    """The last cards of a row that fit; where they are higher than a line they show the shape."""
    x, y, width, height = area
    face, rim = f"ground goal.{colour}", f"ground goal_edge.{colour}"
    pitch = 3 if height == 1 else max(3, min(5, (width - 2) // len(row)))
    for value in row[-((width - 2) // pitch) :]:
        end = x + max(pitch, 1 + len(str(value))) if height > 1 else x + 1 + len(str(value))
        canvas.fill(x, y, end - x, height, face)
        for line in range(y, y + height):
            canvas.put(x, line, glyphs.left_edge, face)
        canvas.put(x + 1, y, str(value), face)
        if height > 1:
            canvas.put(x + 1, y + height - 1, glyphs.paths[colour], face)
        x = end
    for line in range(y, y + height):
        canvas.put(x, line, glyphs.right_edge, rim)
