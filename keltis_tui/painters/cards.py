"""Cards as they lie on a table: the hand, the discard piles and the deck, a row in short."""

from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import (
    COLOUR,
    COLOURS,
    HAND,
    VALUE,
    CardDiscarded,
    CardPlayed,
    DiscardTaken,
)
from keltis_engine.parts.rows import direction
from keltis_tui.boards.board import Scene
from keltis_tui.painters.big import paint_big
from keltis_tui.painters.knots import paint_beside
from keltis_tui.painters.layout import Layout
from keltis_tui.painters.remembered import LIGHT, remembered
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target

LETTERS: Final = "RYPGB"
"""The letter of each colour, the same in every language because it is also a key."""
BIG: Final = 6
"""From more rows than these on, a card shows its value large."""
FEW: Final = 8
"""From so many cards on, the deck is nearly gone."""


def card_name(card: int) -> str:
    """A card's letter and value: `R5`."""
    return f"{LETTERS[COLOUR[card]]}{VALUE[card]}"


def row_in_short(colour: int, row: Sequence[int], glyphs: Glyphs, with_first: bool) -> str:
    """A row's letter, first value if there is room, direction, last value, length: `R0↑4×3`."""
    if not row:
        return f"{LETTERS[colour]}{glyphs.nothing}"
    length = f"{glyphs.times}{len(row)}"
    way = direction(row)
    first = str(row[0]) if with_first and way else ""
    arrow = (glyphs.up, "", glyphs.down)[1 - way]
    return f"{LETTERS[colour]}{first}{arrow}{row[-1]}{length}"


def paint_hand(
    canvas: Canvas, scene: Scene, layout: Layout, cards: CardView, feet: Sequence[str] = ()
) -> None:
    """The viewer's cards, those that can be chosen lit, the chosen one in gold.

    `feet` is what stands at the foot of a card of each value.
    """
    _paint_cards(canvas, scene, layout, cards, feet)
    for index, card in enumerate(cards.hand):
        if scene.focused("card", index):
            style = "ground chosen"
            if not scene.lit("card", index):
                style = f"ground stone.{COLOUR[card]} problem"
            look = style, style, "bold"
            _paint_card(
                canvas, scene, layout, (_places(scene, cards.hand)[index], card), feet, look
            )


@remembered(LIGHT)
def _paint_cards(
    canvas: Canvas, scene: Scene, layout: Layout, cards: CardView, feet: Sequence[str]
) -> None:
    """All of them, as if none were chosen.

    The rim stays as it is while only the light inside changes: half the bytes of a move.
    """
    paint_beside(canvas, scene.glyphs, (layout.hand, layout.card_height), _left(layout))
    asked = _asked(scene)
    for index, place in enumerate(_places(scene, cards.hand)):
        card = cards.hand[index]
        rim = face = f"ground stone.{COLOUR[card]}"
        if scene.lit("card", index):
            face = f"ground goal.{COLOUR[card]} strong"
        elif asked:  # so that the hand can be read at a draw
            face = f"{rim} dim.card"
        x = _paint_card(canvas, scene, layout, (place, card), feet, (rim, face, "round"))
        canvas.target(x, layout.hand, layout.card_width, layout.card_height, Target("card", index))


def _paint_card(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    lies: tuple[int, int],
    feet: Sequence[str],
    look: tuple[str, str, str],
) -> int:
    """A card at its place of the hand; the column it begins at comes back."""
    place, card = lies
    size, shape = (layout.card_width, layout.card_height), scene.glyphs.paths[COLOUR[card]]
    big = layout.card_height > BIG and scene.glyphs.big
    x = _left(layout) + (layout.card_width + 2) * place
    foot = feet[VALUE[card]] if feet else ""
    canvas.stamp(layout.hand, _card(size, card, shape, big, foot, place, *look), x)
    return x


def _left(layout: Layout) -> int:
    """The column at which the hand begins."""
    return (layout.width - (layout.card_width + 2) * HAND + 2) // 2


def _asked(scene: Scene) -> bool:
    """Whether a card is asked for."""
    return any(choice.legal and choice.target.kind == "card" for choice in scene.choices)


def _places(scene: Scene, hand: Sequence[int]) -> list[int]:
    """The place of each card; that of the card just laid down stays free until one is drawn."""
    gap = HAND if _asked(scene) else _gap(scene, hand)
    return [index + (index >= gap) for index in range(len(hand))]


def _gap(scene: Scene, hand: Sequence[int]) -> int:
    """The place of the card that was just laid down: it stays free until another is drawn."""
    if len(hand) < HAND and scene.game.my_turn:
        for event in reversed(scene.game.story):
            if isinstance(event, CardPlayed | CardDiscarded):
                return bisect(hand, event.card)
    return HAND


