"""Reasons for moves: there is one for every move of every game, and they are true."""

from random import Random

import pytest

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.reasons.reason import Reason
from keltis_engine.parts.events import Decline
from keltis_engine.position import DEALER, PlayerMove, View
from keltis_engine.rules.dice import KeepDice, MoveStone
from keltis_engine.rules.keltis import AdvanceFigure, KeltisPosition
from keltis_engine.rules.oracle import ClaimBonus, MoveBack, MoveFigure, MovePriestess
from keltis_engine.rules.stones import TakeStone
from keltis_words.hints import REASONS
from tests.engine.every_game import Case, cases, walk
from tests.engine.keltis_table import G, R, advance, discard, lay_out, play, take

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


AT_ONCE = {
    "points",
    "wish_stone",
    "higher",
    "stone_counts",
    "row_longer",
    "row_begins",
    "priestess",
}
"""Reasons that tell what a move adds to the score by itself."""
LEADS = {"ends_ahead": 1, "ends_level": 0, "ends_behind": -1}
STEPS = (AdvanceFigure, MoveFigure, MoveBack, MovePriestess, MoveStone, TakeStone, ClaimBonus)


def lead(view: View, seat: int) -> int:
    """By how much a seat leads the best of the others."""
    return view.totals[seat] - max(
        total for other, total in enumerate(view.totals) if other != seat
    )


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_what_a_reason_says_of_the_score_is_what_the_move_does_to_it(case: Case) -> None:
    explain = GAME_PLAYERS[case.rules.id].explain
    for seed in range(2):
        for position, move in walk(case, seed):
            seat = position.to_act
            if seat is None or not isinstance(move, PlayerMove):
                continue
            view, after = position.view(seat), position.play(move)
            reasons = explain(view, move)
            codes = {reason.code for reason in reasons}
            ends = [reason for reason in reasons if reason.code in LEADS]
            if isinstance(move, KeepDice):
                continue
            assert bool(ends) <= (after.to_act is None), (move, reasons)
            for end in ends:
                assert lead(after.view(seat), seat) == LEADS[end.code] * end.number
            if ends or not isinstance(move, STEPS) or codes & {"mirror", "starts"}:
                continue
            for reason in reasons:
                if reason.code == "spiral_to":
                    assert MoveBack(reason.number) in after.legal_moves(), (move, reasons)
            told = sum(reason.number for reason in reasons if reason.code in AT_ONCE)
            assert told == after.view(seat).totals[seat] - view.totals[seat], (move, reasons)


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_a_step_that_is_left_unused_would_cost_what_the_reason_says(case: Case) -> None:
    explain = GAME_PLAYERS[case.rules.id].explain
    for seed in range(2):
        for position, _ in walk(case, seed):
            seat, moves = position.to_act, position.legal_moves()
            if seat is None or Decline() not in moves:
                continue
            view = position.view(seat)
            for reason in explain(view, Decline()):
                gains = [
                    position.play(move).view(seat).totals[seat] - view.totals[seat]
                    for move in moves
                    if move != Decline() and position.play(move).to_act is not None
                ]
                if reason.code == "step_costs":
                    assert max(gains) == -reason.number < 0
                elif reason.code == "adds_only":
                    assert max(gains) == reason.number > 0
                elif reason.code == "nothing_gained":
                    assert max(gains, default=0) == 0


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


@pytest.mark.parametrize(("own", "tile"), [("R4 B6 P7", "R5"), ("R9 B6", "G1")])
def test_a_card_whose_free_step_can_end_the_game_ahead_says_so(own: str, tile: str) -> None:
    """K5, K6, K8: which is why a club player plays it; not if it would end behind."""
    game = lay_out(
        figures={0: own, 1: "P7 G7 B7"}, tiles={tile: "clover"}, hands={0: "R5"}, rows={0: "R4"}
    )
    assert Reason("step_ends") not in explained(game, play("R5"))
    game.points[0] = 60
    assert explained(game, play("R5"))[0] == Reason("step_ends")


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
    assert explained(game, play("R6")) == [
        Reason("keeps", 1),
        Reason("shuts", 2),
        Reason("higher", 1, R),
    ]


def test_a_discard_says_who_could_use_it() -> None:
    game = lay_out(
        3, rows={0: "R9 R8", 2: "R2 R4"}, figures={0: "R2", 2: "R2"}, hands={0: "R10 R5"}
    )
    assert explained(game, discard("R10")) == [
        Reason("fits_nowhere", colour=R),
        Reason("could_use", seat=2),
    ]
    assert explained(game, discard("R5"))[0] == Reason("would_skip", 2, R)


def test_a_row_that_may_still_turn_takes_the_cards_of_one_side_only() -> None:
    """C4: after a 5 the 2 and the 3 fit or the 8, not all three."""
    game = lay_out(hands={0: "R5 R2 R3 R8 Y1 P1 G1 B1"})
    assert Reason("keeps", 2) in explained(game, play("R5"))
    assert not any(reason.code == "shuts" for reason in explained(game, play("R5")))


def test_the_large_figure_rises_by_twice_as_much() -> None:
    """K3: it scores double, also when negative."""
    game = lay_out(figures={0: "R3 G1"}, large={0: "G"}, phase="clover")
    assert explained(game, advance("G")) == [Reason("higher", 2, G)]
    assert explained(game, advance("R")) == [Reason("higher", 3, R)]


def test_a_path_is_hoped_to_come_no_farther_than_where_it_ends_the_game() -> None:
    """K8: with four figures in the goal area the fifth ends the game on the 6."""
    hands = {0: "R0 R1 R2 R3 R4 R5 R6 R7"}
    game = lay_out(hands=hands, figures={0: "Y7 P7", 1: "Y7 P7"})
    game.in_goal = 4
    assert Reason("opens", 6, R) in explained(game, play("R0"))


def test_who_stands_before_the_goal_could_end_the_game() -> None:
    """K8: the fourth figure is there, and another one on the last stone before it."""
    game = lay_out(3, figures={0: "R6 P9 G9", 1: "Y8", 2: "B6 Y8"}, hands={0: "R5"})
    threat, end = explained(game, play("R5"))
    assert threat == Reason("could_end", seat=2)
    assert end.code == "ends_ahead"


def test_a_card_from_a_pile_that_fits_nowhere_saves_the_deck_for_who_is_behind() -> None:
    game = lay_out(
        rows={0: "R3 R4"}, figures={0: "R2", 1: "Y9 P9"}, piles="R2", phase="draw", hands={0: "R9"}
    )
    (reason,) = explained(game, take("R"))
    assert (reason.code, reason.number) == ("deck_lasts", -lead(game.view(0), 0))


def test_a_card_from_a_pile_that_fits_tells_its_step_and_what_it_skips() -> None:
    game = lay_out(
        rows={0: "R3 R4"}, figures={0: "R3"}, piles="R7", phase="draw", tiles={"R4": "2"}
    )
    assert explained(game, take("R")) == [
        Reason("fits_row", colour=R),
        Reason("step_brings", 5),  # from -2 to 1, and the tile
        Reason("leaves_out", 2),
    ]
