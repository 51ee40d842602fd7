"""What tiles do when a figure arrives, the leprechaun score, and the draw (O7-O10, O15)."""

import pytest

from keltis_engine.parts.cards import Discard, DrawFromDeck, PlayCard, TakeDiscard
from keltis_engine.parts.events import Decline, Declined, PointsScored, WishStoneTaken
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    SPIRAL,
)
from keltis_engine.rules.oracle import (
    BonusClaimed,
    ClaimBonus,
    DiscardFromRow,
    FigureMoved,
    MirrorTaken,
    MoveBack,
    MoveFigure,
    MovePriestess,
    OraclePosition,
    RowCardDiscarded,
)
from tests.engine.oracle_table import (
    BLUE,
    GREEN,
    PINK,
    RED,
    YELLOW,
    B,
    G,
    P,
    R,
    Y,
    a_game,
    other_turn,
    phase,
    refused,
)

A_HAND = (G + 0, G + 1, G + 4, R + 5, Y + 8, Y + 10, B + 9, P + 5)


def moved_back_to(game: OraclePosition) -> list[int]:
    """The stones a spiral offers."""
    return [move.stone for move in game.legal_moves() if isinstance(move, MoveBack)]


def test_O7_points_are_scored_at_once_and_the_tile_stays_for_every_arrival() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: 3}).play(PlayCard(G + 0))
    after = game.play(MoveFigure(0))
    assert (after.points, after.tiles[4], phase(after)) == ([3, 0], 3, "draw")
    assert game.events(MoveFigure(0), after, 1) == [FigureMoved(0, 0, 4), PointsScored(0, 3)]
    game = other_turn(after.play(DrawFromDeck())).play(PlayCard(G + 1))
    after = game.play(MoveFigure(0))
    assert after.points == [6, 0]
    assert game.events(MoveFigure(0), after, 1) == [FigureMoved(0, 0, 4), PointsScored(0, 3)]


def test_O7_a_clover_may_move_its_figure_on_to_the_clovers_colour() -> None:
    tiles = {4: CLOVER + YELLOW, 6: 2}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 0, 1),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(0))
    assert (phase(game), game.view(None).stone) == ("clover", 4)
    assert game.legal_moves() == (MoveFigure(4), Decline())
    assert refused(game, MoveFigure(1)) == "other_figure"
    assert refused(game, MoveFigure(9)) == "no_figure_there"
    after = game.play(MoveFigure(4))
    assert (after.figures[0], after.points[0], after.tiles[4]) == ((0, 1, 6), 2, CLOVER + YELLOW)


def test_O7_a_clover_may_be_declined() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: CLOVER}).play(PlayCard(G + 0)).play(MoveFigure(0))
    after = game.play(Decline())
    assert (after.figures[0], phase(after)) == ((0, 0, 4), "draw")
    assert game.events(Decline(), after, None) == [Declined(0)]


def test_O7_a_clover_without_a_stone_of_its_colour_ahead_is_not_offered() -> None:
    tiles = {34: CLOVER + RED}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 0, 30),)).play(PlayCard(B + 9))
    assert phase(game.play(MoveFigure(30))) == "draw"


def test_O7_tiles_reached_by_a_clover_or_spiral_act_too() -> None:
    tiles = {4: CLOVER + YELLOW, 6: CLOVER + GREEN, 9: SPIRAL, 8: LEPRECHAUN}
    game = a_game(hands=(A_HAND,), tiles=tiles).play(PlayCard(G + 0)).play(MoveFigure(0))
    game = game.play(MoveFigure(4))
    assert (phase(game), game.stone) == ("clover", 6)
    game = game.play(MoveFigure(6))
    assert (phase(game), game.stone) == ("spiral", 9)
    assert game.view(0).moved == ((9, 0, ()),)
    game = game.play(MoveBack(8))
    assert phase(game) == "leprechaun"
    assert phase(game.play(Decline())) == "draw"


