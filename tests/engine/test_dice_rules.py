"""The Dice Game keeps its rules, D1 to D9 and C12."""

from collections import Counter

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.dice_board import BOARDS, CLOVER, CROSSED, LAYOUTS, LEPRECHAUN, WISH_STONE
from keltis_engine.parts.events import Decline, Declined, GameEnded, WishStoneTaken
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.position import DEALER, IllegalMove
from keltis_engine.rules.dice import (
    Begin,
    Begun,
    Dice,
    DiceKept,
    DicePosition,
    DiceRolled,
    KeepDice,
    MoveStone,
    Roll,
    StoneMoved,
)

R, Y, P, G, B, W = range(6)
KEEP_ALL = KeepDice(31)


def begun(seats: int = 2, side: str = "easy") -> DicePosition:
    """Seat 0 is to have the first turn; its dice are not rolled yet."""
    return Dice().start(seats, {"side": side}).play(Begin(0))


def arranged(
    *stones: tuple[int, ...], side: str = "easy", wish_stones: tuple[int, ...] = ()
) -> DicePosition:
    """Seat 0's turn, with everybody's stones on these fields."""
    view = begun(len(stones), side).view(None)
    wishes = wish_stones or (0,) * len(stones)
    fields = {"stones": stones, "wish_stones": wishes, "stock": 40 - sum(wishes)}
    wire = {name: getattr(view, name) for name in view.__struct_fields__} | fields
    return Dice().imagine(type(view)(**wire), Stream(b""))


def rolled(position: DicePosition, *faces: int) -> DicePosition:
    """The dice have fallen like this and all are kept."""
    return position.play(Roll(faces)).play(KEEP_ALL)


def rows_to_move(position: DicePosition) -> list[int]:
    return [move.row for move in position.legal_moves() if isinstance(move, MoveStone)]


def test_D1_a_row_has_nine_fields_from_minus_four_to_ten():
    for field, value in enumerate((-4, -3, -2, 1, 2, 3, 6, 7, 10), start=1):
        sheet = arranged((field, 0, 0, 0, 0), (0,) * 5).scores()[0]
        assert (sheet.lines[0].points, sheet.lines[0].detail) == (value, (R, field))


def test_D1_with_four_stones_started_the_fifth_row_cannot_be_started():
    position = rolled(arranged((1, 1, 1, 1, 0), (0,) * 5), B, B, B, R, R)
    assert rows_to_move(position) == [R]
    with pytest.raises(IllegalMove, match="no_stone_left"):
        position.play(MoveStone(B))


def test_D1_when_the_forty_wish_stones_are_gone_none_is_taken():
    position = arranged((0,) * 5, (0,) * 5, wish_stones=(20, 20))
    after = rolled(position, W, W, R, R, G)
    assert (after.stock, after.wish_stones) == (0, [20, 20])
    after = arranged((1, 0, 0, 0, 0), (0,) * 5, wish_stones=(1, 39))
    assert rolled(after, R, Y, P, G, B).play(MoveStone(R)).wish_stones == [1, 39]


def test_D2_every_die_shows_each_of_six_faces_as_often():
    stream, faces = Stream(b"dice"), Counter[tuple[int, int]]()
    position = begun()
    for _ in range(6000):
        move = position.deal(stream)
        assert isinstance(move, Roll)
        faces.update(enumerate(move.faces))
    assert set(faces) == {(die, face) for die in range(5) for face in range(6)}
    chi_square = sum((seen - 1000) ** 2 / 1000 for seen in faces.values())
    assert chi_square < 53  # 25 degrees of freedom, one in a thousand


def test_D3_a_turn_begins_with_a_roll_of_all_five_dice():
    position = begun()
    assert (position.to_act, position.view(0).phase, position.view(0).dice) == (DEALER, "roll", ())
    position = position.play(Roll((R, Y, P, G, B)))
    assert (position.to_act, position.view(0).phase) == (0, "keep")
    assert position.legal_moves() == tuple(KeepDice(kept) for kept in range(32))


