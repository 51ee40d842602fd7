"""A finished game at one of its steps, as the painters of a table want it."""

from collections.abc import Sequence
from typing import Final

from keltis_engine.parts.card_play import CardView
from keltis_engine.parts.cards import COLOUR, VALUE
from keltis_engine.position import Event, View
from keltis_engine.rules import RULE_SETS
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.table.film import ALL, Film, Viewer
from keltis_tui.table.layout import Layout
from keltis_tui.table.watched import WatchedGame
from keltis_words.games.cards import LETTERS
from keltis_words.glyphs import Glyphs

NAME: Final = 16
"""How wide a name is before a hand that lies open."""


class ReplayedGame(WatchedGame):
    """What is seen of a film at a step, through somebody's eyes."""

    def __init__(self, film: Film, step: int, viewer: Viewer) -> None:
        self.rules = RULE_SETS[film.game]
        self.film = film
        self.moves = []
        self.can_take_back = False
        self.hands: list[Sequence[int]] = []
        """Everybody's cards, if all lie open."""
        self.show(step, viewer)

    def show(self, step: int, viewer: Viewer) -> None:
        """Be at another step, or seen through other eyes."""
        position = self.film.position(step)
        self.ply = step
        if viewer == ALL:
            self.view: View = position.open_view()
            views = [position.view(seat) for seat in range(position.seats)]
            self.hands = [hand_of(view) for view in views]
        else:
            self.view = position.view(viewer if isinstance(viewer, int) else None)
            self.hands = []
        self._imagined, self._outcomes = None, {}
        self.story: list[Event] = list(self.film.story(step, viewer))


def hand_of(view: View) -> Sequence[int]:
    """The cards that the viewer holds; none in a game without cards."""
    cards = getattr(view, "cards", None)
    return cards.hand if isinstance(cards, CardView) else ()


def paint_hands(
    canvas: Canvas,
    glyphs: Glyphs,
    layout: Layout,
    hands: Sequence[Sequence[int]],
    names: Sequence[str],
) -> None:
    """Everybody's cards, a line each, in the place of one's own."""
    if not any(hands):
        return
    top = layout.hand - 1
    canvas.fill(0, top, canvas.width, layout.preview - top, "ground")
    for seat, hand in enumerate(hands):
        y = top + seat
        canvas.put(2, y, glyphs.large[seat], f"ground seat.{seat}")
        canvas.put(4, y, names[seat], f"ground seat.{seat}", limit=NAME - 1)
        x = 4 + NAME
        for card in hand:
            colour = COLOUR[card]
            style = f"ground path.{colour}"
            x = canvas.put(x, y, f"{LETTERS[colour]}{VALUE[card]}{glyphs.paths[colour]}", style) + 2
