"""The guided first game of The Way of Stones."""

from typing import Final

from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.stones import TakeStone, TurnStone
from keltis_tui.table.lesson import Lesson, Step
from keltis_words.words import N_


def _turns(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, TurnStone)


def _takes(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, TakeStone)


LESSON: Final = Lesson(
    "stones",
    b"a first evening with stones 1",
    (
        Step(N_("55 stones lie face down: five colours, each from 0 to 10. You gather them in "
                "rows, one a colour, which you see below.")),
        Step(N_("The arrows move over the stones; Enter turns one up. Space turns any."),
             N_("Turn a stone up: Space, or arrows and Enter."), "turn", _turns),
        Step(N_("Everything fits an empty row. But a row of one stone costs 4 points and of two "
                "3: from three on it pays."),
             N_("Take it: press t."), "take", _takes),
        Step(N_("{name} {news}. Stones that lie face up are for everybody: take one that is lit if "
                "it helps you, else turn another."),
             N_("Take a lit stone, or turn one up."), "turn"),
        Step(N_("A stone you do not want stays face up, and others may take it."),
             N_("Take it with t or let it lie with l."), "take", optional=True),
        Step(N_("{name} {news}. Rows go strictly up or down, and the second stone says which way. "
                "A clover stone gives another turn at once."),
             N_("Take a lit stone, or turn one up."), "turn"),
        Step(N_("Think of its neighbours: a 5 in an empty row leaves room on one side only."),
             N_("Take it with t or let it lie with l."), "take", optional=True),
        Step(N_("{name} {news}. The turn in which the last stone is turned up ends the game. "
                "If it ended now, this would be the score.")),
    ),
    N_("Each row counts by its length, then come wish stones and printed points. Short rows cost: "
       "begin few and make them long. Enter goes back to the lobby."),
)  # fmt: skip
