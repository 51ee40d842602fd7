"""Trying what else could have been done: on from a step of a replay, against bots."""

from dataclasses import replace
from typing import Final

from keltis_engine.position import PlayerMove, Seat
from keltis_tui.canvas.bars import Key
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.table import TableScreen
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.film import Film
from keltis_tui.table.practice import PracticeTable
from keltis_tui.table.scene import Scene
from keltis_words.words import N_

PAUSE: Final = 0.5
"""Seconds that a bot takes for a small move, so that one can follow."""


class PracticeScreen(TableScreen):
    """The table of a trial; the table where the game was played knows nothing of it."""

    def __init__(
        self, client: Client, navigator: Navigator, film: Film, step: int, seat: Seat
    ) -> None:
        self._table = PracticeTable(film, step, seat)
        self._names = [player.name for player in film.players]
        super().__init__(client, navigator, ClientGame(self._table.changed()))
        self._wait()

    def key_bar(self) -> list[Key]:
        """What answers the question; a trial has no talk."""
        return [key for key in super().key_bar() if key.key not in ("/", "V", "h")]

    def more_keys(self) -> list[Key]:
        """Keys that every screen has."""
        return [key for key in super().more_keys() if key.key not in ("/", "V", "h", "N")]

    def press(self, key: str) -> None:
        """Play, or end the trial."""
        if key == "q" or (key == "escape" and not self.decision.knows(key)):
            self._leave()
        elif key == "enter" and self.game.ended:
            self._show_scores()
        elif key in ("V", "h"):
            self.unused(key)
        else:
            super().press(key)

    def _play(self, move: PlayerMove | None) -> None:
        if move is not None and self.game.my_turn:
            self._table.play(move)
            self._changed()

    def _take_back(self) -> None:
        self.decision.forget()
        if self.game.can_take_back:
            self._table.take_back()
            self._changed()
        else:
            self.client.message = self.board.wording.refusal(self.words, "cannot_take_back")

    def _changed(self) -> None:
        ended = self.game.ended
        self.game.hear(self._table.changed())
        self._catch_up()
        self._wait()
        if self.game.ended and not ended:
            self._show_scores()

    def _wait(self) -> None:
        """Have the bots go on by and by, if it is for them to do something."""
        effects = self.client.effects
        effects.tick, effects.tick_pause = (self._go_on if self._table.due else None), PAUSE

    def _go_on(self) -> None:
        if self.navigator.shows(self):
            self._table.go_on()
            self._changed()
        else:
            self.client.effects.tick = None

    def _show_scores(self) -> None:
        scores = PracticeScores(self.client, self.navigator, self.game, self._names)
        self.navigator.open_dialog(scores)

    def _leave(self) -> None:
        words = self.words

        def leave() -> None:
            self.client.effects.tick = None
            self.navigator.close_dialog()

        if self.game.ended:
            leave()
            return
        text = words._("End the trial and go back to the replay? Nothing of it is kept.")
        question = Question(self.client, self.navigator, words._("Leave"), text, leave)
        self.navigator.open_dialog(question)

    def _scene(self) -> Scene:
        return replace(super()._scene(), names=self._names, away={})

    def paint(self, canvas: Canvas) -> None:
        """The table of the trial over whatever lies below."""
        canvas.areas.clear()
        canvas.fill(0, 0, canvas.width, canvas.height, "ground")
        super().paint(canvas)

    def _place(self) -> str:
        return self.words._("a trial against bots")


class PracticeScores(ScoreSheets):
    """How a trial ended."""

    def __init__(
        self, client: Client, navigator: Navigator, game: ClientGame, names: list[str]
    ) -> None:
        super().__init__(client, navigator, game)
        self._names = names

    def key_bar(self) -> list[Key]:
        """Back to the board."""
        return [Key("escape", N_("see the board")), Key("?", N_("keys"))]

    def more_keys(self) -> list[Key]:
        """Keys that every screen has."""
        return super(ScoreSheets, self).more_keys()

    def press(self, key: str) -> None:
        """Any way on is the way back."""
        if key in ("enter", "escape", "q"):
            self.navigator.close_dialog()
        else:
            self.unused(key)

    def _asked(self, _room: int) -> str:
        return self.words._("That was a trial: nothing of it is kept.")
