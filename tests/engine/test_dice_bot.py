"""The club player of The Dice Game."""

import pytest

from keltis_engine.bots.any_move import any_move
from keltis_engine.bots.dice import club
from keltis_engine.fair import Stream
from keltis_engine.parts.events import Decline
from keltis_engine.position import DEALER
from keltis_engine.rules.dice import Begin, Dice, KeepDice, MoveStone, Roll

P, G, B, W = range(2, 6)


def play(seed: int, side: str) -> tuple[int, int]:
    """The scores of the club player and of one who makes any move."""
    chance, position = Stream(f"dice {side} {seed}".encode()), Dice().start(2, {"side": side})
    club_seat = seed % 2
    while position.to_act is not None:
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
            continue
        bot = club if position.to_act == club_seat else any_move
        move = bot(position.view(position.to_act), position.legal_moves(), chance)
        assert position.refusal(move) is None
        position.apply(move)
    sheets = position.scores()
    return sheets[club_seat].total, sheets[1 - club_seat].total


@pytest.mark.long
@pytest.mark.parametrize("side", ["easy", "hard"])
def test_the_club_player_wins_at_least_85_of_100_games_against_any_moves(side: str) -> None:
    results = [play(seed, side) for seed in range(60)]
    assert sum(ours > theirs for ours, theirs in results) >= 51


def test_the_club_player_keeps_five_of_a_kind() -> None:
    position = Dice().start(2).play(Begin(0)).play(Roll((G, G, G, G, G)))
    move = club(position.view(0), position.legal_moves(), Stream(b""))
    assert move == KeepDice(31)
    position = position.play(move)
    assert club(position.view(0), position.legal_moves(), Stream(b"")) == MoveStone(G)


def test_the_club_player_does_not_start_a_row_when_the_game_is_nearly_over() -> None:
    position = Dice().start(2).play(Begin(0))
    position.stones = [8, 8, 0, 0, 0, 8, 8, 0, 0, 0]
    position.started = position.in_goal = [2, 2]
    position.wish_stones, position.turn = [9, 9], 40
    position = position.play(Roll((P, G, B, W, W))).play(KeepDice(31))
    assert club(position.view(0), position.legal_moves(), Stream(b"")) == Decline()
