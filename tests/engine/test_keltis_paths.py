"""Figures, paths, tiles and the score of Keltis, rule by rule (K1-K9)."""

from collections import Counter

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.cards import DRAW, PlayCard
from keltis_engine.parts.events import Decline, GameEnded, PointsScored, WishStoneTaken
from keltis_engine.parts.paths import STONE_VALUES
from keltis_engine.position import IllegalMove
from keltis_engine.rules.keltis import (
    CLOVER,
    TILED_STONES,
    TILES,
    TRACK,
    WISH_STONE,
    FigureMoved,
    Keltis,
    KeltisPosition,
)
from tests.engine.keltis_table import B, R, Y, advance, card, discard, lay_out, play, start


def stones(game: KeltisPosition, seat: int = 0) -> tuple[int, ...]:
    """Where a seat's figures stand."""
    return game.view(None).figures[seat]


def test_K1_nine_stones_are_worth_minus_4_to_10() -> None:
    worth = [lay_out(figures={0: f"G{stone}"}).view(None).totals[0] + 4 for stone in range(1, 10)]
    assert worth == [-4, -3, -2, 1, 2, 3, 6, 7, 10] == list(STONE_VALUES[1:])


def test_K2_there_are_25_tiles_nine_wish_stones_nine_clovers_seven_points() -> None:
    assert Counter(TILES) == {WISH_STONE: 9, CLOVER: 9, 1: 2, 2: 3, 3: 2}


def test_K2_tiles_lie_shuffled_on_the_dark_stones_and_each_path_s_end() -> None:
    game = Keltis().start(2)
    laid = game.play(game.deal(Stream(b"one"))).view(None).tiles
    other = game.play(game.deal(Stream(b"two"))).view(None).tiles
    places = [10 * path + stone for path, row in enumerate(TILED_STONES) for stone in row]
    assert [place for place, tile in enumerate(laid) if tile] == places
    assert all(row[-1] == 9 and len(row) == 5 for row in TILED_STONES)
    assert sorted(laid[place] for place in places) == sorted(TILES)
    assert laid != other


def test_K3_a_player_has_four_small_figures_and_one_large() -> None:
    game = lay_out(figures={0: "R1 Y1 P1 G1"}, hands={0: "B5"}).play(play("B5"))
    assert list(game.legal_moves()) == [start("B", large=True)]
    game = lay_out(figures={0: "R1"}, large={0: "R"}, hands={0: "B5"}).play(play("B5"))
    assert list(game.legal_moves()) == [start("B")]


@pytest.mark.parametrize("stone", range(1, 10))
def test_K3_the_large_figure_doubles_also_negatives(stone: int) -> None:
    small = lay_out(figures={0: f"R{stone}"})
    large = lay_out(figures={0: f"R{stone}"}, large={0: "R"})
    value = STONE_VALUES[stone]
    assert large.view(None).totals[0] - small.view(None).totals[0] == value


def test_K4_a_card_moves_the_figure_on_its_path_one_stone() -> None:
    game = lay_out(figures={0: "R3 B1"}, hands={0: "R5"}).play(play("R5"))
    assert stones(game) == (4, 0, 0, 0, 1)
    assert game.view(0).phase == "draw"


@pytest.mark.parametrize("large", [False, True])
def test_K4_the_first_card_starts_a_small_or_the_large_figure(large: bool) -> None:
    game = lay_out(hands={0: "R5"}).play(play("R5"))
    assert set(game.legal_moves()) == {start("R"), start("R", large=True)}
    assert game.view(0).path == R
    game = game.play(start("R", large))
    assert stones(game) == (1, 0, 0, 0, 0)
    assert game.view(None).large[0] == (R if large else None)


def test_K4_at_most_one_figure_of_a_player_stands_on_a_path() -> None:
    game = lay_out(figures={0: "R3"}, hands={0: "R5"}, tiles={"R4": "clover"}).play(play("R5"))
    assert start("R") not in game.legal_moves()
    assert start("R", large=True) not in game.legal_moves()


def test_K4_figures_never_block_each_other() -> None:
    game = lay_out(4, figures=dict.fromkeys(range(4), "R3"), hands={0: "R5"}).play(play("R5"))
    assert [stones(game, seat)[R] for seat in range(4)] == [4, 3, 3, 3]


def test_K5_a_figure_on_10_lets_another_move() -> None:
    game = lay_out(figures={0: "R9 Y2 B9"}, hands={0: "R5"}).play(play("R5"))
    assert game.view(0).phase == "spare"
    assert game.view(0).path == R
    assert set(game.legal_moves()) == {
        advance("Y"),
        *(start(letter, large) for letter in "PG" for large in (False, True)),
        Decline(),
    }
    assert stones(game.play(advance("Y"))) == (9, 3, 0, 0, 9)


