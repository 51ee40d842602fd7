"""The spiral, its stones and tiles, the figures and the priestess (O1-O6, O14, cards)."""

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.cards import DECK, Discard, DrawFromDeck, PlayCard, TakeDiscard
from keltis_engine.parts.events import Decline, PointsScored
from keltis_engine.parts.oracle_board import (
    CLOVER,
    LEPRECHAUN,
    MIRROR,
    NEXT,
    SMALL_STONES,
    SPIRAL,
    STEPS,
    STONE_COLOURS,
    STONE_VALUES,
    TILES,
)
from keltis_engine.position import DEALER, PlayerMove, Position
from keltis_engine.rules.oracle import (
    Deal,
    DiscardFromRow,
    MoveBack,
    MoveFigure,
    MovePriestess,
    Oracle,
    PriestessMoved,
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
    a_deal,
    a_game,
    other_turn,
    phase,
    refused,
)

A_HAND = (G + 0, G + 1, G + 4, R + 5, Y + 8, Y + 10, B + 9, P + 5)


def dealt(game: Position, secret: bytes, act: int = 0) -> Deal:
    deal = game.deal(Stream(secret, act=act))
    assert isinstance(deal, Deal)
    return deal


def test_O1_every_colour_is_on_seven_of_the_35_stones() -> None:
    assert [STONE_COLOURS.count(colour) for colour in range(5)] == [7] * 5
    assert STONE_COLOURS[1:6] == (PINK, YELLOW, RED, GREEN, BLUE)
    assert STONE_COLOURS[31:] == (RED, PINK, GREEN, BLUE, YELLOW)


def test_O1_stones_are_worth_from_minus_four_to_ten() -> None:
    worth = {-4: 4, -3: 4, -2: 4, 1: 4, 2: 4, 3: 4, 5: 4, 6: 3, 7: 3, 10: 1}
    assert list(STONE_VALUES[1:]) == [value for value, many in worth.items() for _ in range(many)]
    assert STONE_VALUES[0] == 0


def test_O1_two_wish_stones_lie_on_each_large_stone_but_one_on_the_last() -> None:
    view = a_game().view(None)
    assert {stone: many for stone, many in enumerate(view.stock) if many} == {
        7: 2,
        14: 2,
        21: 2,
        28: 2,
        35: 1,
    }
    assert all(view.tiles[stone] == 0 for stone in (0, 7, 14, 21, 28, 35))


def test_O2_thirty_tiles_lie_shuffled_on_the_small_stones() -> None:
    assert len(SMALL_STONES) == len(TILES) == 30
    kinds = [TILES.count(tile) for tile in (1, 2, 3, 4, MIRROR, SPIRAL, LEPRECHAUN)]
    assert kinds == [4, 6, 4, 2, 3, 3, 3]
    assert [TILES.count(CLOVER + colour) for colour in range(5)] == [1] * 5
    start = Oracle().start(3)
    deals = [dealt(start, b"O2", act) for act in range(2)]
    boards = [start.play(deal).view(None).tiles for deal in deals]
    assert boards[0] != boards[1]
    assert deals[0].cards != deals[1].cards
    assert [len(board) for board in boards] == [36, 36]
    for board in boards:
        assert sorted(board[stone] for stone in SMALL_STONES) == list(TILES)


@pytest.mark.parametrize(("seats", "deck"), [(2, 64), (3, 86), (4, 78)])
def test_C2_C3_everyone_holds_eight_cards_and_two_players_set_thirty_aside(
    seats: int, deck: int
) -> None:
    game = Oracle().start(seats, first=1).play(a_deal(seats, first=1))
    view = game.view(0)
    assert view.cards.hand_sizes == (8,) * seats
    assert view.cards.deck == deck
    assert len(game.aside) == (30 if seats == 2 else 0)
    assert (view.to_act, view.turn, view.phase) == (1, 1, "play")


