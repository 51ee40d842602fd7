"""The cards of Keltis, rule by rule (C1-C12)."""

from collections import Counter

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.cards import (
    COLOUR,
    DECK,
    DRAW,
    TAKES,
    VALUES,
    Discard,
    DrawFromDeck,
    PlayCard,
    TakeDiscard,
)
from keltis_engine.parts.rows import direction, playable_on
from keltis_engine.position import DEALER, IllegalMove, Position
from keltis_engine.rules.keltis import Deal, Keltis, KeltisPosition
from tests.engine.keltis_table import card, cards, discard, lay_out, play, take, total_cards


def dealt(seats: int) -> KeltisPosition:
    """A game just dealt."""
    game = Keltis().start(seats)
    return game.play(game.deal(Stream(b"a deal")))


def test_C1_there_are_110_cards_five_colours_of_0_to_10_twice() -> None:
    assert len(DECK) == 110
    assert Counter(DECK) == dict.fromkeys(range(5 * 11), 2)
    assert total_cards(dealt(3)) == list(DECK)


@pytest.mark.parametrize(("seats", "aside"), [(2, 30), (3, 0), (4, 0)])
def test_C2_thirty_cards_are_set_aside_only_when_two_play(seats: int, aside: int) -> None:
    game = dealt(seats)
    assert len(game.aside) == aside
    assert game.cards_left == 110 - aside - 8 * seats


def test_C2_nobody_ever_learns_which_cards_were_set_aside() -> None:
    game = dealt(2)
    swapped = game.copy()
    swapped.aside, swapped.deck = game.deck[:30], game.aside + game.deck[30:]
    for seat in (0, 1, None):
        assert swapped.view(seat) == game.view(seat)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C3_everyone_holds_eight_cards(seats: int) -> None:
    assert dealt(seats).view(None).cards.hand_sizes == (8,) * seats


def test_C4_the_first_card_opens_a_row_and_any_value_may_follow() -> None:
    game = lay_out(rows={0: "R5"}, hands={0: "R0 R4 R5 R6 R10"})
    assert [move.card % VALUES for move in game.legal_moves() if type(move) is PlayCard][:5] == [
        *(0, 4, 5, 6, 10)
    ]


def test_C4_two_equal_cards_leave_the_direction_open() -> None:
    game = lay_out(rows={0: "R5 R5"}, hands={0: "R4 R6"})
    assert direction((5, 5)) == 0
    assert {play("R4"), play("R6")} <= set(game.legal_moves())


def test_C4_the_first_different_value_fixes_the_direction() -> None:
    game = lay_out(rows={0: "R5 R5"}, hands={0: "R4 R7"}, figures={0: "R1"})
    rising = game.play(play("R7"))
    falling = game.play(play("R4"))
    assert direction(rising.rows[0]) == 1
    assert direction(falling.rows[0]) == -1


@pytest.mark.parametrize(
    ("row", "taken"),
    [
        ((), range(11)),
        ((3,), range(11)),
        ((3, 4), range(4, 11)),
        ((3, 9), range(9, 11)),
        ((4, 3), range(4)),
        ((4, 4, 0), range(1)),
        ((0, 10), range(10, 11)),
        ((10, 0), range(1)),
        ((0, 0), range(11)),
        ((10, 10), range(11)),
    ],
)
def test_C4_a_row_takes_the_same_or_further_with_gaps(row: tuple[int, ...], taken: range) -> None:
    mask = playable_on(row)
    assert [value for value in range(VALUES) if mask >> value & 1] == list(taken)


def test_C4_equal_values_may_follow_each_other_in_a_fixed_row() -> None:
    rising = lay_out(rows={0: "R2 R6"}, hands={0: "R6 R5"})
    falling = lay_out(rows={0: "R6 R2"}, hands={0: "R2 R3"})
    assert play("R6") in rising.legal_moves()
    assert play("R5") not in rising.legal_moves()
    assert play("R2") in falling.legal_moves()
    assert play("R3") not in falling.legal_moves()


