"""The leaderboard of a game: who has a place, and below them who has none yet."""

from keltis_protocol.messages import FetchLadder, Ladder
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.text import cut, wrap
from keltis_tui.client import Client
from keltis_tui.games.catalogue import GAMES
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.person import PersonDialog
from keltis_tui.screens.screen import Navigator
from keltis_words.standings import deviation_said, heading, nobody_yet, places, rating_said
from keltis_words.words import N_

WIDTH = 72
NAME, RATING, SURE = 7, 32, 36
"""Where the columns are: names begin, ratings end, how sure they are begins."""


class LadderDialog(Dialog):
    """Arrows choose somebody, Enter opens the page, Tab the next game, b the other ladder."""

    def __init__(
        self, client: Client, navigator: Navigator, game: str = "", *, bots: bool = False
    ) -> None:
        super().__init__(client, navigator)
        self._game = game or next(iter(GAMES))
        self._bots = bots
        self._line = 0
        self._ask()

    @property
    def _told(self) -> Ladder | None:
        """What was told of the ladder that is looked at."""
        told = self.client.ladder
        return told if told and (told.game, told.bots) == (self._game, self._bots) else None

    def key_bar(self) -> list[Key]:
        """Choose, a page, another game, people or bots, close."""
        chosen = self._told is not None and bool(self._told.rows)
        page = [Key("enter", N_("page"))] if chosen else []
        mine = [] if self.client.you.guest else [Key("p", N_("my page"))]
        return [
            *page,
            *mine,
            Key("tab", N_("next game"), "Tab"),
            Key("b", N_("among people") if self._bots else N_("with bots")),
            Key("escape", N_("close")),
        ]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        told = self._told
        rows = told.rows if told is not None else []
        match key:
            case "up" | "k" if rows:
                self._line = max(0, self._line - 1)
            case "down" | "j" if rows:
                self._line = min(len(rows) - 1, self._line + 1)
            case "pageup" | "home" if rows:
                self._line = 0
            case "pagedown" | "end" if rows:
                self._line = len(rows) - 1
            case "enter" if rows:
                if not rows[self._line].bot:
                    self._open(rows[self._line].name)
            case "p" if not self.client.you.guest:
                self._open("")
            case "tab" | "right" | "l" | "left" | "h":
                games = list(GAMES)
                step = -1 if key in ("left", "h") else 1
                self._game = games[(games.index(self._game) + step) % len(games)]
                self._ask()
            case "b":
                self._bots = not self._bots
                self._ask()
            case "escape" | "q":
                self.navigator.close_dialog()
            case _:
                self.unused(key)

    def click(self, target: Target) -> None:
        """A click picks somebody; on the picked one it opens the page."""
        if target.kind == "line":
            if self._line == target.number:
                self.press("enter")
            self._line = target.number

    def _ask(self) -> None:
        self._line = 0
        game, bots = self._game, self._bots
        self.client.ask(lambda command: FetchLadder(id=command, game=game, bots=bots))

    def _open(self, name: str) -> None:
        dialog = PersonDialog(self.client, self.navigator, name, self._game)
        self.navigator.open_dialog(dialog)

    def paint(self, canvas: Canvas) -> None:
        """A line for each: place, name, rating, how sure that is, how many games lately."""
        words, told = self.words, self._told
        height = canvas.height - 1
        ladder = told or Ladder(game=self._game, bots=self._bots, rows=[])
        x, y = self.paint_box(canvas, WIDTH, height, heading(words, ladder))
        width = WIDTH - 6
        if self.client.message:
            canvas.put(x, y + height - 4, self.client.message, "ground problem", limit=width)
            height -= 1
        if told is None:
            return
        if not told.rows:
            canvas.put(x, y, nobody_yet(words), "ground text", limit=width)
            how = words._("Whoever opens a table settles whether its games are rated.")
            canvas.put(x, y + 2, how, "ground faint", limit=width)
            return
        hint = words._(
            "? has played fewer than ten rated games in 90 days. Places go by the rating less"
            " twice its ±."
        )
        lines = wrap(hint, width)
        for row, line in enumerate(lines, y + height - 3 - len(lines)):
            canvas.put(x, row, line, "ground faint")
        self._paint_rows(canvas, told, (x, y, width, height - 4 - len(lines)))

    def _paint_rows(self, canvas: Canvas, told: Ladder, area: tuple[int, int, int, int]) -> None:
        """As many as fit, the chosen one among them."""
        words, (x, y, width, height) = self.words, area
        first = max(0, min(self._line - height // 2, len(told.rows) - height))
        for number, (place, row) in enumerate(zip(places(told.rows), told.rows, strict=True)):
            line = y + number - first
            if not y <= line < y + height:
                continue
            style = "line.chosen" if number == self._line else "ground"
            mine = row.name == self.client.you.name and not row.bot
            ink = "gold" if mine else "preview" if row.bot else "text"
            canvas.fill(x - 1, line, width + 2, 1, style)
            canvas.target(x - 1, line, width + 2, 1, Target("line", number))
            canvas.right(x + 5, line, place, f"{style} faint")
            canvas.put(x + NAME, line, cut(row.name, 18), f"{style} {ink}")
            rating = rating_said(row.rating, row.provisional)
            canvas.right(x + RATING, line, rating, f"{style} bright")
            canvas.put(x + SURE, line, deviation_said(words, row), f"{style} faint", limit=10)
            if not row.bot:
                games = words.ngettext("{count} game", "{count} games", row.games)
                canvas.right(x + width, line, games, f"{style} text")
