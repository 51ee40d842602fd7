"""Hints: what a bot would do in one's place, from one's own view, at one's own turn."""

import msgspec
import pytest

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchHint, GameChanged, Hint, PlayMove
from keltis_server.server import GameServer
from tests.server.players import Player, enter, playing, seated


def at_turn(*players: Player) -> tuple[Player, Player]:
    """Who is to move first, then the other."""
    for player in players:
        if player.last(GameChanged).moves:
            return player, next(other for other in players if other is not player)
    raise LookupError("nobody is to move")


@pytest.mark.parametrize("game", RULE_SETS)
async def test_a_hint_is_a_move_that_can_be_made_with_reasons(
    game_server: GameServer, game: str
) -> None:
    player, _ = at_turn(*await playing(game_server, "anna", "boris", game=game))
    now = player.last(GameChanged)
    await player.do(FetchHint, table=player.table, ply=now.ply)
    hint = await player.hear(Hint)
    assert (hint.table, hint.ply, hint.bot) == (player.table, now.ply, "club")
    assert bytes(hint.move) in map(bytes, now.moves)
    assert [msgspec.msgpack.decode(reason)[0] for reason in hint.reasons]
    await player.do(PlayMove, table=player.table, ply=now.ply, move=hint.move)


async def test_a_master_follows_with_its_own(game_server: GameServer) -> None:
    """It thinks in a process of its own, and says nothing once something else has happened."""
    player, _ = at_turn(*await playing(game_server, "anna", "boris"))
    now = player.last(GameChanged)
    await player.do(FetchHint, table=player.table, ply=now.ply)
    hint = await player.hear(Hint, lambda fact: fact.bot == "master")
    assert hint.ply == now.ply
    assert bytes(hint.move) in map(bytes, now.moves)


async def test_nobody_is_advised_on_what_another_decides(game_server: GameServer) -> None:
    player, other = at_turn(*await playing(game_server, "anna", "boris"))
    ply = player.last(GameChanged).ply
    assert await other.refused(FetchHint, table=player.table, ply=ply) == "not_your_turn"
    assert await player.refused(FetchHint, table=player.table, ply=ply + 1) == "stale"
    clara = await enter(game_server, "clara")
    assert await clara.refused(FetchHint, table=player.table, ply=ply) == "not_at_table"
    assert not other.all(Hint)


async def test_before_the_game_there_is_nothing_to_advise_on(game_server: GameServer) -> None:
    anna, _ = await seated(game_server, "anna", "boris")
    assert await anna.refused(FetchHint, table=anna.table, ply=0) == "no_game"


async def test_where_people_play_for_a_rating_everybody_thinks_alone(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _ = at_turn(*await playing(game_server, "anna", "boris"))
    monkeypatch.setitem(game_server.live_tables[player.table].table.settings, "rated", "yes")
    ply = player.last(GameChanged).ply
    assert await player.refused(FetchHint, table=player.table, ply=ply) == "no_hints"