def test_D3_only_the_dice_that_are_not_kept_are_rolled_again_and_only_once():
    position = begun().play(Roll((R, Y, P, G, W))).play(KeepDice(0b10001))
    view = position.view(1)
    assert (view.to_act, view.phase, view.player, view.kept) == (DEALER, "roll", 0, 0b10001)
    for seed in range(30):
        again = position.deal(Stream(bytes([seed])))
        assert isinstance(again, Roll)
        assert (again.faces[0], again.faces[4]) == (R, W)
    with pytest.raises(IllegalMove, match="bad_deal"):
        position.play(Roll((Y, Y, Y, Y, W)))
    after = position.play(Roll((R, R, R, R, W)))
    assert (after.view(0).phase, after.view(0).kept) == ("choose", None)


def test_D3_the_dice_rolled_again_fall_in_every_way():
    position = begun().play(Roll((R, Y, P, G, B))).play(KeepDice(0b01110))
    stream = Stream(b"again")
    ends = {(roll.faces[0], roll.faces[4]) for roll in map(position.deal, [stream] * 1000)}
    assert len(ends) == 36


@pytest.mark.parametrize(("wishes", "taken"), [(0, 0), (1, 0), (2, 1), (3, 1), (5, 1)])
def test_D3_two_or_more_wish_dice_give_one_wish_stone(wishes, taken):
    after = rolled(begun(), *(W,) * wishes, *(R, Y, P, G, B)[wishes:])
    assert (after.wish_stones, after.stock) == ([taken, 0], 40 - taken)


def test_D3_wish_dice_count_when_the_dice_are_final_not_before():
    position = begun().play(Roll((W, W, P, G, B)))
    assert position.wish_stones == [0, 0]
    after = position.play(KeepDice(0b11101)).play(Roll((W, R, P, G, B)))
    assert after.wish_stones == [0, 0]
    after = position.play(KeepDice(0b11110)).play(Roll((W, W, P, G, B)))
    assert after.wish_stones == [1, 0]


def test_D3_a_stone_moves_as_many_fields_as_dice_show_its_row():
    position = rolled(arranged((2, 0, 0, 3, 0), (0,) * 5), G, G, G, Y, Y)
    assert rows_to_move(position) == [Y, G]
    after = position.play(MoveStone(G))
    assert after.view(0).stones[0] == (2, 0, 0, 6, 0)
    assert position.play(MoveStone(Y)).view(0).stones[0] == (2, 2, 0, 3, 0)


def test_D3_a_row_that_no_die_shows_cannot_be_chosen():
    position = rolled(begun(), G, G, G, Y, Y)
    with pytest.raises(IllegalMove, match="row_not_rolled"):
        position.play(MoveStone(R))
    with pytest.raises(IllegalMove, match="no_such_row"):
        position.play(MoveStone(W))


def test_D3_moving_may_be_declined():
    position = rolled(begun(), R, R, R, R, R)
    after = position.play(Decline())
    assert (after.player, after.turn, after.view(0).stones) == (1, 2, ((0,) * 5,) * 2)
    assert position.events(Decline(), after, 0) == [Declined(0)]


def test_D3_past_the_last_field_the_rest_is_lost_and_a_stone_there_stays():
    position = rolled(arranged((8, 9, 0, 0, 0), (0,) * 5), R, R, R, Y, Y)
    assert rows_to_move(position) == [R]
    assert position.play(MoveStone(R)).view(0).stones[0][:2] == (9, 9)
    with pytest.raises(IllegalMove, match="stone_at_end"):
        position.play(MoveStone(Y))


def test_D3_a_roll_of_wish_stones_only_can_only_be_declined():
    assert rolled(begun(), W, W, W, W, W).legal_moves() == (Decline(),)


def test_D4_a_clover_moves_any_stone_one_field_or_starts_one_on_the_first():
    position = rolled(arranged((3, 9, 1, 0, 0), (0,) * 5), R, P, W, G, B).play(MoveStone(R))
    assert (position.to_act, position.view(0).phase) == (0, "clover")
    assert rows_to_move(position) == [R, P, G, B]
    assert position.play(MoveStone(R)).view(0).stones[0] == (5, 9, 1, 0, 0)
    assert position.play(MoveStone(B)).view(0).stones[0] == (4, 9, 1, 0, 1)
    assert position.play(Decline()).view(0).stones[0] == (4, 9, 1, 0, 0)
    with pytest.raises(IllegalMove, match="stone_at_end"):
        position.play(MoveStone(Y))