@lru_cache(maxsize=2048)
def _card(
    size: tuple[int, int],
    card: int,
    shape: str,
    big: bool,
    foot: str,
    place: int,
    rim: str,
    face: str,
    box: str,
) -> Canvas:
    """A card by itself; each is painted once for all hands."""
    width, height = size
    canvas = Canvas(width, height, face)
    canvas.box(0, 0, width, height, rim, box)
    canvas.put(1, 0, str(place + 1), rim)
    if height <= 3:
        canvas.put(1, 1, f" {card_name(card):<3}{shape}"[: width - 2], face)
    elif big:
        canvas.put(2, 1, f"{card_name(card)} {shape}", face)
        paint_big(canvas, 1, (height - 3) // 2 + 1, width - 2, str(VALUE[card]), face)
        canvas.right(width - 2, height - 2, f"{shape} {card_name(card)}", face)
    else:
        canvas.put(2, 1, f"{LETTERS[COLOUR[card]]} {VALUE[card]}", face)
        canvas.centre(1, height // 2, width - 2, shape if height > 4 else "", face)
        canvas.right(width - 2, height - 2, shape, face)
    canvas.put(2, height - 1, foot, rim)
    return canvas


@remembered("pile", "deck")
def paint_piles(canvas: Canvas, scene: Scene, layout: Layout, cards: CardView) -> None:
    """Under each path its discard pile with top and height (C6); the deck beside them."""
    fresh = {
        COLOUR[event.card]
        for event in scene.news
        if isinstance(event, CardDiscarded | DiscardTaken)
    }
    for colour in range(COLOURS):
        top, height = cards.pile_tops[colour], len(cards.buried[colour])
        chosen, lit = scene.focused("pile", colour), scene.lit("pile", colour)
        if top is None:
            text, style = f"{LETTERS[colour]} {scene.glyphs.nothing}", "ground dim"
        else:
            text = f"{card_name(top)} {scene.glyphs.times}{height + 1}"
            style = f"ground path.{colour}" + (" mark" if colour in fresh else "")
        if chosen or lit:
            style = "ground chosen" if chosen else f"ground goal.{colour} strong"
            style += " underlined" if colour in fresh else ""
        place = layout.column(colour), layout.stone_width
        _paint_pile(canvas, layout, place, colour, text, style, chosen or lit or top is None)
        canvas.target(place[0], layout.piles, place[1], layout.pile_height, Target("pile", colour))
    _paint_deck(canvas, scene, layout, cards)


def _paint_pile(
    canvas: Canvas,
    layout: Layout,
    place: tuple[int, int],
    colour: int,
    text: str,
    style: str,
    plain: bool,
) -> None:
    """A pile in one line or, where there is room, as a card that lies there; `plain` is as it is.

    An empty place has a frame.
    """
    (x, width), y, height = place, layout.piles, layout.pile_height
    if height == 1:
        canvas.fill(x + 1, y, width - 2, 1, style)
    else:
        frame = style if plain else f"ground stone.{colour}"
        canvas.fill(x + 1, y, width - 2, height, frame)
        canvas.box(x + 1, y, width - 2, height, frame)
        style = style if plain or style.endswith("mark") else f"{frame} strong"
    canvas.centre(x + 1, y + (height - 1) // 2, width - 2, text, style)


def _paint_deck(canvas: Canvas, scene: Scene, layout: Layout, cards: CardView) -> None:
    words, y, x = scene.words, layout.piles, layout.panel
    chosen, lit = scene.focused("deck", 0), scene.lit("deck", 0)
    style = "ground problem" if cards.deck <= FEW else "ground text"
    style = "ground chosen" if chosen else "ground lit" if lit else style
    text = words.ngettext("deck {count} card", "deck {count} cards", cards.deck)
    if cards.deck <= FEW:
        text = words.ngettext("deck: {count} card left!", "deck: {count} cards left!", cards.deck)
    if layout.deck_below:
        x, y = layout.label, y + 1
    if layout.pile_height == 1:
        end = canvas.put(x, y, f" {scene.glyphs.deck * 2} {text} ", style)
    else:
        _paint_stack(canvas, scene, layout, cards.deck)
        y += (layout.pile_height - 1) // 2
        end = canvas.put(x + layout.stone_width + 2, y, f" {text} ", style)
    top = y if layout.pile_height == 1 else layout.piles
    canvas.target(x, top, end - x, layout.pile_height, Target("deck"))
    if lit:
        room = (layout.board_width if layout.deck_below else layout.width) - end - 1
        canvas.put(end + 1, y, words._("Space draws"), "ground faint", limit=room)


def _paint_stack(canvas: Canvas, scene: Scene, layout: Layout, count: int) -> None:
    """The deck as a stack of backs; thinner as it is drawn down."""
    x, y, height = layout.panel + 1, layout.piles, layout.pile_height
    width, glyphs = layout.stone_width - 2, scene.glyphs
    if not count:
        canvas.box(x, y, width, height, "ground dim")
        return
    canvas.fill(x, y, width, height, "ground bar rule", glyphs.deck)
    canvas.box(x, y, width, height, "ground bar faint")
    for layer in range(min(3, 1 + count // 20)):
        for line in range(y, y + height):
            canvas.put(x + width + layer, line, glyphs.right_edge, "ground rule")
