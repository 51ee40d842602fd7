"""The score sheet: every line that counts, for every player, and who has won."""

from collections.abc import Sequence

from keltis_engine.parts.cards import COLOURS
from keltis_engine.position import ScoreSheet
from keltis_protocol.messages import AddBot, FetchRatings, LeaveTable, StartGame
from keltis_tui.canvas.bars import Key, paint_keys, paint_rule
from keltis_tui.canvas.big import big_width, paint_big
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.knots import paint_knots, paint_plait
from keltis_tui.canvas.text import cut
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.absent import AbsentQuestion
from keltis_tui.screens.asked_on import asked, is_ready, rated
from keltis_tui.screens.ladder import LadderDialog
from keltis_tui.screens.lucky_word import LuckyWordDialog
from keltis_tui.screens.rating_change import paint_change
from keltis_tui.screens.saving import lines_of, paint_whole, saved
from keltis_tui.screens.screen import Navigator, Screen
from keltis_tui.screens.staying import paint_stays
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.talk_lines import height_of, paint_last, paint_talk
from keltis_tui.table.verdict import verdict, winners
from keltis_words.words import N_

KNOTS = 3
"""How far above the title the knot-work begins."""
ROOMY, WIDER = 40, 44
"""From this height on, lines stand apart; how wide a column can be then."""
NARROW, WIDEST, GAP = 24, 30, 3
"""Which columns are narrow, how wide one can be, and the room between two that are not narrow."""

NOTE = 2
"""How many lines there are for what was refused or saved."""
MARGIN = 3
"""How many cells beside the talk stay free."""
TALKING, MOST_TALK = 5, 8
"""With so many free lines below the sheet there is a pane for the talk; how high it is at most."""


