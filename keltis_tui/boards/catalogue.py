"""The boards, one for each game."""

from typing import Final

from keltis_tui.boards.board import Board
from keltis_tui.boards.keltis import KeltisBoard

BOARDS: Final[dict[str, Board]] = {board.game: board for board in (KeltisBoard(),)}