def test_C4_each_player_has_rows_of_their_own() -> None:
    game = lay_out(rows={1: "R9 R10"}, hands={0: "R0"})
    assert play("R0") in game.legal_moves()


def test_C5_any_card_may_be_discarded_and_then_no_figure_moves() -> None:
    game = lay_out(hands={0: "R0 R0 R5 Y1 P2 G3 B4 B10"}, figures={0: "R3"})
    after = game.play(discard("R5"))
    assert {discard(name) for name in ["R0", "R5", "Y1", "P2", "G3", "B4", "B10"]} <= set(
        game.legal_moves()
    )
    assert after.stones == game.stones
    assert after.view(0).phase == "draw"
    assert after.piles[0] == [card("R5")]


def test_C5_a_turn_is_one_card_and_then_a_draw_back_to_eight() -> None:
    game = lay_out(hands={0: "R5"}, figures={0: "R3"}, deck="B7")
    game = game.play(play("R5"))
    assert game.to_act == 0
    assert game.hand_size(0) == 7
    game = game.play(DRAW)
    assert game.to_act == 1
    assert game.hand_size(0) == 8
    assert card("B7") in game.view(0).cards.hand


def test_C5_the_two_copies_of_a_card_are_offered_as_one_move() -> None:
    game = lay_out(hands={0: "R5 R5"}, figures={0: "R1"})
    assert game.legal_moves().count(play("R5")) == 1
    assert game.play(play("R5")).view(0).cards.hand.count(card("R5")) == 1


def test_C6_there_is_one_shared_pile_a_colour_and_its_top_is_visible() -> None:
    game = lay_out(hands={0: "R5"}, piles="R1 R2 B3")
    shown = game.play(discard("R5")).view(1).cards
    assert shown.pile_tops == (card("R5"), None, None, None, card("B3"))
    assert [len(pile) for pile in shown.buried] == [2, 0, 0, 0, 0]


def test_C7_one_draws_from_the_deck_or_the_top_of_any_pile() -> None:
    game = lay_out(piles="R1 R2 B3", hands={0: "Y5"}).play(discard("Y5"))
    assert set(game.legal_moves()) == {DRAW, take("R"), take("B")}
    after = game.play(take("R"))
    assert card("R2") in after.view(0).cards.hand
    assert after.piles[0] == [card("R1")]


def test_C7_the_card_just_discarded_cannot_be_drawn_nor_older_ones_under_it() -> None:
    game = lay_out(piles="R1 R2 B3", hands={0: "R5"}).play(discard("R5"))
    assert set(game.legal_moves()) == {DRAW, take("B")}
    assert game.view(0).cards.barred == (0,)


def test_C7_the_next_player_may_take_the_card_just_discarded() -> None:
    game = lay_out(hands={0: "R5", 1: "Y5"}).play(discard("R5")).play(DRAW).play(discard("Y5"))
    assert take("R") in game.legal_moves()


def test_C7_a_card_taken_from_a_pile_is_known_until_it_is_played_or_discarded() -> None:
    game = lay_out(piles="R1", hands={0: "Y5"}).play(discard("Y5")).play(take("R"))
    assert game.view(1).cards.taken == ((card("R1"),), ())
    game.to_act = 0
    assert game.play(discard("R1")).view(1).cards.taken == ((), ())
    assert game.play(play("R1")).view(1).cards.taken == ((), ())


def deal_of(game: Position, secret: bytes) -> Deal:
    deal = game.deal(Stream(secret))
    assert isinstance(deal, Deal)
    return deal


def test_C8_chance_or_the_table_decides_who_starts() -> None:
    drawn = {deal_of(Keltis().start(4), bytes([n])).first for n in range(60)}
    agreed = {deal_of(Keltis().start(4, None, 2), bytes([n])).first for n in range(20)}
    assert drawn == {0, 1, 2, 3}
    assert agreed == {2}