def test_D4_clovers_chain_and_the_last_field_of_the_chain_acts_too():
    position = rolled(arranged((2, 1, 2, 0, 0), (0,) * 5), R, R, W, G, B)
    to_yellow = position.play(MoveStone(R)).play(MoveStone(Y))
    assert (to_yellow.view(0).phase, to_yellow.view(0).stones[0]) == ("clover", (4, 2, 2, 0, 0))
    after = to_yellow.play(MoveStone(P))
    assert (after.wish_stones, after.player) == ([1, 0], 1)


def test_D4_a_clover_that_no_stone_can_use_is_not_offered():
    stones = (6, 4, 5, 6, 0)  # on the hard side crossed branches lie before each of them
    position = rolled(arranged(stones, (0,) * 5, side="hard"), G, W, W, W, W)
    after = position.play(MoveStone(G))
    assert BOARDS["hard"].fields[G * 10 + 7] == CLOVER
    assert (after.player, after.view(0).phase) == (1, "roll")


def test_D4_a_wish_stone_field_gives_a_wish_stone():
    position = rolled(begun(), R, R, W, G, B)
    after = position.play(MoveStone(R))
    assert (after.wish_stones, after.stock, after.player) == ([1, 0], 39, 1)
    assert position.events(MoveStone(R), after, None) == [StoneMoved(0, R, 0, 2), WishStoneTaken(0)]


def test_D4_a_leprechaun_gives_another_whole_turn():
    position = rolled(arranged((5, 0, 0, 0, 0), (0,) * 5), R, Y, Y, Y, W)
    after = position.play(MoveStone(R))
    view = after.view(1)
    assert (view.player, view.phase, view.dice, view.again) == (0, "roll", (), True)
    assert view.turn == position.turn + 1
    assert position.events(MoveStone(R), after, 1) == [StoneMoved(0, R, 5, 6), TurnWon(0)]
    after = rolled(after, W, W, W, W, W).play(Decline())
    assert (after.player, after.again) == (1, False)


def test_D5_a_symbol_that_would_end_on_crossed_branches_cannot_be_chosen():
    position = rolled(arranged((1, 0, 0, 0, 0), (0,) * 5, side="hard"), R, R, Y, Y, P)
    assert rows_to_move(position) == [P]
    for row in (R, Y):
        with pytest.raises(IllegalMove, match="crossed_field"):
            position.play(MoveStone(row))


def test_D5_passing_over_crossed_branches_is_fine():
    position = rolled(arranged((2, 0, 0, 0, 0), (0,) * 5, side="hard"), R, R, Y, Y, Y)
    assert rows_to_move(position) == [R, Y]


def test_D5_a_clover_does_not_step_onto_crossed_branches():
    position = rolled(arranged((2, 1, 3, 0, 0), (0,) * 5, side="hard"), R, R, W, G, B)
    position = position.play(MoveStone(R))
    assert rows_to_move(position) == [R, G, B]
    assert position.refusal(MoveStone(Y)) == "crossed_field"


def test_D6_the_house_layout_is_the_one_of_the_rulebook():
    assert LAYOUTS["easy"][R] == "2W 4C 6L 8W"
    easy, hard = BOARDS["easy"].fields, BOARDS["hard"].fields
    assert [easy[B * 10 + field] for field in (2, 4, 5, 7)] == [
        WISH_STONE,
        LEPRECHAUN,
        CLOVER,
        WISH_STONE,
    ]
    assert Counter(easy) == {0: 30, WISH_STONE: 8, CLOVER: 7, LEPRECHAUN: 5}
    assert Counter(hard) == {0: 20, WISH_STONE: 8, CLOVER: 7, LEPRECHAUN: 5, CROSSED: 10}
    assert CROSSED not in [hard[row * 10 + 9] for row in range(5)]


