"""What the table knows of one game: how it is painted and chosen on, told, taught and drawn."""

from collections.abc import Mapping
from dataclasses import dataclass

from keltis_tui.table.board import Board
from keltis_tui.table.drawing import Drawing
from keltis_tui.table.lesson import Lesson


@dataclass(frozen=True)
class GameDescriptor:
    """Everything a screen asks about a game; nothing else names one."""

    board: Board
    lesson: Lesson
    """A guided first game."""
    drawings: Mapping[str, Drawing]
    """What is drawn on pages of the rules, by the names of the pages."""
    emblem: Drawing = ()
    """What it looks like, in three lines of at most 22 cells."""

    @property
    def id(self) -> str:
        """The id of its rules."""
        return self.board.wording.game
