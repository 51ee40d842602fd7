"""Playouts end every game by the rules, sensibly, and from what each seat may know alone."""

from itertools import product

import pytest

from keltis_engine.bots.catalogue import GAME_PLAYERS
from keltis_engine.bots.chance import QuickChance
from keltis_engine.bots.playouts import playout
from keltis_engine.fair import Stream
from keltis_engine.match import MatchPosition
from keltis_engine.parts.cards import DISCARDS
from keltis_engine.position import DEALER, Position
from keltis_engine.rules import RULE_SETS, SINGLE_GAMES
from keltis_engine.rules.keltis import KeltisPosition
from tests.engine.every_game import Case, state
from tests.engine.keltis_table import lay_out, play, start, take

CASES = [
    Case(rules, seats, dict(chosen))
    for rules in SINGLE_GAMES.values()
    for seats in rules.seats
    for chosen in product(*([(o.name, choice) for choice in o.choices] for o in rules.options))
]
every_game = pytest.mark.parametrize("case", CASES, ids=str)
every_game_for_two = pytest.mark.parametrize(
    "case", [case for case in CASES if case.seats == 2], ids=str
)
LENGTHS = {"keltis": (100, 170), "oracle": (130, 200), "dice": (40, 80), "stones": (110, 150)}
"""How many decisions a sensible game of two players takes on average."""


def dealt(case: Case, act: int = 0) -> Position:
    """The case's position after the dealer's first moves."""
    position = case.start()
    while position.to_act == DEALER:
        position.apply(position.deal(Stream(b"dealt", act=act)))
    return position


@every_game
def test_a_playout_plays_legal_moves_only_and_ends(case: Case) -> None:
    choose, chance, position = GAME_PLAYERS[case.rules.id].policy, Stream(b"legal"), dealt(case)
    for _ in range(2_000):
        if position.to_act is None:
            return
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
            continue
        move = choose(position)
        assert position.refusal(move) is None
        position.apply(move)
    pytest.fail("the game does not end")


@pytest.mark.law
@every_game
def test_a_policy_decides_alike_wherever_the_hidden_cards_are(case: Case) -> None:
    choose, chance, position = GAME_PLAYERS[case.rules.id].policy, Stream(b"hidden"), dealt(case)
    while position.to_act is not None:
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
            continue
        move = choose(position)
        assert choose(case.rules.imagine(position.view(position.to_act), chance)) == move
        position.apply(move)


@every_game
def test_to_ask_a_policy_changes_nothing(case: Case) -> None:
    position = dealt(case)
    before = state(position.copy())
    GAME_PLAYERS[case.rules.id].policy(position)
    assert state(position) == before


@every_game
def test_the_same_chance_gives_the_same_playout(case: Case) -> None:
    position = dealt(case)
    scores = {playout(position.copy(), Stream(b"same")) for _ in range(2)}
    assert len(scores) == 1
    assert len(scores.pop()) == case.seats


@pytest.mark.law
@every_game
def test_a_playout_counts_the_points_as_the_score_sheets_do(case: Case) -> None:
    """K9, O12, D8, S7"""
    for deal in range(10):
        position = dealt(case, deal)
        totals = playout(position, Stream(b"points", act=deal))
        assert totals == tuple(sheet.total for sheet in position.scores())


def test_a_playout_of_a_match_ends_the_game_being_played_and_counts_the_games_before() -> None:
    position = RULE_SETS["stones"].start(2, {"games": "2"})
    assert isinstance(position, MatchPosition)
    chance = Stream(b"match")
    while not position.points:
        actor = position.to_act
        move = (
            position.deal(chance)
            if actor == DEALER
            else GAME_PLAYERS["stones"].policy(position.game)
        )
        position.apply(move)
    totals = playout(position, chance)
    assert position.game.to_act is None
    last = [sheet.total for sheet in position.game.scores()]
    assert totals == tuple(map(int.__add__, position.points[0], last))


def wins_against_any_moves(case: Case, deal: int, seat: int) -> bool:
    """Whether the policy wins in this seat against one who makes any move."""
    chance, position = Stream(b"any", act=deal), dealt(case, deal)
    while position.to_act is not None:
        if position.to_act == DEALER:
            position.apply(position.deal(chance))
        elif position.to_act == seat:
            position.apply(GAME_PLAYERS[case.rules.id].policy(position))
        else:
            moves = position.legal_moves()
            position.apply(moves[chance.below(len(moves))])
    totals = [sheet.total for sheet in position.scores()]
    return totals[seat] > totals[1 - seat]


@pytest.mark.long
@every_game_for_two
def test_a_policy_wins_at_least_95_of_100_games_against_any_moves(case: Case) -> None:
    won = sum(wins_against_any_moves(case, deal, seat) for deal in range(100) for seat in (0, 1))
    assert won >= 190


@pytest.mark.law
@every_game_for_two
def test_playouts_are_about_as_long_as_sensible_games(case: Case) -> None:
    decisions = 0
    for deal in range(50):
        chance, position = Stream(b"long"), dealt(case, deal)
        while position.to_act is not None:
            if position.to_act == DEALER:
                position.apply(position.deal(chance))
            else:
                position.apply(GAME_PLAYERS[case.rules.id].policy(position))
                decisions += 1
    least, most = LENGTHS[case.rules.id]
    assert least <= decisions / 50 <= most


def asked(position: KeltisPosition) -> object:
    """What the policy of Keltis does as seat 0."""
    return GAME_PLAYERS["keltis"].policy(position)


def test_the_policy_of_keltis_lays_the_nearest_card_first() -> None:
    hand = "R10 R9 R9 R8 R7 R7 R6 R5"
    game = lay_out(rows={0: "R3 R4"}, figures={0: "R2"}, hands={0: hand})
    assert asked(game) == play("R5")


def test_the_policy_of_keltis_does_not_start_a_path_with_the_last_cards() -> None:
    game = lay_out(hands={0: "R5 R6 Y3 P7 G2 G9 B4 B5"}, deck_size=2)
    assert asked(game) in DISCARDS


def test_the_policy_of_keltis_takes_a_discard_that_continues_its_row() -> None:
    game = lay_out(rows={0: "R3 R4 R5"}, figures={0: "R5"}, hands={0: "B4 Y5"}, piles="R6")
    game.apply(DISCARDS[4 * 11 + 4])
    assert asked(game) == take("R")


def test_the_policy_of_keltis_ends_the_game_only_when_it_leads() -> None:
    game = lay_out(figures={0: "R6", 1: "P7 G7 B7 Y7"}, hands={0: "R5"})
    assert asked(game) != play("R5")
    game.points[0] = 60
    assert asked(game) == play("R5")


def test_the_policy_of_keltis_keeps_its_large_figure_off_a_poor_path() -> None:
    game = lay_out(hands={0: "R5 Y3 Y9 P0 P8 G1 G9 B4"}, deck_size=20).play(play("R5"))
    assert asked(game) == start("R")


def test_quick_chance_gives_every_number_and_the_same_ones_again() -> None:
    chance, again = QuickChance(7), QuickChance(7)
    numbers = [chance.below(6) for _ in range(6_000)]
    assert numbers == [again.below(6) for _ in range(6_000)]
    counts = [numbers.count(number) for number in range(6)]
    assert sum((count - 1_000) ** 2 / 1_000 for count in counts) < 20.5  # chi-square, one in 1,000
    assert {QuickChance(seed).below(1) for seed in range(100)} == {0}
