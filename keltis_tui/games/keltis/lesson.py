"""The guided first game of Keltis."""

from typing import Final

from keltis_engine.parts.cards import COLOUR, Discard, PlayCard
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.keltis import KeltisView
from keltis_tui.table.lesson import YOU, Lesson, Step
from keltis_words.words import N_


def _held_twice(view: View, move: PlayerMove) -> bool:
    """A card of a colour that is held at least twice."""
    assert isinstance(view, KeltisView)
    if not isinstance(move, PlayCard):
        return False
    return sum(COLOUR[card] == COLOUR[move.card] for card in view.cards.hand) > 1


def _goes_on(view: View, move: PlayerMove) -> bool:
    """A card for a row that has been opened."""
    assert isinstance(view, KeltisView)
    return isinstance(move, PlayCard) and bool(view.cards.rows[YOU][COLOUR[move.card]])


def _discards(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, Discard)


DRAW: Final = N_("Draw: Space takes the deck's top card.")

LESSON: Final = Lesson(
    "keltis",
    b"a first evening with Keltis 2",
    (
        Step(N_("On the left five paths lead up, their values beside them. Above here stand both "
                "players; below lie the piles, the track and your eight cards.")),
        Step(N_("Cards make rows, one a colour. Begin with a colour of which you hold two or more. "
                "A number picks a card, the same number plays it."),
             N_("Play a card of a colour you hold at least twice (press its number twice)."),
             "play", _held_twice),
        Step(N_("Its row is open, and a figure sets out on that path. The large one counts twice: "
                "keep it for a path on which you hold many cards."),
             N_("Choose: s sends a small figure, l the large one."), "start"),
        Step(N_("After every card you draw one. The deck is a surprise; a pile shows what you "
                "get, by its letter."), DRAW, "draw"),
        Step(N_("{name} {news}. All of that stays marked on the board until your next turn is "
                "over.")),
        Step(N_("Now go on in the row you opened: any other value decides whether it goes up or "
                "down. Your figure moves to the second stone, where a tile lies."),
             N_("Play a second card of the colour you opened."), "play", _goes_on),
        Step(N_("A clover! It moves any figure of yours one more stone, or lets one set out."),
             N_("Choose a path by its letter, or n for none."), "clover", optional=True),
        Step(N_("The first three stones cost points, so go on with what you began. The line above "
                "the question always tells what would follow."), DRAW, "draw"),
        Step(N_("{name} {news}. Sometimes no card is good. Then throw one away that helps neither "
                "you nor, if you can, the other."),
             N_("Press d, then the number of a card, to discard it."), "play", _discards),
        Step(N_("You may take the top card of a pile too, but not the one you just put there."),
             DRAW, "draw"),
        Step(N_("{name} {news}. It goes on like this until five figures are in the goal or the "
                "deck is empty. If it ended now, this would be the score.")),
    ),
    N_("Each figure counts its stone, the large one twice; then tile points and wish stones. "
       "Begun paths cost at first: that is normal. Enter goes back to the lobby."),
)  # fmt: skip
