"""The Way of Stones keeps its rules, S1 to S8."""

import pytest

from keltis_engine.fair import Stream
from keltis_engine.parts.events import Dealt, GameEnded
from keltis_engine.parts.extra_turns import TurnWon
from keltis_engine.parts.stone_field import CLOVER, PLAIN, SYMBOL, WISH_STONE
from keltis_engine.position import DEALER, IllegalMove, Move
from keltis_engine.rules.stones import (
    Lay,
    LeaveStone,
    Passed,
    PassTurn,
    StoneLeft,
    Stones,
    StonesPosition,
    StonesView,
    StoneTaken,
    StoneTurned,
    TakeStone,
    TurnStone,
)

COLOURS = R, Y, P, G, B = range(0, 55, 11)
"""The 0 of each colour; `R + 7` is the red-brown 7."""
STONES = tuple(range(55))


def laid(seats: int = 2) -> StonesPosition:
    """Seat 0's first turn; every stone lies at the place of its own number."""
    return Stones().start(seats).play(Lay(STONES, 0))


def after(position: StonesPosition, *moves: Move) -> StonesPosition:
    for move in moves:
        position = position.play(move)
    return position


def arranged(
    *rows: tuple[tuple[int, ...], ...], up: tuple[int, ...] = (), down: tuple[int, ...] = ()
) -> StonesPosition:
    """Seat 0's turn, with rows like this; one more seat has taken every stone not named.

    Each stone lies at the place of its own number.
    """
    named = {*up, *down}
    named |= {colour * 11 + value for each in rows for colour in range(5) for value in each[colour]}
    rest = [
        [value for value in range(11) if first + value not in named] for first in (R, Y, P, G, B)
    ]
    rows += (tuple(map(tuple, rest)),)
    field = [stone if stone in up else -1 if stone in down else None for stone in STONES]
    view = StonesView(
        seats=len(rows),
        seat=None,
        to_act=0,
        phase="turn",
        turn=1,
        totals=(0,) * len(rows),
        field=tuple(field),
        turned=None,
        rows=rows,
        last=not down,
    )
    return Stones().imagine(view, Stream(b""))


NO_ROWS: tuple[tuple[int, ...], ...] = ((), (), (), (), ())


def test_S1_the_dealer_lays_out_each_of_55_stones_face_down() -> None:
    start = Stones().start(3)
    assert (start.to_act, start.view(0).phase) == (DEALER, "deal")
    lay = start.deal(Stream(b"stones"))
    assert isinstance(lay, Lay)
    assert sorted(lay.stones) == list(STONES)
    view = start.play(lay).view(0)
    assert view.field == (-1,) * 55
    assert (view.to_act, view.phase, view.turn) == (lay.first, "turn", 1)
    assert start.events(lay, start.play(lay), None) == [Dealt(lay.first)]


def test_S1_a_deal_that_is_not_the_55_stones_is_refused() -> None:
    start = Stones().start(2, first=1)
    assert start.refusal(Lay(STONES[1:], 1)) == "bad_deal"
    assert start.refusal(Lay((1, *STONES[1:]), 1)) == "bad_deal"
    assert start.refusal(Lay(STONES, 0)) == "bad_deal"
    assert start.refusal(TurnStone(0)) == "not_the_dealer"
    assert start.refusal(Lay(STONES, 1)) is None
    laid = start.deal(Stream(b""))
    assert isinstance(laid, Lay)
    assert laid.first == 1


def test_S2_each_colour_shows_two_wish_stones_two_clovers_a_one_and_a_three() -> None:
    for first in (R, Y, P, G, B):
        shown = sorted(SYMBOL[first : first + 11])
        assert shown == [PLAIN] * 5 + [1, 3, CLOVER, CLOVER, WISH_STONE, WISH_STONE]
        assert SYMBOL[first] == SYMBOL[first + 10] == PLAIN


