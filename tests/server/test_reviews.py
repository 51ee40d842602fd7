"""A finished game looked at again: told to whoever knows the table's code, once for all of them."""

from random import Random

import msgspec
import pytest

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchReview, Review, StartGame
from keltis_server.server import GameServer
from keltis_server.thinking import reviews
from tests.server.players import Player, enter, play_through, playing, seated


async def finished(game_server: GameServer, game: str) -> list[Player]:
    """Two who have played a whole game by chance."""
    players = await seated(game_server, "anna", "boris", game=game)
    for player in players:
        await player.do(StartGame, table=player.table)
    await play_through(players, Random(game))
    return players


async def test_a_review_tells_the_chances_and_better_moves(game_server: GameServer) -> None:
    anna, boris = await finished(game_server, "dice")
    await anna.do(FetchReview, table=anna.table)
    review = await anna.hear(Review)
    assert review.table == anna.table
    assert review.chances
    assert all(abs(sum(chances.shares) - 1000) <= 1 for chances in review.chances)
    assert review.costly, "who plays by chance could have done better"
    for costly in review.costly:
        msgspec.msgpack.decode(costly.better, type=RULE_SETS["dice"].player_moves)
        assert costly.reasons
        assert costly.cost > 0
    await boris.do(FetchReview, table=anna.table)
    assert await boris.hear(Review) == review


async def test_only_finished_games_are_reviewed(game_server: GameServer) -> None:
    anna, _ = await playing(game_server, "anna", "boris")
    assert await anna.refused(FetchReview, table=anna.table) == "game_not_over"
    clara = await enter(game_server, "clara")
    assert await clara.refused(FetchReview, table="NONE23") == "no_such_table"


async def test_a_review_that_fails_says_nothing_wrong(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await finished(game_server, "dice")
    monkeypatch.setattr(reviews, "ORDER", ("false",))
    await anna.do(FetchReview, table=anna.table)
    review = await anna.hear(Review)
    assert (review.chances, review.costly) == ([], [])


async def test_one_game_at_a_time_is_looked_at_for_anybody(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _ = await finished(game_server, "dice")
    monkeypatch.setattr(reviews, "ORDER", ("sleep", "1"))
    await anna.do(FetchReview, table=anna.table)
    assert await anna.refused(FetchReview, table=anna.table) == "busy"
    await anna.hear(Review)
    await anna.do(FetchReview, table=anna.table)
