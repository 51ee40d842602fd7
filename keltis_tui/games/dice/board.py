"""The board of The Dice Game: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from keltis_engine.position import Event, PlayerMove, View
from keltis_engine.rules.dice import (
    KEEP_ALL,
    WISH_DICE,
    DiceKept,
    DiceRolled,
    DiceView,
)
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.dice.choosing import DECLINE, GO_ON, dice_choices, row_choices
from keltis_tui.games.dice.dice import (
    PICKED,
    paint_dice,
    paint_feet,
    paint_wishes,
    rolled_again,
)
from keltis_tui.games.dice.players import paint_dice_players
from keltis_tui.games.dice.rows import paint_rows
from keltis_tui.table.board import Board
from keltis_tui.table.buttons import paint_buttons
from keltis_tui.table.choosing import Choice, answers
from keltis_tui.table.client_game import Outcome
from keltis_tui.table.layout import Layout, paths_layout
from keltis_tui.table.scene import Scene
from keltis_words.games.dice import DICE_WORDS
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words


class DiceBoard(Board):
    """Five rows of fields, and the dice that move stones on them."""

    wording = DICE_WORDS
    caps: ClassVar = {"1": "1–5"}

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: dice to roll again, or a row whose stone moves."""
        assert isinstance(view, DiceView)
        if view.to_act != view.seat:
            return ()
        match view.phase:
            case "keep":
                return dice_choices(view.dice, rolled_again(view, mode) or 0)
            case "choose" | "clover":
                return row_choices(view, moves)
        return ()

    def modes(self, view: View) -> Mapping[str, str]:  # noqa: ARG002
        """None: every key picks something."""
        return {}

    def knows_mode(self, view: View, mode: str) -> bool:
        """Dice are picked only while it is asked which to roll again."""
        return view.phase == "keep" and mode.startswith(PICKED)

    def layout(self, width: int, height: int) -> Layout:
        """The usual one, without piles."""
        return paths_layout(width, height, piles=False)

    def question(
        self,
        words: Words,
        view: View,
        mode: str,  # noqa: ARG002
        choices: Sequence[Choice] = (),
    ) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, DiceView)
        rows = answers(choices, "path", "face")
        asked = "again" if view.phase == "keep" and view.again else view.phase
        if asked in ("choose", "clover") and not rows:
            asked = "none"
        return words._(self.wording.questions[asked], rows=rows)

    def rolled(self, events: Sequence[Event]) -> int:
        """D3: all dice, or those that were not kept."""
        dice = 0
        for before, event in pairwise((None, *events)):
            if isinstance(event, DiceRolled):
                dice = KEEP_ALL ^ before.kept if isinstance(before, DiceKept) else KEEP_ALL
        return dice

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """The step that would be asked for next."""
        if outcome.view.phase == "clover" and outcome.view.to_act == outcome.view.seat:
            return [scene.words._("then a clover's step")]
        return []

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """Fields, stones and dice."""
        return [
            (glyphs.wish_stone, "tile.wish", words._("wish stone: is taken")),
            (glyphs.clover, "tile.clover", words._("clover: one more step")),
            (glyphs.leprechaun, "tile.points", words._("leprechaun: another turn")),
            (glyphs.cross * 3, "faint", words._("branches: do not stop")),
            (glyphs.large, "bright", words._("the players' stones")),
            (f"{glyphs.up}2", "bright", words._("two dice show this row")),
            (glyphs.wish_stone * WISH_DICE, "tile.wish", words._("two such dice: take one")),
            ("R", "bright", words._("capital letter: keep, then roll")),
            (f"{glyphs.arrow} 31", "bright", words._("score if it ended now")),
        ]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now."""
        if view.to_act != view.seat:
            return []
        match view.phase:
            case "keep":
                return [
                    ("1", N_("again")),
                    ("r", N_("keep")),
                    ("a", N_("all")),
                    ("n", N_("keep all")),
                ]
            case "choose" | "clover":
                rows = [("r", N_("row"))] if len(moves) > 1 else []
                return [*rows, ("n", N_("none"))]
        return []

    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint rows, players, dice and what wish stones are worth."""
        view, words = scene.game.view, scene.words
        assert isinstance(view, DiceView)
        layout = self.layout(canvas.width, canvas.height)
        again = rolled_again(view, scene.picking.mode)
        paint_rows(canvas, scene, layout, view)
        below = paint_dice_players(canvas, scene, layout, view)
        paint_feet(canvas, scene, layout, view)
        paint_wishes(canvas, scene, layout, view.wish_stones)
        paint_dice(canvas, scene, layout, view, again)
        rolled = (again or 0).bit_count()
        if rolled:
            go_on = words.ngettext("roll {count} die again", "roll {count} dice again", rolled)
        else:
            go_on = words._("keep all five dice")
        none = words._("move no stone")
        paint_buttons(canvas, scene, layout, [(GO_ON, go_on), (DECLINE, none)])
        return below
