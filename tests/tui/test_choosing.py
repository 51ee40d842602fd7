"""Choosing by keys, without a screen: pick, pick again, confirm, step back."""

from collections.abc import Callable

import pytest

from keltis_engine.parts.cards import DRAW, Discard, PlayCard, TakeDiscard
from keltis_engine.parts.events import Decline
from keltis_engine.parts.rows import playable_on
from keltis_engine.rules.keltis import AdvanceFigure, KeltisView, StartFigure
from keltis_tui.canvas.canvas import Target
from keltis_tui.games.keltis.board import KeltisBoard
from keltis_tui.table.choosing import Choice, Picking, picked, press
from keltis_tui.table.client_game import ClientGame
from keltis_tui.table.decision import Decision
from screenshots.staged import Staged, moment
from tests.tui.at_table import Answer, known, pressed

BOARD = KeltisBoard()


class Asked:
    """One decision of seat 0 in a staged game, answered by keys."""

    def __init__(self, phase: str, so: Callable[[KeltisView], bool] = lambda _: True) -> None:
        staged = moment(2, lambda view: view.phase == phase and so(view))
        view = staged.position.view(0)
        assert isinstance(view, KeltisView)
        self.view = view
        self.moves = list(staged.position.legal_moves())

    def press(self, *keys: str) -> Answer:
        """The picking and the move after these keys."""
        return pressed(BOARD, self.view, self.moves, keys)

    def choices(self, mode: str) -> tuple[Choice, ...]:
        return BOARD.choices(self.view, self.moves, mode)


@pytest.fixture(scope="module")
def play() -> Asked:
    return Asked("play")


def test_the_first_press_picks_a_card_and_the_second_plays_it(play: Asked) -> None:
    index = next(i for i, c in enumerate(play.choices("")) if c.legal)
    key = str(index + 1)
    assert play.press(key) == (Picking(Target("card", index)), None)
    assert play.press(key, key)[1] == PlayCard(play.view.cards.hand[index])
    assert play.press(key, "enter")[1] == PlayCard(play.view.cards.hand[index])


