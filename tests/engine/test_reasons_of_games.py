"""Reasons in The Oracle, The Dice Game and The Way of Stones."""

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.parts.cards import Discard
from keltis_engine.parts.rows import playable_on
from keltis_engine.rules.dice import WISH_DIE, Begin, Dice, KeepDice, Roll
from keltis_engine.rules.stones import Lay, LeaveStone, Stones, TakeStone, TurnStone
from tests.engine.oracle_table import YELLOW, B, G, P, Y, a_game

RED = 0


def test_a_card_may_be_fit_for_a_seat_that_comes_later() -> None:
    """C6: in The Oracle, too, everybody's rows are looked at, not only the next player's."""
    game = a_game(3, hands=[(Y + 10, 0, 5, Y + 8, G, G + 1, P + 2, B + 9)])
    game.set_row(2 * 5 + YELLOW, (8, 9), playable_on((8, 9)))
    reasons = GAME_PLAYERS["oracle"].explain(game.view(0), Discard(Y + 10))
    assert Reason("could_use", seat=2) in reasons


def test_the_dice_that_stay_tell_how_often_the_others_win_the_game() -> None:
    """D7: one die of five more leads the stone from the 3 into the goal area."""
    game = Dice().start(2).play(Begin(0)).play(Roll((0, WISH_DIE, WISH_DIE, 1, 2)))
    game.stones[:5] = [6, 7, 7, 7, 0]
    game.started[0], game.in_goal[0], game.arrived = 4, 3, 3
    (chance, *_) = GAME_PLAYERS["dice"].explain(game.view(0), KeepDice(0b00001))
    assert chance == Reason("may_end", 100)
    (chance, *_) = GAME_PLAYERS["dice"].explain(game.view(0), KeepDice(0))
    assert chance == Reason("may_end", round(100 * (1 - (5 / 6) ** 5)))


def test_an_empty_stock_of_wish_stones_promises_none() -> None:
    """D1: forty are there."""
    game = Dice().start(2).play(Begin(0)).play(Roll((0, WISH_DIE, WISH_DIE, 1, 2)))
    game.stock = 0
    reasons = GAME_PLAYERS["dice"].explain(game.view(0), KeepDice(0b11111))
    assert all(reason.code != "wish_stone" for reason in reasons)


def test_two_wish_dice_and_a_wish_stone_on_the_field_promise_one_gain() -> None:
    """D8: the second stone is not worth what the first one is."""
    game = Dice().start(2).play(Begin(0)).play(Roll((0, WISH_DIE, WISH_DIE, 1, 2)))
    game.stones[0], game.started[0] = 1, 1  # red's second field has a wish stone
    reasons = GAME_PLAYERS["dice"].explain(game.view(0), KeepDice(0b00111))
    assert [reason for reason in reasons if reason.code == "wish_stone"] == [
        Reason("wish_stone", 6)
    ]
    assert Reason("kept_gains", 1, RED) in reasons


def test_a_stone_that_is_left_tells_what_its_row_would_lose() -> None:
    """S4: after 0 and 1 the 10 shuts out the eight between."""
    position = Stones().start(2).play(Lay(tuple(range(55)), 0))
    for place in (0, 44, 1, 45):
        position = position.play(TurnStone(place)).play(TakeStone(place))
    reasons = GAME_PLAYERS["stones"].explain(position.play(TurnStone(10)).view(0), LeaveStone())
    assert reasons == [
        Reason("row_closed", 0, RED),
        Reason("instead_of", 8),
        Reason("only_now", 5),  # S7: from -3 to 2
    ]


def test_a_stone_that_nobody_else_can_take_can_wait() -> None:
    """S4: red rises in one player's row and falls in the other's."""
    position = Stones().start(2).play(Lay(tuple(range(55)), 0))
    for place in (0, 3, 1, 2):  # 0 and 1 for one, 3 and 2 for the other
        position = position.play(TurnStone(place)).play(TakeStone(place))
    position = position.play(TurnStone(9)).play(LeaveStone())
    reasons = GAME_PLAYERS["stones"].explain(position.view(0), TurnStone(30))
    assert reasons[0] == Reason("would_narrow", 9)
    position = position.play(TurnStone(4)).play(LeaveStone())
    reasons = GAME_PLAYERS["stones"].explain(position.view(0), TurnStone(30))
    assert reasons[0] == Reason("can_wait", 4)
