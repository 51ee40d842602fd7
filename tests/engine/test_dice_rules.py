"""The Dice Game keeps its rules, D1 to D9."""

from collections import Counter

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.dice_board import BOARDS, CLOVER, CROSSED, LEPRECHAUN, PLAIN, WISH_STONE
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


def test_D1_a_row_has_nine_fields_from_minus_four_to_ten() -> None:
    for field, value in enumerate((-4, -3, -2, 1, 2, 3, 6, 7, 10), start=1):
        sheet = arranged((field, 0, 0, 0, 0), (0,) * 5).scores()[0]
        assert (sheet.lines[0].points, sheet.lines[0].detail) == (value, (R, field))


def test_D1_with_four_stones_started_the_fifth_row_cannot_be_started() -> None:
    position = rolled(arranged((1, 1, 1, 1, 0), (0,) * 5), B, B, B, R, R)
    assert rows_to_move(position) == [R]
    with pytest.raises(IllegalMove, match="no_stone_left"):
        position.play(MoveStone(B))


def test_D1_when_the_forty_wish_stones_are_gone_none_is_taken() -> None:
    position = arranged((0,) * 5, (0,) * 5, wish_stones=(20, 20))
    after = rolled(position, W, W, R, R, G)
    assert (after.stock, after.wish_stones) == (0, [20, 20])
    after = arranged((1, 0, 0, 0, 0), (0,) * 5, wish_stones=(1, 39))
    assert rolled(after, R, Y, P, G, B).play(MoveStone(R)).wish_stones == [1, 39]


def test_D2_every_die_shows_each_of_six_faces_as_often() -> None:
    stream, faces = Stream(b"dice"), Counter[tuple[int, int]]()
    position = begun()
    for _ in range(6000):
        move = position.deal(stream)
        assert isinstance(move, Roll)
        faces.update(enumerate(move.faces))
    assert set(faces) == {(die, face) for die in range(5) for face in range(6)}
    chi_square = sum((seen - 1000) ** 2 / 1000 for seen in faces.values())
    assert chi_square < 53  # 25 degrees of freedom, one in a thousand


def test_D3_a_turn_begins_with_a_roll_of_all_five_dice() -> None:
    position = begun()
    assert (position.to_act, position.view(0).phase, position.view(0).dice) == (DEALER, "roll", ())
    position = position.play(Roll((R, Y, P, G, B)))
    assert (position.to_act, position.view(0).phase) == (0, "keep")
    assert position.legal_moves() == tuple(KeepDice(kept) for kept in range(32))


def test_D3_only_the_dice_that_are_not_kept_are_rolled_again_and_only_once() -> None:
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


def test_D3_the_dice_rolled_again_fall_in_every_way() -> None:
    position = begun().play(Roll((R, Y, P, G, B))).play(KeepDice(0b01110))
    stream = Stream(b"again")
    rolls = [roll for roll in map(position.deal, [stream] * 1000) if isinstance(roll, Roll)]
    ends = {(roll.faces[0], roll.faces[4]) for roll in rolls}
    assert len(ends) == 36


@pytest.mark.parametrize(("wishes", "taken"), [(0, 0), (1, 0), (2, 1), (3, 1), (5, 1)])
def test_D3_two_or_more_wish_dice_give_one_wish_stone(wishes: int, taken: int) -> None:
    after = rolled(begun(), *(W,) * wishes, *(R, Y, P, G, B)[wishes:])
    assert (after.wish_stones, after.stock) == ([taken, 0], 40 - taken)


def test_D3_wish_dice_count_when_the_dice_are_final_not_before() -> None:
    position = begun().play(Roll((W, W, P, G, B)))
    assert position.wish_stones == [0, 0]
    after = position.play(KeepDice(0b11101)).play(Roll((W, R, P, G, B)))
    assert after.wish_stones == [0, 0]
    after = position.play(KeepDice(0b11110)).play(Roll((W, W, P, G, B)))
    assert after.wish_stones == [1, 0]


def test_D3_a_stone_moves_as_many_fields_as_dice_show_its_row() -> None:
    position = rolled(arranged((2, 0, 0, 3, 0), (0,) * 5), G, G, G, Y, Y)
    assert rows_to_move(position) == [Y, G]
    after = position.play(MoveStone(G))
    assert after.view(0).stones[0] == (2, 0, 0, 6, 0)
    assert position.play(MoveStone(Y)).view(0).stones[0] == (2, 2, 0, 3, 0)


def test_D3_a_row_that_no_die_shows_cannot_be_chosen() -> None:
    position = rolled(begun(), G, G, G, Y, Y)
    with pytest.raises(IllegalMove, match="row_not_rolled"):
        position.play(MoveStone(R))
    with pytest.raises(IllegalMove, match="no_such_row"):
        position.play(MoveStone(W))