def test_O7_a_spiral_leads_to_any_earlier_stone_but_not_where_the_turn_began() -> None:
    game = a_game(hands=(A_HAND,), tiles={9: SPIRAL}, figures=((0, 0, 4),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(4))
    assert moved_back_to(game) == [0, 1, 2, 3, 5, 6, 7, 8]
    assert refused(game, MoveBack(4)) == "move_began_there"
    for stone in (-1, 9, 10):
        assert refused(game, MoveBack(stone)) == "not_an_earlier_stone"
    after = game.play(MoveBack(7))
    assert game.events(MoveBack(7), after, 1) == [FigureMoved(0, 9, 7), WishStoneTaken(0)]


def test_O7_after_a_clover_the_spiral_still_excludes_the_first_stone() -> None:
    tiles = {9: CLOVER + YELLOW, 11: SPIRAL}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 0, 4),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(4)).play(MoveFigure(9))
    assert moved_back_to(game) == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10]


def test_O7_a_spiral_may_lead_back_to_the_start_stone() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: SPIRAL}, figures=((0, 1, 1),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(1))
    assert moved_back_to(game) == [0, 2, 3]
    after = game.play(MoveBack(0))
    assert (after.figures[0], phase(after), after.view(0).used) == ((0, 0, 1), "draw", (4,))
    assert game.events(MoveBack(0), after, 1) == [FigureMoved(0, 4, 0)]


def test_O7_a_spiral_leads_to_the_start_stone_only_if_the_figure_did_not_set_out_from_it() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: SPIRAL}).play(PlayCard(G + 0)).play(MoveFigure(0))
    assert game.view(1).began == 0
    assert moved_back_to(game) == [1, 2, 3]
    assert refused(game, MoveBack(0)) == "move_began_there"


def test_O7_a_spiral_with_nowhere_to_go_is_not_offered() -> None:
    game = a_game(hands=(A_HAND,), tiles={1: SPIRAL}).play(PlayCard(P + 5)).play(MoveFigure(0))
    assert (phase(game), game.view(0).used) == ("draw", ())


@pytest.mark.parametrize(("start", "back"), [(0, 1), (1, 0)])
def test_O7_a_spiral_with_one_stone_to_go_to_is_offered(start: int, back: int) -> None:
    game = a_game(hands=(A_HAND,), tiles={2: SPIRAL}, figures=((0, 0, start),))
    game = game.play(PlayCard(Y + 8)).play(MoveFigure(start))
    assert game.legal_moves() == (MoveBack(back), Decline())


def test_O7_each_spiral_works_once_per_turn_and_again_in_the_next() -> None:
    tiles = {9: SPIRAL, 6: CLOVER + GREEN}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 4, 5),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(4)).play(MoveBack(6))
    assert game.view(0).used == (9,)
    game = game.play(MoveFigure(6))
    assert (phase(game), game.figures[0]) == ("draw", (0, 5, 9))
    game = game.play(DrawFromDeck())
    assert game.view(0).used == ()
    game = other_turn(game).play(PlayCard(G + 1)).play(MoveFigure(5))
    assert phase(game) == "spiral"


def test_O7_two_spirals_can_work_in_one_turn() -> None:
    tiles = {9: SPIRAL, 6: SPIRAL}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 4, 5),)).play(PlayCard(G + 0))
    game = game.play(MoveFigure(4)).play(MoveBack(6))
    assert moved_back_to(game) == [0, 1, 2, 3, 5]
    game = game.play(MoveBack(1))
    assert game.view(None).used == (6, 9)


def test_O7_a_declined_spiral_leaves_the_figure_there() -> None:
    game = a_game(hands=(A_HAND,), tiles={9: SPIRAL}, figures=((0, 4, 5),)).play(PlayCard(G + 0))
    after = game.play(MoveFigure(4)).play(Decline())
    assert (after.figures[0], after.view(0).used, phase(after)) == ((0, 5, 9), (), "draw")


def test_O7_a_leprechaun_takes_a_card_of_the_hand_the_last_of_a_row_or_none() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: LEPRECHAUN}).play(PlayCard(G + 4)).play(MoveFigure(0))
    assert (phase(game), game.view(1).stone, game.view(1).card) == ("leprechaun", 4, G + 4)
    hand = sorted(card for card in A_HAND if card != G + 4)
    assert list(game.legal_moves()) == [*map(Discard, hand), DiscardFromRow(GREEN), Decline()]
    assert refused(game, DiscardFromRow(RED)) == "row_empty"
    assert refused(game, DiscardFromRow(7)) == "row_empty"
    assert refused(game, Discard(G + 4)) == "card_not_in_hand"
    after = game.play(Decline())
    assert (phase(after), after.to_draw) == ("draw", 1)