def test_S2_the_symbols_are_those_of_the_rulebook() -> None:
    assert [SYMBOL[R + value] for value in (2, 4, 5, 6, 7, 8)] == [3, 5, 4, 1, 5, 4]
    assert [SYMBOL[Y + value] for value in (1, 3, 4, 6, 7, 8)] == [4, 3, 1, 5, 4, 5]
    assert [SYMBOL[P + value] for value in (1, 2, 4, 5, 7, 9)] == [5, 4, 5, 1, 3, 4]
    assert [SYMBOL[G + value] for value in (1, 3, 4, 5, 6, 9)] == [1, 4, 4, 3, 5, 5]
    assert [SYMBOL[B + value] for value in (2, 3, 5, 6, 8, 9)] == [5, 5, 4, 4, 3, 1]


def test_S3_a_stone_is_turned_up_and_taken() -> None:
    before = laid()
    turned = before.play(TurnStone(R + 3))
    assert before.events(TurnStone(R + 3), turned, 1) == [StoneTurned(0, R + 3, R + 3)]
    assert turned.view(1).turned == R + 3
    assert (turned.to_act, turned.view(0).phase) == (0, "take")
    assert turned.legal_moves() == (TakeStone(R + 3), LeaveStone())
    taken = turned.play(TakeStone(R + 3))
    assert turned.events(TakeStone(R + 3), taken, 1) == [StoneTaken(0, R + 3, R + 3)]
    assert taken.view(1).rows[0] == ((3,), (), (), (), ())
    assert taken.view(1).field[R + 3] is None
    assert (taken.to_act, taken.turn, taken.view(0).turned) == (1, 2, None)


def test_S3_a_stone_turned_up_may_be_left_and_then_be_taken_by_anyone() -> None:
    turned = laid().play(TurnStone(R + 3))
    left = turned.play(LeaveStone())
    assert turned.events(LeaveStone(), left, 1) == [StoneLeft(0, R + 3)]
    assert left.view(0).field[R + 3] == R + 3
    assert (left.to_act, left.view(0).phase) == (1, "turn")
    assert left.play(TakeStone(R + 3)).view(0).rows[1][0] == (3,)
    assert left.play(TakeStone(R + 3)).to_act == 0


def test_S3_a_turn_offers_every_face_down_stone_and_every_face_up_one_that_fits() -> None:
    position = arranged(((5, 7), (), (), (), ()), up=(6, 8, G), down=(1, 50))
    assert position.legal_moves() == [TurnStone(1), TurnStone(50), TakeStone(8), TakeStone(G)]


def test_S3_the_stone_just_turned_is_the_only_one_that_may_be_taken_now() -> None:
    position = after(laid(), TurnStone(R + 3), LeaveStone(), TurnStone(Y))
    assert position.refusal(TakeStone(R + 3)) == "not_the_turned_stone"
    assert position.refusal(TurnStone(P)) == "not_now"
    assert position.refusal(PassTurn()) == "not_now"


def test_S3_an_empty_place_or_a_stone_lying_the_other_way_is_refused() -> None:
    position = after(laid(), TurnStone(R + 3), TakeStone(R + 3), TurnStone(Y), LeaveStone())
    assert position.refusal(TurnStone(R + 3)) == "place_empty"
    assert position.refusal(TakeStone(R + 3)) == "place_empty"
    assert position.refusal(TurnStone(Y)) == "stone_face_up"
    assert position.refusal(TakeStone(P)) == "stone_face_down"
    assert position.refusal(TurnStone(55)) == "place_empty"
    assert position.refusal(TakeStone(-1)) == "place_empty"
    assert position.refusal(LeaveStone()) == "not_now"


def test_S3_nobody_passes_while_something_can_be_done() -> None:
    position = laid()
    with pytest.raises(IllegalMove, match="cannot_pass"):
        position.play(PassTurn())


def test_S3_nobody_passes_while_a_stone_lies_face_down() -> None:
    position = arranged(((5, 7), (), (), (), ()), up=(R + 3,), down=(B,))
    assert position.legal_moves() == [TurnStone(B)]
    assert position.refusal(PassTurn()) == "cannot_pass"


def test_S3_who_won_a_turn_with_the_last_stone_need_not_take_one_that_hurts() -> None:
    last = arranged(NO_ROWS, up=(Y, P), down=(R + 5,)).play(TurnStone(R + 5))
    assert last.legal_moves() == (TakeStone(R + 5), LeaveStone())
    extra = last.play(TakeStone(R + 5))
    assert extra.legal_moves() == [TakeStone(Y), TakeStone(P), PassTurn()]
    passed = extra.play(PassTurn())
    assert extra.events(PassTurn(), passed, 1) == [Passed(0), GameEnded("stones")]
    assert (passed.to_act, passed.view(0).rows[0]) == (None, ((5,), (), (), (), ()))


