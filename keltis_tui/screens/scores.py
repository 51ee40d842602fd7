"""The score sheet: every line that counts, for every player, and who has won."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from keltis_engine.position import ScoreLine, ScoreSheet
from keltis_protocol.messages import AddBot, LeaveTable, StartGame
from keltis_tui.boards.catalogue import BOARDS
from keltis_tui.game import Game
from keltis_tui.painters.bars import Key, paint_keys, wrapped
from keltis_tui.painters.big import big_width, paint_big
from keltis_tui.painters.knots import paint_knots
from keltis_tui.screens.lucky_word import LuckyWordDialog
from keltis_tui.screens.screen import Screen
from keltis_tui.widgets.canvas import Canvas
from keltis_tui.words import N_

if TYPE_CHECKING:
    from keltis_tui.session import Keep, Session

KNOTS = 3
"""How far above the title the knot-work begins."""
ROOMY, WIDER = 40, 44
"""From this height on, lines stand apart; how wide a column can be then."""
NARROW, WIDEST, GAP = 24, 30, 3
"""Which columns are narrow, how wide one can be, and the room between two that are not narrow."""


class ScoreSheets(Screen):
    """One column a player; who stays seated plays again."""

    def __init__(self, session: "Session", game: Game) -> None:
        super().__init__(session)
        self._game = game
        self._board = BOARDS[game.rules.id]
        self._saved = ""
        """Where the game file lies, or how to get it."""

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
        over = [Key("w", N_("lucky word")), Key("s", N_("save the game"))]
        board = Key("escape", N_("see the board"))
        return [*again, *bot, *(over if self._game.over else ()), board, Key("q", N_("leave"))]

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
            elif key == "w" and self._game.over:
                self.session.open_dialog(LuckyWordDialog(self.session, table))
            elif key == "s" and self._game.over:
                self._save(code)
            elif key == "q":
                self.session.close_dialog()
                self.session.ask(lambda command: LeaveTable(id=command, table=code))

    def _save(self, code: str) -> None:
        """Save the game file here, or say how to get it if this is not the person's machine."""
        if self.session.keep is None:
            self._saved = self.words._(
                "For the game file, on your own machine and with the address you came by: "
                "ssh HOST game {code} > game.keltis",
                code=code,
            )
        else:
            self.session.fetch_game(code, partial(self._keep, code, self.session.keep))

    def _keep(self, code: str, keep: "Keep", text: str) -> None:
        words = self.words
        try:
            path = keep(f"keltis-{code}-{datetime.now().astimezone():%Y-%m-%d}.keltis", text)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self._saved = words._("The game could not be saved: {reason}.", reason=reason)
        else:
            self._saved = words._("Saved; keltis verify proves it: {path}", path=path)

    def _sheets(self) -> Sequence[ScoreSheet]:
        return self._game.rules.score_sheets(self._game.view)

    def _title(self) -> str:
        return self.words._("The score")

    def paint(self, canvas: Canvas) -> None:
        """Columns of lines, totals, winners (C9: all who have the most points win)."""
        words, names = self.words, self.session.seat_names()
        sheets = self._sheets()
        best = max(sheet.total for sheet in sheets)
        roomy = canvas.height >= ROOMY
        rows = max(len(sheet.lines) for sheet in sheets) * (2 if roomy else 1)
        column = min(WIDER if roomy else WIDEST, (canvas.width - 4) // len(sheets))
        gap = GAP - 1 if column < NARROW else GAP
        canvas.areas.clear()
        canvas.fill(0, 1, canvas.width, canvas.height - 1, "ground")
        x = (canvas.width - column * len(sheets) + gap) // 2
        y = max(2, (canvas.height - rows - (11 if roomy else 8)) // 2)
        width = column * len(sheets) - gap
        if y > KNOTS:
            paint_knots(canvas, self.session.glyphs, (x, y - KNOTS, width, 2))
            foot = y + rows + (9 if roomy else 7)
            paint_knots(canvas, self.session.glyphs, (x, foot, width, 2))
        canvas.put(x, y, self._title(), "ground gold")
        for seat, sheet in enumerate(sheets):
            left = x + seat * column
            won = sheet.total == best
            self._paint_sheet(canvas, left, y + 2, column - gap, seat, rows, won, roomy)
        winners = [names[seat] for seat, sheet in enumerate(sheets) if sheet.total == best]
        note, style = self._note()
        below = y + rows + (12 if roomy else 10 if y > KNOTS + 1 else 7)
        for row, line in enumerate(wrapped(note, canvas.width - x - 1, 2), below):
            canvas.fill(x, row, canvas.width - x, 1, "ground")
            canvas.put(x, row, line, f"ground {style}")
        canvas.fill(0, canvas.height - 2, canvas.width, 1, "ask")
        canvas.put(1, canvas.height - 2, self._verdict(winners), "ask")
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words)

    def _paint_sheet(
        self,
        canvas: Canvas,
        x: int,
        y: int,
        width: int,
        seat: int,
        rows: int,
        won: bool,
        roomy: bool,
    ) -> None:
        """One player's lines with the total below them."""
        glyphs, sheet = self.session.glyphs, self._sheets()[seat]
        canvas.put(x, y, glyphs.large[seat], f"ground seat.{seat}")
        name_style = "ground gold" if won else f"ground seat.{seat}"
        canvas.put(x + 2, y, self.session.seat_names()[seat], name_style, limit=width - 2)
        for number, line in enumerate(sheet.lines):
            row = y + 2 + number * (2 if roomy else 1)
            text = self._board.word_line(self.words, glyphs, line)
            colour = self._board.line_colour(line)
            canvas.put(x, row, text, colour, limit=width - len(str(line.points)) - 1)
            style = "ground problem" if line.points < 0 else "ground bright"
            canvas.right(x + width, row, str(line.points), style)
        canvas.put(x, y + rows + 2, glyphs.level * width, "ground rule")
        after = canvas.put(x, y + rows + 3, self.words._("total"), "ground bright") + 1
        total = str(sheet.total)
        if roomy and glyphs.big:
            canvas.put(after, y + rows + 3, total, "ground bright")
            wide = big_width(total)
            style = "ground gold" if won else "ground text"
            paint_big(canvas, x + width - wide, y + rows + 3, wide, total, style)
        else:
            style = "chosen" if won else "ground bright"
            canvas.right(x + width, y + rows + 3, f" {total}", style)

    def _note(self) -> tuple[str, str]:
        if self._saved and not self.session.message:
            return self._saved, "preview"
        if self._ready:
            return self.words._("You play again; waiting for the others."), "preview"
        return self.session.message, "problem"

    def _verdict(self, winners: list[str]) -> str:
        words = self.words
        if not self._game.over:
            return words._("If the game ended now.")
        if len(winners) == 1:
            return words._("{name} wins.", name=winners[0])
        return words._("{names} win together.", names=", ".join(winners))


class MatchSheets(ScoreSheets):
    """Between two games of a match: what each game brought, and who leads."""

    def __init__(self, session: "Session", game: Game) -> None:
        super().__init__(session, game)
        assert game.view.match is not None
        self._games = game.view.match.games
        self._scores = game.view.match.scores

    def key_bar(self) -> list[Key]:
        """On to the next game."""
        return [Key("enter", N_("next game"))]

    def press(self, key: str) -> None:
        """Every key leads on to the next game, and counts there."""
        self.session.close_dialog()
        if key not in ("enter", "escape"):
            self.session.press(key)

    def _sheets(self) -> Sequence[ScoreSheet]:
        return [
            ScoreSheet(
                tuple(ScoreLine("game", points, (game,)) for game, points in enumerate(seat, 1))
            )
            for seat in zip(*self._scores, strict=True)
        ]

    def _note(self) -> tuple[str, str]:
        return self.session.message, "problem"

    def _title(self) -> str:
        number = len(self._scores)
        return self.words._("After game {number} of {games}", number=number, games=self._games)

    def _verdict(self, winners: list[str]) -> str:
        if len(winners) == 1:
            return self.words._("{name} leads. Enter begins the next game.", name=winners[0])
        names = ", ".join(winners)
        return self.words._("{names} lead together. Enter begins the next game.", names=names)
