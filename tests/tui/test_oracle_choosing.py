"""The Oracle by keys, without a screen: who moves, where to, what a leprechaun gets."""

from collections.abc import Callable

import pytest

from keltis_engine.parts.cards import DRAW, Discard, PlayCard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.oracle_board import NEXT, STEPS, STONES
from keltis_engine.rules.oracle import (
    ClaimBonus,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OracleView,
)
from keltis_tui.boards.oracle import OracleBoard
from keltis_tui.boards.oracle_goals import STONE_KEYS, marks
from keltis_tui.choosing import Picking, click, picked, press
from keltis_tui.widgets.canvas import Target
from screenshots.played import asked

BOARD = OracleBoard()


class Asked:
    """One decision of seat 0 in a played game, answered by keys."""

    def __init__(self, phase: str, so: Callable[[OracleView], bool] = lambda _: True) -> None:
        played = asked("oracle", 3, lambda view: view.phase == phase and so(view))
        view = played.position.view(0)
        assert isinstance(view, OracleView)
        self.view = view
        self.moves = list(played.position.legal_moves())

    def press(self, *keys: str):
        picking, move = Picking(), None
        for key in keys:
            assert move is None, "a move was made before the last key"
            picking, move = press(picking, key, self.choices, BOARD.modes(self.view))
        return picking, move

    def choices(self, mode: str = ""):
        return BOARD.choices(self.view, self.moves, mode)


def test_a_picked_card_marks_where_each_figure_and_the_priestess_could_go():
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


def test_every_mark_of_a_move_is_the_key_that_leads_there():
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


def test_letters_move_figures_and_digits_the_priestess():
    """O4"""
    asked = Asked("move", lambda view: len(set(view.figures[0])) == 3 and view.priestess < 30)
    low, middle, high = asked.view.figures[0]
    for key, stone in zip("abc", (low, middle, high), strict=True):
        if MoveFigure(stone) in asked.moves:
            assert asked.press(key)[1] == MoveFigure(stone)
    assert asked.press("1")[1] == MovePriestess(1)
    first = asked.press("right")[0]
    assert first.focus == Target("figure", low), "the arrows go through the same answers"
    assert asked.press("right", "enter")[1] == asked.press("a")[1]


def test_a_click_on_a_figure_is_its_key():
    asked = Asked("move", lambda view: len(set(view.figures[0])) == 3)
    stone = next(move.stone for move in asked.moves if isinstance(move, MoveFigure))
    assert click(Picking(), Target("figure", stone), asked.choices)[1] == MoveFigure(stone)


def test_a_clover_offers_its_move_and_n_declines_it():
    """O7"""
    asked = Asked("clover")
    move = next(move for move in asked.moves if isinstance(move, MoveFigure))
    assert move.stone == asked.view.stone
    assert picked(Picking(), asked.choices()).move == move
    assert asked.press("enter")[1] == move
    assert asked.press("n")[1] == Decline()


def test_each_stone_a_spiral_leads_to_has_a_key_and_is_reached_by_arrows():
    """O7"""
    asked = Asked("spiral", lambda view: (view.stone or 0) > 12)
    legal = {move.stone for move in asked.moves if isinstance(move, MoveBack)}
    for stone in legal:
        key = STONE_KEYS[stone - 1]
        assert asked.press(key) == (Picking(Target("stone", stone)), None), "it is shown first"
        assert asked.press(key, key)[1] == asked.press(key, "enter")[1] == MoveBack(stone)
    reached, waiting = set(), [Picking()]
    while waiting:
        picking = waiting.pop()
        for arrow in ("left", "right", "up", "down"):
            after, _ = press(picking, arrow, asked.choices, {})
            if after.focus is not None and after.focus not in reached:
                reached.add(after.focus)
                waiting.append(after)
    assert legal <= {target.number for target in reached}
    assert asked.press("n")[1] == Decline()


def test_the_stone_where_the_move_began_is_not_reached_by_a_spiral():
    """O7"""
    asked = Asked("spiral", lambda view: bool(view.began) and view.began < (view.stone or 0))
    key = STONE_KEYS[(asked.view.began or 0) - 1]
    assert asked.press(key, key)[1] is None


def test_no_key_of_a_stone_means_anything_else():
    assert len(STONE_KEYS) == len(set(STONE_KEYS)) == STONES - 1
    assert not set(STONE_KEYS) & set("hjklnqu?D ")


def test_a_leprechaun_takes_a_card_of_the_hand_or_of_a_row():
    """O7"""
    asked = Asked("leprechaun")
    assert asked.press("2", "2")[1] == Discard(asked.view.cards.hand[1])
    for colour, row in enumerate(asked.view.cards.rows[0]):
        letter = "rypgb"[colour]
        assert asked.press(letter, letter)[1] == (DiscardFromRow(colour) if row else None)
    assert asked.press("n")[1] == Decline()
    assert asked.press("enter")[1] is None, "Enter alone gives no card away"


def test_the_leprechaun_score_is_claimed_or_kept_for_later():
    """O9"""
    asked = Asked("bonus")
    assert asked.press("c")[1] == asked.press("enter")[1] == ClaimBonus()
    assert asked.press("n")[1] == Decline()


def test_a_draw_is_one_key():
    """O10"""
    assert Asked("draw").press(" ")[1] == DRAW


@pytest.mark.parametrize("phase", ["play", "move", "clover", "spiral", "leprechaun", "bonus"])
def test_every_legal_move_is_among_the_choices(phase):
    asked = Asked(phase)
    offered = {choice.move for mode in ("", "discard") for choice in asked.choices(mode)}
    assert set(asked.moves) <= offered