def test_S3_who_can_do_nothing_at_all_passes() -> None:
    position = arranged(((5, 7), (), (), (), ()), up=(R + 3,))
    assert position.legal_moves() == (PassTurn(),)
    passed = position.play(PassTurn())
    assert position.events(PassTurn(), passed, 1) == [Passed(0), GameEnded("stones")]


def test_S4_the_second_stone_fixes_whether_a_row_rises_or_falls() -> None:
    up = tuple(R + value for value in (1, 3, 6, 8, 10))
    open_row = arranged(((4,), (), (), (), ()), up=up, down=(B,))
    assert len(open_row.legal_moves()) == 1 + 5
    rising = arranged(((4, 5), (), (), (), ()), up=up, down=(B,))
    assert rising.legal_moves()[1:] == [TakeStone(R + value) for value in (6, 8, 10)]
    falling = arranged(((5, 4), (), (), (), ()), up=up, down=(B,))
    assert falling.legal_moves()[1:] == [TakeStone(R + 1), TakeStone(R + 3)]


def test_S4_gaps_are_allowed_and_close_behind_the_last_stone() -> None:
    position = arranged(((4,), (), (), (), ()), up=(R + 5, R + 6, R + 9), down=(G, B))
    position = after(position, TakeStone(R + 6), TurnStone(B), LeaveStone())
    assert position.to_act == 0
    assert position.legal_moves() == [TurnStone(G), TakeStone(R + 9), TakeStone(B)]


def test_S4_a_stone_that_does_not_fit_cannot_be_taken() -> None:
    rising = arranged(((4, 5), (), (), (), ()), up=(R + 1,), down=(R,))
    assert rising.refusal(TakeStone(R + 1)) == "row_goes_up"
    assert rising.play(TurnStone(R)).legal_moves() == (LeaveStone(),)
    assert rising.play(TurnStone(R)).refusal(TakeStone(R)) == "row_goes_up"
    falling = arranged(((5, 4), (), (), (), ()), up=(R + 9,), down=(R,))
    assert falling.refusal(TakeStone(R + 9)) == "row_goes_down"


def test_S4_the_rows_of_one_player_do_not_bind_another() -> None:
    position = arranged(NO_ROWS, ((4, 5), (), (), (), ()), up=(R + 1,), down=(B,))
    assert TakeStone(R + 1) in position.legal_moves()


def test_S5_a_clover_gives_another_turn_and_so_on() -> None:
    before = after(laid(), TurnStone(R + 5))
    won = before.play(TakeStone(R + 5))
    assert (won.to_act, won.view(0).phase, won.turn) == (0, "turn", 2)
    assert before.events(TakeStone(R + 5), won, 1) == [
        StoneTaken(0, R + 5, R + 5),
        TurnWon(0),
    ]
    again = after(won, TurnStone(G + 3), TakeStone(G + 3))
    assert (again.to_act, again.turn) == (0, 3)
    assert after(again, TurnStone(R), LeaveStone()).to_act == 1


def test_S5_a_clover_left_lying_gives_nothing() -> None:
    assert after(laid(), TurnStone(R + 5), LeaveStone()).to_act == 1


def test_S6_the_game_ends_when_the_turn_that_turned_the_last_stone_is_done() -> None:
    last = arranged(NO_ROWS, up=(Y, P), down=(R + 3,)).play(TurnStone(R + 3))
    assert (last.to_act, last.view(0).last) == (0, True)
    taken = last.play(TakeStone(R + 3))
    assert (taken.to_act, taken.view(0).phase) == (None, "over")
    assert last.events(TakeStone(R + 3), taken, 1)[-1] == GameEnded("stones")
    assert last.play(LeaveStone()).to_act is None
    with pytest.raises(IllegalMove, match="game_over"):
        taken.play(TakeStone(Y))


