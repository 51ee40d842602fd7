"""What is seen of a finished game that is played back."""

from dataclasses import replace
from typing import Final

from keltis_engine.match import OVER
from keltis_tui.canvas.bars import paint_keys, paint_title
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.client import Client
from keltis_tui.screens.reviewing import Reviewing
from keltis_tui.screens.saving import paint_whole
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.table import TableScreen
from keltis_tui.screens.together import Together
from keltis_tui.table import texts
from keltis_tui.table.chart import paint_chart
from keltis_tui.table.film import ALL, Film, Viewer
from keltis_tui.table.picture import Texts
from keltis_tui.table.replayed import ReplayedGame, paint_hands
from keltis_tui.table.scene import Scene
from keltis_tui.table.watched import Onlooking
from keltis_words.words import N_

SPEEDS: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""How many moves a second it may play."""
USUAL: Final = 1
"""Which of them it begins with."""
HEADLINES: Final = {
    "points": N_("Points, if the game had ended after each turn"),
    "chances": N_("Of a hundred games that go on from each turn, how many each would win"),
}
"""What stands above each chart."""


class ReplaySight(TableScreen):
    """Has one step painted, or a chart of all, and says where in the film this is."""

    def __init__(
        self,
        client: Client,
        navigator: Navigator,
        film: Film,
        table: str,
        turn: int = 0,
        number: int = 0,
    ) -> None:
        self.film = film
        self.table = table
        """The code of the table where it was played, if it was at one."""
        self._together = Together(client, table, number)
        step = film.step_of_turn(turn) if turn else film.first
        step = step if self._together.step is None else self._together.step
        self.step = max(film.first, min(step, film.last))
        self.viewer: Viewer = ALL
        self.playing = False
        self._speed = USUAL
        self._typed = ""
        self._chart = ""
        """Which chart is shown instead of the board."""
        self._review = Reviewing(client, film, table, number)
        self._note = ""
        super().__init__(client, navigator, ReplayedGame(film, self.step, self.viewer))
        self.decision = Onlooking(self.game, self.board)

    @property
    def title(self) -> str:
        """The game, and that it is played back."""
        name = self.words._(self.board.wording.short_name)
        return f"{name} {self.table}".rstrip()

    @property
    def names(self) -> list[str]:
        """Who played."""
        return [player.name or self.client.glyphs.nothing for player in self.film.players]

    @property
    def _charts(self) -> list[str]:
        """What charts there are: of points, and of chances once they are known."""
        return ["points", "chances"] if self._review.chances else ["points"]

    def paint(self, canvas: Canvas) -> None:
        """The board at this step, or the chart."""
        canvas.areas.clear()
        canvas.fill(0, 0, canvas.width, canvas.height, "ground")
        if self._chart:
            self._paint_chart(canvas)
        else:
            super().paint(canvas)
            layout = self.board.layout(canvas.width, canvas.height)
            assert isinstance(self.game, ReplayedGame)
            paint_hands(canvas, self.client.glyphs, layout, self.game.hands, self.names)
        if self._said:
            paint_whole(canvas, self._said, 2, canvas.height - 3, "preview")

    def _paint_chart(self, canvas: Canvas) -> None:
        words, glyphs = self.words, self.client.glyphs
        name = words._(self.board.wording.title)
        paint_title(canvas, name, self._facts(), self.client.you.name, glyphs.dot)
        canvas.put(2, 2, words._(HEADLINES[self._chart]), "ground gold")
        area = 1, 4, canvas.width - 2, canvas.height - 8
        scores = self._review.chances if self._chart == "chances" else self.film.scores
        paint_chart(canvas, glyphs, area, scores, self.step, self.names)
        canvas.put(2, canvas.height - 3, self._preview_text(canvas.width - 4), "ground preview")
        canvas.fill(0, canvas.height - 2, canvas.width, 1, "wait")
        canvas.put(3, canvas.height - 2, self._status(), "wait")
        paint_keys(canvas, canvas.height - 1, self.key_bar(), words, self.more_keys())

    def _scene(self) -> Scene:
        return replace(super()._scene(), names=self.names, away={})

    def _facts(self) -> list[str]:
        return [*texts.title_facts(self.words, self.game.view, self._place()), self._eyes()]

    def _texts(self, scene: Scene, width: int) -> Texts:
        said = super()._texts(scene, width)
        return said._replace(
            facts=self._facts(),
            who=self.client.you.name,
            preview=(self._preview_text(width - 4), "ground preview"),
            status=self._status(),
            asked=False,
        )

    def _place(self) -> str:
        if self.table:
            return self.words._("table {code}", code=self.table)
        return self.words._("a game file")

    def _eyes(self) -> str:
        """Through whose eyes this is seen."""
        words = self.words
        if isinstance(self.viewer, int):
            return words._("eyes of {name}", name=self.names[self.viewer])
        return words._("all cards open") if self.viewer == ALL else words._("as all could see")

    @property
    def _said(self) -> str:
        """What was refused or done, if nothing is being typed."""
        return "" if self._typed else self.client.message or self._note

    def _preview_text(self, room: int) -> str:
        """What is typed, or why the game ended."""
        if self._typed:
            return self.words._("To step {number} with Enter.", number=self._typed)
        if self._said:
            return ""
        costly = self._review.at(self.step)
        if costly is not None and not self._chart:
            return self._review.said(costly, self.board.wording, self.names, room)
        ending = self.game.ending
        if ending is not None and self.game.view.phase == OVER:
            return self.board.wording.word_event(self.words, self.client.glyphs, ending)
        return ""

    def _status(self) -> str:
        """Which step this is, and whether it goes on by itself."""
        words = self.words
        said = words._("Step {step} of {last}", step=self.step, last=self.film.last)
        if self.playing:
            speed = f"{SPEEDS[self._speed]:g}"
            said += f" {self.client.glyphs.dot} "
            said += words._("plays, {speed} a second", speed=speed)
        together = self._together.status()
        return f"{said} {self.client.glyphs.dot} {together}" if together else said

    def _question(self) -> str:
        return self._status()
