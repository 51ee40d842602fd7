"""The boards, one for each game."""

from typing import Final

from keltis_tui.boards.board import Board
from keltis_tui.boards.dice import DiceBoard
from keltis_tui.boards.keltis import KeltisBoard
from keltis_tui.boards.oracle import OracleBoard
from keltis_tui.boards.stones import StonesBoard

BOARDS: Final[dict[str, Board]] = {
    board.game: board for board in (KeltisBoard(), OracleBoard(), DiceBoard(), StonesBoard())
}