def test_D3_moving_may_be_declined() -> None:
    position = rolled(begun(), R, R, R, R, R)
    after = position.play(Decline())
    assert (after.player, after.turn, after.view(0).stones) == (1, 2, ((0,) * 5,) * 2)
    assert position.events(Decline(), after, 0) == [Declined(0)]


def test_D3_past_the_last_field_the_rest_is_lost_and_a_stone_there_stays() -> None:
    position = rolled(arranged((8, 9, 0, 0, 0), (0,) * 5), R, R, R, Y, Y)
    assert rows_to_move(position) == [R]
    assert position.play(MoveStone(R)).view(0).stones[0][:2] == (9, 9)
    with pytest.raises(IllegalMove, match="stone_at_end"):
        position.play(MoveStone(Y))


def test_D3_a_roll_of_wish_stones_only_can_only_be_declined() -> None:
    assert rolled(begun(), W, W, W, W, W).legal_moves() == (Decline(),)


def test_D4_a_clover_moves_any_stone_one_field_or_starts_one_on_the_first() -> None:
    position = rolled(arranged((3, 9, 1, 0, 0), (0,) * 5), R, P, W, G, B).play(MoveStone(R))
    assert (position.to_act, position.view(0).phase) == (0, "clover")
    assert rows_to_move(position) == [R, P, G, B]
    assert position.play(MoveStone(R)).view(0).stones[0] == (5, 9, 1, 0, 0)
    assert position.play(MoveStone(B)).view(0).stones[0] == (4, 9, 1, 0, 1)
    assert position.play(Decline()).view(0).stones[0] == (4, 9, 1, 0, 0)
    with pytest.raises(IllegalMove, match="stone_at_end"):
        position.play(MoveStone(Y))


def test_D4_clovers_chain_and_the_last_field_of_the_chain_acts_too() -> None:
    position = rolled(arranged((2, 1, 2, 0, 0), (0,) * 5), R, R, W, G, B)
    to_yellow = position.play(MoveStone(R)).play(MoveStone(Y))
    assert (to_yellow.view(0).phase, to_yellow.view(0).stones[0]) == ("clover", (4, 2, 2, 0, 0))
    after = to_yellow.play(MoveStone(P))
    assert (after.wish_stones, after.player) == ([1, 0], 1)


def test_D4_a_clovers_step_onto_a_leprechaun_gives_another_turn() -> None:
    position = rolled(arranged((3, 4, 0, 0, 0), (0,) * 5), R, W, G, B, P).play(MoveStone(R))
    assert position.view(0).phase == "clover"
    after = position.play(MoveStone(Y))
    assert BOARDS["easy"].fields[Y * 10 + 5] == LEPRECHAUN
    assert (after.to_act, after.player, after.again, after.view(1).dice) == (DEALER, 0, True, ())
    assert position.events(MoveStone(Y), after, 1) == [StoneMoved(0, Y, 4, 5), TurnWon(0)]


def test_D4_a_clover_that_no_stone_can_use_is_not_offered() -> None:
    stones = (6, 4, 5, 6, 0)  # on the hard side crossed branches lie before each of them
    position = rolled(arranged(stones, (0,) * 5, side="hard"), G, W, W, W, W)
    after = position.play(MoveStone(G))
    assert BOARDS["hard"].fields[G * 10 + 7] == CLOVER
    assert (after.player, after.view(0).phase) == (1, "roll")


def test_D4_a_wish_stone_field_gives_a_wish_stone() -> None:
    position = rolled(begun(), R, R, W, G, B)
    after = position.play(MoveStone(R))
    assert (after.wish_stones, after.stock, after.player) == ([1, 0], 39, 1)
    assert position.events(MoveStone(R), after, None) == [StoneMoved(0, R, 0, 2), WishStoneTaken(0)]


def test_D4_a_leprechaun_gives_another_whole_turn() -> None:
    position = rolled(arranged((5, 0, 0, 0, 0), (0,) * 5), R, Y, Y, Y, W)
    after = position.play(MoveStone(R))
    view = after.view(1)
    assert (view.player, view.phase, view.dice, view.again) == (0, "roll", (), True)
    assert view.turn == position.turn + 1
    assert position.events(MoveStone(R), after, 1) == [StoneMoved(0, R, 5, 6), TurnWon(0)]
    after = rolled(after, W, W, W, W, W).play(Decline())
    assert (after.player, after.again) == (1, False)


def test_D5_a_symbol_that_would_end_on_crossed_branches_cannot_be_chosen() -> None:
    position = rolled(arranged((1, 0, 0, 0, 0), (0,) * 5, side="hard"), R, R, Y, Y, P)
    assert rows_to_move(position) == [P]
    for row in (R, Y):
        with pytest.raises(IllegalMove, match="crossed_field"):
            position.play(MoveStone(row))


