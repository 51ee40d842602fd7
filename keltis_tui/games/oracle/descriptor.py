"""All that the table has of The Oracle."""

from typing import Final

from keltis_tui.games.oracle.board import OracleBoard
from keltis_tui.games.oracle.drawings import DRAWINGS, EMBLEM
from keltis_tui.games.oracle.lesson import LESSON
from keltis_tui.table.descriptor import GameDescriptor

ORACLE: Final = GameDescriptor(OracleBoard(), LESSON, DRAWINGS, EMBLEM)
