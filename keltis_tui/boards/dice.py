"""The board of The Dice Game: what can be picked on it and what it says."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import ClassVar

from keltis_engine.parts.dice_board import DICE, ROWS
from keltis_engine.parts.events import Decline
from keltis_engine.parts.paths import STONE_VALUES, STONES
from keltis_engine.position import Event, PlayerMove, ScoreLine, View
from keltis_engine.rules.dice import (
    KEEP_ALL,
    WISH_DICE,
    DiceKept,
    DiceRolled,
    DiceView,
    KeepDice,
    MoveStone,
)
from keltis_tui.boards.board import Board, Scene
from keltis_tui.boards.dice_cup import (
    PICKED,
    paint_dice,
    paint_feet,
    paint_wishes,
    rolled_again,
)
from keltis_tui.boards.dice_rows import paint_rows
from keltis_tui.choosing import Choice, answers
from keltis_tui.game import Outcome
from keltis_tui.painters.buttons import paint_buttons
from keltis_tui.painters.cards import LETTERS
from keltis_tui.painters.layout import Layout, layout_for
from keltis_tui.painters.paths import face
from keltis_tui.painters.seats import paint_seat
from keltis_tui.themes import Glyphs
from keltis_tui.widgets.canvas import Canvas, Target
from keltis_tui.wording import dice as wording
from keltis_tui.words import N_, Words

GO_ON, KEEP, DECLINE = Target("go_on"), Target("keep"), Target("decline")


class DiceBoard(Board):
    """Five rows of fields, and the dice that move stones on them."""

    game = "dice"
    caps: ClassVar = {"1": "1-5"}

    def choices(self, view: View, moves: Sequence[PlayerMove], mode: str) -> tuple[Choice, ...]:
        """What can be picked: dice to roll again, or a row whose stone moves."""
        assert isinstance(view, DiceView)
        if view.to_act != view.seat:
            return ()
        match view.phase:
            case "keep":
                return _dice(rolled_again(view, mode) or 0)
            case "choose" | "clover":
                return _rows(view, moves)
        return ()

    def modes(self, view: View) -> Mapping[str, str]:  # noqa: ARG002
        """None: every key picks something."""
        return {}

    def knows_mode(self, view: View, mode: str) -> bool:
        """Dice are picked only while it is asked which to roll again."""
        return view.phase == "keep" and mode.startswith(PICKED)

    def layout(self, width: int, height: int) -> Layout:
        """The usual one, without piles."""
        return layout_for(width, height, piles=False)

    def title(self, words: Words) -> str:
        """The game's name."""
        return words._("KELTIS DICE")

    def question(
        self,
        words: Words,
        view: View,
        mode: str,  # noqa: ARG002
        choices: Sequence[Choice] = (),
    ) -> str:
        """What is asked, in one sentence."""
        assert isinstance(view, DiceView)
        rows = answers(choices, "path")
        asked = "again" if view.phase == "keep" and view.again else view.phase
        if asked in ("choose", "clover") and not rows:
            asked = "none"
        return words._(wording.QUESTIONS.get(asked, wording.WAITING["roll"]), rows=rows)

    def waiting(self, words: Words, view: View, name: str) -> str:
        """What another is being asked."""
        return words._(wording.WAITING.get(view.phase, wording.WAITING["roll"]), name=name)

    def word_event(self, words: Words, glyphs: Glyphs, event: Event) -> str:
        """What happened, in words."""
        return wording.word_event(words, glyphs, event)

    def rolled(self, events: Sequence[Event]) -> int:
        """D3: all dice, or those that were not kept."""
        dice = 0
        for before, event in pairwise((None, *events)):
            if isinstance(event, DiceRolled):
                dice = KEEP_ALL ^ before.kept if isinstance(before, DiceKept) else KEEP_ALL
        return dice

    def word_turn(self, words: Words, glyphs: Glyphs, events: Sequence[Event]) -> list[str]:
        """What happened in a turn; a second roll is told with what it brought."""
        return wording.word_turn(words, glyphs, events)

    def word_outcome(self, scene: Scene, outcome: Outcome) -> list[str]:
        """The step that would be asked for next."""
        if outcome.view.phase == "clover" and outcome.view.to_act == outcome.view.seat:
            return [scene.words._("then a clover's step")]
        return []

    def word_line(self, words: Words, glyphs: Glyphs, line: ScoreLine) -> str:
        """What a line of the score sheet counts."""
        return wording.word_line(words, glyphs, line)

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
        below = _paint_players(canvas, scene, layout, view)
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


