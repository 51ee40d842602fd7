"""The score sheet: every line that counts, for every player, and who has won."""

from typing import TYPE_CHECKING

from keltis_engine.position import ScoreSheet
from keltis_protocol.messages import AddBot, LeaveTable, StartGame
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.game import Game
from keltis_tui.painters.bars import Key
from keltis_tui.screens.dialog import Dialog
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Session

LINES = 8
"""How many lines of a sheet there is room for at 80×24."""


class ScoreSheets(Dialog):
    """One column a player; who stays seated plays again."""

    def __init__(self, session: "Session", game: Game) -> None:
        super().__init__(session)
        self._game = game
        self._board = BOARDS[game.rules.id]

    @property
    def _ready(self) -> bool:
        table = self.session.table
        return table is not None and table.seat is not None and table.seats[table.seat].ready

    @property
    def _may_add_bot(self) -> bool:
        table = self.session.table
        return table is not None and table.owner and any(s.kind == "free" for s in table.seats)

    def key_bar(self) -> list[Key]:
        """Back to the board, once more, or leave."""
        again = [] if self._ready else [Key("n", N_("play again"))]
        bot = [Key("b", N_("add a bot"))] if self._may_add_bot else []
        return [*again, *bot, Key("escape", N_("see the board")), Key("q", N_("leave"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        table = self.session.table
        if key in ("escape", "enter"):
            self.session.close_dialog()
        elif table is not None:
            code = table.table
            if key == "n" and not self._ready:
                self.session.ask(lambda command: StartGame(id=command, table=code))
            elif key == "b" and self._may_add_bot:
                self.session.ask(lambda command: AddBot(id=command, table=code))
            elif key == "q":
                self.session.close_dialog()
                self.session.ask(lambda command: LeaveTable(id=command, table=code))

    def paint(self, canvas: Canvas) -> None:
        """Columns of lines, totals, winners (C9: all who have the most points win)."""
        words, glyphs = self.words, self.session.glyphs
        sheets = self._game.rules.score_sheets(self._game.view)
        names = self.session.seat_names()
        best = max(sheet.total for sheet in sheets)
        width = (
            min(78, max(40, 26 * len(sheets) + 4)) if canvas.width < 120 else 30 * len(sheets) + 6
        )
        column = (width - 4) // len(sheets)
        x, y = self.paint_box(canvas, width, LINES + 10, words._("The score"))
        for seat, sheet in enumerate(sheets):
            left = x + seat * column - 1
            won = sheet.total == best
            canvas.put(left, y, glyphs.large[seat], f"ground seat.{seat}")
            style = "ground gold" if won else f"ground seat.{seat}"
            canvas.put(left + 2, y, names[seat], style, limit=column - 3)
            self._paint_lines(canvas, left, y + 2, column - 2, sheet)
            canvas.put(left, y + LINES + 2, glyphs.level * (column - 2), "ground rule")
            canvas.put(left, y + LINES + 3, words._("total"), "ground bright")
            total_style = "chosen" if won else "ground bright"
            canvas.right(left + column - 2, y + LINES + 3, f" {sheet.total} ", total_style)
        winners = [names[seat] for seat, sheet in enumerate(sheets) if sheet.total == best]
        canvas.put(x, y + LINES + 5, self._verdict(winners), "ground gold")
        if self._ready:
            waiting = words._("You play again; waiting for the others.")
            canvas.put(x, y + LINES + 6, waiting, "ground preview")
        elif self.session.message:
            canvas.put(x, y + LINES + 6, self.session.message, "ground problem")

    def _paint_lines(self, canvas: Canvas, x: int, y: int, width: int, sheet: ScoreSheet) -> None:
        for row, line in enumerate(sheet.lines[:LINES]):
            text = self._board.word_line(self.words, self.session.glyphs, line)
            colour = f"path.{line.detail[0]}" if line.what == "figure" else "text"
            canvas.put(x, y + row, text, f"ground {colour}", limit=width - 4)
            style = "ground problem" if line.points < 0 else "ground bright"
            canvas.right(x + width, y + row, str(line.points), style)

    def _verdict(self, winners: list[str]) -> str:
        words = self.words
        if not self._game.over:
            return words._("If the game ended now.")
        if len(winners) == 1:
            return words._("{name} wins.", name=winners[0])
        return words._("{names} win together.", names=", ".join(winners))