@pytest.mark.parametrize(
    "others",
    [
        [(7, 8, 0, 0, 0)],
        [(7, 8, 9, 0, 0), (0, 7, 0, 0, 0)],
        [(7, 8, 9, 0, 0), (0, 7, 0, 0, 0), (0, 0, 0, 7, 6)],
    ],
    ids=["two players: 5", "three: 7", "four: 8"],
)
def test_D7_the_game_ends_at_once_when_enough_stones_are_in_the_goal_area(others):
    position = arranged((7, 0, 9, 6, 0), *others)
    before = rolled(position, G, R, R, R, R)
    after = before.play(MoveStone(G))
    assert after.to_act is None
    assert after.view(None).phase == "over"
    assert before.events(MoveStone(G), after, None)[-1] == GameEnded("goal")
    assert before.play(MoveStone(R)).to_act is not None  # a stone in the goal area moves on
    with pytest.raises(IllegalMove, match="game_over"):
        after.play(Decline())


def test_D7_the_game_ends_when_one_player_has_all_four_stones_in_the_goal_area():
    before = rolled(arranged((7, 8, 9, 0, 6), (0,) * 5, (0,) * 5), B, R, R, Y, Y)
    after = before.play(MoveStone(B))
    assert after.to_act is None
    assert before.events(MoveStone(B), after, None) == [StoneMoved(0, B, 6, 7), GameEnded("four")]


def test_D7_an_end_by_both_reasons_is_told_as_the_goal_being_full():
    before = rolled(arranged((7, 8, 9, 6, 0), (7, 0, 0, 0, 0)), G, R, R, Y, Y)
    after = before.play(MoveStone(G))
    assert before.events(MoveStone(G), after, None)[-1] == GameEnded("goal")


def test_D7_the_last_stone_gets_no_advantage():
    before = rolled(arranged((7, 8, 9, 0, 6), (0,) * 5), B, R, R, Y, Y)
    after = before.play(MoveStone(B))  # a wish stone lies there (D6)
    assert (after.to_act, after.wish_stones) == (None, [0, 0])


@pytest.mark.parametrize(
    ("wishes", "points"), list(enumerate((-10, -4, -3, -2, 1, 2, 3, 6, 7, 10, 10, 10)))
)
def test_D8_wish_stones_score_by_their_table(wishes, points):
    sheet = arranged((0,) * 5, (0,) * 5, wish_stones=(wishes, 0)).scores()[0]
    assert (sheet.total, sheet.lines[-1].what, sheet.lines[-1].detail) == (
        points,
        "wish_stones",
        (wishes,),
    )


def test_D8_a_stone_that_has_not_started_counts_nothing():
    assert len(arranged((0, 0, 9, 0, 0), (0,) * 5).scores()[0].lines) == 2


def test_D9_the_worked_example():
    """Seats white, brown, grey, black; White's pink stone has one field to go."""
    position = arranged(
        (5, 9, 6, 0, 0),
        (9, 2, 5, 5, 0),
        (8, 5, 8, 0, 0),
        (7, 0, 0, 7, 7),
        wish_stones=(5, 7, 3, 4),
    )
    before = rolled(position, P, R, Y, Y, B)
    after = before.play(MoveStone(P))
    assert BOARDS["easy"].fields[P * 10 + 7] == CLOVER
    assert (after.to_act, after.view(0).phase) == (None, "over")
    assert [sheet.total for sheet in after.scores()] == [20, 17, 14, 19]
    assert [line.points for line in after.scores()[0].lines] == [2, 10, 6, 2]
    assert after.view(2).totals == (20, 17, 14, 19)


def declining(seats: int, turns: int) -> DicePosition:
    """So many turns in which everybody declined, then a roll that shows each row once."""
    position = begun(seats)
    for _ in range(turns):
        position = rolled(position, R, R, Y, G, W).play(Decline())
    return rolled(position, R, Y, P, G, B)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C12_after_ten_turns_each_without_a_moved_stone_declining_is_not_allowed(seats):
    position = declining(seats, 10 * seats)
    assert position.view(None).quiet == 10 * seats
    assert position.legal_moves() == tuple(map(MoveStone, range(5)))
    with pytest.raises(IllegalMove, match="stone_must_move"):
        position.play(Decline())
    assert Decline() in declining(seats, 10 * seats - 1).legal_moves()


