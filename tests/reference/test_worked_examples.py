"""The references give what the rulebooks' own examples say, so that they can be a measure."""

from dataclasses import replace

from tests.reference import dice_reference, keltis_reference, oracle_reference, stones_reference
from tests.reference.cards_reference import fits, no_cards


def test_rows_of_the_rulebooks_may_be_laid() -> None:
    """C4: 3 3 6 7 7, 9 8 8 5 3, 9 9 7 6 4 and 0 1 3 3 5; no 0 after 0 1 and no 9 after 9 9 7."""
    for row in ((3, 3, 6, 7, 7), (9, 8, 8, 5, 3), (9, 9, 7, 6, 4), (0, 1, 3, 3, 5)):
        assert all(fits(row[:place], row[place]) for place in range(5))
    assert not fits((0, 1), 0)
    assert not fits((9, 9, 7), 9)


def test_large_figure_counts_double_also_when_negative() -> None:
    """K3, K9: large on -4, small on 10, two wish stones and three points make 7."""
    state = replace(
        keltis_reference.start(2),
        figures=((1, 9, 0, 0, 0), (0,) * 5),
        large=(0, None),
        wish_stones=(2, 0),
        points=(3, 0),
    )
    assert keltis_reference.scores(state) == [7, -4]


def test_four_players_of_the_oracle_score_as_in_the_example() -> None:
    """O13: white 22, black 5, brown 17, grey 12."""
    state = replace(
        oracle_reference.start(4),
        figures=((35, 29, 5), (30, 25, 0), (32, 25, 21), (33, 26, 9)),
        wish_stones=(3, 1, 2, 2),
        mirrors=(2, 1, 0, 0),
    )
    assert oracle_reference.scores(state) == [22, 5, 17, 12]


def test_a_figure_of_the_oracle_goes_the_way_of_the_example() -> None:
    """O14: green 4 for three points, green 9 and back to 7, red-brown 8 and the card is gone."""
    game = oracle_reference
    tiles = {4: 3, 9: game.SPIRAL, 8: game.LEPRECHAUN}
    green_0, green_1, red_5 = 33, 34, 5
    state = replace(
        game.start(2),
        tiles=tuple(tiles.get(stone, 0) for stone in range(36)),
        cards=replace(no_cards(2), hands=((green_0, green_1, red_5), ())),
        phase="play",
    )
    state = game.play(game.play(state, ["play_card", green_0]), ["move_figure", 0])
    assert game.view(state, 0)["figures"][0] == [0, 0, 4]
    assert state.points[0] == 3
    state = replace(state, phase="play", before=state.figures[0], moved=())
    state = game.play(game.play(state, ["play_card", green_1]), ["move_figure", 4])
    assert ["move_back", 4] not in game.legal_moves(state)
    state = game.play(state, ["move_back", 7])
    assert (state.wish_stones[0], state.stock[7]) == (1, 1)
    state = replace(state, phase="play", before=state.figures[0], moved=(), used=frozenset())
    state = game.play(game.play(state, ["play_card", red_5]), ["move_figure", 7])
    state = game.play(state, ["discard_from_row", 0])
    assert game.view(state, 0)["figures"][0] == [0, 0, 8]
    assert (state.cards.rows[0][0], state.cards.piles[0]) == ((), (red_5,))


def test_the_priestess_takes_two_of_three_steps_for_five_points() -> None:
    """O14, O6: a yellow 8 brings her to the first yellow stone; black there scores nothing."""
    game, yellow_8 = oracle_reference, 19
    cards = replace(no_cards(2), hands=((yellow_8,), ()), rows=(((), (10,), (), (), ()), ((),) * 5))
    state = replace(game.start(2), cards=cards, figures=((0, 0, 2), (2, 0, 0)), phase="play")
    state = game.play(state, ["play_card", yellow_8])
    steps = [move for move in game.legal_moves(state) if move[0] == "move_priestess"]
    assert steps == [["move_priestess", 1], ["move_priestess", 2], ["move_priestess", 3]]
    assert game.play(state, ["move_priestess", 2]).points == (5, 0)


def test_the_dice_game_ends_and_scores_as_in_the_example() -> None:
    """D9, D7: white's step to the clover in pink is the eighth; 20, 19, 14 and 17 points."""
    game = dice_reference
    before = replace(
        game.start(4),
        stones=((5, 9, 6, 0, 0), (7, 0, 0, 7, 7), (8, 5, 8, 0, 0), (9, 2, 5, 5, 0)),
        wish_stones=(5, 4, 3, 7),
        dice=(2, 0, 0, 3, 4),
        phase="choose",
    )
    state = game.play(before, ["move_stone", 2])
    assert game.FIELDS["easy"][2][state.stones[0][2]] == "C"
    assert game.told(state, None)[-1] == ["game_ended", "goal"]
    assert game.scores(state) == [20, 19, 14, 17]


def test_rows_wishes_and_points_of_stones_score_as_in_the_example() -> None:
    """S8: 2 blue, 4 yellow, 3 pink and 5 red-brown, 3 wish stones and 3 + 1 + 3 + 3 make 21."""
    rows = ((0, 1, 2, 3, 4), (0, 3, 6, 8), (3, 7, 8), (), (9, 10))
    symbols = [stones_reference.SYMBOLS[at].get(value) for at in range(5) for value in rows[at]]
    assert (symbols.count("W"), symbols.count("+3"), symbols.count("+1")) == (3, 3, 1)
    state = replace(stones_reference.start(2), rows=(rows, ((),) * 5))
    assert stones_reference.scores(state) == [21, -4]