def test_C8_the_dealer_may_choose_who_begins_only_where_nothing_is_settled() -> None:
    assert refused(Oracle().start(2, first=1), a_deal(first=0)) == "bad_deal"
    assert refused(Oracle().start(2, first=1).copy(), a_deal(first=0)) == "bad_deal"
    begins = {dealt(Oracle().start(4), b"C8", act).first for act in range(40)}
    assert begins == {0, 1, 2, 3}
    assert dealt(Oracle().start(4, first=2), b"C8").first == 2


def test_a_deal_with_a_card_or_a_tile_too_many_is_refused() -> None:
    deal = a_deal()
    start = Oracle().start(2)
    assert refused(start, Deal((*deal.cards[1:], R), deal.tiles, 0)) == "bad_deal"
    assert refused(start, Deal(deal.cards, (1, *TILES[:-1]), 0)) == "bad_deal"
    assert refused(start, Deal(DECK, TILES, 2)) == "bad_deal"
    assert refused(start, DrawFromDeck()) == "not_the_dealer"
    assert refused(start.play(deal), deal) == "not_now"


def test_a_move_that_another_phase_asks_for_is_refused_as_not_now() -> None:
    game = a_game(hands=(A_HAND,))
    steps: tuple[PlayerMove, ...] = (
        MoveFigure(1), MovePriestess(5), MoveBack(1), DiscardFromRow(RED), Decline(),
    )  # fmt: skip
    for move in (*steps, TakeDiscard(RED), DrawFromDeck()):
        assert refused(game, move) == "not_now"
    drawing = game.play(Discard(G + 0))
    for move in (*steps, PlayCard(55), Discard(55)):
        assert refused(drawing, move) == "not_now"
    moving = game.play(PlayCard(G + 0))
    for move in (*steps[2:], PlayCard(55), Discard(55), TakeDiscard(RED)):
        assert refused(moving, move) == "not_now"


def test_O3_three_figures_of_each_player_and_the_priestess_begin_on_the_start_stone() -> None:
    view = a_game(seats=4).view(2)
    assert view.figures == ((0, 0, 0),) * 4
    assert view.priestess == 0
    assert Oracle().start(4).to_act == DEALER


def test_O3_any_number_of_figures_may_share_a_stone() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: 1}, figures=((2, 4, 4), (4, 4, 4)))
    game = game.play(PlayCard(G + 0)).play(MoveFigure(2))
    assert game.figures == [(4, 4, 4), (4, 4, 4)]


def test_O4_a_figure_goes_to_the_next_stone_of_the_cards_colour() -> None:
    game = a_game(hands=(A_HAND,), tiles={9: 2, 4: 1, 15: 1}, figures=((0, 4, 9),))
    asked = game.play(PlayCard(G + 4))
    assert phase(asked) == "move"
    assert asked.view(1).card == G + 4
    assert asked.legal_moves() == (
        MoveFigure(0),
        MoveFigure(4),
        MoveFigure(9),
        MovePriestess(1),
    )
    assert asked.play(MoveFigure(0)).figures[0] == (4, 4, 9)
    assert asked.play(MoveFigure(4)).figures[0] == (0, 9, 9)
    assert asked.play(MoveFigure(9)).figures[0] == (0, 4, 15)
    assert refused(asked, MoveFigure(3)) == "no_figure_there"
    assert refused(asked, DrawFromDeck()) == "not_now"


def test_O4_figures_on_one_stone_are_one_choice() -> None:
    game = a_game(hands=(A_HAND,), figures=((4, 4, 4),)).play(PlayCard(G + 4))
    assert game.legal_moves() == (MoveFigure(4), MovePriestess(1))


def test_O4_a_figure_past_the_last_stone_of_a_colour_cannot_be_moved_by_it() -> None:
    assert NEXT[RED][31] == 0
    game = a_game(hands=(A_HAND,), figures=((4, 31, 32),)).play(PlayCard(R + 5))
    assert game.legal_moves() == (MoveFigure(4), MovePriestess(1))
    assert refused(game, MoveFigure(31)) == "no_stone_ahead"


