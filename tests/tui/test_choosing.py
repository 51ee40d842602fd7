"""Choosing by keys, without a screen: pick, pick again, confirm, step back."""

from collections.abc import Callable

import pytest

from keltis_engine.parts.cards import DRAW, Discard, PlayCard, TakeDiscard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.rows import playable_on
from keltis_engine.rules.keltis import AdvanceFigure, KeltisView, StartFigure
from keltis_tui.boards.keltis import KeltisBoard
from keltis_tui.choosing import Picking, picked, press
from keltis_tui.widgets.canvas import Target
from screenshots.staged import moment

BOARD = KeltisBoard()


class Asked:
    """One decision of seat 0 in a staged game, answered by keys."""

    def __init__(self, phase: str, so: Callable[[KeltisView], bool] = lambda _: True) -> None:
        staged = moment(2, lambda view: view.phase == phase and so(view))
        view = staged.position.view(0)
        assert isinstance(view, KeltisView)
        self.view = view
        self.moves = list(staged.position.legal_moves())

    def press(self, *keys: str):
        """The picking and the move after these keys."""
        picking, move = Picking(), None
        for key in keys:
            assert move is None, "a move was made before the last key"
            picking, move = press(picking, key, self.choices, BOARD.modes(self.view))
        return picking, move

    def choices(self, mode: str):
        return BOARD.choices(self.view, self.moves, mode)


@pytest.fixture(scope="module")
def play() -> Asked:
    return Asked("play")


def test_the_first_press_picks_a_card_and_the_second_plays_it(play):
    index = next(i for i, c in enumerate(play.choices("")) if c.legal)
    key = str(index + 1)
    assert play.press(key) == (Picking(Target("card", index)), None)
    assert play.press(key, key)[1] == PlayCard(play.view.cards.hand[index])
    assert play.press(key, "enter")[1] == PlayCard(play.view.cards.hand[index])


def test_a_card_that_does_not_fit_is_picked_but_never_played():
    """C4"""

    def fits(view: KeltisView, card: int) -> bool:
        return bool(playable_on(view.cards.rows[0][card // 11]) >> card % 11 & 1)

    asked = Asked("play", lambda view: not all(fits(view, card) for card in view.cards.hand))
    index = next(i for i, choice in enumerate(asked.choices("")) if not choice.legal)
    key, focus = str(index + 1), Picking(Target("card", index))
    assert asked.press(key) == asked.press(key, key) == asked.press(key, "enter") == (focus, None)


def test_d_discards_the_picked_card_or_first_asks_which(play):
    card = play.view.cards.hand[2]
    assert play.press("3", "d")[1] == Discard(card)
    assert play.press("d") == (Picking(mode="discard"), None)
    assert play.press("d", "3", "3")[1] == Discard(card)
    assert play.press("d", "d") == (Picking(), None)


def test_escape_puts_everything_back(play):
    assert play.press("d", "4", "escape") == (Picking(), None)


def test_arrows_and_hjkl_go_round_the_hand(play):
    last = len(play.view.cards.hand) - 1
    for on, back in (("right", "left"), ("l", "h"), ("down", "up"), ("j", "k")):
        assert play.press(on)[0].focus == Target("card", 0)
        assert play.press(on, on)[0].focus == Target("card", 1)
        assert play.press(back)[0].focus == Target("card", last)
        assert play.press(on, back)[0].focus == Target("card", last)


def test_enter_with_nothing_picked_plays_no_card(play):
    assert play.press("enter") == (Picking(), None)


def test_one_key_chooses_the_figure_that_starts():
    """K4"""
    asked = Asked("start")
    assert asked.press("s")[1] == StartFigure(asked.view.path, False)
    assert asked.press("l")[1] == StartFigure(asked.view.path, True)
    assert asked.press("enter")[1] == StartFigure(asked.view.path, False)


def test_a_clover_is_answered_by_the_letter_of_a_path_or_declined():
    """K6"""
    asked = Asked("clover", lambda view: view.large[0] is None and 0 in view.figures[0])
    started = next(p for p in range(5) if AdvanceFigure(p) in asked.moves)
    fresh = next(p for p in range(5) if StartFigure(p, False) in asked.moves)
    assert asked.press("rypgb"[started])[1] == AdvanceFigure(started)
    assert asked.press("rypgb"[fresh], "s")[1] == StartFigure(fresh, False)
    assert asked.press("n")[1] == Decline()
    assert asked.press("enter") == (Picking(), None), "Enter alone gives no step away"


def test_small_or_large_may_be_said_before_the_path():
    """K6"""
    asked = Asked("clover", lambda view: view.large[0] is None and 0 in view.figures[0])
    path = asked.view.figures[0].index(0)
    assert asked.press("s", "rypgb"[path])[1] == StartFigure(path, False)
    assert asked.press("l", "rypgb"[path])[1] == StartFigure(path, True)


def test_a_draw_is_one_key_and_the_deck_is_offered():
    """C7"""
    asked = Asked(
        "draw",
        lambda view: any(
            top is not None and colour not in view.cards.barred
            for colour, top in enumerate(view.cards.pile_tops)
        ),
    )
    pile = next(move for move in asked.moves if isinstance(move, TakeDiscard))
    assert asked.press(" ")[1] == asked.press("D")[1] == asked.press("enter")[1] == DRAW
    assert asked.press("rypgb"[pile.colour])[1] == pile
    assert picked(Picking(), asked.choices("")).move == DRAW