def test_C12_with_no_row_to_choose_a_player_may_still_decline():
    position = arranged((9, 0, 0, 0, 0), (0,) * 5)
    position.quiet = 20
    position = rolled(position, R, R, R, W, W)
    assert position.legal_moves() == (Decline(),)
    assert position.play(Decline()).view(None).quiet == 21


def test_C12_a_moved_stone_lets_everybody_decline_again():
    position = declining(2, 20).play(MoveStone(B))
    assert (position.player, position.view(None).quiet) == (1, 0)
    assert Decline() in rolled(position, R, R, Y, Y, G).legal_moves()


def test_C12_a_clover_reached_by_a_stone_that_had_to_move_may_be_declined():
    position = arranged((3, 0, 0, 0, 0), (0,) * 5)
    position.quiet = 20
    position = rolled(position, R, W, W, W, W).play(MoveStone(R))
    assert (position.view(0).phase, position.view(0).quiet) == ("clover", -1)
    after = position.play(Decline())
    assert (after.player, after.quiet) == (1, 0)


@pytest.mark.parametrize("side", ["easy", "hard"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_C12_players_who_always_decline_when_they_may_finish_their_game(seats, side):
    """They even roll all dice again; only the bound makes their stones move."""
    position, stream = begun(seats, side), Stream(b"never moves")
    for _ in range(60_000):
        if position.to_act is None:
            break
        if position.to_act == DEALER:
            position.apply(position.deal(stream))
        elif KEEP_ALL in position.legal_moves():
            position.apply(KeepDice(0))
        else:
            position.apply(position.legal_moves()[-1])
    assert position.to_act is None


def test_everybody_is_told_who_begins_and_how_the_dice_fall():
    start = Dice().start(3)
    assert start.view(None).phase == "deal"
    assert start.view(None).player is None
    first = start.play(Begin(2))
    assert start.events(Begin(2), first, None) == [Begun(2)]
    roll = Roll((W, W, P, G, B))
    second = first.play(roll)
    assert first.events(roll, second, 1) == [DiceRolled(2, (W, W, P, G, B))]
    kept = second.play(KEEP_ALL)
    assert second.events(KEEP_ALL, kept, 0) == [DiceKept(2, 31), WishStoneTaken(2)]
    thrown = second.play(KeepDice(3))
    last = thrown.play(Roll((W, W, W, W, W)))
    assert thrown.events(Roll((W, W, W, W, W)), last, 0) == [
        DiceRolled(2, (W, W, W, W, W)),
        WishStoneTaken(2),
    ]


def test_nobody_but_the_dealer_rolls_and_the_dealer_rolls_five_whole_dice():
    position = begun()
    assert position.refusal(KEEP_ALL) == "not_the_dealer"
    assert position.refusal(Begin(0)) == "bad_deal"
    assert position.refusal(Roll((R, R, R, R))) == "bad_deal"
    assert position.refusal(Roll((R, R, R, R, 6))) == "bad_deal"
    assert Dice().start(2).refusal(Roll((R, R, R, R, R))) == "bad_deal"
    assert Dice().start(2).refusal(Begin(2)) == "bad_deal"
    assert Dice().start(2, first=1).refusal(Begin(0)) == "bad_deal"
    assert Dice().start(2, first=1).deal(Stream(b"")) == Begin(1)
    position = position.play(Roll((R, R, R, R, R)))
    assert position.refusal(KeepDice(32)) == "no_such_dice"
    assert position.refusal(MoveStone(R)) == "not_now"
    assert position.refusal(Roll((R, R, R, R, R))) == "not_now"
    assert position.refusal(Decline()) == "not_now"
    assert position.play(KEEP_ALL).refusal(KeepDice(32)) == "not_now"


def test_only_what_the_dealer_does_cannot_be_taken_back():
    position = begun()
    assert position.reveals(Roll((R, R, R, R, R)))
    assert not position.play(Roll((R, R, R, R, R))).reveals(KEEP_ALL)


def test_a_table_of_five_or_an_unknown_side_is_refused():
    with pytest.raises(IllegalMove, match="bad_seats"):
        Dice().start(5)
    with pytest.raises(IllegalMove, match="bad_option"):
        Dice().start(2, {"side": "left"})