@pytest.mark.parametrize("value", range(11))
def test_O4_the_priestess_goes_one_to_as_many_stones_as_the_card_says(value: int) -> None:
    hand = (B + value, R + 0, R + 1, R + 2, R + 3, R + 4, R + 5, R + 6)
    game = a_game(hands=(hand,)).play(PlayCard(B + value))
    steps = (4, 4, 3, 2, 1, 1, 1, 2, 3, 4, 4)[value]
    assert STEPS[value] == steps
    allowed = [move.steps for move in game.legal_moves() if isinstance(move, MovePriestess)]
    assert allowed == list(range(1, steps + 1))
    assert game.play(MovePriestess(steps)).priestess == steps
    assert refused(game, MovePriestess(steps + 1)) == "steps_not_allowed"
    assert refused(game, MovePriestess(0)) == "steps_not_allowed"


def test_O5_a_card_that_can_move_nobody_can_only_be_discarded() -> None:
    game = a_game(hands=(A_HAND,), figures=((31, 33, 34),), priestess=35)
    plays = [move.card for move in game.legal_moves() if isinstance(move, PlayCard)]
    assert plays == [Y + 8, Y + 10, P + 5, G + 0, G + 1, G + 4, B + 9]
    assert Discard(R + 5) in game.legal_moves()
    assert refused(game, PlayCard(R + 5)) == "nobody_can_move"
    assert game.play(PlayCard(G + 0)).legal_moves() == (MoveFigure(31),)
    game.priestess = 34
    assert game.play(PlayCard(R + 5)).legal_moves() == (MovePriestess(1),)


def test_O5_holds_for_every_seat_and_its_own_cards() -> None:
    game = a_game(hands=((), A_HAND), figures=((0, 0, 0), (31, 33, 34)), priestess=35)
    game.to_act = 1
    plays = [move.card for move in game.legal_moves() if isinstance(move, PlayCard)]
    assert plays == [Y + 8, Y + 10, P + 5, G + 0, G + 1, G + 4, B + 9]


def test_O6_the_priestess_stops_at_the_last_stone_and_never_goes_back() -> None:
    game = a_game(hands=(A_HAND,), priestess=33).play(PlayCard(B + 9))
    assert [move for move in game.legal_moves() if isinstance(move, MovePriestess)] == [
        MovePriestess(1),
        MovePriestess(2),
    ]
    assert refused(game, MovePriestess(-1)) == "steps_not_allowed"
    game.priestess = 35
    assert game.legal_moves() == (MoveFigure(0),)
    assert refused(game, MovePriestess(1)) == "priestess_at_end"


def test_O6_the_priestess_pays_five_once_however_many_figures_stand_there() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: 3}, figures=((4, 4, 4), (4, 0, 0))).play(
        PlayCard(Y + 10)
    )
    after = game.play(MovePriestess(4))
    assert after.points == [5, 0]
    assert game.events(MovePriestess(4), after, None) == [PriestessMoved(0, 4), PointsScored(0, 5)]
    assert game.play(MovePriestess(3)).points == [0, 0]


def test_O6_the_priestess_triggers_no_tile() -> None:
    tiles = {1: LEPRECHAUN, 2: MIRROR, 3: SPIRAL, 4: CLOVER}
    game = a_game(hands=(A_HAND,), tiles=tiles).play(PlayCard(Y + 10))
    for steps in range(1, 5):
        after = game.play(MovePriestess(steps))
        assert phase(after) == "draw"
        assert after.tiles == game.tiles
        assert after.points == after.mirrors == [0, 0]


def test_O6_moving_a_figure_onto_the_priestess_scores_nothing() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: MIRROR}, priestess=4)
    assert game.play(PlayCard(G + 0)).play(MoveFigure(0)).points == [0, 0]


def test_O6_other_players_figures_bring_the_mover_nothing() -> None:
    game = a_game(hands=(A_HAND,), figures=((0, 0, 0), (2, 2, 2))).play(PlayCard(Y + 8))
    assert game.play(MovePriestess(2)).points == [0, 0]


