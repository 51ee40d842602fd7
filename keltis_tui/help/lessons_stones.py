"""Guided first games of The Dice Game and The Way of Stones."""

from typing import Final

from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.dice import MoveStone
from keltis_engine.rules.stones import TakeStone, TurnStone
from keltis_tui.help.lesson import Lesson, Step
from keltis_tui.words import N_


def _moves_stone(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, MoveStone)


def _turns(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, TurnStone)


def _takes(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, TakeStone)


DICE: Final = Lesson(
    "dice",
    b"a first evening with dice 3",
    (
        Step(N_("Five rows lead up to the goal. You have four stones, at most one in a row, so "
                "one row stays without. Below lie the five dice, rolled for you.")),
        Step(N_("Many dice of one colour carry a stone far, past the fields that cost points. "
                "Once you may roll again what does not help."),
             N_("Pick dice to roll again with 1-5 and press Enter, or n to keep all."), "keep"),
        Step(N_("Now choose one colour that shows: a stone goes as many fields as dice show it."),
             N_("Move a stone: press the letter of its row."), "choose", _moves_stone),
        Step(N_("A clover! Any stone of yours takes one more step, or a new one starts."),
             N_("Choose a row by its letter, or n for none."), "clover", optional=True),
        Step(N_("{name} {news}. What was done stays marked. Two or more wish stones on the dice "
                "give you one; without any you lose 10 points at the end."),
             N_("Your roll: pick dice to roll again, or n to keep all."), "keep"),
        Step(N_("The arrows under the rows say how far each stone would go. A leprechaun gives "
                "another whole turn."),
             N_("Move a stone: press the letter of its row."), "choose", _moves_stone),
        Step(N_("A clover! Any stone of yours takes one more step, or a new one starts."),
             N_("Choose a row by its letter, or n for none."), "clover", optional=True),
        Step(N_("{name} {news}. It goes on until enough stones are in the goal. If it ended now, "
                "this would be the score.")),
    ),
    N_("Each stone counts its field, and wish stones count together: get four or more. Enter "
       "goes back to the lobby."),
)  # fmt: skip

STONES: Final = Lesson(
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
        Step(N_("{name} {news}. When the last stone is turned the game is over. If it ended now, "
                "this would be the score.")),
    ),
    N_("Each row counts by its length, then come wish stones and printed points. Short rows cost: "
       "begin few and make them long. Enter goes back to the lobby."),
)  # fmt: skip
