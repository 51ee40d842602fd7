"""How a game of The Oracle ends, what it is worth, and what is known of it (O11-O13, C9-C12)."""

from random import Random

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.cards import CardDrawn, Discard, DrawFromDeck, PlayCard, TakeDiscard
from keltis_engine.parts.events import GameEnded, PointsScored
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    SPIRAL,
)
from keltis_engine.position import IllegalMove, ScoreLine, ScoreSheet
from keltis_engine.rules.oracle import (
    TRACK,
    FigureMoved,
    MoveBack,
    MoveFigure,
    Oracle,
    OraclePosition,
)
from tests.engine.oracle_table import B, G, P, R, Y, a_game, other_turn, phase, refused

A_HAND = (G + 0, G + 1, G + 4, R + 5, Y + 8, Y + 10, B + 9, P + 5)


def the_end_of_the_example() -> OraclePosition:
    """O13's game one move before its end: white, brown, grey and black, white has played yellow."""
    figures = ((5, 26, 35), (21, 25, 32), (9, 25, 33), (0, 25, 30))
    game = a_game(seats=4, hands=(A_HAND,), tiles={29: 3}, figures=figures)
    game.wish_stones = [3, 2, 2, 1]
    game.mirrors = [2, 0, 0, 1]
    return game.play(PlayCard(Y + 8))


def test_O13_the_worked_example_is_scored_22_17_12_and_5() -> None:
    game = the_end_of_the_example().play(MoveFigure(26))
    assert game.view(None).totals == (22, 17, 12, 5)
    assert game.scores()[0] == ScoreSheet(
        (
            ScoreLine("figure", -3, (5,)),
            ScoreLine("figure", 6, (29,)),
            ScoreLine("figure", 10, (35,)),
            ScoreLine("points", 0),
            ScoreLine("wish_stones", 3, (3,)),
            ScoreLine("mirrors", 6, (2,)),
        )
    )
    assert Oracle().score_sheets(game.view(1)) == game.scores()


def test_O11_the_fifth_figure_in_the_oracle_ends_the_game_before_its_tile_acts() -> None:
    game = the_end_of_the_example()
    after = game.play(MoveFigure(26))
    assert (after.to_act, phase(after), after.points[0]) == (None, "over", 0)
    assert game.events(MoveFigure(26), after, 3) == [FigureMoved(0, 26, 29), GameEnded("oracle")]
    assert after.legal_moves() == ()
    assert refused(after, DrawFromDeck()) == "game_over"


@pytest.mark.parametrize("tile", [3, MIRROR, SPIRAL, LEPRECHAUN, CLOVER])
def test_O11_a_players_third_figure_in_the_oracle_ends_the_game_and_no_tile_acts(tile: int) -> None:
    game = a_game(hands=(A_HAND,), tiles={29: tile}, figures=((28, 29, 31),))
    after = game.play(PlayCard(Y + 8)).play(MoveFigure(28))
    assert phase(after) == "over"
    assert (after.points, after.mirrors, after.tiles) == ([0, 0], [0, 0], game.tiles)


def test_O11_the_third_figure_that_a_clover_leads_into_the_oracle_ends_the_game() -> None:
    tiles = {25: CLOVER + 1, 29: 3}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((19, 29, 31),))
    game = game.play(PlayCard(G + 0)).play(MoveFigure(19))
    assert (phase(game), game.figures[0]) == ("clover", (25, 29, 31))
    after = game.play(MoveFigure(25))
    assert (after.to_act, phase(after), after.points) == (None, "over", [0, 0])
    assert game.events(MoveFigure(25), after, 1) == [FigureMoved(0, 25, 29), GameEnded("oracle")]


def test_O11_the_fifth_figure_that_a_clover_leads_into_the_oracle_ends_the_game() -> None:
    figures = ((0, 19, 29), (0, 30, 31), (0, 0, 33))
    game = a_game(seats=3, hands=(A_HAND,), tiles={25: CLOVER + 1, 29: MIRROR}, figures=figures)
    after = game.play(PlayCard(G + 0)).play(MoveFigure(19)).play(MoveFigure(25))
    assert (after.to_act, phase(after), after.mirrors) == (None, "over", [0, 0, 0])


def test_O11_four_figures_of_two_players_in_the_oracle_do_not_end_the_game() -> None:
    figures = ((5, 28, 31), (0, 29, 31))
    game = a_game(hands=(A_HAND,), tiles={29: 3}, figures=figures)
    after = game.play(PlayCard(Y + 8)).play(MoveFigure(28))
    assert (phase(after), after.points) == ("draw", [3, 0])


def test_O11_steps_inside_the_oracle_do_not_count_twice() -> None:
    figures = ((5, 29, 31), (0, 29, 31))
    game = a_game(hands=(A_HAND,), tiles={30: 3}, figures=figures)
    after = game.play(PlayCard(B + 9)).play(MoveFigure(29))
    assert (phase(after), after.points) == ("draw", [3, 0])


