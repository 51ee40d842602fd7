"""A game looked at again: chances are shares, and what is called costly was."""

from collections import Counter

import pytest

from keltis_engine.bots.catalogue import bot_for
from keltis_engine.bots.review import MOST, Review, review
from keltis_engine.fair import Stream
from keltis_engine.parts.events import Decline
from keltis_engine.position import DEALER, Move, Position
from keltis_engine.rules import RULE_SETS

CARELESS = 8
"""So many turns somebody is careless."""


def played(game: str, seats: int = 2, careless: int = -1) -> list[tuple[Position, Move]]:
    """A game among club players, of whom one may decline whatever it can for some turns."""
    position, random = RULE_SETS[game].start(seats), Stream(b"reviewed")
    made: list[tuple[Position, Move]] = []
    while (seat := position.to_act) is not None:
        if seat == DEALER:
            move: Move = position.deal(random)
        elif seat == careless and position.turn <= CARELESS and Decline() in position.legal_moves():
            move = Decline()
        else:
            move = bot_for(game)(position.view(seat), position.legal_moves(), random)
        made.append((position, move))
        position = position.play(move)
    return made


@pytest.fixture
def glance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few worlds are looked at."""
    for name in ("FIRST_LOOK", "SECOND_LOOK", "CHANCES"):
        monkeypatch.setattr(f"keltis_engine.bots.review.{name}", 4)


@pytest.mark.long
@pytest.mark.parametrize("game", RULE_SETS)
def test_a_review_names_moves_that_could_have_been_made(game: str) -> None:
    made = played(game)
    found = review(made, Stream(b"luck"))
    turns = [position.turn for position, _ in made]
    assert [turns[each.ply] for each in found.chances] == sorted(
        {turns[p.ply] for p in found.chances}
    )
    assert all(abs(sum(each.shares) - 1) < 1e-9 for each in found.chances)
    for costly in found.costly:
        position, move = made[costly.ply]
        assert position.to_act == costly.seat
        assert costly.better in position.legal_moves()
        assert costly.better != move
        assert costly.cost > 0
    assert max(Counter(costly.seat for costly in found.costly).values(), default=0) <= MOST


def test_who_declines_what_helps_is_told_what_it_cost() -> None:
    made = played("dice", careless=1)
    found = review(made, Stream(b"luck"))
    worst = max(found.costly, key=lambda costly: costly.cost)
    assert worst.seat == 1
    assert made[worst.ply][1] == Decline()
    assert worst.cost > 0.05


@pytest.mark.usefixtures("glance")
def test_the_same_luck_gives_the_same_review() -> None:
    made = played("dice")
    assert review(made, Stream(b"luck")) == review(made, Stream(b"luck"))


@pytest.mark.usefixtures("glance")
def test_a_match_is_reviewed_game_by_game() -> None:
    position, random = RULE_SETS["dice"].start(2, {"games": "2", "side": "easy"}), Stream(b"match")
    made: list[tuple[Position, Move]] = []
    while (seat := position.to_act) is not None:
        move: Move = (
            position.deal(random)
            if seat == DEALER
            else bot_for("dice")(position.view(seat), position.legal_moves(), random)
        )
        made.append((position, move))
        position = position.play(move)
    found: Review = review(made, Stream(b"luck"))
    assert {len(each.shares) for each in found.chances} == {2}
