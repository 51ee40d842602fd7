"""Cards as they lie on a table: the hand, the discard piles and the deck, a row in short."""

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
    DiscardTaken,
)
from keltis_engine.parts.rows import direction
from keltis_tui.canvas.big import paint_big
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.knots import paint_beside, paint_plait
from keltis_tui.table.cached import LIGHT, cached
from keltis_tui.table.hand_places import hand_places
from keltis_tui.table.layout import Layout
from keltis_tui.table.scene import Scene
from keltis_words.games.cards import LETTERS, card_name
from keltis_words.glyphs import Glyphs

BIG: Final = (12, 5)
"""From this size on, a card shows its value large."""
HIGH: Final = 7
"""From so many rows on, it is named in two corners besides."""
UNDER: Final = 3
"""How many cards under the top one of a pile are seen at most."""
FEW: Final = 8
"""From so many cards on, the deck is nearly gone."""


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
    """The viewer's cards, those that can be chosen lit, the chosen one lifted out of the hand.

    `feet` is what stands at the foot of a card of each value.
    """
    _paint_cards(canvas, scene, layout, cards, feet)
    for index, card in enumerate(cards.hand):
        if scene.focused("card", index):
            lies = hand_places(scene.game)[index], card
            _paint_picked(canvas, scene, layout, lies, feet, scene.lit("card", index))


def _paint_picked(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    lies: tuple[int, int],
    feet: Sequence[str],
    legal: bool,
) -> None:
    """The card in focus: brighter in its own colour, between two bars, a line higher if it may.

    One that cannot be played stays where it is and as dark as it is.
    """
    colour = COLOUR[lies[1]]
    style = f"ground card.{colour} chosen" if legal else f"ground dim_card.{colour}"
    lift = int(legal and _room_above(scene))
    bars = "ground lit" if legal else "ground problem"
    if lift:
        x = _left(layout) + (layout.card_width + 2) * lies[0]
        y = layout.hand + layout.card_height - 1
        canvas.put(x - 1, y, f" {scene.glyphs.lifted * layout.card_width} ", "ground lit")
    look = style, style, "bold" if legal else "round"
    x = _paint_card(canvas, scene, layout, lies, feet, look, lift)
    for y in range(layout.hand - lift, layout.hand - lift + layout.card_height):
        canvas.put(x - 1, y, scene.glyphs.left_edge, bars)
        canvas.put(x + layout.card_width, y, scene.glyphs.right_edge, bars)


def _room_above(scene: Scene) -> bool:
    """Whether no answer lies in the line above the hand."""
    return all(choice.target.kind in ("card", "row") for choice in scene.choices if choice.legal)


@cached(LIGHT)
def _paint_cards(
    canvas: Canvas, scene: Scene, layout: Layout, cards: CardView, feet: Sequence[str]
) -> None:
    """All of them, as if none were chosen.

    The rim stays as it is while only the light inside changes: half the bytes of a move.
    """
    paint_beside(canvas, scene.glyphs, (layout.hand, layout.card_height), _left(layout))
    asked = _asked(scene)
    for index, place in enumerate(hand_places(scene.game)):
        card = cards.hand[index]
        rim = face = f"ground stone.{COLOUR[card]}"
        if scene.lit("card", index):
            face = f"ground card.{COLOUR[card]}"
        elif asked:  # so that the hand can be read at a draw
            face = f"ground dim_card.{COLOUR[card]}"
        x = _paint_card(canvas, scene, layout, (place, card), feet, (rim, face, "round"))
        canvas.target(x, layout.hand, layout.card_width, layout.card_height, Target("card", index))


def _paint_card(
    canvas: Canvas,
    scene: Scene,
    layout: Layout,
    lies: tuple[int, int],
    feet: Sequence[str],
    look: tuple[str, str, str],
    lift: int = 0,
) -> int:
    """A card at its place of the hand; the column it begins at comes back."""
    place, card = lies
    size, shape = (layout.card_width, layout.card_height), scene.glyphs.paths[COLOUR[card]]
    big = size[0] >= BIG[0] and size[1] >= BIG[1] and bool(scene.glyphs.big)
    x = _left(layout) + (layout.card_width + 2) * place
    foot = feet[VALUE[card]] if feet else ""
    canvas.stamp(layout.hand - lift, _card(size, card, shape, big, foot, place, *look), x)
    return x


def _left(layout: Layout) -> int:
    """The column at which the hand begins."""
    return (layout.width - (layout.card_width + 2) * HAND + 2) // 2


def _asked(scene: Scene) -> bool:
    """Whether a card is asked for."""
    return any(choice.legal and choice.target.kind == "card" for choice in scene.choices)


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
    elif big and height < HIGH:
        canvas.put(1, 1, LETTERS[COLOUR[card]], face)
        paint_big(canvas, 2, 1, width - 3, str(VALUE[card]), face)
        canvas.right(width - 1, height - 2, shape, face)
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


@cached("pile", "deck")
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
            style = f"ground card.{colour}" + (" chosen" if chosen else "")
            style += " underlined" if colour in fresh else ""
        place = layout.column(colour), layout.stone_width
        _paint_pile(canvas, layout, place, colour, text, style, chosen or lit or top is None)
        if layout.pile_height > 1:
            _paint_under(canvas, scene, layout, colour, height)
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
        width -= UNDER
        frame = style if plain else f"ground stone.{colour}"
        canvas.fill(x + 1, y, width - 2, height, frame)
        canvas.box(x + 1, y, width - 2, height, frame)
        style = style if plain or style.endswith("mark") else f"{frame} strong"
    canvas.centre(x + 1, y + (height - 1) // 2, width - 2, text, style)


def _paint_under(canvas: Canvas, scene: Scene, layout: Layout, colour: int, buried: int) -> None:
    """The edges of the cards that lie under the top one of a pile, three at most."""
    x = layout.column(colour) + layout.stone_width - 1 - UNDER
    for layer in range(min(UNDER, buried)):
        for line in range(layout.piles, layout.piles + layout.pile_height):
            canvas.put(x + layer, line, scene.glyphs.left_edge, f"ground edge.{colour}")


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
    """The deck as a stack of backs with knot-work; thinner as it is drawn down."""
    x, y, height = layout.panel + 1, layout.piles, layout.pile_height
    width, glyphs = layout.stone_width - 2, scene.glyphs
    if not count:
        canvas.box(x, y, width, height, "ground dim")
        return
    canvas.fill(x, y, width, height, "ground bar rule", glyphs.deck if glyphs.seam else " ")
    if glyphs.seam:
        canvas.box(x, y, width, height, "ground bar faint")
    else:
        paint_plait(canvas, glyphs, (x, y, width, height), "ground bar knot")
    for layer in range(min(UNDER, 1 + count // 20)):
        for line in range(y, y + height):
            canvas.put(x + width + layer, line, glyphs.right_edge, "ground rule")