def test_D5_passing_over_crossed_branches_is_fine() -> None:
    position = rolled(arranged((2, 0, 0, 0, 0), (0,) * 5, side="hard"), R, R, Y, Y, Y)
    assert rows_to_move(position) == [R, Y]


def test_D5_a_clover_does_not_step_onto_crossed_branches() -> None:
    position = rolled(arranged((2, 1, 3, 0, 0), (0,) * 5, side="hard"), R, R, W, G, B)
    position = position.play(MoveStone(R))
    assert rows_to_move(position) == [R, G, B]
    assert position.refusal(MoveStone(Y)) == "crossed_field"


D6 = """
easy  R 2W 4C 6L 8W | Y 2C 4W 5L 8C | P 3W 4L 6W 7C | G 3C 5W 6L 8C | B 2W 4L 5C 7W
hard  R 2W 3X 4C 6L 7X 8W | Y 1X 2X 3C 4W 5X 6L 8C | P 3W 4X 5L 6X 7C 8W | G 2C 3X 5W 6L 7C 8X
    | B 3W 4L 5X 6C 7X 8W
"""
"""The rulebook's table, letter by letter."""


@pytest.mark.parametrize("side", ["easy", "hard"])
def test_D6_every_field_is_the_one_of_the_rulebook(side: str) -> None:
    table = D6.replace("\n    |", " |").split(f"{side} ")[1].split("\n")[0]
    for row, (letter, line) in enumerate(zip("RYPGB", table.split("|"), strict=True)):
        name, *marked = line.split()
        assert name == letter
        fields = {int(mark[0]): mark[1] for mark in marked}
        for field in range(10):
            kind = {"W": WISH_STONE, "C": CLOVER, "L": LEPRECHAUN, "X": CROSSED}
            expected = kind[fields[field]] if field in fields else PLAIN
            assert BOARDS[side].fields[row * 10 + field] == expected, (letter, field)


def test_D6_on_the_hard_side_yellow_needs_three_dice_to_start() -> None:
    start = arranged((0,) * 5, (0,) * 5, side="hard")
    for dice in (1, 2):
        position = rolled(start, *(Y,) * dice, *(W,) * (5 - dice))
        assert position.legal_moves() == (Decline(),)
        assert position.refusal(MoveStone(Y)) == "crossed_field"
    position = rolled(start, Y, Y, Y, W, W).play(MoveStone(Y))
    assert position.view(0).stones[0] == (0, 3, 0, 0, 0)


@pytest.mark.parametrize(
    "others",
    [
        [(7, 8, 0, 0, 0)],
        [(7, 8, 9, 0, 0), (0, 7, 0, 0, 0)],
        [(7, 8, 9, 0, 0), (0, 7, 0, 0, 0), (0, 0, 0, 7, 6)],
    ],
    ids=["two players: 5", "three: 7", "four: 8"],
)
def test_D7_the_game_ends_at_once_when_enough_stones_are_in_the_goal_area(
    others: list[tuple[int, ...]],
) -> None:
    position = arranged((7, 0, 9, 6, 0), *others)
    before = rolled(position, G, R, R, R, R)
    after = before.play(MoveStone(G))
    assert after.to_act is None
    assert after.view(None).phase == "over"
    assert before.events(MoveStone(G), after, None)[-1] == GameEnded("goal")
    assert before.play(MoveStone(R)).to_act is not None  # a stone in the goal area moves on
    with pytest.raises(IllegalMove, match="game_over"):
        after.play(Decline())


def test_D7_the_game_ends_when_one_player_has_all_four_stones_in_the_goal_area() -> None:
    before = rolled(arranged((7, 8, 9, 0, 6), (0,) * 5, (0,) * 5), B, R, R, Y, Y)
    after = before.play(MoveStone(B))
    assert after.to_act is None
    assert before.events(MoveStone(B), after, None) == [StoneMoved(0, B, 6, 7), GameEnded("four")]


def test_D7_an_end_by_both_reasons_is_told_as_the_goal_being_full() -> None:
    before = rolled(arranged((7, 8, 9, 6, 0), (7, 0, 0, 0, 0)), G, R, R, Y, Y)
    after = before.play(MoveStone(G))
    assert before.events(MoveStone(G), after, None)[-1] == GameEnded("goal")


def test_D7_the_last_stone_gets_no_advantage() -> None:
    before = rolled(arranged((7, 8, 9, 0, 6), (0,) * 5), B, R, R, Y, Y)
    after = before.play(MoveStone(B))  # a wish stone lies there (D6)
    assert (after.to_act, after.wish_stones) == (None, [0, 0])


