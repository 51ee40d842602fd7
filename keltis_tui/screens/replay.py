"""A finished game played back: step by step, from any seat's eyes or with all cards open."""

from typing import Final

from keltis_protocol.messages import Review, StepShown
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Target
from keltis_tui.screens.practice import PracticeScreen
from keltis_tui.screens.replay_sight import SPEEDS, ReplaySight
from keltis_tui.screens.saving import saved
from keltis_tui.screens.table import PAGE, TableScreen
from keltis_tui.table.film import ALL, Viewer
from keltis_tui.table.replayed import ReplayedGame
from keltis_tui.table.watched import Onlooking
from keltis_words.words import N_

DIGITS: Final = 5
"""How long a typed number is at most."""


class ReplayScreen(ReplaySight):
    """Moves about in a film; nothing that is done here touches the table."""

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
            *self._review_keys(),
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
        log = [Key("pageup", N_("log"))] if self._log.longer else []
        rules = super(TableScreen, self).more_keys()
        lead = Key("L", N_("lead no more") if self._together.leads else N_("lead the others"))
        together = [lead] if self._together.possible else []
        if self._together.may_follow:
            together.append(Key("f", N_("follow")))
        keep = [Key("t", N_("try from here")), Key("s", N_("save the game"))]
        eyes = [Key("e", N_("eyes"))]
        return [*eyes, *together, *ends, *more, *keep, *log, *rules]

    def _review_keys(self) -> list[Key]:
        """To have bots look at the game again, and to go to what they found."""
        if self._review.found:
            return [Key("m", N_("costly turn"))]
        can_ask = self._review.possible and not self._review.chances
        return [Key("r", N_("review"))] if can_ask else []

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
            case "pageup" if self._log.longer:
                self._scroll(PAGE)
            case "pagedown" if self._log.back:
                self._scroll(-PAGE)
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
            case "m" if self._review.found:
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
