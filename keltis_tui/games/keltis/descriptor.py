"""All that the table has of Keltis."""

from typing import Final

from keltis_tui.games.keltis.board import KeltisBoard
from keltis_tui.games.keltis.drawings import DRAWINGS, EMBLEM
from keltis_tui.games.keltis.lesson import LESSON
from keltis_tui.table.descriptor import GameDescriptor

KELTIS: Final = GameDescriptor(KeltisBoard(), LESSON, DRAWINGS, EMBLEM)
