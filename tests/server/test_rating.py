"""What games say of who is how good: held to openskill, for two to four, with ties."""

from itertools import permutations

import pytest
from openskill.models import BradleyTerryPart, PlackettLuce

from keltis_engine.bots.catalogue import bots_for
from keltis_engine.rules import RULE_SETS
from keltis_server.rating import (
    BEGIN,
    DRIFT,
    FITS,
    POINT,
    UNSURE,
    Rating,
    bot_rating,
    game_of,
    ladder_of,
    rated,
)

OLD = 25 / BEGIN
"""Points in openskill's own measure, in which everybody begins with 25."""


@pytest.mark.parametrize("game", RULE_SETS)
@pytest.mark.parametrize("places", [(1, 2), (2, 1), (1, 1), (1, 2, 2), (1, 1, 3, 4), (4, 1, 3, 2)])
def test_ratings_are_those_of_openskill_with_the_luck_of_the_game(
    game: str, places: tuple[int, ...]
) -> None:
    """In openskill's own measure, so that nothing hangs on ours."""
    before = [Rating(1_500_000 + 90_000 * n, 500_000 - 70_000 * n) for n in range(len(places))]
    model = BradleyTerryPart(beta=FITS[game].beta * OLD, tau=DRIFT * OLD)
    teams = [[model.rating(each.mu / POINT * OLD, each.sigma / POINT * OLD)] for each in before]
    awaited = model.rate(teams, ranks=[float(place) for place in places])
    for mine, (theirs,) in zip(rated(game, before, places), awaited, strict=True):
        assert mine.mu == pytest.approx(theirs.mu / OLD * POINT, abs=1)
        assert mine.sigma == pytest.approx(theirs.sigma / OLD * POINT, abs=1)


def test_the_first_game_of_two_moves_both_alike_and_makes_both_surer() -> None:
    winner, loser = rated("keltis", [Rating(), Rating()], [1, 2])
    assert winner.mu - Rating().mu == Rating().mu - loser.mu > 0
    assert winner.sigma == loser.sigma < Rating().sigma == UNSURE * POINT


def test_a_tie_moves_two_equals_nowhere_and_two_others_together() -> None:
    assert [each.mu for each in rated("dice", [Rating(), Rating()], [1, 1])] == [Rating().mu] * 2
    better, worse = Rating(1_800_000, 200_000), Rating(1_300_000, 200_000)
    after = rated("dice", [better, worse], [1, 1])
    assert after[0].mu < better.mu
    assert after[1].mu > worse.mu


def test_the_third_of_four_gets_nothing_of_what_tied_winners_get() -> None:
    """Where Plackett and Luce would give as much to the third."""
    after = [each.mu - Rating().mu for each in rated("keltis", [Rating()] * 4, [1, 1, 3, 4])]
    assert after[0] == after[1] > 0 > after[2] > after[3]
    model = PlackettLuce()
    theirs = model.rate([[model.rating()] for _ in range(4)], ranks=[1.0, 1.0, 2.0, 3.0])
    assert theirs[2][0].mu == pytest.approx(theirs[0][0].mu)


@pytest.mark.parametrize("places", [(1, 2, 3), (1, 1, 3), (1, 2, 3, 4), (1, 2, 2, 4)])
def test_in_which_order_people_sit_changes_nobody_s_rating(places: tuple[int, ...]) -> None:
    people = [Rating(1_400_000 + 70_000 * n, 300_000) for n in range(len(places))]
    awaited = dict(zip(people, rated("stones", people, places), strict=True))
    for order in permutations(range(len(places))):
        after = rated("stones", [people[n] for n in order], [places[n] for n in order])
        for n, rating in zip(order, after, strict=True):
            assert rating.mu == pytest.approx(awaited[people[n]].mu, abs=1)
            assert rating.sigma == pytest.approx(awaited[people[n]].sigma, abs=1)


def test_whoever_keeps_winning_against_a_bot_comes_to_stand_above_it() -> None:
    bot = bot_rating("oracle", "club")
    mine = Rating()
    for _ in range(200):
        mine, _ = rated("oracle", [mine, bot], [1, 2])
    assert mine.mu > bot.mu
    assert mine.sigma < UNSURE * POINT


@pytest.mark.parametrize("game", RULE_SETS)
def test_luck_and_every_bot_are_measured_for_every_game(game: str) -> None:
    assert FITS[game].beta > 0
    assert FITS[game].bots.keys() >= set(bots_for(game))
    strengths = [bot_rating(game, bot).mu for bot in ("any", "novice", "club")]
    assert strengths == sorted(strengths)


def test_game_that_nobody_measured_is_rated_too() -> None:
    assert bot_rating("race", "any").mu == Rating().mu
    winner, loser = rated("race", [Rating(), Rating()], [1, 2])
    assert winner.mu > loser.mu


def test_a_game_with_bots_counts_on_a_ladder_of_its_own() -> None:
    people, bots = ladder_of("dice", bots=False), ladder_of("dice", bots=True)
    assert people != bots
    assert game_of(people) == game_of(bots) == "dice"
