"""The panel beside the board: every player with points, wish stones and rows."""

from collections.abc import Sequence

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import COLOURS, CardPlayed
from keltis_engine.parts.rows import direction
from keltis_tui.boards.board import Scene
from keltis_tui.painters.cards import LETTERS, row_in_short
from keltis_tui.painters.layout import Layout
from keltis_tui.widgets.canvas import Canvas, Target


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
    y = 1
    for seat in range(scene.game.view.seats):
        extra = extras[seat] if extras else ()
        _paint_player(canvas, scene, layout, y, seat, points[seat], wish_stones[seat], extra)
        if layout.large:
            y = _paint_open_rows(canvas, scene, layout, y + 1, seat, cards.rows[seat]) + 1
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


def _paint_open_rows(
    canvas: Canvas, scene: Scene, layout: Layout, y: int, seat: int, rows: Sequence[Sequence[int]]
) -> int:
    """A player's rows as cards lying over one another, two colours a line."""
    half = layout.panel_width // 2
    for colour, row in enumerate(rows):
        x, line = layout.panel + 2 + colour % 2 * half, y + colour // 2
        way = direction(row)
        arrow = (scene.glyphs.up, scene.glyphs.dot, scene.glyphs.down)[1 - way] if row else " "
        style = _choosing(scene, seat, colour) or f"ground path.{colour}"
        canvas.put(x, line, f"{LETTERS[colour]}{arrow}", style)
        if seat == scene.game.view.seat:
            canvas.target(x, line, half - 2, 1, Target("row", colour))
        if not row:
            canvas.put(x + 3, line, scene.glyphs.nothing, "ground dim")
            continue
        at = x + 2
        fitting = (half - 4) // 3
        for value in row[-fitting:]:
            at = canvas.put(at, line, f"{scene.glyphs.left_edge}{value}", f"ground goal.{colour}")
        canvas.put(at, line, scene.glyphs.right_edge, f"ground goal_edge.{colour}")
    return y + (len(rows) + 1) // 2