def test_O7_a_card_taken_from_a_row_falls_on_its_pile_and_stays_there_this_turn() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: LEPRECHAUN}).play(PlayCard(G + 4)).play(MoveFigure(0))
    after = game.play(DiscardFromRow(GREEN))
    assert game.events(DiscardFromRow(GREEN), after, 1) == [RowCardDiscarded(0, G + 4)]
    assert after.view(1).cards.pile_tops[GREEN] == G + 4
    assert after.legal_moves() == (DrawFromDeck(),)
    assert refused(after, TakeDiscard(GREEN)) == "just_discarded"
    after = after.play(DrawFromDeck())
    assert (after.to_act, after.view(0).cards.hand_sizes) == (1, (8, 8))


@pytest.mark.parametrize(
    ("row", "left", "plays"),
    [
        ((1, 4), (1,), {0, 1, 4}),
        ((1, 1, 0), (1, 1), {0, 1, 4}),
        ((0, 3, 4), (0, 3), {4}),
        ((9, 3, 1), (9, 3), {0, 1}),
        ((9, 3), (9,), {0, 1, 4}),
    ],
)
def test_O7_a_shortened_row_gets_its_direction_from_what_is_left(
    row: tuple[int, ...], left: tuple[int, ...], plays: set[int]
) -> None:
    game = a_game(hands=(A_HAND,), tiles={3: LEPRECHAUN}).play(PlayCard(R + 5)).play(MoveFigure(0))
    game.rows[GREEN] = row
    game = game.play(DiscardFromRow(GREEN))
    assert game.rows[GREEN] == left
    game = other_turn(game.play(DrawFromDeck()))
    greens = [move.card - G for move in game.legal_moves() if isinstance(move, PlayCard)]
    assert {value for value in greens if 0 <= value <= 4} == plays


def test_O8_a_mirror_is_taken_and_gone() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: MIRROR}).play(PlayCard(G + 0))
    after = game.play(MoveFigure(0))
    assert (after.mirrors, after.tiles[4], phase(after)) == ([1, 0], 0, "draw")
    assert game.events(MoveFigure(0), after, None) == [FigureMoved(0, 0, 4), MirrorTaken(0)]
    again = other_turn(after.play(DrawFromDeck())).play(PlayCard(G + 1)).play(MoveFigure(0))
    assert again.mirrors == [1, 0]


def test_O8_one_wish_stone_is_taken_at_each_arrival_while_any_is_left() -> None:
    hand = (P + 5, P + 5, P + 6, P + 7, P + 8, P + 9, P + 10, R + 0)
    game = a_game(hands=(hand,), figures=((1, 1, 6),))
    for card, start, wishes, left in ((P + 5, 1, 1, 1), (P + 5, 1, 2, 0), (P + 6, 6, 2, 0)):
        game = game.play(PlayCard(card)).play(MoveFigure(start))
        assert (game.wish_stones[0], game.stock[7]) == (wishes, left)
        game = other_turn(game.play(DrawFromDeck()))
    assert game.figures[0] == (7, 7, 7)
    assert game.stock[8:] == (0,) * 6 + (2,) + (0,) * 6 + (2,) + (0,) * 6 + (2,) + (0,) * 6 + (1,)


LEPRECHAUNS = {4: LEPRECHAUN, 9: LEPRECHAUN, 8: LEPRECHAUN}


@pytest.mark.parametrize(
    ("figures", "points"), [((4, 4, 8), 15), ((4, 4, 9), 10), ((4, 4, 4), 10), ((4, 9, 9), 5)]
)
def test_O9_three_figures_on_leprechauns_score_by_how_many_stones(
    figures: tuple[int, int, int], points: int
) -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=(figures,))
    game = game.play(PlayCard(G + 0)).play(MoveFigure(4)).play(Decline())
    assert phase(game) == "bonus"
    assert game.view(1).card == G + 0
    assert game.legal_moves() == (ClaimBonus(), Decline())
    after = game.play(ClaimBonus())
    assert (after.points, after.view(1).bonus, phase(after)) == ([points, 0], (True, False), "draw")
    assert game.events(ClaimBonus(), after, 1) == [BonusClaimed(0, points)]


