"""All that the table has of The Dice Game."""

from typing import Final

from keltis_tui.games.dice.board import DiceBoard
from keltis_tui.games.dice.drawings import DRAWINGS, EMBLEM
from keltis_tui.games.dice.lesson import LESSON
from keltis_tui.table.descriptor import GameDescriptor

DICE: Final = GameDescriptor(DiceBoard(), LESSON, DRAWINGS, EMBLEM)
