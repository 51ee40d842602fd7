"""Somebody's page: what was played of a game, how well, against whom, and how the rating went."""

from keltis_protocol.messages import FetchPage, GameRecord, Page, PageGame, PageSeat
from keltis_tui.canvas.bars import Key, paint_rule
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.text import cut
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Dialog
from keltis_tui.screens.plot import Plot, paint_plot
from keltis_tui.screens.screen import Navigator
from keltis_words.games.catalogue import game_name
from keltis_words.sentences import age
from keltis_words.standings import change_said, rating_said
from keltis_words.words import N_

WIDTH = 78
PLOT_WIDTH, PLOT_HEIGHT = 40, 5
OPPONENTS = 44
"""How far from the left those stand whom one has met."""
SCORE = 26
"""How far from the left the points of a game end."""


class PersonDialog(Dialog):
    """Tab goes on to the next game, the arrows leaf through the last ones."""

    def __init__(
        self, client: Client, navigator: Navigator, name: str = "", game: str = ""
    ) -> None:
        super().__init__(client, navigator)
        self._name, self._game = name, game
        self._first = 0
        """The first of the games that are shown."""
        self._ask()

    @property
    def _told(self) -> Page | None:
        """What was told of this page and game."""
        page = self.client.page
        if page is None or (self._game and page.game != self._game):
            return None
        mine = page.name.casefold() == self._name.casefold() if self._name else page.own
        return page if mine else None

    def key_bar(self) -> list[Key]:
        """The next game, leaf, close."""
        page = self._told
        more = [Key("tab", N_("next game"), "Tab")] if page and len(page.records) > 1 else []
        leaf = [Key("down", N_("older games"), "↑↓")] if page and len(page.games) > 1 else []
        return [*more, *leaf, Key("escape", N_("close"))]

    def press(self, key: str) -> None:
        """Do what a key stands for."""
        page = self._told
        match key:
            case "tab" | "right" | "l" | "left" | "h" if page and len(page.records) > 1:
                games = [record.game for record in page.records]
                at = games.index(page.game) if page.game in games else -1
                step = -1 if key in ("left", "h") else 1
                self._game = games[(at + step) % len(games)]
                self._ask()
            case "up" | "k" if page:
                self._first = max(0, self._first - 1)
            case "down" | "j" if page:
                self._first = min(max(0, len(page.games) - 1), self._first + 1)
            case "escape" | "q":
                self.navigator.close_dialog()
            case _:
                self.unused(key)

    def _ask(self) -> None:
        self._first = 0
        name, game = self._name, self._game
        self.client.ask(lambda command: FetchPage(id=command, name=name, game=game))

    def paint(self, canvas: Canvas) -> None:
        """What there is of it, from the numbers above to the last games below."""
        words, page = self.words, self._told
        height = canvas.height - 1
        title = page.name if page is not None else self._name or self.client.you.name
        x, y = self.paint_box(canvas, WIDTH, height, title)
        width, end = WIDTH - 6, y + height - 3
        if page is None:
            canvas.put(x, y, self.client.message, "ground problem", limit=width)
            return
        if not page.game:
            canvas.put(x, y, words._("No game has been played to its end yet."), "ground text")
            return
        canvas.put(x, y, game_name(words, page.game), "ground gold")
        record = next((each for each in page.records if each.game == page.game), None)
        canvas.right(x + width, y, self._record(record), "ground text")
        y = self._paint_ratings(canvas, page, x, y + 1, width)
        if page.games:
            paint_rule(canvas, x, y, width, self.client.glyphs, words._("last games"))
        for row, game in enumerate(page.games[self._first :], y + 1):
            if row < end:
                self._paint_game(canvas, game, x, row, width)

    def _record(self, record: GameRecord | None) -> str:
        words = self.words
        if record is None:
            return words._("not played yet")
        games = words.ngettext("{count} game", "{count} games", record.games)
        won = words._("{count} won", count=record.won)
        best = words._("at most {points} points", points=record.best)
        return f" {self.client.glyphs.dot} ".join((games, won, best))

    def _paint_ratings(self, canvas: Canvas, page: Page, x: int, y: int, width: int) -> int:
        """The rating among people, or else with bots, as a curve; those met at its right."""
        words, glyphs = self.words, self.client.glyphs
        if page.opponents:
            met_most = words._("met most, ahead : behind")
            canvas.right(x + width, y, met_most, "ground faint")
        for rating in page.ratings:
            text = words._("rated with bots") if rating.bots else words._("rated among people")
            after = canvas.put(x, y, text, "ground text") + 1
            said = rating_said(rating.rating, rating.provisional)
            after = canvas.put(after, y, said, "ground bright") + 1
            games = words.ngettext("{count} game", "{count} games", rating.games)
            sure = f"± {rating.deviation} {glyphs.dot} {games}"
            canvas.put(after, y, sure, "ground faint", limit=x + width - after)
            y += 1
        if not page.ratings:
            canvas.put(x, y, words._("No rated game has been played."), "ground faint")
            y += 1
        rows = max(PLOT_HEIGHT if page.ratings else 0, min(PLOT_HEIGHT, len(page.opponents)))
        if page.ratings:
            plot = Plot(x, y, PLOT_WIDTH, PLOT_HEIGHT)
            paint_plot(canvas, glyphs, page.ratings[0].curve, plot)
        for row, met in enumerate(page.opponents[:rows], y):
            ink = "preview" if met.bot else "text"
            canvas.put(x + OPPONENTS, row, cut(met.name, 16), f"ground {ink}")
            score = f"{met.ahead} : {met.behind}"
            canvas.right(x + width, row, score, "ground bright")
        return y + rows

    def _paint_game(self, canvas: Canvas, game: PageGame, x: int, y: int, width: int) -> None:
        """Which place of how many, the points, what it did to the rating, against whom, when."""
        words, mine = self.words, game.seats[game.own]
        place = words._("{place} of {count}", place=f"{mine.place}.", count=len(game.seats))
        style = "gold" if mine.place == 1 else "text"
        canvas.put(x, y, place, f"ground {style}", limit=14)
        canvas.right(x + SCORE - 6, y, str(mine.total), "ground bright")
        if mine.change is not None:
            canvas.right(x + SCORE, y, change_said(mine.change), "ground preview")
        when = age(words, self.client.now() - game.at / 1000)
        end = canvas.right(x + width, y, when, "ground faint")
        others = [seat for seat in game.seats if seat is not mine]
        text = ", ".join(map(self._seat, others))
        canvas.put(x + SCORE + 2, y, text, "ground text", limit=end - x - SCORE - 3)

    def _seat(self, seat: PageSeat) -> str:
        name = seat.name if seat.kind else self.words._("somebody")
        return f"{'~' if seat.kind == 'guest' else ''}{name} {seat.total}"