def test_O9_the_score_may_be_declined_and_claimed_later_but_only_once() -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=((4, 8, 9),))
    game = game.play(PlayCard(B + 9)).play(MovePriestess(1))
    assert phase(game) == "bonus"
    game = game.play(Decline())
    assert (phase(game), game.points, game.bonus) == ("draw", [0, 0], [False, False])
    game = other_turn(game.play(DrawFromDeck()))
    game = game.play(PlayCard(Y + 8)).play(MovePriestess(1)).play(ClaimBonus())
    assert game.points == [15, 0]
    game = other_turn(game.play(DrawFromDeck()))
    game = game.play(PlayCard(G + 0)).play(MovePriestess(1))
    assert phase(game) == "draw"


def test_O9_the_score_is_offered_in_a_turn_without_a_move_too() -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=((4, 8, 9),))
    asked = game.play(Discard(G + 0))
    assert (phase(asked), asked.view(0).card, asked.view(0).cards.barred) == (
        "bonus",
        None,
        (GREEN,),
    )
    assert asked.legal_moves() == (ClaimBonus(), Decline())
    after = asked.play(ClaimBonus())
    assert (after.points, phase(after)) == ([15, 0], "draw")
    assert refused(after, TakeDiscard(GREEN)) == "just_discarded"
    declined = asked.play(Decline()).play(DrawFromDeck())
    assert (declined.to_act, declined.view(0).cards.hand_sizes) == (1, (8, 8))
    assert phase(other_turn(declined).play(Discard(G + 1))) == "bonus"


def test_O9_a_discard_offers_no_score_that_was_claimed_before() -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=((4, 8, 9),))
    game = other_turn(game.play(Discard(G + 0)).play(ClaimBonus()).play(DrawFromDeck()))
    assert phase(game.play(Discard(G + 1))) == "draw"


def test_O9_the_other_players_figures_do_not_count() -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=((0, 0, 0), (4, 8, 9)))
    assert phase(game.play(Discard(G + 0))) == "draw"


def test_O9_two_figures_on_leprechauns_are_not_enough() -> None:
    game = a_game(hands=(A_HAND,), tiles=LEPRECHAUNS, figures=((4, 5, 9),))
    assert phase(game.play(PlayCard(B + 9)).play(MovePriestess(1))) == "draw"


def test_O10_a_card_lost_from_the_hand_to_a_leprechaun_brings_a_second_draw() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: LEPRECHAUN}, deck=(P + 0, P + 1))
    game.put_on_pile(B + 1)
    game.barred = 0
    game = game.play(PlayCard(G + 0)).play(MoveFigure(0)).play(Discard(Y + 10))
    assert game.view(0).cards.hand_sizes == (6, 8)
    assert game.legal_moves() == (DrawFromDeck(), TakeDiscard(BLUE))
    assert refused(game, TakeDiscard(YELLOW)) == "just_discarded"
    game = game.play(DrawFromDeck())
    assert (game.to_act, phase(game), game.view(0).cards.hand_sizes) == (0, "draw", (7, 8))
    assert refused(game, TakeDiscard(YELLOW)) == "just_discarded"
    game = game.play(TakeDiscard(BLUE))
    assert (game.to_act, phase(game), game.view(0).cards.hand_sizes) == (1, "play", (8, 8))
    assert game.view(1).cards.taken[0] == (B + 1,)
    assert game.view(1).cards.quiet == 0
    assert TakeDiscard(YELLOW) in game.play(Discard(game.view(1).cards.hand[0])).legal_moves()


def test_O15_a_free_clover_may_move_any_figure_of_its_player() -> None:
    tiles = {4: CLOVER + YELLOW, 6: 2, 16: 3}
    figures = ((0, 0, 12), (13, 13, 13))
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=figures, free_clovers="on")
    assert game.view(1).free_clovers
    game = game.play(PlayCard(G + 0)).play(MoveFigure(0))
    assert list(game.legal_moves()) == [MoveFigure(0), MoveFigure(4), MoveFigure(12), Decline()]
    after = game.play(MoveFigure(12))
    assert (after.figures[0], after.points[0]) == ((0, 4, 16), 3)
    assert refused(game, MoveFigure(13)) == "no_figure_there"