def test_C8_the_turn_goes_round() -> None:
    game = dealt(3)
    seen = []
    for _ in range(7):
        seen.append(game.to_act)
        game = game.play(game.legal_moves()[-1]).play(DRAW)
    first = seen[0]
    assert first is not None
    assert seen == [(first + turn) % 3 for turn in range(7)]


def test_C9_C10_scores_are_compared_as_totals_and_may_be_negative() -> None:
    game = lay_out(figures={0: "R1 Y1", 1: "R9"})
    assert game.view(None).totals == (-12, 6)
    assert [sheet.total for sheet in game.scores()] == [-12, 6]


def test_C9_seats_with_the_same_best_score_have_equal_totals() -> None:
    game = lay_out(3, figures={0: "R9", 1: "Y9", 2: "B2"})
    totals = game.view(None).totals
    assert [seat for seat in range(3) if totals[seat] == max(totals)] == [0, 1]


def test_C11_a_seat_can_act_even_when_no_card_fits_its_rows() -> None:
    game = lay_out(
        rows={0: "R0 R10 Y0 Y10 P0 P10 G0 G10 B0 B10"},
        hands={0: "R1 R2 Y1 Y2 P1 P2 G1 G2"},
    )
    moves = game.legal_moves()
    assert moves
    assert not any(type(move) is PlayCard for move in moves)


def open_piles(game: KeltisPosition) -> list[TakeDiscard]:
    """The draws from each pile that holds cards."""
    return [TAKES[colour] for colour, pile in enumerate(game.piles) if pile]


def discard_beside_a_pile(game: KeltisPosition) -> KeltisPosition:
    """The position after a discard that leaves another pile with cards in it."""
    return next(
        game.play(move)
        for move in game.legal_moves()
        if type(move) is Discard
        and any(TAKES[COLOUR[move.card]] != pile for pile in open_piles(game))
    )


def quiet_turns(seats: int, turns: int) -> KeltisPosition:
    """A game in which so many turns passed without a card from the deck, before a draw."""
    game = lay_out(seats, piles="R0 R1 Y0 Y1")
    for _ in range(turns):
        after = discard_beside_a_pile(game)
        game = after.play(after.legal_moves()[1])
    return discard_beside_a_pile(game)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C12_after_ten_turns_each_without_the_deck_the_piles_are_closed(seats: int) -> None:
    game = quiet_turns(seats, 10 * seats)
    assert list(game.legal_moves()) == [DRAW]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C12_one_turn_earlier_they_are_open(seats: int) -> None:
    assert len(quiet_turns(seats, 10 * seats - 1).legal_moves()) > 1


def test_C12_a_card_from_the_deck_opens_the_piles_again() -> None:
    game = quiet_turns(2, 20).play(DrawFromDeck())
    assert game.view(None).cards.quiet == 0
    game = discard_beside_a_pile(game)
    assert any(type(move) is TakeDiscard for move in game.legal_moves())


def test_the_dealer_cannot_deal_a_card_three_times() -> None:
    game = Keltis().start(2)
    deal = deal_of(game, b"fair")
    doubled = Deal((deal.cards[1], *deal.cards[1:]), deal.tiles, deal.first)
    with pytest.raises(IllegalMove, match="bad_deal"):
        game.play(doubled)


def test_before_the_deal_only_the_dealer_acts() -> None:
    game = Keltis().start(2)
    assert game.to_act == DEALER
    assert list(game.legal_moves()) == []
    with pytest.raises(IllegalMove, match="not_the_dealer"):
        game.play(DRAW)


def test_a_hand_is_shown_sorted_and_only_to_its_owner() -> None:
    game = lay_out(hands={0: "B10 R5 R5 Y0 G7 P3 B1 R2"})
    assert list(game.view(0).cards.hand) == cards("R2 R5 R5 Y0 P3 G7 B1 B10")
    assert game.view(None).cards.hand == ()
    assert game.view(1).cards.hand != game.view(0).cards.hand
