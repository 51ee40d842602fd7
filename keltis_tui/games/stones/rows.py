"""Everybody's rows in The Way of Stones, painted: open where there is room, else in short."""

from collections.abc import Sequence

from keltis_engine.parts.cards import COLOURS, VALUES
from keltis_engine.parts.rows import direction
from keltis_engine.parts.scoring import from_table
from keltis_engine.parts.stone_field import SYMBOL, WISH_STONE
from keltis_engine.position import Seat
from keltis_engine.rules.stones import ROW_LENGTHS, StonesView, StoneTaken
from keltis_tui.canvas.bars import paint_rule
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.stones.field import symbol
from keltis_tui.games.stones.layout import FieldLayout
from keltis_tui.games.stones.places import middle, paint_places
from keltis_tui.table.cards import row_in_short
from keltis_tui.table.scene import Scene
from keltis_tui.table.seats import paint_frame, paint_seat
from keltis_words.games.cards import LETTERS

NARROW, WIDE = 4, 6
"""How wide a stone is in a row that has little room, or is two lines high."""
HEAD, TAIL = 6, 8
"""How many cells stand before the stones of a row and after them."""
SHORT_ROWS = 3
"""How many rows in short stand side by side in the panel."""


def paint_own_rows(canvas: Canvas, scene: Scene, layout: FieldLayout, view: StonesView) -> None:
    """Under the field the rows of the viewer, or of the first seat, with what they are worth."""
    seat, y = view.seat or 0, layout.rows
    title = scene.words._("rows of {name}", name=scene.names[seat])
    if seat == view.seat:
        title = scene.words._("your rows")
    paint_rule(canvas, 0, y - 1, layout.board_width, scene.glyphs, title)
    for colour, row in enumerate(view.rows[seat]):
        line = y + colour * layout.row_height
        would = _would_grow(scene, seat, colour)
        area, height = (1, line, layout.board_width - 2), layout.row_height
        if height == 1:
            _paint_row(canvas, scene, area, colour, row, would, height)
            continue
        ends = 1, middle(line, height), area[2]
        _paint_ends(canvas, scene, ends, colour, row, would)
        room = area[2] - HEAD - TAIL
        paint_places(canvas, scene, (1 + HEAD, line, room, height), colour, row, would)


def _would_grow(scene: Scene, seat: Seat, colour: int) -> int | None:
    """The value that the choice in focus would add to a row."""
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, StoneTaken) and event.seat == seat and event.stone // VALUES == colour:
            return event.stone % VALUES
    return None


def _paint_row(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    colour: int,
    row: Sequence[int],
    would: int | None,
    height: int,
) -> None:
    """One row: letter, shape, direction, its stones with their symbols, length and worth."""
    x, y, width = area
    at, count = x + HEAD, len(row) + (would is not None)
    _paint_ends(canvas, scene, area, colour, row, would)
    size = max(NARROW, min(WIDE, (width - HEAD - TAIL) // max(1, count)))
    for value in row:
        face = f"ground goal.{colour}"
        place = at, y, size, height
        at = _paint_in_row(canvas, scene, place, colour * VALUES + value, face, False)
    if would is not None:
        stone = colour * VALUES + would
        at = _paint_in_row(
            canvas, scene, (at, y, size, height), stone, f"ground goal.{colour} would", True
        )
    elif not row:
        canvas.put(at, y, scene.glyphs.nothing, "ground dim")


def _paint_ends(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    colour: int,
    row: Sequence[int],
    would: int | None,
) -> None:
    """What stands before a row, and after it its length and worth."""
    x, y, width = area
    glyphs, count = scene.glyphs, len(row) + (would is not None)
    arrow = (glyphs.up, " ", glyphs.down)[1 - direction(row)]
    canvas.put(x, y, f"{LETTERS[colour]} {glyphs.paths[colour]} {arrow}", f"ground path.{colour}")
    worth = from_table(ROW_LENGTHS, count)
    style = "ground dim" if not count else "ground problem" if worth < 0 else "ground tile.points"
    length = "ground text" if count else "ground dim"
    if would is not None:
        style = length = f"ground path.{colour} would"
    start = canvas.right(x + width, y, f"{worth:>3}", style)
    canvas.right(start - 1, y, f"{glyphs.times}{count}", length)


def _paint_in_row(
    canvas: Canvas,
    scene: Scene,
    place: tuple[int, int, int, int],
    stone: int,
    face: str,
    would: bool,
) -> int:
    """A stone of a row: its value, its symbol behind it, or below it if there is room."""
    x, y, width, height = place
    sign, style = symbol(stone, scene.glyphs)
    sign_style = face if would else f"{face} {style}"
    edge = scene.glyphs.card_edge
    if height == 1:
        return canvas.put(canvas.put(x, y, f"{edge}{stone % VALUES}", face), y, sign, sign_style)
    canvas.fill(x, y, width, height, face)
    for line in range(y, y + height):
        canvas.put(x, line, edge, face)
    canvas.put(x + 2, y, str(stone % VALUES), f"{face} strong")
    canvas.put(x + 2, y + height - 1, sign, sign_style)
    return x + width


def paint_stone_players(canvas: Canvas, scene: Scene, layout: FieldLayout, view: StonesView) -> int:
    """Beside the field every player, and the rows of the others; the next free line comes back."""
    x, width, y = layout.panel, layout.panel_width, 1
    taken = {
        (event.seat, event.stone // VALUES) for event in scene.news if isinstance(event, StoneTaken)
    }
    lines = (layout.piles - 1 - 2 * view.seats) // (COLOURS * (view.seats - 1))
    height = max(1, min(2, lines)) if layout.log_width else 1
    for seat in range(view.seats):
        wishes = sum(
            SYMBOL[colour * VALUES + value] == WISH_STONE
            for colour, row in enumerate(view.rows[seat])
            for value in row
        )
        wish = f"{scene.glyphs.wish_stone}{scene.glyphs.times}{wishes}"
        extras = [(wish, "tile.wish" if wishes else "dim")]
        acting, inside = view.to_act == seat, 1 if layout.large else 0
        area = x + inside, y, width - 2 * inside
        scored = any(who == seat for who, _ in taken)
        free, top = paint_seat(canvas, scene, area, seat, acting, extras, scored), y
        y += 1
        if layout.large:
            for colour, row in enumerate(view.rows[seat] if seat != (view.seat or 0) else ()):
                _paint_row(canvas, scene, (x + 2, y, width - 4), colour, row, None, height)
                y += height
            y += 1
            paint_frame(canvas, (x, top, width, y - top), free, acting)
            continue
        if seat == (view.seat or 0):
            continue
        marked = {colour for who, colour in taken if who == seat}
        y = _paint_short_rows(canvas, scene, (x, y, width), view.rows[seat], marked)
    return y


def _paint_short_rows(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int],
    rows: Sequence[Sequence[int]],
    marked: set[int],
) -> int:
    """Rows in short, three in a line; the next free line comes back."""
    x, y, width = area
    pitch = (width - 2) // SHORT_ROWS
    for colour, row in enumerate(rows):
        text = row_in_short(colour, row, scene.glyphs, with_first=True)
        style = f"ground path.{colour}" if row else "ground dim"
        style += " mark" if colour in marked else ""
        line, column = divmod(colour, SHORT_ROWS)
        canvas.put(x + 2 + column * pitch, y + line, text, style, limit=pitch)
    return y + -(-COLOURS // SHORT_ROWS)
