"""The five dice, what each row gets from them, and what wish stones are worth, painted."""

from collections.abc import Sequence

from keltis_engine.parts.dice_board import DICE, ROWS
from keltis_engine.rules.dice import KEEP_ALL, WISH_DIE, WISH_STONES, DiceView
from keltis_tui.canvas.big import paint_big
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.knots import paint_beside
from keltis_tui.canvas.text import width_of
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene
from keltis_words.games.cards import LETTERS
from keltis_words.games.dice import SIDES

GAP = 3
"""The room between two dice."""
BIG = (11, 3)
"""From so many columns and rows inside on, a die shows its letter large."""
FEW = 6
"""From so many wish stones on, the stock is nearly gone."""


def paint_dice(
    canvas: Canvas, scene: Scene, layout: Layout, view: DiceView, again: int | None
) -> None:
    """The dice as they lie; `again` are those to be rolled again, as bits, while that is open."""
    width = layout.card_width + 2
    x = (layout.width - (width + GAP) * DICE + GAP) // 2
    paint_beside(canvas, scene.glyphs, (layout.hand, layout.card_height), x)
    for die in range(DICE):
        place = x + (width + GAP) * die, width
        face = view.dice[die] if view.dice else None
        if scene.tumble and scene.tumble.dice >> die & 1:
            _paint_tumbling(canvas, scene, layout, place, die, scene.tumble.frames)
        else:
            leaves = None if again is None else bool(again >> die & 1)
            _paint_die(canvas, scene, layout, place, die, face, leaves)
        target = Target("die", die)
        if view.phase == "choose" and face is not None and face != WISH_DIE:
            target = Target("path", face)
        canvas.target(place[0], layout.hand, width, layout.card_height, target)


def _paint_tumbling(
    canvas: Canvas, scene: Scene, layout: Layout, place: tuple[int, int], die: int, frame: int
) -> None:
    """A die on its way: it shows now this, now that, and lies now higher, now lower."""
    (x, width), y, height = place, layout.hand, layout.card_height
    canvas.fill(x, y, width, height, "ground bar faint")
    canvas.box(x, y, width, height, "ground bar faint")
    shape = scene.glyphs.paths[(frame * 2 + die) % ROWS]
    line = y + 1 + (frame + die) % (height - 2)
    canvas.centre(x + 1, line, width - 2, shape, "ground bar bright")