def test_a_card_that_does_not_fit_is_picked_but_never_played() -> None:
    """C4"""

    def fits(view: KeltisView, card: int) -> bool:
        return bool(playable_on(view.cards.rows[0][card // 11]) >> card % 11 & 1)

    asked = Asked("play", lambda view: not all(fits(view, card) for card in view.cards.hand))
    index = next(i for i, choice in enumerate(asked.choices("")) if not choice.legal)
    key, focus = str(index + 1), Picking(Target("card", index))
    assert asked.press(key) == asked.press(key, key) == asked.press(key, "enter") == (focus, None)


def test_d_and_a_number_discard_that_card_in_either_order(play: Asked) -> None:
    card = play.view.cards.hand[2]
    assert play.press("3", "d")[1] == play.press("d", "3")[1] == Discard(card)
    assert play.press("right", "right", "right", "d")[1] == Discard(card)
    assert play.press("d", "right", "right", "right", "enter")[1] == Discard(card)
    assert play.press("d") == (Picking(mode="discard"), None)
    assert play.press("d", "d") == (Picking(), None)


def test_d_never_discards_a_card_that_was_not_just_named(play: Asked) -> None:
    """A card in focus since the others' turns, or before another key, is only asked about."""
    lifted = Picking(Target("card", 2))
    answer = pressed(BOARD, play.view, play.moves, ["d"], lifted)
    assert answer == (Picking(mode="discard"), None)
    assert play.press("3", "x", "d") == (Picking(mode="discard"), None)
    assert play.press("d", "right", "d") == (Picking(), None), "the same key steps back"


@pytest.mark.parametrize("keys", [["3", "d"], ["d", "3"]])
def test_who_wants_to_be_asked_again_is_asked_before_a_discard_in_either_order(
    keys: list[str],
) -> None:
    staged = moment(2, lambda view: view.phase == "play")
    decision = Decision(ClientGame(staged.changed()), BOARD, lambda: "always")
    assert [decision.press(key) for key in keys] == [None, None]
    assert decision.press("enter") == Discard(known(decision.game.view, KeltisView).cards.hand[2])


def test_what_was_in_focus_before_my_turn_is_not_just_named() -> None:
    staged = moment(2, lambda view: view.phase == "play")
    decision = Decision(ClientGame(staged.changed()), BOARD, lambda: "risky")
    decision.press("3")
    decision.game.hear(staged.changed())
    assert decision.hear() is None
    assert decision.press("d") is None
    assert decision.picking == Picking(mode="discard")


def test_the_only_answer_is_given_with_enter_wherever_the_focus_is() -> None:
    asked = Asked("play")
    only = [Choice(Target("deck"), (), DRAW, True), Choice(Target("pile", 1), (), DRAW, False)]
    assert press(Picking(Target("pile", 1)), "enter", lambda _: tuple(only), {})[1] == DRAW
    two = (*only, Choice(Target("pile", 2), (), TakeDiscard(2), True))
    assert press(Picking(Target("pile", 1)), "enter", lambda _: two, {})[1] is None
    assert asked.press("enter")[1] is None


def test_escape_puts_everything_back(play: Asked) -> None:
    assert play.press("4", "escape") == play.press("d", "escape") == (Picking(), None)


def test_arrows_and_hjkl_go_round_the_hand(play: Asked) -> None:
    last = len(play.view.cards.hand) - 1
    for on, back in (("right", "left"), ("l", "h"), ("down", "up"), ("j", "k")):
        assert play.press(on)[0].focus == Target("card", 0)
        assert play.press(on, on)[0].focus == Target("card", 1)
        assert play.press(back)[0].focus == Target("card", last)
        assert play.press(on, back)[0].focus == Target("card", last)


def test_enter_with_nothing_picked_plays_no_card(play: Asked) -> None:
    assert play.press("enter") == (Picking(), None)


def test_one_key_chooses_the_figure_that_starts() -> None:
    """K4"""
    asked = Asked("start")
    path = known(asked.view.path, int)
    assert asked.press("s")[1] == StartFigure(path, False)
    assert asked.press("l")[1] == StartFigure(path, True)
    assert asked.press("enter")[1] == StartFigure(path, False)


def test_a_clover_is_answered_by_the_letter_of_a_path_or_declined() -> None:
    """K6"""
    asked = Asked("clover", lambda view: view.large[0] is None and 0 in view.figures[0])
    started = next(p for p in range(5) if AdvanceFigure(p) in asked.moves)
    fresh = next(p for p in range(5) if StartFigure(p, False) in asked.moves)
    assert asked.press("rypgb"[started])[1] == AdvanceFigure(started)
    assert asked.press("rypgb"[fresh], "s")[1] == StartFigure(fresh, False)
    assert asked.press("n")[1] == Decline()
    assert asked.press("enter") == (Picking(), None), "Enter alone gives no step away"


def test_small_or_large_may_be_said_before_the_path() -> None:
    """K6"""
    asked = Asked("clover", lambda view: view.large[0] is None and 0 in view.figures[0])
    path = asked.view.figures[0].index(0)
    assert asked.press("s", "rypgb"[path])[1] == StartFigure(path, False)
    assert asked.press("l", "rypgb"[path])[1] == StartFigure(path, True)


def test_a_draw_is_one_key_and_the_deck_is_offered() -> None:
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
    assert known(picked(Picking(), asked.choices("")), Choice).move == DRAW


def leading_to(phase: str) -> tuple[ClientGame, str]:
    """A game in which a card leads to a question, and the number of that card."""
    for number in range(99):
        staged = Staged(2, f"game {number}")
        while staged.position.to_act is not None:
            staged.until(lambda view: view.to_act == 0 and view.phase == "play")
            game = ClientGame(staged.changed())
            for index, card in enumerate(known(game.view, KeltisView).cards.hand):
                move = PlayCard(card)
                if move in game.moves and game.outcome(move).view.phase == phase:
                    return game, str(index + 1)
            staged.play(staged.best())
    raise LookupError(phase)


@pytest.mark.parametrize(("phase", "key"), [("start", "s"), ("draw", " ")])
def test_a_key_that_answers_what_a_card_leads_to_plays_the_card_too(phase: str, key: str) -> None:
    """K4, C7"""
    game, number = leading_to(phase)
    decision = Decision(game, BOARD, lambda: "risky")
    assert decision.press(key) is None, "no card is named yet"
    decision.press(number)
    assert isinstance(decision.press(key), PlayCard)
    asked_again = Decision(game, BOARD, lambda: "always")
    asked_again.press(number)
    assert not asked_again.knows(key)
    assert asked_again.press(key) is None


def test_space_draws_only_after_a_card_that_was_just_named() -> None:
    """C7: what the deck gives cannot be given back."""
    game, number = leading_to("draw")
    decision = Decision(game, BOARD, lambda: "risky")
    decision.press(number)
    assert decision.hear() is None
    assert decision.press(" ") is None
    assert decision.press("enter") is not None


@pytest.mark.parametrize("phase", ["start", "clover"])
def test_space_draws_no_card_while_something_else_is_asked_before(phase: str) -> None:
    """C7"""
    game, number = leading_to(phase)
    decision = Decision(game, BOARD, lambda: "risky")
    assert decision.press(number) is None
    assert decision.press(" ") is None