def test_C4_C5_a_card_must_fit_its_row_and_a_discard_moves_nobody() -> None:
    game = a_game(hands=(A_HAND,)).play(PlayCard(G + 1)).play(MovePriestess(1))
    game = other_turn(game.play(DrawFromDeck()))
    game = other_turn(game.play(PlayCard(G + 4)).play(MovePriestess(1)).play(DrawFromDeck()))
    assert refused(game, PlayCard(G + 0)) == "row_goes_up"
    after = game.play(Discard(G + 0))
    assert phase(after) == "draw"
    assert after.view(0).card is None
    assert after.figures == game.figures
    assert after.view(None).cards.pile_tops[GREEN] == G + 0
    assert refused(game, Discard(G + 1)) == "card_not_in_hand"
    assert refused(game, PlayCard(99)) == "no_such_card"


def test_C7_the_card_just_discarded_stays_where_it_is() -> None:
    game = a_game(hands=(A_HAND,)).play(Discard(G + 0))
    assert game.legal_moves() == (DrawFromDeck(),)
    assert refused(game, TakeDiscard(GREEN)) == "just_discarded"
    assert refused(game, TakeDiscard(RED)) == "pile_empty"
    assert game.view(0).cards.barred == (GREEN,)


def test_O14_the_worked_example_of_figures_spiral_and_leprechaun() -> None:
    game = a_game(hands=(A_HAND,), tiles={4: 3, 9: SPIRAL, 8: LEPRECHAUN})
    game = game.play(PlayCard(G + 0)).play(MoveFigure(0))
    assert game.figures[0] == (0, 0, 4)
    assert game.points[0] == 3
    assert STONE_VALUES[4] == -4
    game = other_turn(game.play(DrawFromDeck()))
    game = game.play(PlayCard(G + 1)).play(MoveFigure(4))
    assert (phase(game), game.view(0).stone, game.view(0).began) == ("spiral", 9, 4)
    game = game.play(MoveBack(7))
    assert game.wish_stones == [1, 0]
    assert game.view(1).stock[7] == 1
    game = other_turn(game.play(DrawFromDeck()))
    game = game.play(PlayCard(R + 5)).play(MoveFigure(7))
    assert (phase(game), game.view(0).stone) == ("leprechaun", 8)
    game = game.play(DiscardFromRow(RED))
    assert game.rows[RED] == ()
    assert game.view(None).cards.pile_tops[RED] == R + 5
    game = other_turn(game.play(DrawFromDeck()))
    assert game.view(0).cards.rows[0] == ((), (), (), (0, 1), ())


def test_O14_the_worked_example_of_the_priestess() -> None:
    tiles = {2: CLOVER + BLUE}
    game = a_game(hands=(A_HAND,), tiles=tiles, figures=((0, 0, 0), (0, 0, 2)))
    game = game.play(PlayCard(Y + 10)).play(MoveFigure(0))
    assert phase(game) == "clover"
    game = other_turn(game.play(Decline()).play(DrawFromDeck()))
    game = game.play(PlayCard(Y + 8))
    steps = [move.steps for move in game.legal_moves() if isinstance(move, MovePriestess)]
    assert steps == [1, 2, 3]
    game = game.play(MovePriestess(2))
    assert game.points == [5, 0]
    assert STONE_COLOURS[game.priestess] == YELLOW


def test_O3_a_figure_keeps_its_number_and_the_last_to_arrive_on_a_stone_goes_first() -> None:
    """O3, O4: the first one sets out first."""
    game = a_game(hands=((G + 0, G + 1, G + 4, P + 0, P + 1, P + 5, R + 5, R + 6),))
    assert game.view(0).order[0] == (0, 1, 2)
    for card, start, figures, order in (
        (P + 0, 0, (0, 0, 1), (1, 2, 0)),
        (G + 0, 0, (0, 1, 4), (2, 0, 1)),
        (G + 1, 1, (0, 4, 4), (2, 0, 1)),  # the first arrives beside the second …
        (R + 5, 4, (0, 4, 8), (2, 1, 0)),  # … and goes on before it
    ):
        game = game.play(PlayCard(card)).play(MoveFigure(start)).play(DrawFromDeck())
        assert (game.view(None).figures[0], game.view(None).order[0]) == (figures, order)
        game = other_turn(game)
