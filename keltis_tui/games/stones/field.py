"""The field of The Way of Stones, painted: stones face down and face up, and what can be taken."""

from keltis_engine.parts.cards import COLOUR, KINDS, VALUE
from keltis_engine.parts.stone_field import CLOVER, PLAIN, SYMBOL, WISH_STONE
from keltis_engine.rules.stones import FACE_DOWN, StonesView, StoneTaken, StoneTurned
from keltis_tui.canvas.big import paint_big
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.knots import paint_back_knots
from keltis_tui.games.stones.layout import FieldLayout
from keltis_tui.table.scene import Scene
from keltis_words.games.cards import LETTERS
from keltis_words.games.stones import COLUMNS, LINES, place_name
from keltis_words.glyphs import Glyphs

LOWER_EDGE = "▀"
LOW = 3
"""Stones with more lines than these have knot-work on their backs."""
BIG = (9, 5)
"""From this size on, a stone face up shows its value large besides."""
FEW = 8
"""From so many face-down stones on, the end is near."""


def symbol(stone: int, glyphs: Glyphs) -> tuple[str, str]:
    """S2: what a stone shows beside its value, and its style."""
    match SYMBOL[stone]:
        case 0:
            return "", "text"
        case points if points < CLOVER:
            return f"{glyphs.plus}{points}", "tile.points"
        case shown if shown == WISH_STONE:
            return glyphs.wish_stone, "tile.wish"
    return glyphs.clover, "tile.clover"


def paint_field(canvas: Canvas, scene: Scene, layout: FieldLayout, view: StonesView) -> None:
    """The stones with coordinates at the edges, and how many lie face down."""
    for column in range(COLUMNS):
        x, _ = layout.cell(column)
        canvas.centre(x, 1, layout.cell_width - 1, str(column + 1), "ground faint")
    for line, letter in enumerate(LINES):
        _, y = layout.cell(line * COLUMNS)
        middle = y + (layout.cell_height - 1) // 2
        style = "ground gold" if scene.lit("line", line) else "ground faint"
        canvas.right(layout.label - 1, middle, letter, style)
        canvas.target(0, y, layout.label, layout.cell_height, Target("line", line))
    lit = {choice.target.number for choice in scene.choices if choice.legal and choice.at}
    marked = {event.place for event in scene.news if isinstance(event, StoneTurned | StoneTaken)}
    for place in range(KINDS):
        _paint_place(canvas, scene, layout, view, place, place in lit, place in marked)
    _paint_count(canvas, scene, layout, view)


def _paint_place(
    canvas: Canvas,
    scene: Scene,
    layout: FieldLayout,
    view: StonesView,
    place: int,
    lit: bool,
    marked: bool,
) -> None:
    """One place: a stone face down, a stone face up, or nothing any more."""
    x, y = layout.cell(place)
    width, height = layout.cell_width - 1, layout.cell_height
    stone, focused = view.field[place], scene.focused("stone", place)
    if stone is None:
        middle = y + (height - 1) // 2
        style = "ground chosen" if focused else "ground mark" if marked else "ground rule"
        canvas.centre(x, middle, width, f" {scene.glyphs.dot} ", style)
    elif stone == FACE_DOWN:
        _paint_back(canvas, scene, (x, y, width, height), place, focused, lit)
    else:
        turned = view.turned == place
        _paint_stone(canvas, scene, (x, y, width, height), stone, focused or turned, lit, marked)
    key = next((each.keys for each in scene.choices if each.target == ("stone", place, "")), ())
    if key and lit:  # its line was named: what names it there
        canvas.put(x if stone == FACE_DOWN else x + width, y, key[0], "ground lit")
    target = Target("take") if place == view.turned else Target("stone", place)
    canvas.target(x, y, width, height, target)


def _paint_body(
    canvas: Canvas, area: tuple[int, int, int, int], face: str, edge: str, fill: str = " "
) -> tuple[int, int]:
    """A stone's shape, its side below it if there is room; its first line and how many it has."""
    x, y, width, height = area
    bottom = 1 if height > 2 else 0
    canvas.fill(x, y, width, height - bottom, face, fill)
    if bottom:
        canvas.put(x, y + height - 1, LOWER_EDGE * width, edge)
    return y, height - bottom


def _paint_back(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int, int],
    place: int,
    focused: bool,
    lit: bool,
) -> None:
    """A stone face down; its edge tells that it can be turned, the one in focus where it lies."""
    x, top, width, height = area
    woven = height > LOW and not scene.glyphs.seam
    face = "ground chosen" if focused else "ground back" if woven else "ground bar rule"
    edge = "ground lit" if focused else "ground goal" if lit else "ground rule"
    fill = " " if focused or woven else scene.glyphs.deck
    y, lines = _paint_body(canvas, area, face, edge, fill)
    if focused:
        canvas.centre(x, y + (lines - 1) // 2, width, place_name(place), face)
    elif woven:
        paint_back_knots(canvas, scene.glyphs, (x, y, width, lines))
    elif height == lines:  # so that stones one above the other are told apart
        canvas.put(x, top + height - 1, LOWER_EDGE * width, edge)


def _paint_stone(
    canvas: Canvas,
    scene: Scene,
    area: tuple[int, int, int, int],
    stone: int,
    chosen: bool,
    lit: bool,
    marked: bool,
) -> None:
    """A stone face up: letter, value, shape and symbol; beside one that can be taken a bar."""
    x, _, width, _ = area
    colour, glyphs = COLOUR[stone], scene.glyphs
    if chosen:
        face, edge = f"ground stone.{colour} chosen", "ground lit"
    elif lit:
        face, edge = f"ground card.{colour}", f"ground card_edge.{colour} slab"
    else:
        face, edge = f"ground stone.{colour}", f"ground edge.{colour} slab"
    y, lines = _paint_body(canvas, area, face, edge)
    name = f"{face} strong" + (" mark" if marked and not chosen else "")
    canvas.put(x + (width > 4), y, f"{LETTERS[colour]}{VALUE[stone]}", name)
    if width >= BIG[0] and lines >= BIG[1] and glyphs.big:
        paint_big(canvas, x, y + 1, width, str(VALUE[stone]), face)
    sign, style = symbol(stone, glyphs)
    last = y + lines - 1
    canvas.put(x + (width > 4), last, glyphs.paths[colour], face)
    sign_style = face if chosen else f"{face} {style}"
    if SYMBOL[stone] != PLAIN:
        canvas.right(x + width - (width > 4), last, sign, sign_style)
    if lit and not chosen:
        for line in range(y, y + lines):
            canvas.put(x + width, line, glyphs.right_edge, "ground lit")


def _paint_count(canvas: Canvas, scene: Scene, layout: FieldLayout, view: StonesView) -> None:
    """S6: how many stones lie face down, with a warning near the end."""
    words, y = scene.words, layout.count
    down = sum(stone == FACE_DOWN for stone in view.field)
    style = "text"
    if down == 0 and not view.last:
        return  # all of them are seen through, as in a game played back
    if down == 0:
        text, style = words._("The last stone is up: the game ends now."), "problem"
    elif down <= FEW:
        text = words.ngettext(
            "Only {count} stone is still face down!",
            "Only {count} stones are still face down!",
            down,
        )
        style = "problem"
    else:
        text = words.ngettext("{count} stone face down", "{count} stones face down", down)
    room = layout.board_width - layout.label - 1
    x = canvas.put(layout.label, y, scene.glyphs.deck * 2, "ground bar faint") + 1
    canvas.put(x, y, text, f"ground {style}", limit=room - 3)
