"""What lies and stands on the spiral: tiles, wish stones, figures, the priestess, and marks."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.parts.oracle_board import CLOVER, LEPRECHAUN, MIRROR, SPIRAL
from keltis_engine.position import Event
from keltis_engine.rules.oracle import FigureMoved, OracleView, PriestessMoved
from keltis_tui.boards.board import Scene
from keltis_tui.boards.oracle_goals import Mark, marks
from keltis_tui.boards.oracle_spiral import Place, spiral_for
from keltis_tui.boards.oracle_stones import (
    ROOMY,
    empty_spiral,
    face,
    inset,
    paint_face,
    paint_print,
)
from keltis_tui.painters.cards import LETTERS
from keltis_tui.painters.layout import Layout
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target

TOP: Final = 1
"""The line on which the board begins."""

WIDE: Final = 6
"""From so many cells on, the priestess stands before the tile."""
LOOSE: Final = 4
"""From so many lines on, figures and tiles need not be written in short."""
TALL: Final = 6
"""From so many lines on, figures stand on feet and tiles are plates of three lines."""

Piece = tuple[str, str]
"""What stands for a player's figures on a stone, and its style."""


def paint_spiral(canvas: Canvas, scene: Scene, layout: Layout, view: OracleView) -> None:
    """The spiral with everything on it."""
    spiral = spiral_for(layout.board_width, layout.board_height)
    oracle, start = scene.words._("oracle"), scene.words._("start")
    start = f"{start} {scene.glyphs.arrow}"
    seam = scene.glyphs.seam
    canvas.stamp(TOP, empty_spiral(spiral.width, spiral.height, seam, oracle, start))
    reached: dict[int, list[Mark]] = {}
    for mark in marks(view, scene.choices, scene.choice):
        reached.setdefault(mark.stone, []).append(mark)
    for stone, there in enumerate(spiral.stones):
        place = there._replace(y=there.y + TOP)
        marked = reached.get(stone, [])
        if view.seat is not None and stone in view.figures[view.seat]:
            canvas.target(*place, Target("figure", stone))
        if marked:
            paint_face(canvas, spiral, stone, seam, bright=True, top=TOP)
            canvas.target(*place, marked[0].target)
        _paint_stone(canvas, scene, view, stone, place, marked)


