"""Every strength plays every game by the rules, from its own view, and can be measured."""

from hashlib import sha256

import msgspec
import pytest

from keltis_engine.bots.catalogue import FIXED, GAME_PLAYERS, bots_for
from keltis_engine.bots.cheat import cheat
from keltis_engine.bots.master import Master, by_playouts
from keltis_engine.bots.search import ENOUGH, best_by_playouts
from keltis_engine.bots.strengths import EVERYBODY, STRENGTHS, player
from keltis_engine.bots.weighing import heaviest
from keltis_engine.fair import Stream
from keltis_engine.position import DEALER
from keltis_engine.rules import RULE_SETS
from keltis_engine.rules.keltis import KeltisPosition
from keltis_engine.rules.oracle import OraclePosition
from tests.engine.every_game import Case, cases
from tests.engine.keltis_table import discard, lay_out, play

SINGLE = [case for case in cases() if case.single]
FEW = by_playouts(8)
"""Enough for every step of the search, and quick."""

AS_IT_WAS = {
    "keltis": "1975b901377dddda",
    "oracle": "40630154f526a289",
    "dice": "457561ed72b9af6f",
    "stones": "c63419faf9dd906a",
}
"""The moves of today's club players in two games among themselves, hashed when they were kept."""


@pytest.mark.parametrize("game", RULE_SETS)
def test_the_fixed_club_player_never_changes(game: str) -> None:
    """If this fails, keep the old player in `bots/fixed/` and name it in `FIXED`."""
    heard = sha256()
    for number in range(2):
        random, position = Stream(b"fixed", act=number), RULE_SETS[game].start(2)
        while (seat := position.to_act) is not None:
            if seat == DEALER:
                position.apply(position.deal(random))
                continue
            move = FIXED[game](position.view(seat), position.legal_moves(), random)
            heard.update(msgspec.msgpack.encode(move))
            position.apply(move)
    assert heard.hexdigest()[:16] == AS_IT_WAS[game]


def test_nobody_is_offered_a_player_kept_for_measuring_or_one_that_sees_all() -> None:
    for game in RULE_SETS:
        assert list(bots_for(game)) == ["club", "novice", "any"]


@pytest.mark.law
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_every_strength_plays_every_game_to_its_end_with_legal_moves_only(case: Case) -> None:
    players = [player(case.rules.id, name, FEW) for name in EVERYBODY]
    position, random = case.start(), Stream(b"strengths")
    for act in range(100_000):
        if position.to_act is None:
            return
        if position.to_act == DEALER:
            position.apply(position.deal(random))
        else:  # everybody has a turn at every seat
            position = position.play(players[act % len(players)](position, random))
    pytest.fail("they never end the game")


@pytest.mark.law
@pytest.mark.parametrize("name", STRENGTHS)
@pytest.mark.parametrize("case", SINGLE, ids=str)
def test_a_strength_decides_alike_wherever_the_hidden_cards_are(case: Case, name: str) -> None:
    bot, random = player(case.rules.id, name, FEW), Stream(b"hidden")
    position = case.start()
    for act in range(60):
        if position.to_act is None:
            break
        if position.to_act == DEALER:
            position = position.play(position.deal(Stream(b"deal", act=act)))
            continue
        twin = case.rules.imagine(position.view(position.to_act), random)
        moves = [bot(each, Stream(b"same", act=act)) for each in (position, twin)]
        assert moves[0] == moves[1]
        position = position.play(moves[0])


def a_position() -> KeltisPosition:
    """Seat 0 may end the game with a figure, and lead, or do something else."""
    goal = {0: "R6", 1: "P7 G7 B7 Y7"}
    game = lay_out(figures=goal, hands={0: "R5 Y3", 1: "P3 P4"}, deck_size=12)
    game.points[0] = 60
    return game


def test_a_master_plays_the_club_players_move_when_it_may_not_think() -> None:
    game = a_position()
    view, moves = game.view(0), game.legal_moves()
    hasty = Master("keltis", lambda: lambda _: 1.0)
    best = heaviest(GAME_PLAYERS["keltis"].weigh(view, moves, Stream(b"")), Stream(b""))
    assert hasty(view, moves, Stream(b"")) == best


def test_playouts_find_the_move_that_wins_and_it_has_to_be_clearly_better() -> None:
    game = a_position()
    wins, waits = play("R5"), discard("Y3")
    budget = by_playouts(40)()
    found = best_by_playouts([waits, wins], game.copy, 0, budget, Stream(b""))
    game.points[0] = -200
    lost = best_by_playouts([waits, wins], game.copy, 0, budget, Stream(b""))
    assert (found, lost) == (waits, waits)  # won or lost either way: the first one stays
    game.points[0] = 36
    assert best_by_playouts([waits, wins], game.copy, 0, budget, Stream(b"")) == wins


def test_no_more_is_tried_than_tells_something() -> None:
    """A move that wins for sure is found on few deals; those that are all alike end somewhere."""
    game = a_position()
    game.points[0] = 36
    asked: list[int] = []

    def budget(done: int) -> float:
        asked.append(done)
        return 0.0

    wins, waits = play("R5"), discard("Y3")
    assert best_by_playouts([waits, wins], game.copy, 0, budget, Stream(b"")) == wins
    assert asked[-1] < 2 * ENOUGH / 4
    asked.clear()
    assert best_by_playouts([waits, waits], game.copy, 0, budget, Stream(b"")) == waits
    assert asked[-1] == 2 * (ENOUGH - 1)


def test_the_cheat_knows_the_next_card() -> None:
    """The same view, but another deck: only the cheat plays another move."""
    case = next(case for case in SINGLE if case.rules.id == "oracle")
    position = case.start()
    position.apply(position.deal(Stream(b"cheat")))
    assert isinstance(position, OraclePosition)
    view = position.view(position.to_act)
    twins = [case.rules.imagine(view, Stream(b"twin", act=act)) for act in range(12)]
    assert len({cheat(twin, Stream(b"")) for twin in twins}) > 1
