"""A guided first game: the table screen with a coach beside the board, and no server behind."""

from collections.abc import Callable

from keltis_engine.position import PlayerMove
from keltis_tui.canvas.bars import ANOTHER_NAME, Key
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.canvas.fitting import without_keys
from keltis_tui.canvas.text import width_of, wrap
from keltis_tui.client import Client
from keltis_tui.screens.dialog import Question
from keltis_tui.screens.scores import ScoreSheets
from keltis_tui.screens.screen import Navigator
from keltis_tui.screens.table import TableScreen
from keltis_tui.table.board import Board
from keltis_tui.table.choosing import Choice
from keltis_tui.table.client_game import ClientGame, turns_back
from keltis_tui.table.decision import Decision
from keltis_tui.table.lesson import YOU, Lesson, LessonTable, Step
from keltis_tui.table.log import paint_log
from keltis_tui.table.picture import Box, LogView
from keltis_tui.table.scene import Scene
from keltis_tui.table.texts import NOTHING, Styled
from keltis_words.words import N_

NEWS = 64
"""About how long the coach's words on the other player's turn may be."""
FREE = Step(
    N_("This question came by itself. Answer it as you like; F1 tells what it is about."),
    N_("Do as you like here."),
)
"""What the coach says when something is asked that the lesson does not speak of."""


class CoachedDecision(Decision):
    """While the coach only explains, nothing can be chosen."""

    def __init__(
        self, game: ClientGame, board: Board, confirm: Callable[[], str], asks: Callable[[], bool]
    ) -> None:
        super().__init__(game, board, confirm)
        self._asks = asks

    def choices(self, mode: str) -> tuple[Choice, ...]:
        """What can be picked, if the coach asks for something."""
        return super().choices(mode) if self._asks() else ()

    def leads_on(self, _focus: Choice, _key: str) -> bool:
        """The coach takes one step at a time."""
        return False


