"""The guided first game of The Oracle."""

from typing import Final

from keltis_engine.parts.cards import PlayCard
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.oracle import MoveFigure, MovePriestess
from keltis_tui.table.lesson import Lesson, Step
from keltis_words.words import N_


def _plays(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, PlayCard)


def _leads_figure(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, MoveFigure)


def _leads_priestess(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, MovePriestess)


DRAW: Final = N_("Draw: Space takes the deck's top card.")

LESSON: Final = Lesson(
    "oracle",
    b"a first evening with the Oracle 1",
    (
        Step(N_("One path of 35 stones winds from the start to the middle; the arrows {g.ways[0]} "
                "{g.ways[1]} {g.ways[2]} {g.ways[3]} show its way. Inside the red line lies the "
                "oracle, where stones are worth most. Stones that look alike bear a small number, "
                "as {g.numbers[2]}{g.numbers[5]}.")),
        Step(N_("A stone shows its colour, as a letter and a shape, and what a figure on it is "
                "worth at the end: -4 to 10. Your figures are a, b and c, in bright boxes; "
                "{name}'s are {g.large[1]}, with a number if several share a stone.")),
        Step(N_("A card goes to your row of its colour and then moves something. "
                "A number picks it, the same number plays it."),
             N_("Play any card (press its number twice)."), "play", _plays),
        Step(N_("Now a figure may go to the next stone of that colour, or the priestess may walk "
                "as far as the {g.priestess} number on the card. Bright stones show where, with "
                "the key. First a figure."),
             N_("Move a figure: press its letter."), "move", _leads_figure),
        Step(N_("What lies there acts at once; some tiles ask you something. At the end of the "
                "turn you draw back to eight cards."), DRAW, "draw"),
        Step(N_("{name} {news}. What was done stays marked until your next turn is over.")),
        Step(N_("Tiles on the small stones: {g.plus}2 is points at once. {g.clover}R may lead your "
                "figure on to the next R. {g.spiral}, a spiral, may lead it back. {g.leprechaun}, "
                "a leprechaun, takes a card if you like. They stay and act each time.")),
        Step(N_("{g.mirror} is a mirror: you keep it. The five large stones hold wish stones "
                "{g.wish_stone}; arriving takes one. They count together at the end, too few cost "
                "points, and each mirror counts them once more.")),
        Step(N_("Beside your name: points now {g.arrow} if it ended now, wish stones, mirrors, and "
                "{g.leprechaun}{g.done} once you claimed the leprechaun score: up to 15 for three "
                "figures on {g.leprechaun}. The key ? shows every sign.")),
        Step(N_("Rows go up or down; dimmed cards do not fit any more. Play another card that "
                "does."),
             N_("Play a card that fits."), "play", _plays),
        Step(N_("This time lead the priestess, {g.priestess}. If she stops on the stone of a "
                "figure of yours you score 5 points."),
             N_("Move the priestess: press the number of steps."), "move", _leads_priestess),
        Step(N_("Tiles do nothing for her, and she never walks back."), DRAW, "draw"),
        Step(N_("{name} {news}. The game ends when three figures of one player or five in all have "
                "entered the oracle, or with the deck. If it ended now, this would be the score.")),
    ),
    N_("Figures count their stones, wish stones count together, and every mirror counts them once "
       "more. Enter goes back to the lobby."),
)  # fmt: skip