@pytest.mark.parametrize(
    ("wishes", "points"), list(enumerate((-10, -4, -3, -2, 1, 2, 3, 6, 7, 10, 10, 10)))
)
def test_D8_wish_stones_score_by_their_table(wishes: int, points: int) -> None:
    sheet = arranged((0,) * 5, (0,) * 5, wish_stones=(wishes, 0)).scores()[0]
    assert (sheet.total, sheet.lines[-1].what, sheet.lines[-1].detail) == (
        points,
        "wish_stones",
        (wishes,),
    )


def test_D8_a_stone_that_has_not_started_counts_nothing() -> None:
    assert len(arranged((0, 0, 9, 0, 0), (0,) * 5).scores()[0].lines) == 2


def test_D9_the_worked_example() -> None:
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


def declining(position: DicePosition, turns: int) -> DicePosition:
    """So many turns later, in which everybody declined."""
    for _ in range(turns):
        position = rolled(position, R, R, Y, G, W).play(Decline())
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_D3_ten_turns_of_every_seat_without_a_change_of_points_end_the_game(seats: int) -> None:
    last = rolled(declining(begun(seats), 10 * seats - 1), R, Y, P, G, B)
    assert (last.view(None).quiet, last.view(None).phase) == (10 * seats - 1, "choose")
    assert last.legal_moves() == (*map(MoveStone, range(5)), Decline())
    over = last.play(Decline())
    assert (over.to_act, over.view(None).phase, over.legal_moves()) == (None, "over", ())
    assert over.view(None).quiet == 10 * seats
    assert last.events(Decline(), over, 0) == [Declined(seats - 1), GameEnded("quiet")]
    assert over.view(None).totals == (-10,) * seats
    with pytest.raises(IllegalMove, match="game_over"):
        over.play(Roll((R, R, R, R, R)))


def test_D3_a_stone_moved_in_the_last_quiet_turn_lets_the_game_go_on() -> None:
    position = rolled(declining(begun(2), 19), R, Y, P, G, B).play(MoveStone(B))
    assert (position.player, position.view(None).quiet) == (0, 0)
    assert declining(position, 19).to_act == DEALER
    assert declining(position, 20).to_act is None


def test_D3_a_wish_stone_that_changes_a_score_lets_the_game_go_on() -> None:
    position = rolled(declining(begun(2), 19), W, W, P, G, B)
    assert position.view(None).quiet == -1
    position = position.play(Decline())
    assert (position.to_act, position.view(None).quiet) == (DEALER, 0)


def test_D3_the_ninth_wish_stone_is_a_change_and_the_tenth_is_none() -> None:
    for wishes, quiet in ((8, 0), (9, 20)):
        position = arranged((0,) * 5, (0,) * 5, wish_stones=(wishes, 0))
        position.quiet = 19
        after = rolled(position, W, W, P, G, B).play(Decline())
        assert (after.wish_stones, after.quiet) == ([wishes + 1, 0], quiet)
        assert (after.to_act is None) == (quiet == 20)


def test_D3_with_no_wish_stone_left_to_take_nothing_changes() -> None:
    position = arranged((0,) * 5, (0,) * 5, wish_stones=(1, 39))
    position.quiet = 19
    assert rolled(position, W, W, P, G, B).play(Decline()).to_act is None


def test_D3_a_clover_declined_after_a_move_is_no_quiet_turn() -> None:
    position = arranged((3, 0, 0, 0, 0), (0,) * 5)
    position.quiet = 19
    position = rolled(position, R, W, Y, Y, Y).play(MoveStone(R))
    assert (position.view(0).phase, position.view(0).quiet) == ("clover", -1)
    after = position.play(Decline())
    assert (after.player, after.quiet) == (1, 0)


@pytest.mark.parametrize("side", ["easy", "hard"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_D3_players_who_never_move_finish_their_game(seats: int, side: str) -> None:
    """They even roll all dice again; only their wish stones change."""
    position, stream = begun(seats, side), Stream(b"never moves")
    for _ in range(6_000):
        if position.to_act is None:
            break
        if position.to_act == DEALER:
            position.apply(position.deal(stream))
        elif KEEP_ALL in position.legal_moves():
            position.apply(KeepDice(0))
        else:
            position.apply(Decline())
    assert position.to_act is None
    assert position.view(None).stones == ((0,) * 5,) * seats


def test_everybody_is_told_who_begins_and_how_the_dice_fall() -> None:
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


def test_nobody_but_the_dealer_rolls_and_the_dealer_rolls_five_whole_dice() -> None:
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


def test_only_what_the_dealer_does_cannot_be_taken_back() -> None:
    position = begun()
    assert position.reveals(Roll((R, R, R, R, R)))
    assert not position.play(Roll((R, R, R, R, R))).reveals(KEEP_ALL)


def test_a_table_of_five_or_an_unknown_side_is_refused() -> None:
    with pytest.raises(IllegalMove, match="bad_seats"):
        Dice().start(5)
    with pytest.raises(IllegalMove, match="bad_option"):
        Dice().start(2, {"side": "left"})
