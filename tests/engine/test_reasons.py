"""Reasons for moves: there is one for every move of every game, and they are true."""

from random import Random

import pytest

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.position import DEALER, PlayerMove
from keltis_engine.rules.keltis import KeltisPosition
from keltis_words.hints import REASONS
from tests.engine.every_game import Case, cases
from tests.engine.keltis_table import R, discard, lay_out, play

SINGLE = [case for case in cases() if case.single]


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_every_move_of_every_game_has_a_reason_in_words(case: Case) -> None:
    random, players = Random(7), GAME_PLAYERS[case.rules.id]
    position = case.start()

    class Chance:
        def below(self, limit: int, /) -> int:
            return random.randrange(limit)

    while (seat := position.to_act) is not None:
        if seat == DEALER:
            position = position.play(position.deal(Chance()))
            continue
        view, moves = position.view(seat), position.legal_moves()
        for move in random.sample(list(moves), min(6, len(moves))):
            reasons = players.explain(view, move)
            assert reasons, move
            assert {reason.code for reason in reasons} <= REASONS.keys()
            assert all(other.seat != seat for other in reasons)
        position = position.play(players.club(view, moves, Chance()))


def explained(position: KeltisPosition, move: PlayerMove) -> list[Reason]:
    """The reasons for a move of the first seat in Keltis."""
    return GAME_PLAYERS["keltis"].explain(position.view(0), move)


def test_a_wish_stone_is_worth_what_it_adds_to_the_score() -> None:
    """K9: three wish stones are worth 3, two 2."""
    game = lay_out(figures={0: "R3"}, hands={0: "R5"}, tiles={"R4": "wish"})
    game.wish_stones[0] = 2
    assert explained(game, play("R5"))[0] == Reason("wish_stone", 1)


def test_points_of_a_tile_are_named() -> None:
    game = lay_out(figures={0: "R3"}, hands={0: "R5"}, tiles={"R4": "3"})
    assert explained(game, play("R5"))[0] == Reason("points", 3)


@pytest.mark.parametrize(
    ("mine", "theirs", "code"),
    [("R6 P7 G7 B7 Y7", "", "ends_ahead"), ("R6", "Y9 P8 G8 B7", "ends_behind")],
)
def test_the_fifth_figure_in_the_goal_says_who_leads_then(
    mine: str, theirs: str, code: str
) -> None:
    """K8: the tile it reaches does not act any more."""
    game = lay_out(figures={0: mine, 1: theirs}, hands={0: "R5"}, tiles={"R7": "3"})
    (reason,) = explained(game, play("R5"))
    after = game.play(play("R5"))
    assert after.to_act is None
    ours, others = after.view(0).totals
    assert reason == Reason(code, abs(ours - others))


def test_a_path_that_leads_nowhere_is_called_so_and_one_that_does_too() -> None:
    few = lay_out(hands={0: "R10 Y1 P1 P2 G1 G2 B1 B2"}, deck_size=2)
    (poor, *_) = explained(few, play("R10"))
    assert (poor.code, poor.colour) == ("cannot_finish", R)
    assert poor.number < 0
    many = lay_out(hands={0: "R0 R1 R2 R3 R4 R5 R6 R7"})
    (rich, *_) = explained(many, play("R0"))
    assert (rich.code, rich.colour) == ("opens", R)
    assert rich.number > 0


def test_cards_that_a_card_shuts_out_are_counted() -> None:
    """C4: after a 6 on a 3 the 4 and the 5 fit no more, the 9 does."""
    game = lay_out(
        rows={0: "R1 R3"}, figures={0: "R2"}, hands={0: "R4 R5 R6 R9 Y1 P1 G1 B1"}, tiles={}
    )
    assert explained(game, play("R6")) == [Reason("keeps", 1), Reason("shuts", 2)]


def test_a_discard_says_who_could_use_it() -> None:
    game = lay_out(
        3, rows={0: "R9 R8", 2: "R2 R4"}, figures={0: "R2", 2: "R2"}, hands={0: "R10 R5"}
    )
    assert explained(game, discard("R10")) == [
        Reason("fits_nowhere", colour=R),
        Reason("could_use", seat=2),
    ]
    assert explained(game, discard("R5"))[0] == Reason("least_missed", colour=R)
