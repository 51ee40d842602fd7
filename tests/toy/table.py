"""The Race on the table: three cards to choose from, a lane for everybody, and a lesson."""

from collections.abc import Mapping, Sequence

from keltis_engine.position import PlayerMove, View
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.table.board import Board
from keltis_tui.table.choosing import Choice, answers
from keltis_tui.table.client_game import Outcome
from keltis_tui.table.descriptor import GameDescriptor
from keltis_tui.table.lesson import Lesson, Step
from keltis_tui.table.scene import Scene
from keltis_tui.table.seats import paint_seat
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words
from tests.toy.rules import RaceView, Run
from tests.toy.words import RACE_WORDS


class RaceBoard(Board):
    """A lane for each runner, and the viewer's cards."""

    wording = RACE_WORDS

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        assert isinstance(view, RaceView)
        return tuple(
            Choice(Target("card", index), (str(index + 1),), Run(steps), Run(steps) in moves)
            for index, steps in enumerate(view.hand)
        )

    def modes(self, view: View) -> Mapping[str, str]:
        return {}

    def question(self, words: Words, view: View, mode: str, choices: Sequence[Choice] = ()) -> str:
        return words._(self.wording.questions[view.phase], keys=answers(choices, "card"))

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        return []

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        return [(glyphs.large, "bright", words._("the runners"))]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        return [("1", N_("card"))] if moves else []

    def paint(self, canvas: Canvas, scene: Scene) -> int:
        view, layout = scene.game.view, self.layout(canvas.width, canvas.height)
        assert isinstance(view, RaceView)
        for seat, way in enumerate(view.way):
            lane = scene.glyphs.field * way + scene.glyphs.large[seat]
            canvas.put(2, 2 + 2 * seat, lane, f"ground seat.{seat}")
            acting = view.to_act == seat
            area = (layout.panel, 1 + seat, layout.panel_width)
            paint_seat(canvas, scene, area, seat, acting, [(f"{view.cards[seat]}", "text")])
        for index, steps in enumerate(view.hand):
            style = "chosen" if scene.focused("card", index) else "bar key"
            x, y = 4 + 8 * index, layout.hand
            canvas.put(x, y, f" {index + 1}: {steps} ", style)
            canvas.target(x, y, 6, 1, Target("card", index))
        return 1 + view.seats


RACE_ON_TABLE = GameDescriptor(
    RaceBoard(),
    Lesson(
        "race",
        b"a first race",
        (
            Step(N_("You have three cards, and so has {name}.")),
            Step(N_("Run as far as you can."), N_("Play any card."), "run"),
        ),
        N_("Whoever came farthest has won."),
    ),
    {"all": ((("{g.large[0]}", "seat.0"), ("  {g.arrow}", "faint")),)},
)