class ScoreSheets(Screen):
    """One column a player; who stays seated plays again."""

    def __init__(self, client: Client, navigator: Navigator, game: ClientGame) -> None:
        super().__init__(client, navigator)
        self._game = game
        self._board = GAMES[game.rules.id].board
        self._names = client.seat_names()
        """Who played, whoever sits there by now."""
        self._absent = AbsentQuestion(client, navigator, game)
        self._saved = ""
        """Where the game file lies, or how to get it."""
        client.ratings = None
        if client.table is not None and self._rated:
            code = client.table.table
            client.ask(lambda command: FetchRatings(id=command, table=code), refused=lambda _: None)

    @property
    def _rated(self) -> bool:
        """Whether the game counted for ratings."""
        return rated(self.client, self._game)

    @property
    def _may_add_bot(self) -> bool:
        table = self.client.table
        return table is not None and table.owner and any(s.kind == "free" for s in table.seats)

    def key_bar(self) -> list[Key]:
        """On with the match or once more, save, back to the board, or leave."""
        between = self._game.between_games
        again = Key("enter", N_("next game")) if between else Key("n", N_("play again"))
        bot = [Key("b", N_("add a bot"))] if self._may_add_bot else []
        replay = [Key("v", N_("replay"))] if self._game.ended else []
        board = Key("escape", N_("see the board"))
        asked = [*([] if is_ready(self.client) else [again]), *self._absent.keys]
        unread = self.client.talk.unread
        talk = [Key("/", N_("talk"), f"[{unread}] /")] if unread else []
        always = [Key("?", N_("keys")), Key("q", N_("leave"))]
        return [*asked, *talk, *bot, *replay, board, *always]

    def more_keys(self) -> list[Key]:
        """A lucky word; ratings if they changed, talk if somebody is there, the game file."""
        unread = self.client.talk.unread
        talk = [Key("/", N_("talk"))] if self.client.company and not unread else []
        rated = [Key("r", N_("ratings"))] if self._rated else []
        save = [Key("s", N_("save the game"))] if self._game.ended else []
        sits = self._game.over and not self.client.watching
        word = [Key("w", N_("lucky word"))] if sits else []
        return [*word, *rated, *talk, *save, *super().more_keys()]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        table, between = self.client.table, self._game.between_games
        if self._absent.press(key):
            return
        if key == "escape":
            self.navigator.close_dialog()
        elif table is not None:
            code = table.table
            if key == ("enter" if between else "n") and not is_ready(self.client):
                self.client.ask(lambda command: StartGame(id=command, table=code))
            elif key == "b" and self._may_add_bot:
                kind = self.client.bot_for(table.game)
                self.client.ask(lambda command: AddBot(id=command, table=code, bot=kind))
            elif key == "w" and self._game.over:
                self.navigator.open_dialog(LuckyWordDialog(self.client, self.navigator, table))
            elif key == "r" and self._rated:
                bots = any(seat.kind == "bot" for seat in table.seats)
                rules = self._game.rules.id
                dialog = LadderDialog(self.client, self.navigator, rules, bots=bots)
                self.navigator.open_dialog(dialog)
            elif key == "s" and self._game.ended:
                self._save(code)
            elif key == "v" and self._game.ended:
                self.navigator.play_back(code)
            elif key == "q":
                self.navigator.close_dialog()
                self.client.ask(lambda command: LeaveTable(id=command, table=code))
            else:
                self.unused(key)

    def _save(self, code: str) -> None:
        """Save the game file here, or say how to get it if this is not the person's machine."""

        def save(text: str) -> None:
            self._saved = saved(self.client, code, text)

        if self.client.save is None:
            save("")
        else:
            self.client.files.fetch(code, save)

    def _sheets(self) -> Sequence[ScoreSheet]:
        return self._game.rules.score_sheets(self._game.view)

    @property
    def _won(self) -> bool:
        """Whether this person has won, or leads between two games."""
        view = self._game.view
        return self._game.ended and view.seat in winners(view.totals)

    def _paint_ornament(self, canvas: Canvas, area: tuple[int, int, int, int]) -> None:
        """Knot-work, in all five colours for who has won."""
        if not paint_plait(canvas, self.client.glyphs, area):
            paint_knots(canvas, self.client.glyphs, area)
        x, y, width, height = area
        for line in canvas.styles[y : y + height] if self._won else ():
            for column in range(width):
                line[x + column] = f"ground path.{column * COLOURS // width}"

    def _paint_verdict(self, canvas: Canvas, x: int, y: int, width: int) -> None:
        """Who has won and by how much, and below it why the game ended and which game it was."""
        words, game = self.words, self._game
        style = "chosen" if self._won else "ground gold"
        names = self._names
        canvas.fill(x, y, width, 1, style)
        canvas.centre(x, y, width, cut(verdict(words, game, names), width), style)
        match = game.view.match
        played = len(match.scores) + 1 if match is not None else 0
        told = (
            [words._("Game {number} of {games}", number=played, games=match.games)] if match else []
        )
        if game.ending is not None:
            told.append(self._board.wording.word_event(words, self.client.glyphs, game.ending))
        text = f" {self.client.glyphs.dot} ".join(told)
        canvas.centre(1, y + 1, canvas.width - 2, cut(text, canvas.width - 2), "ground faint")

    def paint(self, canvas: Canvas) -> None:
        """The verdict, columns of lines with totals, what can be done now."""
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
        above = 1 if y > KNOTS else 0
        lines = 4 if roomy and y > 2 * KNOTS and not self.client.talk.lines else 2
        if above:
            foot = y + rows + (9 if roomy else 7)
            for top in (max(1, y - KNOTS - above - lines + 2), foot):
                self._paint_ornament(canvas, (x, top, width, lines))
        self._paint_verdict(canvas, x, y - above, width)
        for seat, sheet in enumerate(sheets):
            left = x + seat * column
            won = sheet.total == best
            self._paint_sheet(canvas, left, y + 2, column - gap, seat, rows, won, roomy)
        below = y + rows + (10 + lines if roomy else 10 if above else 7)
        self._paint_note(canvas, x, below)
        self._paint_talk(canvas, below + NOTE)
        canvas.fill(0, canvas.height - 2, canvas.width, 1, "ask")
        canvas.put(1, canvas.height - 2, self._asked(canvas.width - 2), "ask")
        paint_keys(canvas, canvas.height - 1, self.key_bar(), self.words, self.more_keys())

    def _asked(self, room: int) -> str:
        """What is asked, or waited for, under the sheets."""
        return asked(self.client, self._game, self._absent.text, room)

    def _paint_note(self, canvas: Canvas, x: int, y: int) -> None:
        """What was refused or saved; if there is talk, the line above the question is kept free."""
        note, style = self._note()
        end = canvas.height - 2 - bool(self.client.talk.lines)
        lines = lines_of(note, canvas.width - x - 1)
        if len(lines) > NOTE:
            paint_whole(canvas, note, MARGIN, end - 1, style)
            return
        for row, line in enumerate(lines, min(y, end - len(lines))):
            canvas.fill(x, row, canvas.width - x, 1, "ground")
            canvas.put(x, row, line, f"ground {style}")

    def _paint_talk(self, canvas: Canvas, y: int) -> None:
        """What was said: as much as fits below the sheet, else the last line and what is unread."""
        talk, glyphs, words = self.client.talk, self.client.glyphs, self.words
        x, width, end = MARGIN, canvas.width - 2 * MARGIN, canvas.height - 2
        if talk.lines and end - y >= TALKING:
            height = min(height_of(talk.lines, width - 1, MOST_TALK), end - y - 1)
            paint_rule(canvas, x, end - height - 1, width, glyphs, words._("talk"))
            paint_talk(canvas, glyphs, talk.lines, (x + 1, end - height, width - 1, height))
            talk.read()
        elif talk.lines:
            new = words.ngettext("{count} new, ", "{count} new, ", talk.unread)
            unread = new if talk.unread else ""
            paint_last(canvas, glyphs, talk.lines, unread, (x, end - 1, width))

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
        glyphs, sheet = self.client.glyphs, self._sheets()[seat]
        canvas.put(x, y, glyphs.large[seat], f"ground seat.{seat}")
        name_style = "ground gold" if won else f"ground seat.{seat}"
        canvas.put(x + 2, y, self._names[seat], name_style, limit=width - 2)
        if self._game.over:
            paint_stays(canvas, self.client, (x + 2, y + 1, width - 2), seat, self._names[seat])
        for number, line in enumerate(sheet.lines):
            row = y + 2 + number * (2 if roomy else 1)
            text = self._board.wording.word_line(self.words, glyphs, line)
            colour = self._board.line_colour(line)
            canvas.put(x, row, text, colour, limit=width - len(str(line.points)) - 1)
            style = "ground problem" if line.points < 0 else "ground bright"
            canvas.right(x + width, row, str(line.points), style)
        canvas.put(x, y + rows + 2, glyphs.level * width, "ground rule")
        after = canvas.put(x, y + rows + 3, self.words._("total"), "ground bright") + 1
        room = after - x if roomy and glyphs.big else width
        told, word = self.client.ratings, self.words._("rating")
        paint_change(canvas, told, seat, x, y + rows + 4, room, word)
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
        if self._saved and not self.client.message:
            return self._saved, "preview"
        return self.client.message, "problem"