def test_K5_the_spare_step_may_be_declined() -> None:
    game = lay_out(figures={0: "R9 Y2"}, hands={0: "R5"}).play(play("R5"))
    after = game.play(Decline())
    assert stones(after) == stones(game)
    assert after.view(0).phase == "draw"


def test_K5_the_card_must_still_fit_the_row() -> None:
    game = lay_out(figures={0: "R9"}, rows={0: "R2 R6"}, hands={0: "R5"})
    assert play("R5") not in game.legal_moves()


def test_K5_a_spare_step_may_reach_a_tile() -> None:
    game = lay_out(figures={0: "R9 Y1"}, tiles={"Y2": "3"}, hands={0: "R5"}).play(play("R5"))
    assert game.play(advance("Y")).points == [3, 0]


def test_K5_with_no_other_figure_to_move_the_card_is_played_all_the_same() -> None:
    game = lay_out(figures={0: "R9 Y9 P9 G9 B9"}, large={0: "R"}, hands={0: "R5"})
    after = game.play(play("R5"))
    assert after.rows[R] == (5,)
    assert after.view(0).phase == "draw"


@pytest.mark.parametrize("points", ["1", "2", "3"])
def test_K6_points_are_scored_at_once_and_the_tile_stays(points: str) -> None:
    game = lay_out(figures={0: "R1", 1: "R1"}, tiles={"R2": points}, hands={0: "R5", 1: "R6"})
    after = game.play(play("R5"))
    assert after.points == [int(points), 0]
    assert PointsScored(0, int(points)) in game.events(play("R5"), after, None)
    both = after.play(DRAW).play(play("R6"))
    assert both.points == [int(points)] * 2


def test_K6_a_wish_stone_is_taken_from_the_board() -> None:
    game = lay_out(figures={0: "R1", 1: "R1"}, tiles={"R2": "wish"}, hands={0: "R5", 1: "R6"})
    after = game.play(play("R5"))
    assert after.wish_stones == [1, 0]
    assert WishStoneTaken(0) in game.events(play("R5"), after, None)
    both = after.play(DRAW).play(play("R6"))
    assert both.wish_stones == [1, 0]
    assert not any(both.tiles)


def test_K6_a_clover_moves_any_one_figure_also_the_one_just_moved() -> None:
    game = lay_out(figures={0: "R1 Y4"}, tiles={"R2": "clover"}, hands={0: "R5"}).play(play("R5"))
    assert game.view(0).phase == "clover"
    assert game.view(0).path == R
    assert {advance("R"), advance("Y"), Decline()} <= set(game.legal_moves())
    assert stones(game.play(advance("R"))) == (3, 4, 0, 0, 0)
    assert stones(game.play(advance("Y"))) == (2, 5, 0, 0, 0)


def test_K6_a_clover_may_be_declined_and_it_stays() -> None:
    game = lay_out(figures={0: "R1"}, tiles={"R2": "clover"}, hands={0: "R5"}).play(play("R5"))
    after = game.play(Decline())
    assert after.view(0).phase == "draw"
    assert after.tiles[2] == CLOVER


@pytest.mark.parametrize("large", [False, True])
def test_K6_a_clover_may_open_a_path_with_either_figure(large: bool) -> None:
    game = lay_out(figures={0: "R1"}, tiles={"R2": "clover"}, hands={0: "R5"}).play(play("R5"))
    after = game.play(start("B", large))
    assert stones(after) == (2, 0, 0, 0, 1)
    assert after.view(None).large[0] == (B if large else None)
    assert after.rows[B] == ()


def test_K6_a_clover_chain_runs_through_several_tiles() -> None:
    game = lay_out(
        figures={0: "R1 Y2 G5"},
        tiles={"R2": "clover", "Y3": "clover", "R3": "2", "G6": "clover", "G7": "wish"},
        hands={0: "R5"},
    )
    game = game.play(play("R5")).play(advance("Y"))
    assert game.view(0).phase == "clover"
    assert game.view(0).path == Y
    game = game.play(advance("G")).play(advance("G"))
    assert stones(game) == (2, 3, 0, 7, 0)
    assert game.wish_stones == [1, 0]
    assert game.view(0).phase == "draw"
    assert game.to_act == 0


def test_K6_a_clover_that_nothing_could_use_is_not_offered() -> None:
    game = lay_out(figures={0: "R8 Y9 P9 G9 B9"}, large={0: "R"}, tiles={"R9": "clover"})
    game.in_goal = 0  # so that the game goes on with all five in the goal area
    game.give(0, [card("R5")])
    assert game.play(play("R5")).view(0).phase == "draw"


def test_K7_a_path_opened_by_a_clover_is_moved_on_by_its_first_card() -> None:
    game = lay_out(figures={0: "B1"}, hands={0: "B5"}).play(play("B5"))
    assert stones(game)[B] == 2
    assert game.view(0).phase == "draw"