def _paint_die(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    place: tuple[int, int],
    die: int,
    face: int | None,
    leaves: bool | None,
) -> None:
    """One die with its face; under it whether it stays or is rolled again."""
    (x, width), y, height = place, layout.hand, layout.card_height
    focused = scene.focused("die", die)
    style = "ground dim" if face is None else f"ground {_style(face)}"
    choosing = scene.game.view.phase == "choose" and face is not None
    moves = choosing and scene.focused("path", face or 0) and scene.lit("path", face or 0)
    style = f"{style} chosen" if leaves or moves else style
    canvas.fill(x, y, width, height, style)
    canvas.box(x, y, width, height, style, "bold" if focused or leaves or moves else "round")
    if face is not None:
        _paint_face(canvas, scene, (x + 1, y + 1, width - 2, height - 2), face, style)
    canvas.put(x + 1, y, str(die + 1), f"{style} strong")
    if leaves is not None:
        caption = scene.words._("roll") if leaves else scene.words._("keep")
        space = "" if width_of(caption) > width - 4 else " "
        canvas.centre(x + 1, y + height - 1, width - 2, f"{space}{caption}{space}", style)
        sign = f" {scene.glyphs.again} " if leaves else ""
        canvas.right(x + width - 1, y, sign, style)
    if focused:
        canvas.put(x - 1, y + height // 2, scene.glyphs.turn, "ground gold")


def _style(face: int) -> str:
    return f"card.{face}" if face < WISH_DIE else "die.wish"


def _paint_face(
    canvas: Canvas, scene: Scene, area: tuple[int, int, int, int], face: int, style: str
) -> None:
    """A row's letter and shape, or a wish stone; with room the shape stands in every corner."""
    x, y, width, height = area
    glyphs = scene.glyphs
    letter = LETTERS[face] if face < WISH_DIE else glyphs.wish_stone
    shape = glyphs.paths[face] if face < WISH_DIE else glyphs.wish_stone
    if width >= BIG[0] and height >= BIG[1] and glyphs.big:
        for line in (y, y + height - 1):
            canvas.put(x + 1, line, shape, style)
            canvas.right(x + width - 1, line, shape, style)
        paint_big(canvas, x, y + (height - 2) // 2, width, letter, style)
        return
    if height >= 3:
        for line in (y, y + height - 1):
            canvas.put(x + 1, line, shape, style)
            canvas.right(x + width - 1, line, shape, style)
        canvas.centre(x, y + height // 2, width, letter, f"{style} strong")
        return
    both = f"{letter} {shape}" if face < WISH_DIE else f"{letter}"
    canvas.centre(x, y, width, both, f"{style} strong")
    if height == 2:
        canvas.centre(x, y + 1, width, shape, style)


def paint_feet(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> None:
    """Under each row how many dice show it; beside them the stock and the side of the board."""
    glyphs, words, y = scene.glyphs, scene.words, layout.piles
    for row in range(ROWS):
        count = view.dice.count(row)
        text = f"{glyphs.up}{count}" if count else glyphs.nothing
        style = f"ground path.{row} strong" if count else "ground dim"
        if scene.lit("face", row):
            style = f"ground card.{row} strong"
            text = f" {text} "
            canvas.target(layout.column(row), y, layout.stone_width, 1, Target("face", row))
        canvas.centre(layout.column(row), y, layout.stone_width, text, style)
    style = "ground problem" if view.stock <= FEW else "ground text"
    text = words._("{sign} {count} in stock", sign=glyphs.wish_stone, count=view.stock)
    if scene.lit("face", WISH_DIE):
        style = "ground lit"
        canvas.target(layout.panel + 1, y, width_of(text), 1, Target("face", WISH_DIE))
    after = canvas.put(layout.panel + 1, y, text, style)
    side = words._(SIDES[view.side])
    canvas.put(after, y, f" {glyphs.dot} {side}", "ground faint", limit=layout.width - after)


def paint_wishes(canvas: Canvas, scene: Scene, layout: Layout, wishes: Sequence[int]) -> None:
    """D8: what every number of wish stones is worth, and who has how many."""
    words, y, x = scene.words, layout.track - 1, layout.label
    labels = words._("wish stones"), words._("are worth")
    canvas.put(x, y, labels[0], "ground tile.wish", limit=14)
    canvas.put(x, y + 1, labels[1], "ground faint", limit=14)
    most = len(WISH_STONES) - 1
    pitch = (layout.width - x - 16) // len(WISH_STONES)
    for count, worth in enumerate(WISH_STONES):
        end = x + 15 + (count + 1) * pitch - 2
        number = f"{count}{scene.glyphs.plus if count == most else ''}"
        style = "ground problem" if worth < 0 else "ground tile.points"
        canvas.right(end, y, number, "ground bright")
        canvas.right(end, y + 1, str(worth), style)
        at = end
        for seat in reversed(range(len(wishes))):
            if min(wishes[seat], most) == count:
                at = canvas.right(at, y + 2, scene.glyphs.large[seat], f"ground seat.{seat}")


def rolled_again(view: DiceView, mode: str) -> int | None:
    """Which dice are picked to be rolled again, as bits; None while that is not asked."""
    if view.kept is not None:
        return KEEP_ALL ^ view.kept
    if view.phase != "keep" or view.to_act != view.seat:
        return None
    return int(mode.removeprefix(PICKED)) if mode.startswith(PICKED) else 0


PICKED = "again "
"""The mode in which dice are picked to be rolled again, followed by their bits."""