def test_O11_a_figure_that_a_spiral_led_out_of_the_oracle_counts_no_more() -> None:
    game = a_game(hands=(A_HAND,), tiles={30: SPIRAL, 26: 1, 29: 3}, figures=((26, 29, 29),))
    game.figures[0] = (25, 27, 29)
    game = game.play(PlayCard(B + 9)).play(MoveFigure(29)).play(MoveBack(26))
    assert game.figures[0] == (25, 26, 27)
    game = other_turn(game.play(DrawFromDeck()))
    game.figures[0] = (26, 27, 30)
    game = game.play(PlayCard(Y + 8)).play(MoveFigure(27))
    assert (phase(game), game.figures[0]) == ("draw", (26, 29, 30))


def test_O11_the_game_ends_when_the_last_card_of_the_deck_is_drawn() -> None:
    game = a_game(hands=(A_HAND,))
    game.drawn = len(game.deck) - 1
    game = game.play(Discard(G + 0))
    last = game.deck[-1]
    after = game.play(DrawFromDeck())
    assert phase(after) == "over"
    assert game.events(DrawFromDeck(), after, 1)[-1] == GameEnded("deck")
    assert last in after.view(0).cards.hand


def test_O11_the_first_of_two_draws_may_be_the_last_card() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: LEPRECHAUN})
    game.drawn = len(game.deck) - 1
    game = game.play(PlayCard(G + 0)).play(MoveFigure(0)).play(Discard(G + 1))
    assert phase(game.play(DrawFromDeck())) == "over"


def test_O12_mirrors_double_a_loss_too_and_figures_at_the_start_count_nothing() -> None:
    game = a_game()
    game.mirrors = [2, 1]
    game.wish_stones = [0, 6]
    game.points = [7, 0]
    assert [sheet.total for sheet in game.scores()] == [7 - 4 - 8, 10 + 10]


@pytest.mark.parametrize(
    ("wishes", "worth"), [(0, -4), (1, -3), (2, 2), (3, 3), (4, 6), (5, 10), (9, 10)]
)
def test_O12_wish_stones_are_worth_what_the_table_says(wishes: int, worth: int) -> None:
    game = a_game()
    game.wish_stones[0] = wishes
    assert game.scores()[0].total == worth


def test_O12_the_score_track_has_eighty_fields() -> None:
    assert TRACK == 80


def test_C12_after_ten_quiet_turns_each_the_piles_are_closed_until_a_draw_from_the_deck() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: LEPRECHAUN})
    game.put_on_pile(P + 1)
    game.barred = 0
    game.quiet = 20
    game = game.play(PlayCard(G + 0)).play(MoveFigure(0)).play(Discard(Y + 10))
    assert game.legal_moves() == (DrawFromDeck(),)
    assert refused(game, TakeDiscard(2)) == "piles_closed"
    game = game.play(DrawFromDeck())
    assert game.view(None).cards.quiet == -1
    assert TakeDiscard(2) in game.legal_moves()


def test_an_unknown_option_or_number_of_seats_is_refused() -> None:
    for seats, options in ((2, {"free_clovers": "maybe"}), (2, {"fog": "on"}), (5, {}), (1, {})):
        with pytest.raises(IllegalMove):
            Oracle().start(seats, options)


@pytest.mark.law
@pytest.mark.parametrize("option", ["off", "on"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_imagined_position_answers_like_the_real_one(seats: int, option: str) -> None:
    rules, random = Oracle(), Random(seats)
    game = rules.start(seats, {"free_clovers": option}, 0)
    game.apply(game.deal(Stream(b"imagine", act=seats)))
    while game.to_act is not None:
        imagined = rules.imagine(game.view(game.to_act), Stream(b"guess", act=game.turn))
        assert imagined.view(game.to_act) == game.view(game.to_act)
        assert imagined.legal_moves() == game.legal_moves()
        move = random.choice(game.legal_moves())
        if not isinstance(move, DrawFromDeck):
            mover = game.to_act
            imagined.apply(move)
            game.apply(move)
            assert imagined.view(mover) == game.view(mover)
        else:
            game.apply(move)
    for seat in (0, None):
        imagined = rules.imagine(game.view(seat), Stream(b"the end"))
        assert imagined.view(seat) == game.view(seat)


def test_only_the_deal_and_the_deck_reveal_something() -> None:
    start = Oracle().start(2)
    assert start.reveals(start.deal(Stream(b"reveal")))
    game = a_game()
    assert [
        move for move in (DrawFromDeck(), TakeDiscard(1), PlayCard(3)) if game.reveals(move)
    ] == [DrawFromDeck()]


def test_an_opponent_and_a_spectator_are_not_told_the_card_drawn() -> None:
    game = a_game(hands=(A_HAND,), deck=(P + 10,)).play(Discard(G + 0))
    after = game.play(DrawFromDeck())
    told = [game.events(DrawFromDeck(), after, seat)[0] for seat in (0, 1, None)]
    assert told == [CardDrawn(0, P + 10), CardDrawn(0, None), CardDrawn(0, None)]
    assert PointsScored(0, 0) not in game.events(DrawFromDeck(), after, 0)