def test_K8_the_fifth_figure_in_goal_ends_the_game_before_its_tile_acts() -> None:
    game = lay_out(figures={0: "R6 Y7", 1: "P7 G8 B9"}, tiles={"R7": "3"}, hands={0: "R5"})
    after = game.play(play("R5"))
    assert after.to_act is None
    assert after.view(0).phase == "over"
    assert after.points == [0, 0]
    assert after.hand_size(0) == 7
    assert GameEnded("goal") in game.events(play("R5"), after, None)
    assert list(after.legal_moves()) == []


def test_K8_figures_on_the_first_stone_of_the_goal_count_in_an_imagined_game_too() -> None:
    game = lay_out(figures={0: "R6", 1: "P7 G7 B7 Y7"}, hands={0: "R5"})
    assert Keltis().imagine(game.view(0), Stream(b"any")).play(play("R5")).to_act is None


@pytest.mark.parametrize("tile", ["clover", "wish"])
def test_K8_the_last_tile_gives_neither_a_step_nor_a_wish_stone(tile: str) -> None:
    game = lay_out(figures={0: "R6", 1: "P7 G7 B7 Y7"}, tiles={"R7": tile}, hands={0: "R5"})
    after = game.play(play("R5"))
    assert after.to_act is None
    assert after.wish_stones == [0, 0]


def test_K8_a_clover_s_step_into_the_goal_area_ends_the_game_too() -> None:
    game = lay_out(figures={0: "R1 G6", 1: "P7 R7 B7 Y7"}, tiles={"R2": "clover"}, hands={0: "R5"})
    assert game.play(play("R5")).play(advance("G")).to_act is None


def test_K5_K8_a_spare_step_of_the_fifth_figure_into_the_goal_area_ends_the_game() -> None:
    game = lay_out(figures={0: "R9 G6", 1: "P7 B7 Y8"}, tiles={"G7": "3"}, hands={0: "R5"})
    spare = game.play(play("R5"))
    assert spare.view(0).phase == "spare"
    after = spare.play(advance("G"))
    assert (after.to_act, after.view(0).phase, after.points) == (None, "over", [0, 0])
    assert spare.events(advance("G"), after, None)[-1] == GameEnded("goal")
    assert spare.play(Decline()).to_act == 0


def test_K8_the_fourth_figure_does_not_end_it_nor_a_step_inside_the_area() -> None:
    game = lay_out(figures={0: "R6 Y7", 1: "P7 G8"}, hands={0: "R5 Y5"})
    assert game.play(play("R5")).to_act == 0
    assert game.play(play("Y5")).to_act == 0


def test_K8_the_last_deck_card_ends_the_game() -> None:
    game = lay_out(hands={0: "R5"}, deck="B7", deck_size=1).play(discard("R5"))
    after = game.play(DRAW)
    assert after.to_act is None
    assert after.hand_size(0) == 8
    assert GameEnded("deck") in game.events(DRAW, after, None)


def test_K8_with_one_card_left_the_game_goes_on() -> None:
    game = lay_out(hands={0: "R5"}, deck="B7 B6", deck_size=2).play(discard("R5"))
    assert game.play(DRAW).to_act == 1


def test_K8_after_the_end_nothing_can_be_played() -> None:
    game = lay_out(figures={0: "R6", 1: "P7 G7 B7 Y7"}, hands={0: "R5"}).play(play("R5"))
    with pytest.raises(IllegalMove, match="game_over"):
        game.play(DRAW)


@pytest.mark.parametrize(
    ("wishes", "worth"), [(0, -4), (1, -3), (2, 2), (3, 3), (4, 6), (5, 10), (9, 10)]
)
def test_K9_wish_stones_are_worth_minus_4_to_10(wishes: int, worth: int) -> None:
    game = lay_out()
    game.wish_stones[0] = wishes
    assert game.scores()[0].total == worth


def test_K9_the_score_is_tile_points_and_figures_and_wish_stones() -> None:
    game = lay_out(figures={0: "R2 Y7 B9"}, large={0: "B"})
    game.points[0], game.wish_stones[0] = 5, 3
    lines = game.scores()[0].lines
    assert [(line.what, line.points) for line in lines] == [
        ("figure", -3),
        ("figure", 6),
        ("figure", 20),
        ("points", 5),
        ("wish_stones", 3),
    ]
    assert game.scores()[0].total == 31
    assert Keltis().score_sheets(game.view(None)) == game.scores()


def test_K9_the_score_track_has_fifty_fields() -> None:
    assert TRACK == 50


def test_every_step_is_told_to_everybody() -> None:
    game = lay_out(figures={0: "R3"}, large={0: "R"}, hands={0: "R5"})
    after = game.play(play("R5"))
    for viewer in (0, 1, None):
        told = game.events(play("R5"), after, viewer)
        assert FigureMoved(0, R, True, 4) in told
    assert [type(move) for move in game.legal_moves()].count(PlayCard) >= 1
