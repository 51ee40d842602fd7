"""The Oracle by keys, without a screen: who moves, where to, what a leprechaun gets."""

from collections.abc import Callable

import msgspec
import pytest

from keltis_engine.parts.cards import DRAW, Discard, PlayCard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.oracle_board import NEXT, STEPS, STONES
from keltis_engine.position import Move
from keltis_engine.rules.oracle import (
    ClaimBonus,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OracleView,
)
from keltis_protocol.messages import PlayMove
from keltis_tui.canvas.canvas import Canvas, Target
from keltis_tui.games.oracle.board import OracleBoard
from keltis_tui.games.oracle.choosing import STONE_KEYS, letters_on, marks
from keltis_tui.table.choosing import Choice, Picking, click, picked, press
from screenshots.played import asked
from tests.tui.at_table import Answer, known, pressed
from tests.tui.conftest import Told
from tests.tui.recorded import Recorded, asks

BOARD = OracleBoard()


class Asked:
    """One decision of seat 0 in a played game, answered by keys."""

    def __init__(self, phase: str, so: Callable[[OracleView], bool] = lambda _: True) -> None:
        played = (
            Recorded("oracle-4").until(asks(phase))
            if phase == "bonus"  # which few games come to
            else asked(
                "oracle", 3, lambda view: view.phase == phase and so(known(view, OracleView))
            )
        )
        view = played.position.view(0)
        assert isinstance(view, OracleView)
        self.view = view
        self.moves = list(played.position.legal_moves())

    def press(self, *keys: str) -> Answer:
        """The picking and the move after these keys."""
        return pressed(BOARD, self.view, self.moves, keys)

    def choices(self, mode: str = "") -> tuple[Choice, ...]:
        return BOARD.choices(self.view, self.moves, mode)


def test_a_picked_card_marks_where_each_figure_and_the_priestess_could_go() -> None:
    """O4"""
    asked = Asked("play", lambda view: view.turn > 30 and view.priestess < STONES - 4)
    view = asked.view
    choice = next(choice for choice in asked.choices() if choice.legal)
    assert isinstance(choice.move, PlayCard)
    colour, value = divmod(choice.move.card, 11)
    stones = {mark.stone for mark in marks(view, asked.choices(), choice)}
    figures = {NEXT[colour][stone] for stone in view.figures[0]} - {0}
    steps = {view.priestess + step for step in range(1, STEPS[value] + 1)}
    assert stones == figures | steps
    assert marks(view, asked.choices(), None) == [], "nothing is marked before a card is picked"