def _paint_stone(
    canvas: Canvas,
    scene: Scene,
    view: OracleView,
    stone: int,
    place: Place,
    marked: Sequence[Mark],
) -> None:
    """One stone: print above, tile in the middle, figures and marks below."""
    style = face(stone, bool(marked))
    room = place.width - 2 * inset(place) - len(marked)
    loose = place.height >= LOOSE and stone > 0
    tall = place.height >= TALL and stone > 0
    width = place.width if stone == 0 else room
    pieces = _pieces(scene, view, stone, style, width, loose, tall)
    if stone == 0:
        _paint_start(canvas, place, pieces)
    else:
        taken = sum(len(text) for text, _ in pieces)
        free = not marked and taken <= room - 2
        paint_print(canvas, scene.glyphs, stone, place, bool(marked), free)
        _paint_tile(canvas, scene.glyphs, view, stone, place, style)
        x = place.x + inset(place)
        tall = place.height >= TALL
        for text, piece_style in pieces:
            if tall and piece_style != "ground chosen":
                feet = "▟█▙" * (len(text) // 3)
                canvas.put(x, place.below - 1, feet, piece_style.removesuffix(" mark"))
            x = canvas.put(x, place.below - (2 if tall else 1), text, piece_style)
    _paint_priestess(canvas, scene, view, stone, place, style)
    x = place.right - inset(place) - len(marked)
    for mark in marked:
        chosen = scene.focused(mark.target.kind, mark.target.number)
        canvas.put(x, place.below - 1, mark.key, "ground chosen" if chosen else "bar key")
        canvas.target(x, place.below - 1, 1, 1, mark.target)
        x += 1


def _pieces(
    scene: Scene, view: OracleView, stone: int, style: str, room: int, loose: bool, tall: bool
) -> list[Piece]:
    """Everybody's figures on a stone: a sign, and how many if there are several.

    On a loose stone each figure has its own sign, if all fit. Where not even the short way
    fits, a hollow sign is one figure and a full one several.
    """
    glyphs, moved = scene.glyphs, _arrivals(scene.news)
    standing: list[tuple[int, int, str]] = []
    for seat in range(view.seats):
        count = view.figures[seat].count(stone)
        seat_style = f"{style} seat.{seat}" + (" mark" if (seat, stone) in moved else "")
        if seat == view.seat and scene.focused("figure", stone):
            seat_style = "ground chosen"
        if count:
            standing.append((seat, count, seat_style))
    would = [
        (glyphs.large[event.seat], "ground would")
        for event in (scene.outcome.events if scene.outcome else ())
        if isinstance(event, FigureMoved) and event.end == stone
    ]
    pieces = [
        (f"{glyphs.large[seat]}{count if count > 1 else ''}", seat_style)
        for seat, count, seat_style in standing
    ]
    around = " " if tall else ""
    each = [
        (f"{around}{glyphs.large[seat]} " * count, seat_style)
        for seat, count, seat_style in standing
    ]
    if tall:
        would = [(f" {glyph} ", style) for glyph, style in would]
    if loose and sum(len(text) for text, _ in (*each, *would)) <= room:
        pieces = each
    if sum(len(text) for text, _ in (*pieces, *would)) > room and stone:
        pieces = [
            ((glyphs.large if count > 1 else glyphs.small)[seat], seat_style)
            for seat, count, seat_style in standing
        ]
    return [*pieces, *would]


def _arrivals(news: Sequence[Event]) -> set[tuple[int, int]]:
    """The seats whose figures just moved, each with the stone where one arrived."""
    return {(event.seat, event.end) for event in news if isinstance(event, FigureMoved)}


def _paint_start(canvas: Canvas, place: Place, pieces: Sequence[Piece]) -> None:
    """The start stone: two players a line."""
    for number, (text, style) in enumerate(pieces):
        x = place.x + inset(place) + number % 2 * (2 + inset(place))
        canvas.put(x, place.y + number // 2, text, style)


def _tile(glyphs: Glyphs, view: OracleView, stone: int) -> Piece:
    """The tile or the wish stones on a stone, and their style."""
    tile = view.tiles[stone]
    if tile >= CLOVER:
        return f"{glyphs.clover}{LETTERS[tile - CLOVER]}", "tile.clover"
    if tile == SPIRAL:
        return glyphs.spiral, "dim" if stone in view.used else "tile.spiral"
    if tile == LEPRECHAUN:
        return glyphs.leprechaun, "tile.leprechaun"
    if tile == MIRROR:
        return glyphs.mirror, "tile.mirror"
    if tile:
        return f"{glyphs.plus}{tile}", "tile.points"
    return glyphs.wish_stone * view.stock[stone], "tile.wish"


def _paint_tile(
    canvas: Canvas, glyphs: Glyphs, view: OracleView, stone: int, place: Place, style: str
) -> None:
    text, tile_style = _tile(glyphs, view, stone)
    x, y = place.x + (2 if place.width < WIDE else 3), place.y
    if place.height >= LOOSE and text:  # a plate that lies on the stone
        text, style = f" {text} ", "ground"
    if place.height >= ROOMY:
        x = place.x + (place.width - len(text) + 1) // 2
        y = place.y + (place.height - 1) // 2
    if place.height >= TALL and text.strip():
        canvas.fill(x - 1, y - 1, len(text) + 2, 3, style)
    canvas.put(x, y, text, f"{style} {tile_style}")


def _paint_priestess(
    canvas: Canvas, scene: Scene, view: OracleView, stone: int, place: Place, style: str
) -> None:
    """The priestess where she stands, and where she would go."""
    glyph, (x, y) = scene.glyphs.priestess, (place.x + (4 if place.width < WIDE else 2), place.y)
    if stone == 0:
        x = place.right - 2 - inset(place)
    elif place.height >= LOOSE:
        glyph, x, y = f" {glyph} ", place.x + inset(place), place.y + (place.height + 1) // 2
    elif place.height >= ROOMY:
        x, y = place.x + inset(place), place.y + (place.height - 1) // 2
    if view.priestess == stone:
        moved = any(isinstance(event, PriestessMoved) for event in scene.news)
        canvas.put(x, y, glyph, f"{style} priestess{'.moved' if moved else ''}")
    for event in scene.outcome.events if scene.outcome else ():
        if isinstance(event, PriestessMoved) and event.stone == stone:
            canvas.put(x, y, glyph, "ground would")
