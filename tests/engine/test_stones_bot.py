"""The club player of The Way of Stones."""

import pytest

from keltis_engine.bots.any_move import any_move
from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.stones import club
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER
from keltis_engine.rules.stones import Lay, LeaveStone, PassTurn, Stones, TakeStone, TurnStone
from tests.engine.test_stones_rules import NO_ROWS, P, R, Y, arranged


def play(seed: int, seats: int) -> tuple[int, int]:
    """The scores of the club player and of the best of those who make any move."""
    chance, position = Stream(f"stones {seed}".encode()), Stones().start(seats)
    club_seat = seed % seats
    while position.to_act is not None:
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
            continue
        bot = club if position.to_act == club_seat else any_move
        move = bot(position.view(position.to_act), position.legal_moves(), chance)
        assert position.refusal(move) is None
        position.apply(move)
    totals = [sheet.total for sheet in position.scores()]
    return totals.pop(club_seat), max(totals)


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_the_club_player_wins_at_least_85_of_100_games_against_any_moves(seats: int) -> None:
    results = [play(seed, seats) for seed in range(60)]
    assert sum(ours > theirs for ours, theirs in results) >= 51


def test_the_club_player_takes_the_next_stone_of_a_row_and_leaves_one_that_would_break_it() -> None:
    position = Stones().start(2).play(Lay(tuple(range(55)), 0))
    for place in (0, 44, 1, 45):  # both players take 0 and then 1 of a colour
        position = position.play(TurnStone(place)).play(TakeStone(place))
    turned = position.play(TurnStone(2))
    assert club(turned.view(0), turned.legal_moves(), Stream(b"")) == TakeStone(2)
    turned = position.play(TurnStone(10))
    assert club(turned.view(0), turned.legal_moves(), Stream(b"")) == LeaveStone()


def test_the_club_player_turns_any_of_the_face_down_stones() -> None:
    position = Stones().start(2).play(Lay(tuple(range(55)), 0))
    moves = {
        club(position.view(0), position.legal_moves(), Stream(bytes([seed]))) for seed in range(9)
    }
    assert len(moves) > 3


@pytest.mark.parametrize("player", ["club", "quick"])
def test_nobody_takes_a_stone_that_hurts_when_none_is_left_to_turn(player: str) -> None:
    """S3: a single stone of a colour costs four points."""
    position = arranged(NO_ROWS, NO_ROWS, up=(Y, P), down=(R + 5,))
    position = position.play(TurnStone(R + 5)).play(TakeStone(R + 5))
    moves = position.legal_moves()
    assert len(moves) == 3
    if player == "club":
        assert club(position.view(0), moves, Stream(b"")) == PassTurn()
    else:
        assert GAME_PLAYERS["stones"].policy(position) == PassTurn()
