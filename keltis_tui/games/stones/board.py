"""The board of The Way of Stones: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from keltis_engine.parts.cards import KINDS
from keltis_engine.position import PlayerMove, View
from keltis_engine.rules.stones import (
    PassTurn,
    StonesView,
    TurnStone,
)
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.games.stones.choosing import (
    ANY,
    LEAVE,
    LINE,
    PASS,
    TAKE,
    fits,
    stone_choices,
    take_or_leave,
)
from keltis_tui.games.stones.field import paint_field
from keltis_tui.games.stones.layout import FieldLayout, field_layout
from keltis_tui.games.stones.rows import paint_own_rows, paint_stone_players
from keltis_tui.table.board import Board
from keltis_tui.table.buttons import paint_buttons
from keltis_tui.table.choosing import Choice
from keltis_tui.table.client_game import Outcome
from keltis_tui.table.scene import Scene
from keltis_words.games.cards import card_name
from keltis_words.games.stones import STONES_WORDS, place_name
from keltis_words.glyphs import Glyphs
from keltis_words.words import N_, Words


class StonesBoard(Board):
    """A field of stones, face down at first, and everybody's rows."""

    wording = STONES_WORDS

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: stones of the field, or whether to take the one turned up."""
        assert isinstance(view, StonesView)
        if view.phase == "take" and view.to_act == view.seat and view.turned is not None:
            return take_or_leave(view.turned, moves)
        if PassTurn() not in moves:
            return stone_choices(view, moves, mode)
        alone = len(moves) == 1
        none = Choice(PASS, ("n",), PassTurn(), True, at_once=True, offered=alone)
        return (none,) if alone else (*stone_choices(view, moves, mode), none)

    def modes(self, view: View) -> Mapping[str, str]:  # noqa: ARG002
        """None that a key leads to by itself: a line is named by its letter."""
        return {}

    def knows_mode(self, view: View, mode: str) -> bool:
        """A line is named only while a stone is asked for."""
        return view.phase == "turn" and mode.startswith(LINE)

    def layout(self, width: int, height: int) -> FieldLayout:
        """The field needs its own."""
        return field_layout(width, height)

    def question(
        self,
        words: Words,
        view: View,
        mode: str,  # noqa: ARG002
        choices: Sequence[Choice] = (),  # noqa: ARG002
    ) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, StonesView)
        asked = view.phase
        if view.phase == "take" and not fits(view, view.turned or 0):
            asked = "leave"
        elif view.phase == "turn":
            fitting = any(fits(view, place) for place in range(KINDS))
            if view.last:
                asked = "last" if fitting else "pass"
            elif not fitting:
                asked = "turn.down"
        return words._(self.wording.questions[asked], stone=_turned_up(view))

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:  # noqa: ARG002
        """A stone that is turned up shows nothing before."""
        if scene.choice is None:
            return []
        match scene.choice.move:
            case TurnStone(place):
                name = place_name(place)
                return [scene.words._("turns the stone on {place} up", place=name)]
        return []

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """Stones and rows."""
        return [
            (glyphs.deck * 2, "bar faint", words._("a stone face down")),
            (f"R7{glyphs.right_edge}", "lit", words._("bar: you can take it")),
            (glyphs.wish_stone, "tile.wish", words._("wish stone")),
            (glyphs.clover, "tile.clover", words._("clover: another turn")),
            (f"{glyphs.plus}3", "tile.points", words._("points at the end")),
            (f"R0{glyphs.up}4{glyphs.times}3", "path.0", words._("row from 0 to 4, 3 stones")),
            ("6", "dim", words._("worth of a row as long")),
            (f"{glyphs.arrow} 31", "bright", words._("score if it ended now")),
        ]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now."""
        if view.to_act != view.seat:
            return []
        if view.phase == "take":
            take = [("t", N_("take"))] if len(moves) > 1 else []
            return [*take, ("l", N_("let lie"))]
        anyone = [(" ", N_("turn any"))] if any(isinstance(m, TurnStone) for m in moves) else []
        none = [("n", N_("pass"))] if PassTurn() in moves else []
        if len(moves) == len(none):
            return none
        return [("a", N_("line")), ("tab", N_("next")), *anyone, *none]

    def paint(self, canvas: Canvas, scene: Scene) -> int:
        """Paint the field, the viewer's rows, and the others."""
        view, words = scene.game.view, scene.words
        assert isinstance(view, StonesView)
        layout = self.layout(canvas.width, canvas.height)
        take = words._("take it")
        gain = _taking(scene)
        if gain is not None:
            scene = replace(scene, outcome=gain)
            before, after = (state.totals[view.seat or 0] for state in (view, gain.view))
            take = words._("take it: total {before} to {after}", before=before, after=after)
        paint_field(canvas, scene, layout, view)
        paint_own_rows(canvas, scene, layout, view)
        below = paint_stone_players(canvas, scene, layout, view)
        buttons = [
            (ANY, words._("turn any stone up")),
            (TAKE, take),
            (LEAVE, words._("let it lie")),
            (PASS, words._("pass")),
        ]
        paint_buttons(canvas, scene, layout, buttons)
        return below


def _taking(scene: Scene) -> Outcome | None:
    """What taking the stone just turned up would do, shown before anything is picked."""
    for choice in scene.choices:
        if choice.target == TAKE and choice.legal and scene.choice is None:
            return scene.game.outcome(choice.move)
    return None


def _turned_up(view: StonesView) -> str:
    """The stone just turned up, by name."""
    stone = view.field[view.turned] if view.turned is not None else None
    return "" if stone is None else card_name(stone)