def test_every_mark_of_a_move_is_the_key_that_leads_there() -> None:
    """O4"""
    asked = Asked("move", lambda view: len(set(view.figures[0])) == 3)
    found = marks(asked.view, asked.choices(), None)
    assert len(found) == len(asked.moves)
    for stone, key, _ in found:
        move = asked.press(key)[1]
        assert move in asked.moves
        if isinstance(move, MoveFigure):
            assert NEXT[(asked.view.card or 0) // 11][move.stone] == stone
        else:
            assert isinstance(move, MovePriestess)
            assert asked.view.priestess + move.steps == stone


def test_letters_move_figures_and_digits_the_priestess() -> None:
    """O4"""
    asked = Asked("move", lambda view: len(set(view.figures[0])) == 3 and view.priestess < 30)
    stone_of = dict(zip(asked.view.order[0], asked.view.figures[0], strict=True))
    for which, key in enumerate("abc"):
        if MoveFigure(stone_of[which]) in asked.moves:
            assert asked.press(key)[1] == MoveFigure(stone_of[which])
    assert asked.press("1")[1] == MovePriestess(1)
    first = asked.press("right")[0]
    assert first.focus == Target("figure", stone_of[0]), "the arrows go through the same answers"
    assert asked.press("right", "enter")[1] == asked.press("a")[1]


class Followed(Recorded):
    """A kept game that says, move by move, where the figures of seat 0 went by their letters."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.went: list[tuple[Move, dict[str, tuple[int, int]]]] = []

    def play(self, move: Move) -> None:
        before = self._stones()
        super().play(move)
        after = self._stones()
        moved = {key: (before[key], after[key]) for key in "abc" if before[key] != after[key]}
        self.went.append((move, moved))

    def _stones(self) -> dict[str, int]:
        view = known(self.position.view(0), OracleView)
        return {key: at for at in view.figures[0] for key in letters_on(view, at)}


@pytest.mark.parametrize("name", ["oracle-2", "oracle-3", "oracle-4"])
def test_a_figure_has_the_same_letter_for_the_whole_game(name: str) -> None:
    """O3: whatever overtakes what, the letter goes with the figure that moved, and no other."""
    game = Followed(name)
    game.until(lambda _: False)
    moves = [(move, list(went.values())) for move, went in game.went if went]
    assert len(moves) > 8
    for move, went in moves:
        assert len(went) == 1, "the others stay"
        start, end = went[0]
        assert move in (MoveFigure(start), MoveBack(end))


def test_a_click_on_a_figure_is_its_key() -> None:
    asked = Asked("move", lambda view: len(set(view.figures[0])) == 3)
    stone = next(move.stone for move in asked.moves if isinstance(move, MoveFigure))
    assert click(Picking(), Target("figure", stone), asked.choices)[1] == MoveFigure(stone)


def test_a_clover_offers_its_move_and_n_declines_it() -> None:
    """O7"""
    asked = Asked("clover")
    move = next(move for move in asked.moves if isinstance(move, MoveFigure))
    assert move.stone == asked.view.stone
    assert known(picked(Picking(), asked.choices()), Choice).move == move
    assert asked.press("enter")[1] == move
    assert asked.press("n")[1] == Decline()


def test_each_stone_a_spiral_leads_to_has_a_key_and_is_reached_by_arrows() -> None:
    """O7"""
    asked = Asked("spiral", lambda view: (view.stone or 0) > 12)
    legal = {move.stone for move in asked.moves if isinstance(move, MoveBack)}
    for stone in legal:
        key = STONE_KEYS[stone]
        assert asked.press(key)[1] == MoveBack(stone)
    reached, waiting = set(), [Picking()]
    while waiting:
        picking = waiting.pop()
        for arrow in ("left", "right", "up", "down"):
            after, _ = press(picking, arrow, asked.choices, {})
            if after.focus is not None and after.focus not in reached:
                reached.add(after.focus)
                waiting.append(after)
    assert legal <= {target.number for target in reached}, "and is shown before Enter"
    assert asked.press("n")[1] == Decline()


def test_the_stone_where_the_move_began_is_not_reached_by_a_spiral() -> None:
    """O7"""
    asked = Asked("spiral", lambda view: 0 < (view.began or 0) < (view.stone or 0))
    key = STONE_KEYS[asked.view.began or 0]
    assert asked.press(key)[1] is None


def test_a_spiral_leads_back_to_the_start_stone_with_0_or_a_click(told: Told) -> None:
    """O7"""
    played = asked(
        "oracle", 4, lambda view: view.phase == "spiral" and bool(known(view, OracleView).began)
    )
    session = told(played.table(), played.changed())
    for size in ((80, 24), (140, 45), (200, 60)):
        canvas = session.paint(*size)
        keys = {canvas.texts[y][x] for x, y in key_caps(canvas, Target("stone", 0))}
        assert keys == {"0"}
    while "goes back to the start stone" not in session.paint(80, 24).text():
        session.press("tab")
    for size in ((80, 24), (140, 45), (200, 60)):
        canvas = session.paint(*size)
        area = next(area for area in canvas.areas if area.target == Target("stone", 0))
        would = [
            (x, y)
            for y, styles in enumerate(canvas.styles)
            for x, style in enumerate(styles)
            if style.endswith(" would") and canvas.texts[y][x] != " "
        ]
        assert len(would) == 1, "the figure is seen where it would come back to"
        assert area.x <= would[0][0] < area.x + area.width
        assert area.y <= would[0][1] < area.y + area.height
    session.outbox.clear()
    session.click(Target("stone", 0))
    sent = [known(command, PlayMove).move for command in session.outbox]
    assert [msgspec.msgpack.decode(move) for move in sent] == [["move_back", 0]]


def key_caps(canvas: Canvas, target: Target) -> list[tuple[int, int]]:
    """The cells of one character that a click on a target chooses."""
    return [
        (x, y) for x, y, width, height, to in canvas.areas if (to, width * height) == (target, 1)
    ]


def test_no_key_of_a_stone_means_anything_else() -> None:
    assert len(STONE_KEYS) == len(set(STONE_KEYS)) == STONES - 1
    assert not set(STONE_KEYS) & set("hjklnqu?D ")


def test_a_leprechaun_takes_a_card_of_the_hand_or_of_a_row() -> None:
    """O7"""
    asked = Asked("leprechaun")
    assert asked.press("2")[1] == Discard(asked.view.cards.hand[1])
    for colour, row in enumerate(asked.view.cards.rows[0]):
        letter = "rypgb"[colour]
        assert asked.press(letter)[1] == (DiscardFromRow(colour) if row else None)
    assert asked.press("n")[1] == Decline()
    assert asked.press("enter")[1] is None, "Enter alone gives no card away"


def test_the_leprechaun_score_is_claimed_or_kept_for_later() -> None:
    """O9"""
    asked = Asked("bonus")
    assert asked.press("c")[1] == asked.press("enter")[1] == ClaimBonus()
    assert asked.press("n")[1] == Decline()


def test_a_draw_is_one_key() -> None:
    """O10"""
    assert Asked("draw").press(" ")[1] == DRAW


@pytest.mark.parametrize("phase", ["play", "move", "clover", "spiral", "leprechaun", "bonus"])
def test_every_legal_move_is_among_the_choices(phase: str) -> None:
    asked = Asked(phase)
    offered = {choice.move for mode in ("", "discard") for choice in asked.choices(mode)}
    assert set(asked.moves) <= offered
