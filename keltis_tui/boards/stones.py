"""The board of The Way of Stones: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from keltis_engine.parts.cards import COLOUR, KINDS, VALUE
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.stones import (
    FACE_DOWN,
    LeaveStone,
    PassTurn,
    StonesView,
    TakeStone,
    TurnStone,
)
from keltis_tui.boards.board import Board, Scene
from keltis_tui.boards.stones_field import paint_field
from keltis_tui.boards.stones_layout import FieldLayout, field_layout
from keltis_tui.boards.stones_rows import paint_own_rows, paint_stone_players
from keltis_tui.choosing import Choice
from keltis_tui.game import Outcome
from keltis_tui.painters.buttons import paint_buttons
from keltis_tui.painters.cards import card_name
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording import stones as wording
from keltis_tui.words import N_, Words

ANY, TAKE, LEAVE, PASS = Target("any"), Target("take"), Target("leave"), Target("pass")


class StonesBoard(Board):
    """A field of stones, face down at first, and everybody's rows."""

    game = "stones"
    caps: ClassVar = {"right": "←→"}

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:  # noqa: ARG002
        """What can be picked: stones of the field, or whether to take the one turned up."""
        assert isinstance(view, StonesView)
        if view.phase == "take" and view.to_act == view.seat and view.turned is not None:
            return _take_or_leave(view.turned, moves)
        if PassTurn() in moves:
            return (Choice(PASS, ("n",), PassTurn(), True, at_once=True, offered=True),)
        return _stones(view, moves)

    def modes(self, view: View) -> Mapping[str, str]:  # noqa: ARG002
        """None: there is only one meaning."""
        return {}

    def layout(self, width: int, height: int) -> FieldLayout:
        """The field needs its own."""
        return field_layout(width, height)

    def title(self, words: Words) -> str:
        """The game's name."""
        return words._("WAY OF STONES")

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
        if view.phase == "take" and not _fits(view, view.turned or 0):
            asked = "leave"
        elif view.phase == "turn":
            fitting = any(_fits(view, place) for place in range(KINDS))
            if view.last:
                asked = "last" if fitting else "pass"
            elif not fitting:
                asked = "turn.down"
        return words._(wording.QUESTIONS[asked], stone=_turned_up(view))

    def waiting(self, words: Words, view: View, name: str) -> str:
        """What another is being asked."""
        return words._(wording.WAITING.get(view.phase, N_("Waiting for {name}.")), name=name)

    def word_event(self, words: Words, glyphs: Glyphs, event: Event) -> str:
        """What happened, in words."""
        return wording.word_event(words, glyphs, event)

    def word_turn(self, words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
        """What happened in a turn; a stone that is turned up and taken is named once."""
        return wording.word_turn(words, glyphs, events)

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:  # noqa: ARG002
        """A stone that is turned up shows nothing before."""
        if scene.choice is None:
            return []
        match scene.choice.move:
            case TurnStone(place):
                name = wording.place_name(place)
                return [scene.words._("turns the stone on {place} up", place=name)]
        return []

    def word_line(self, words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
        """What a line of the score sheet counts."""
        return wording.word_line(words, glyphs, line)

    def word_refusal(self, words: Words, code: str) -> str:
        """Why a stone cannot be chosen."""
        if code in wording.REFUSALS:
            return words._(wording.REFUSALS[code])
        return super().word_refusal(words, code)

    def legend(self, words: Words, glyphs: Glyphs) -> list[tuple[str, str, str]]:
        """Stones and rows."""
        return [
            (glyphs.deck * 2, "bar faint", words._("a stone face down")),
            (f"R7{glyphs.right_edge}", "lit", words._("bar: you can take it")),
            (glyphs.wish_stone, "tile.wish", words._("wish stone")),
            (glyphs.clover, "tile.clover", words._("clover: another turn")),
            (f"{glyphs.plus}3", "tile.points", words._("points at the end")),
            (f"R0{glyphs.up}4{glyphs.times}3", "path.0", words._("row from 0 to 4, 3 stones")),
            (f"{glyphs.arrow} 31", "bright", words._("score if it ended now")),
        ]

    def keys(self, view: View, moves: Sequence[PlayerMove]) -> list[tuple[str, str]]:
        """The keys that answer what is asked now."""
        if view.to_act != view.seat:
            return []
        if PassTurn() in moves:
            return [("n", N_("pass"))]
        if view.phase == "take":
            take = [("t", N_("take"))] if len(moves) > 1 else []
            return [*take, ("l", N_("let lie"))]
        anyone = [(" ", N_("turn any"))] if any(isinstance(m, TurnStone) for m in moves) else []
        return [("right", N_("choose")), ("tab", N_("next")), *anyone] if moves else []

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


def _fits(view: StonesView, place: int) -> bool:
    """S4: whether a stone lies face up on a place that fits the viewer's row."""
    stone = view.field[place]
    if stone is None or stone == FACE_DOWN:
        return False
    row, value = view.rows[view.seat or 0][COLOUR[stone]], VALUE[stone]
    return len(row) < 2 or (value > row[-1] if row[-1] > row[0] else value < row[-1])


def _take_or_leave(place: int, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """S3: the stone just turned up; if it does not fit, leaving it is offered."""
    take, leave = TakeStone(place), LeaveStone()
    fits = take in moves
    return (
        Choice(TAKE, ("t",), take, fits, at_once=True),
        Choice(LEAVE, ("l",), leave, leave in moves, at_once=True, offered=not fits),
    )


def _stones(view: StonesView, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """S3: every stone of the field, those first that can be taken, then those face down."""
    legal = set(moves)
    ranked: list[tuple[int, Choice]] = []
    for place, stone in enumerate(view.field):
        line, column = divmod(place, wording.COLUMNS)
        move = TurnStone(place) if stone == FACE_DOWN else TakeStone(place)
        choice = Choice(
            Target("stone", place),
            (),
            move,
            move in legal,
            at=(column, line),
            gap=stone is None,
        )
        rank = 1 if stone == FACE_DOWN else 0 if choice.legal else 2
        ranked.append((rank, choice))
    stones = tuple(choice for _, choice in sorted(ranked, key=lambda pair: pair[0]))
    down = [choice.move for choice in stones if isinstance(choice.move, TurnStone)]
    if down and down[0] in legal:
        return (*stones, Choice(ANY, (" ",), down[0], True, at_once=True))
    return stones