class LessonScreen(TableScreen):
    """The coach explains, asks for a kind of move, and goes on when it was made."""

    def __init__(self, client: Client, navigator: Navigator, lesson: Lesson) -> None:
        self._lesson = lesson
        self._table = LessonTable(lesson)
        self._number = 0
        super().__init__(client, navigator, ClientGame(self._table.changed()))
        self.decision = CoachedDecision(
            self.game, self.board, lambda: client.settings.confirm, lambda: bool(self.step.ask)
        )

    @property
    def step(self) -> Step:
        """What the coach says now."""
        step = self._lesson.steps[self._number]
        foreign = step.phase and self.game.view.phase != step.phase
        return FREE if foreign else step

    @property
    def advised(self) -> bool:
        """The coach says what to do."""
        return False

    def key_bar(self) -> list[Key]:
        """Go on, or what answers the question."""
        if not self.step.ask:
            return [Key("enter", N_("go on")), Key("?", N_("keys")), Key("q", N_("leave"))]
        return super().key_bar()

    def more_keys(self) -> list[Key]:
        """Those of a table but for another name."""
        return [key for key in super().more_keys() if key != ANOTHER_NAME]

    def press(self, key: str) -> None:
        """While the coach only explains, Enter goes on and nothing is played."""
        if self.step.ask or key in ("?", "q"):
            super().press(key)
        elif key in ("enter", " "):
            self._go_on()
        else:
            self.unused(key)

    def click(self, target: Target) -> None:
        """While the coach only explains, nothing on the table is chosen."""
        if self.step.ask:
            super().click(target)

    def _question(self) -> str:
        """One question at a time: the coach's comes first."""
        return super()._question() if self.step.ask else self.words._("Press Enter to go on.")

    def _go_on(self) -> None:
        """The next step that belongs to what is asked now; after the last one the score."""
        steps = self._lesson.steps
        self._number += 1
        while self._number < len(steps) and self._passes_by(steps[self._number]):
            self._number += 1
        if self._number >= len(steps) or self.game.over:
            self._number = len(steps) - 1
            self.navigator.open_dialog(
                LessonScores(self.client, self.navigator, self.game, self._lesson.end)
            )

    def _passes_by(self, step: Step) -> bool:
        return step.optional and self.game.view.phase != step.phase

    def _play(self, move: PlayerMove | None) -> None:
        """Play on the lesson's own table what the coach accepts."""
        if move is None:
            return
        step = self.step
        if not step.wants(self.game.view, move):
            self.client.message = self.words._(step.ask)
            return
        self._table.play(move)
        self.game.hear(self._table.changed())
        self._catch_up()
        if step is not FREE or self.game.over:
            self._go_on()

    def _take_back(self) -> None:
        """Undo on the lesson's own table; the coach goes back as well."""
        self.decision.forget()
        if not self.game.can_take_back:
            self.client.message = self.board.wording.refusal(self.words, "cannot_take_back")
            return
        self._table.take_back()
        self.game.hear(self._table.changed())
        phase = self.game.view.phase
        earlier = range(self._number, -1, -1)
        steps = self._lesson.steps
        self._number = next((n for n in earlier if steps[n].phase == phase), self._number)

    def _leave(self) -> None:
        words = self.words
        text = words._("Leave the lesson? You can begin it again at any time.")
        leave = self.navigator.end_lesson
        self.navigator.open_dialog(
            Question(self.client, self.navigator, words._("Leave"), text, leave)
        )

    def _place(self) -> str:
        return self.words._("a guided first game")

    def _side_title(self) -> str:
        return self.words._("coach")

    def _paint_side(self, canvas: Canvas, scene: Scene, area: Box) -> LogView:
        """The coach in the place of the log; the log below it where there is room."""
        x, y, width, height = area
        canvas.put(x, y - 1, f" {self._side_title()} ", "ground gold")
        lines = self.advice(width, height)
        for row, line in enumerate(lines):
            canvas.put(x, y + row, line, "ground bright", limit=width)
        left = height - len(lines) - 1
        if left <= 2:
            return self._log
        below = (x, y + len(lines) + 1, width, left)
        return LogView(*paint_log(canvas, scene, self.board, below, self._log.back))

    def advice(self, width: int, height: int) -> list[str]:
        """What the coach says, in lines of this width; of the news as much as leaves room."""
        name, news = self.client.seat_names()[1 - YOU], self._news()
        while True:
            signs = self.client.glyphs
            said = self.words._(self.step.say, name=name, news=", ".join(news), g=signs)
            if len(news) < 2 or len(wrap(said, width)) <= height:
                return wrap(said, width, height)
            news = news[1:]

    def _news(self) -> list[str]:
        """What the other player did in the end, in few words."""
        for seat, events in turns_back(self.game.story):
            if seat is not None and seat != YOU:
                parts = self.board.wording.word_turn(self.words, self.client.glyphs, events)
                while len(parts) > 1 and width_of(", ".join(parts)) > NEWS:
                    parts = parts[1:]
                return parts
        return []

    def _preview(self, scene: Scene, width: int) -> Styled:
        """What the coach asks for, until something is picked."""
        picked = scene.choice is not None and self.decision.picking.focus is not None
        if self.client.message or picked:
            return super()._preview(scene, width)
        if not self.step.ask:
            return NOTHING
        ask = without_keys(self.words._(self.step.ask), width - 4)
        return f"{scene.glyphs.arrow} {ask}", "ground gold"


class LessonScores(ScoreSheets):
    """The score sheet, explained."""

    def __init__(self, client: Client, navigator: Navigator, game: ClientGame, end: str) -> None:
        super().__init__(client, navigator, game)
        self._end = end

    def key_bar(self) -> list[Key]:
        """Back to the lobby."""
        return [Key("enter", N_("back to the lobby")), Key("?", N_("keys"))]

    def press(self, key: str) -> None:
        """Any way on is the way back."""
        if key in ("enter", "escape", "q"):
            self.navigator.end_lesson()
        else:
            self.unused(key)

    def paint(self, canvas: Canvas) -> None:
        """The sheets, and under them what they mean."""
        super().paint(canvas)
        lines = wrap(self.words._(self._end), canvas.width - 8)
        for row, line in enumerate(lines, canvas.height - 3 - len(lines)):
            canvas.fill(0, row, canvas.width, 1, "ground")
            canvas.put(4, row, line, "ground preview")
