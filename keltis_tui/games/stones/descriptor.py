"""All that the table has of The Way of Stones."""

from typing import Final

from keltis_tui.games.stones.board import StonesBoard
from keltis_tui.games.stones.drawings import DRAWINGS, EMBLEM
from keltis_tui.games.stones.lesson import LESSON
from keltis_tui.table.descriptor import GameDescriptor

STONES: Final = GameDescriptor(StonesBoard(), LESSON, DRAWINGS, EMBLEM)
