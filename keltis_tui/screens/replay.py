"""A finished game played back: step by step, from any seat's eyes or with all cards open."""

from dataclasses import replace
from typing import Final

from keltis_engine.match import OVER
from keltis_protocol.messages import Review, StepShown
from keltis_tui.canvas.bars import Key, paint_keys, paint_title
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.client import Client
from keltis_tui.screens.practice import PracticeScreen
from keltis_tui.screens.reviewing import Reviewing
from keltis_tui.screens.saving import paint_whole, saved
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.table import PAGE, TableScreen
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
DIGITS: Final = 5
"""How long a typed number is at most."""

HEADLINES: Final = {
    "points": N_("Points, if the game had ended after each turn"),
    "chances": N_("Of a hundred games that go on from each turn, how many each would win"),
}
"""What stands above each chart."""


class ReplayScreen(TableScreen):
    """Moves about in a film; nothing that is done here touches the table."""

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
        self.step = film.step_of_turn(turn) if turn else film.first
        self.viewer: Viewer = ALL
        self.playing = False
        self._speed = USUAL
        self._typed = ""
        self._chart = ""
        """Which chart is shown instead of the board."""
        self._review = Reviewing(client, film, table, number)
        self._together = Together(client, table, number)
        self._note = ""
        super().__init__(client, navigator, ReplayedGame(film, self.step, self.viewer))
        self.decision = Onlooking(self.game, self.board)
        self._follow()

    @property
    def title(self) -> str:
        """The game, and that it is played back."""
        name = self.words._(self.board.wording.short_name)
        return f"{name} {self.table}".rstrip()

    @property
    def names(self) -> list[str]:
        """Who played."""
        return [player.name or self.client.glyphs.nothing for player in self.film.players]

    # What is pressed

    def key_bar(self) -> list[Key]:
        """How one moves about."""
        always = [Key("?", N_("keys")), Key("q", N_("back"))]
        if self._typed:
            return [Key("enter", N_("go there")), Key("escape", N_("stay here")), *always]
        play = Key(" ", N_("pause") if self.playing else N_("play on"))
        return [
            Key("right", N_("a move"), "←→"),
            Key("]", N_("a round"), "[ ]"),
            play,
            Key("e", N_("eyes")),
            Key("c", N_("board") if self._chart == self._charts[-1] else N_("chart")),
            *always,
        ]

    def more_keys(self) -> list[Key]:
        """How fast, to either end, to a step by its number, and what may be kept of it."""
        ends = [Key("home", N_("to the beginning"), "Home"), Key("end", N_("to the end"), "End")]
        more = [
            Key("1", N_("Enter: go there"), "0-9"),
            Key("+", N_("faster, slower"), "+ -"),
        ]
        review = [Key("r", N_("review"))] if self._review.possible else []
        if self._review.chances:
            review = [Key("m", N_("costly turn"))]
        log = [Key("pageup", N_("log"))] if self._log.longer else []
        rules = super(TableScreen, self).more_keys()
        lead = Key("L", N_("lead no more") if self._together.leads else N_("lead the others"))
        together = [lead] if self._together.possible else []
        if self._together.may_follow:
            together.append(Key("f", N_("follow")))
        keep = [Key("t", N_("try from here")), Key("s", N_("save the game"))]
        return [*review, *together, *ends, *more, *keep, *log, *rules]

    def press(self, key: str) -> None:
        """Move about, look otherwise, or go back."""
        self._note = ""
        typed, self._typed = self._typed, ""
        match key:
            case _ if len(key) == 1 and key.isascii() and key.isdigit():
                self._typed = (typed + key)[-DIGITS:]
            case "enter" if typed:
                self.go(int(typed))
            case "backspace" if typed:
                self._typed = typed[:-1]
            case "escape" if typed:
                pass
            case "right" | "l" | "enter":
                self.go(self.step + 1)
            case "left" | "h":
                self.go(self.step - 1)
            case "]" | "down" | "j":
                self.go(
                    next((step for step in self.film.rounds if step > self.step), self.film.last)
                )
            case "[" | "up" | "k":
                before = [step for step in self.film.rounds if step < self.step]
                self.go(before[-1] if before else self.film.first)
            case "home":
                self.go(self.film.first)
            case "end":
                self.go(self.film.last)
            case "pageup" | "pagedown":
                self._scroll(PAGE if key == "pageup" else -PAGE)
            case _ if self._press_otherwise(key):
                pass
            case _:
                self._typed = typed
                self.unused(key)

    def _press_otherwise(self, key: str) -> bool:
        """Do what any other key stands for; False for one that does nothing."""
        match key:
            case " ":
                self._play_on()
            case "+" | "-":
                faster = 1 if key == "+" else -1
                self._speed = max(0, min(self._speed + faster, len(SPEEDS) - 1))
                self.client.effects.tick_pause = 1 / SPEEDS[self._speed]
            case "e":
                self._look_otherwise()
            case "c":
                charts = ["", *self._charts]
                self._chart = charts[(charts.index(self._chart) + 1) % len(charts)]
            case "r" if self._review.possible and not self._review.chances:
                self._note = self._review.ask()
            case "m" if self._review.chances:
                self._show_costly()
            case "s":
                name = self.table or self.film.game
                self._note = saved(self.client, name, self.film.text)
            case "L" if self._together.possible:
                self._note = self._together.lead(self.step)
            case "f" if self._together.may_follow:
                self._together.follow()
                self._follow()
            case "t":
                self._try_from_here()
            case "q" | "escape":
                self.stop()
                self._together.end()
                self.navigator.close_dialog()
            case _:
                return False
        return True

    def hear_review(self, fact: Review) -> None:
        """Bots have looked at the game again."""
        self._note = self._review.hear(fact)

    def hear_table(self) -> None:
        """Who is at the table was told."""
        self._together.hear_table()

    def hear_shown(self, fact: StepShown) -> None:
        """Somebody leads the others at the table, or no further."""
        self._note = self._together.hear(fact) or self._note
        self._follow()

    def _follow(self) -> None:
        """Go where the leader is, if we follow."""
        step = self._together.step
        if step is not None:
            self.stop()
            self._show(step)

    @property
    def _charts(self) -> list[str]:
        """What charts there are: of points, and of chances once they are known."""
        return ["points", "chances"] if self._review.chances else ["points"]

    def _show_costly(self) -> None:
        """Go to the next turn that cost much, with its seat's eyes and the better move lit."""
        costly = self._review.after(self.step)
        if costly is None:
            return
        self._chart, self.viewer = "", costly.seat
        self.go(costly.step)
        assert isinstance(self.game, ReplayedGame)
        self.decision = self._review.better(self.game, self.board, costly)

    def click(self, target: Target) -> None:
        """Nothing on the board can be chosen."""

    def go(self, step: int) -> None:
        """Show another step, or the nearest there is; what was playing stops."""
        self.stop()
        self._move(step)

    def _move(self, step: int) -> None:
        """Go somewhere by ourselves; whom we lead goes too."""
        self._show(step)
        self._together.moved(self.step)

    def _show(self, step: int) -> None:
        self.step = max(self.film.first, min(step, self.film.last))
        self._log = self._log._replace(back=0)
        assert isinstance(self.game, ReplayedGame)
        self.game.show(self.step, self.viewer)
        self.game.moves = []
        self.decision = Onlooking(self.game, self.board)

    def _play_on(self) -> None:
        """Play by itself, from the beginning if this is the end; or stop."""
        if self.playing:
            self.stop()
            return
        self._move(self.film.first if self.step == self.film.last else self.step)
        self.playing = True
        self.client.effects.tick_pause = 1 / SPEEDS[self._speed]
        self.client.effects.tick = self._tick

    def _tick(self) -> None:
        if self.navigator.shows(self):
            self._move(self.step + 1)
        if self.step == self.film.last or not self.navigator.shows(self):
            self.stop()

    def stop(self) -> None:
        """Play no further."""
        if self.playing:
            self.playing = False
            self.client.effects.tick = None

    def _look_otherwise(self) -> None:
        """Through the next eyes: all cards open, each seat's, and what all could see."""
        viewers: list[Viewer] = [ALL, *range(len(self.film.players)), None]
        self.viewer = viewers[(viewers.index(self.viewer) + 1) % len(viewers)]
        self._show(self.step)

    def _try_from_here(self) -> None:
        """Play on from this step against bots, on the seat one looks from, or whose turn it is."""
        to_act = self.film.position(self.step).to_act
        if to_act is None or self.game.ended:
            self._note = self.words._("The game is over here: go back to a step before.")
            return
        seat = self.viewer if isinstance(self.viewer, int) else max(0, to_act)
        self.stop()
        self.navigator.open_dialog(
            PracticeScreen(self.client, self.navigator, self.film, self.step, seat)
        )

    # What is seen

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
            return self._review.said(costly, self.names, room)
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
