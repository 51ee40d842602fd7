"""A stone with the room for figures that stand on it and for a tile that lies on it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from keltis_engine.parts.oracle_board import STONE_VALUES, STONES
from keltis_engine.rules.oracle import OracleView
from keltis_tui.canvas.big import HEIGHT, paint_big
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.oracle.signs import name_of, number_on, tile_on
from keltis_tui.games.oracle.small import paint_marks
from keltis_tui.games.oracle.spiral import Place
from keltis_tui.games.oracle.standing import Group, Now, groups, priestess_style
from keltis_tui.table.paths import foot
from keltis_tui.table.scene import Scene

PLATE: Final = 7
"""From so many lines on, a tile is a plate of three lines."""
BROAD: Final = 12
"""From so many columns on, what is printed lies farther inside."""
WIDE: Final = 3
NARROW: Final = 2


class Standing(NamedTuple):
    """A figure, or several of one player, as it stands on a stone."""

    head: str
    style: str


def paint_large(
    canvas: Canvas, scene: Scene, view: OracleView, stone: int, place: Place, style: str, now: Now
) -> None:
    """Print and marks above, the tile on a plate, figures on their feet below."""
    glyphs = scene.glyphs
    aside = 2 if place.width >= BROAD else 1
    x, y, right = place.x + aside, place.y, place.right - aside
    after = canvas.put(x, y, name_of(glyphs, stone), style)
    after = canvas.put(after, y, number_on(glyphs, stone), style)
    start = canvas.right(right, y, str(STONE_VALUES[stone]), f"{style} value")
    if stone == STONES:
        _paint_end(canvas, scene, view, place, style)
    else:
        _paint_plate(canvas, scene, view, stone, place)

    those = groups(scene, view, stone, style, now.chosen)
    others = list(_others(scene, view, stone, style, now))
    if not _paint_standing(canvas, place, place.below - 3, (*_singly(those), *others)):
        _paint_standing(canvas, place, place.below - 3, _together(those))
        for line, (head, head_style) in enumerate(others, y + 1):
            canvas.put(place.x + 1, line, head, head_style)
    _paint_keys(canvas, scene, (after, start, y), style, now)


def paint_large_start(
    canvas: Canvas, scene: Scene, view: OracleView, place: Place, style: str, now: Now
) -> None:
    """The start stone: one's own figures behind with the priestess, the others' before them."""
    those = groups(scene, view, 0, style, now.chosen)
    own = [group for group in those if group.own]
    rest = [group for group in those if not group.own]
    behind = place.below - 6 if place.height > PLATE - 1 else place.y
    _paint_standing(canvas, place, behind, (*_singly(own), *_others(scene, view, 0, style, now)))
    _paint_standing(canvas, place, place.below - 3, _together(rest))
    _paint_keys(canvas, scene, (place.right - 2, place.right - 1, place.y), style, now)


def _others(scene: Scene, view: OracleView, stone: int, style: str, now: Now) -> Iterator[Standing]:
    """Who would arrive, and the priestess."""
    if now.coming:
        yield Standing(now.coming, f"{style} would")
    if view.priestess == stone:
        yield Standing(scene.glyphs.priestess, priestess_style(scene, style))
    elif now.priestess:
        yield Standing(scene.glyphs.priestess, f"{style} would")


def _singly(those: Sequence[Group]) -> list[Standing]:
    """Every figure by itself."""
    return [Standing(name, group.style) for group in those for name in group.names]


def _together(those: Sequence[Group]) -> list[Standing]:
    """Each player's figures as one, with their number if there are several."""
    return [
        Standing(f"{group.short}{len(group.names)}" if len(group.names) > 1 else group.names, style)
        for group in those
        for style in (group.style,)
    ]


def _paint_standing(canvas: Canvas, place: Place, y: int, all_: Sequence[Standing]) -> bool:
    """Figures beside one another, as broad as all of them fit; whether they do."""
    room = place.width - 1
    broad = next((each for each in (WIDE, NARROW) if each * len(all_) <= room), 0)
    if not broad:
        return False
    total = broad * len(all_)
    x = place.x + (1 if total < room else 0)
    gap = 1 if total + len(all_) <= room - 1 else 0
    for head, style in all_:
        canvas.put(x, y, f" {head} "[-broad:] if len(head) == 1 else f"{head:<{broad}}", style)
        feet = foot(style)
        canvas.put(
            x, y + 1, ("▟█▙" if broad == WIDE else "▟▙") if feet != style else " " * broad, feet
        )
        x += broad + gap
    return True


def _paint_plate(canvas: Canvas, scene: Scene, view: OracleView, stone: int, place: Place) -> None:
    """The tile, or the wish stones that are left."""
    text, tile_style = tile_on(scene.glyphs, view, stone)
    if not text:
        return
    high = HEIGHT if place.height >= PLATE else 1
    width = len(text) + (4 if high > 1 else 2)
    x, y = place.x + (place.width - width) // 2, place.y + 1
    canvas.fill(x, y, width, high, "ground")
    canvas.centre(x, y + high // 2, width, text, f"ground {tile_style}")


def _paint_end(canvas: Canvas, scene: Scene, view: OracleView, place: Place, style: str) -> None:
    """The end stone: its value for all to see, and its wish stone before that."""
    value, third = str(STONE_VALUES[STONES]), place.width // 3
    if scene.glyphs.big and place.height >= HEIGHT + 5:
        paint_big(canvas, place.x, place.y + 2, place.width, value, f"{style} value")
        place = place._replace(y=place.y + 1, width=third)
    _paint_plate(canvas, scene, view, STONES, place)


def _paint_keys(
    canvas: Canvas, scene: Scene, between: tuple[int, int, int], style: str, now: Now
) -> None:
    """The keys that lead to a stone, between its name and its value."""
    start, end, y = between
    middle = start + (end - start - len(now.marked) + 1) // 2
    if len(now.marked) == 1 and end - start >= WIDE:
        chosen = scene.focused(now.marked[0].target.kind, now.marked[0].target.number)
        canvas.put(middle - 1, y, "   ", f"{style} {'chosen' if chosen else 'lit'}")
    paint_marks(canvas, scene, [(each, y) for each in range(middle, end)], style, now)
