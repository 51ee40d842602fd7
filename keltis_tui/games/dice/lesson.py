"""The guided first game of The Dice Game."""

from typing import Final

from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.dice import MoveStone
from keltis_tui.table.lesson import Lesson, Step
from keltis_words.words import N_


def _moves_stone(_view: View, move: PlayerMove) -> bool:
    return isinstance(move, MoveStone)


LESSON: Final = Lesson(
    "dice",
    b"a first evening with dice 3",
    (
        Step(N_("Five rows lead up to the goal. You have four stones, at most one in a row, so "
                "one row stays without. Below lie the five dice, rolled for you.")),
        Step(N_("Many dice of one colour carry a stone far, past the fields that cost points. "
                "Once you may roll again what does not help."),
             N_("Pick dice to roll again with 1–5 and press Enter, or n to keep all."), "keep"),
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