def test_S6_extra_turns_won_in_the_last_turn_are_played() -> None:
    last = arranged(NO_ROWS, up=(Y + 1, P, R), down=(R + 5,)).play(TurnStone(R + 5))
    extra = last.play(TakeStone(R + 5))
    assert (extra.to_act, extra.view(0).last) == (0, True)
    takes = [TakeStone(stone) for stone in (R, Y + 1, P)]
    assert extra.legal_moves() == [*takes, PassTurn()]
    more = extra.play(TakeStone(Y + 1))
    assert more.to_act == 0
    assert more.play(TakeStone(P)).to_act is None


@pytest.mark.parametrize(
    ("length", "points"), [(1, -4), (2, -3), (3, 2), (4, 3), (5, 6), (6, 10), (7, 10), (11, 10)]
)
def test_S7_a_row_scores_by_its_length(length: int, points: int) -> None:
    position = arranged((tuple(range(length)), (), (), (), ()), down=(B,))
    line = position.scores()[0].lines[0]
    assert (line.what, line.points, line.detail) == ("row", points, (0, length))


def test_S7_a_colour_without_stones_scores_nothing() -> None:
    sheet = laid().scores()[0]
    assert [line.what for line in sheet.lines] == ["points", "wish_stones"]
    assert sheet.total == -4


@pytest.mark.parametrize(
    ("rows", "wishes", "points"),
    [
        (((4,), (), (), (), ()), 1, -3),
        (((4, 7), (), (), (), ()), 2, 2),
        (((4, 7), (6,), (), (), ()), 3, 3),
        (((4, 7), (6, 8), (), (), ()), 4, 6),
        (((4, 7), (6, 8), (1, 4), (), ()), 6, 10),
    ],
)
def test_S7_wish_stones_score_by_the_table_of_keltis(
    rows: tuple[tuple[int, ...], ...], wishes: int, points: int
) -> None:
    line = arranged(rows, down=(B,)).scores()[0].lines[-1]
    assert (line.points, line.detail) == (points, (wishes,))


def test_S7_points_printed_on_the_stones_count() -> None:
    lines = arranged(((2, 6), (3, 4), (), (), ()), down=(B,)).scores()[0].lines
    assert [line.points for line in lines if line.what == "points"] == [3 + 1 + 3 + 1]


def test_S8_the_worked_example() -> None:
    """Two blue, four yellow, three pink, five red-brown; three wish stones; 3 + 1 + 3 + 3."""
    rows = ((1, 2, 3, 6, 7), (0, 3, 6, 9), (0, 7, 8), (), (0, 2))
    position = arranged(rows, down=(G,))
    sheet = position.scores()[0]
    assert [(line.what, line.points) for line in sheet.lines] == [
        ("row", 6),
        ("row", 3),
        ("row", 2),
        ("row", -3),
        ("points", 10),
        ("wish_stones", 3),
    ]
    assert sheet.total == position.view(1).totals[0] == 21


def test_turning_a_stone_cannot_be_taken_back_but_taking_one_can() -> None:
    position = laid()
    assert position.reveals(TurnStone(0))
    assert not position.play(TurnStone(0)).reveals(TakeStone(0))
    assert not position.play(TurnStone(0)).reveals(LeaveStone())
    assert Stones().start(2).reveals(Lay(STONES, 0))


def test_a_player_who_looks_at_the_field_cannot_tell_two_deals_apart() -> None:
    moves = (TurnStone(4), LeaveStone())
    one = after(laid(), *moves)
    hidden = (*STONES[:4], 4, *reversed(STONES[5:]))
    other = after(Stones().start(2).play(Lay(hidden, 0)), *moves)
    for seat in (0, 1, None):
        assert one.view(seat) == other.view(seat)


def test_an_imagined_field_hides_the_unseen_stones_in_every_order() -> None:
    view = arranged(NO_ROWS, down=(R + 3, R + 5, R + 7)).view(0)
    fields = set()
    for seed in range(60):
        position = Stones().imagine(view, Stream(bytes([seed])))
        assert position.view(0) == view
        fields.add(tuple(position.laid.stones[place] for place in (R + 3, R + 5, R + 7)))
    assert len(fields) == 6


def test_a_table_of_one_or_an_unknown_option_is_refused() -> None:
    with pytest.raises(IllegalMove, match="bad_seats"):
        Stones().start(1)
    with pytest.raises(IllegalMove, match="bad_option"):
        Stones().start(2, {"side": "easy"})
