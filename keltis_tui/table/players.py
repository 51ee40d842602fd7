"""The panel beside the board: every player with points, wish stones and rows."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import COLOURS, CardPlayed
from keltis_engine.parts.rows import direction
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.table.cached import cached
from keltis_tui.table.cards import row_in_short
from keltis_tui.table.fans import paint_fan
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene
from keltis_tui.table.seats import paint_frame, paint_name, wish_style
from keltis_words.games.cards import LETTERS

LOG: Final = 9
"""So many lines below the players are for the log."""


@cached("row")
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
        inside = 1 if layout.large else 0
        area = layout.panel + inside, y, layout.panel_width - 2 * inside
        free = _paint_player(canvas, scene, area, seat, points[seat], wish_stones[seat], extra)
        if layout.large:
            end = _paint_open_rows(canvas, scene, layout, y + 1, seat, cards.rows[seat], fan)
            frame = layout.panel, y, layout.panel_width, end + 1 - y
            paint_frame(canvas, frame, free, acting=scene.game.view.to_act == seat)
            y = end + 1
        else:
            marked = {colour for who, colour in played if who == seat}
            _paint_rows(canvas, scene, layout, y + 1, seat, cards.rows[seat], marked)
            y += 2
    return y


def _paint_player(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    seat: int,
    points: int,
    wishes: int,
    extra: Sequence[tuple[str, str]],
) -> tuple[int, int]:
    """Sign, name, points now and what the end would bring, wish stones and what else there is.

    Where between name and points the line is free comes back.
    """
    view, glyphs = scene.game.view, scene.glyphs
    x, y, width = area
    acting = view.to_act == seat
    end = x + width
    if acting:
        canvas.put(x, y, glyphs.turn, "ground gold")
    canvas.put(x + 2, y, glyphs.large[seat], f"ground seat.{seat}")
    wish = f"{glyphs.wish_stone}{glyphs.times}{wishes}"
    start = end + 1
    for text, style in ((wish, wish_style(scene, seat, wishes)), *extra)[::-1]:
        start = canvas.right(start - 1, y, text, f"ground {style}")
    total = f"{points} {glyphs.arrow} {view.totals[seat]:>2}"
    free = canvas.right(start - 2, y, total, "ground bright")

    name_style = "ground gold" if acting else f"ground seat.{seat}"
    return paint_name(canvas, scene, seat, name_style, (x + 4, y, free - 1)), free


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
    style = f"ground card.{colour}"
    return f"{style} chosen" if scene.focused("row", colour) else style


class Fan(NamedTuple):
    """How rows lie open: so many colours side by side, each card so many lines high."""

    across: int
    height: int


def _fan(layout: Layout, seats: int) -> Fan:
    """As high as the lines for each player allow; some of them are for a log below."""
    lines = layout.panel_end - 1 - (0 if layout.log_width else LOG)
    room = lines // seats - 2
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
    """A player's rows as cards lying over one another; the line below them comes back."""
    width = (layout.panel_width - 2) // fan.across
    for colour, row in enumerate(rows):
        line, column = divmod(colour, fan.across)
        x, top = layout.panel + 2 + column * width, y + line * fan.height
        arrow = (scene.glyphs.up, scene.glyphs.dot, scene.glyphs.down)[1 - direction(row)]
        usual = f"ground path.{colour}" if row else "ground dim"
        style = _choosing(scene, seat, colour) or usual
        canvas.put(x, top, f"{LETTERS[colour]}{arrow if row else ' '}", style)
        if seat == scene.game.view.seat:
            canvas.target(x, top, width - 2, fan.height, Target("row", colour))
        if row:
            area = x + 3, top, width - 4, fan.height
            paint_fan(canvas, scene.glyphs, area, colour, row)
        else:
            canvas.put(x + 3, top, scene.glyphs.nothing, "ground dim")
    return y + -(-len(rows) // fan.across) * fan.height