def _dice(again: int) -> tuple[Choice, ...]:
    """D3: each die is rolled again or kept; then on with it."""
    dice = (
        Choice(
            Target("die", die),
            (str(die + 1),),
            KeepDice(KEEP_ALL ^ again ^ 1 << die),
            True,
            leads_to=_picked(again ^ 1 << die),
        )
        for die in range(DICE)
    )
    every = Choice(
        Target("all"), ("a",), KeepDice(0), True, leads_to=_picked(0 if again == KEEP_ALL else 31)
    )
    keep = Choice(KEEP, ("n",), KeepDice(KEEP_ALL), True, at_once=True)
    go_on = Choice(GO_ON, ("enter",), KeepDice(KEEP_ALL ^ again), True, True, offered=True)
    return (*dice, go_on, every, keep)


def _picked(again: int) -> str:
    return f"{PICKED}{again}" if again else ""


def _rows(view: DiceView, moves: Sequence[PlayerMove]) -> tuple[Choice, ...]:
    """D3, D4: a row by its letter or by a die that shows it, or none."""
    chosen = view.phase == "choose"
    rows = (
        Choice(
            Target("path", row),
            (
                LETTERS[row].lower(),
                *(str(die + 1) for die, face in enumerate(view.dice) if chosen and face == row),
            ),
            MoveStone(row),
            MoveStone(row) in moves,
        )
        for row in range(ROWS)
    )
    none = Choice(DECLINE, ("n",), Decline(), Decline() in moves, offered=len(moves) == 1)
    return (*rows, none)


def _paint_players(canvas: Canvas, scene: Scene, layout: Layout, view: DiceView) -> int:
    """Each player with wish stones and the values of the fields reached; the next line comes."""
    glyphs, x = scene.glyphs, layout.panel
    pitch = min(12, layout.panel_width // ROWS)
    y = 1
    for seat, (stones, wishes) in enumerate(zip(view.stones, view.wish_stones, strict=True)):
        acting = view.player == seat and view.to_act is not None
        extras = [(f"{glyphs.wish_stone}{glyphs.times}{wishes}", "tile.wish" if wishes else "dim")]
        if acting and view.again:
            extras.insert(0, (glyphs.again, "tile.points"))
        paint_seat(canvas, scene, (x, y, layout.panel_width), seat, acting, extras)
        if layout.log_width:
            y = _paint_ways(canvas, scene, layout, y + 1, seat, stones) + 1
            continue
        for row, number in enumerate(stones):
            value = str(STONE_VALUES[number]) if number else glyphs.nothing
            style = f"ground path.{row}" if number else "ground dim"
            canvas.put(x + 2 + pitch * row, y + 1, f"{LETTERS[row]} {value}", style, limit=pitch)
        y += 3 if layout.large else 2
    return y


def _paint_ways(
    canvas: Canvas, scene: Scene, layout: Layout, y: int, seat: int, stones: Sequence[int]
) -> int:
    """A player's five rows lying down, each with the stone on its way; the next line comes."""
    glyphs, x = scene.glyphs, layout.panel + 2
    pitch = max(2, min(4, (layout.panel_width - 16) // STONES))
    for row, number in enumerate(stones):
        name = f"{LETTERS[row]} {glyphs.paths[row]}"
        canvas.put(x, y + row, name, f"ground path.{row}" if number else "ground dim")
        for field in range(1, STONES + 1):
            at = x + 5 + (field - 1) * pitch
            canvas.fill(at, y + row, pitch - 1, 1, face(row, field))
            if field == number:
                style = f"{face(row, field)} seat.{seat}"
                canvas.centre(at, y + row, pitch - 1, glyphs.large[seat], style)
        value = str(STONE_VALUES[number]) if number else glyphs.nothing
        style = "ground bright" if number else "ground dim"
        canvas.right(layout.panel + layout.panel_width, y + row, value, style)
    return y + len(stones)