def test_O15_a_free_clover_is_offered_while_any_figure_has_a_stone_ahead() -> None:
    tiles = {34: CLOVER + RED}
    for option, asked in (("on", "clover"), ("off", "draw")):
        figures = ((0, 0, 30),)
        game = a_game(hands=(A_HAND,), tiles=tiles, figures=figures, free_clovers=option)
        assert phase(game.play(PlayCard(B + 9)).play(MoveFigure(30))) == asked


def test_O15_a_spiral_excludes_the_stone_where_the_moving_figure_began_the_turn() -> None:
    tiles = {4: CLOVER + YELLOW, 11: CLOVER + PINK, 13: SPIRAL}
    figures = ((1, 8, 12),)
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=figures, free_clovers="on")
    game = game.play(PlayCard(G + 0)).play(MoveFigure(1)).play(MoveFigure(8))
    assert game.view(0).moved == ((4, 1, ()), (11, 8, ()))
    never_moved = game.play(MoveFigure(12))
    assert (never_moved.stone, never_moved.view(0).began) == (13, 12)
    moved_on = game.play(MoveFigure(11))
    assert (moved_on.stone, moved_on.view(0).began) == (13, 8)


def test_O15_a_figure_moved_earlier_in_the_turn_still_may_not_go_back_to_its_first_stone() -> None:
    tiles = {4: CLOVER + YELLOW, 6: CLOVER + GREEN, 9: SPIRAL}
    figures = ((1, 5, 12),)
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=figures, free_clovers="on")
    game = game.play(PlayCard(G + 0)).play(MoveFigure(1)).play(MoveFigure(5))
    assert game.figures[0] == (4, 6, 12)
    game = game.play(MoveFigure(4))
    assert game.view(0).moved == ((6, 5, ()), (9, 1, ()))
    assert moved_back_to(game) == [0, 2, 3, 4, 5, 6, 7, 8]


def test_O15_of_two_figures_on_a_stone_the_one_that_arrived_last_goes() -> None:
    tiles = {4: CLOVER + GREEN, 9: SPIRAL}
    figures = ((1, 4, 4),)
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=figures, free_clovers="on")
    game = game.play(PlayCard(G + 0)).play(MoveFigure(1)).play(MoveFigure(4))
    assert game.view(0).began == 1
    assert game.figures[0] == (4, 4, 9)


def test_O15_three_figures_moved_in_one_turn_each_remember_where_they_began() -> None:
    tiles = {4: CLOVER + YELLOW, 6: CLOVER + BLUE, 10: CLOVER + GREEN, 9: SPIRAL}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((1, 5, 7),), free_clovers="on")
    game = game.play(PlayCard(G + 0))
    for start in (1, 5, 7, 4):
        game = game.play(MoveFigure(start))
    assert game.view(0).moved == ((6, 5, ()), (10, 7, ()), (9, 1, ()))
    assert moved_back_to(game) == [0, 2, 3, 4, 5, 6, 7, 8]


def test_O7_O15_a_spiral_works_once_per_turn_for_each_figure() -> None:
    tiles = {4: CLOVER + YELLOW, 6: CLOVER + GREEN, 9: SPIRAL}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((1, 5, 12),), free_clovers="on")
    game = game.play(PlayCard(G + 0)).play(MoveFigure(1)).play(MoveFigure(4)).play(MoveFigure(6))
    game = game.play(MoveBack(6))
    assert (phase(game), game.view(0).moved) == ("clover", ((6, 1, (9,)),))
    other = game.play(MoveFigure(5))
    assert (phase(other), other.view(0).used) == ("spiral", ())
    assert other.view(0).moved == ((6, 1, (9,)), (9, 5, ()))
    other = other.play(MoveBack(4))
    assert other.view(0).moved == ((6, 1, (9,)), (4, 5, (9,)))
    first_again = other.play(MoveFigure(6))
    assert (phase(first_again), first_again.view(0).used) == ("draw", (9,))
    assert first_again.figures[0] == (4, 11, 12)
    assert phase(game.play(MoveFigure(6))) == "draw"
