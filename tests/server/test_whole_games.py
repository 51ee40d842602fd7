"""Whole games through the house: everybody ends on the scores that replaying the log gives."""

import asyncio
from random import Random

import msgspec
import pytest

from keltis_engine.fair import commitment
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import AddBot, GameChanged, OpenTable, StartGame, TableChanged
from keltis_server.server import GameServer
from keltis_server.tables.reading import load
from keltis_server.tables.records import GameOver, GameStarted, decode
from tests.server.players import Player, enter, playing, view


async def play_to_the_end(players: list[Player]) -> list[GameChanged]:
    return await asyncio.gather(
        *(player.play_on(Random(seat)) for seat, player in enumerate(players))
    )


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", RULE_SETS)
async def test_game_ends_for_everyone_on_the_scores_of_the_replayed_log(
    game_server: GameServer, game: str, seats: int
) -> None:
    players = await playing(game_server, *("anna", "boris", "carla", "dezso")[:seats], game=game)
    ends = await play_to_the_end(players)
    replayed = await load(game_server.store, players[0].table)
    assert replayed is not None
    assert replayed.game is not None
    totals = [sheet.total for sheet in replayed.game.position.scores()]
    for seat, end in enumerate(ends):
        assert view(end)["totals"] == totals
        assert end.ply == replayed.game.ply
        assert bytes(end.view) == msgspec.msgpack.encode(replayed.game.position.view(seat))
    *_, last, _ = await game_server.store.read(players[0].table)
    assert decode(last.body) == GameOver(totals=tuple(totals)), "a new commitment follows"
    for player in players:
        if player.last(TableChanged).state != "over":
            await player.hear(TableChanged, lambda fact: fact.state == "over")


@pytest.mark.long
async def test_events_told_bit_by_bit_are_the_whole_story(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    await play_to_the_end(players)
    replayed = await load(game_server.store, players[0].table)
    assert replayed is not None
    assert replayed.game is not None
    for seat, player in enumerate(players):
        told = [bytes(event) for game in player.all(GameChanged) for event in game.events]
        story = [msgspec.msgpack.encode(event) for event in replayed.game.story(seat)]
        assert told == story


@pytest.mark.long
async def test_every_ply_is_told_once_and_in_order(game_server: GameServer) -> None:
    """T6."""
    players = await playing(game_server, "anna", "boris")
    await play_to_the_end(players)
    for player in players:
        games = player.all(GameChanged)
        assert [game.since for game in games[1:]] == [game.ply for game in games[:-1]]


async def test_rematch_begins_with_the_next_seat(game_server: GameServer) -> None:
    """C8 says who begins; the start goes round from game to game."""
    players = await playing(game_server, "anna", "boris", game="stones")
    first = view(players[0].last(GameChanged))["to_act"]
    for game in range(1, 3):
        await play_to_the_end(players)
        for player in players:
            await player.do(StartGame, table=player.table)
        for player in players:
            start = await player.hear(GameChanged, lambda fact: fact.since == 0)
            assert view(start)["to_act"] == (first + game) % 2
            assert view(start)["turn"] == 1


@pytest.mark.long
@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_person_plays_a_whole_game_against_three_bots(
    game_server: GameServer, game: str
) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game=game, seats=4)
    await anna.hear(TableChanged)
    for _ in range(3):
        await anna.do(AddBot, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)
    end = await anna.play_on(Random(1))
    replayed = await load(game_server.store, anna.table)
    assert replayed is not None
    assert replayed.game is not None
    assert view(end)["totals"] == [sheet.total for sheet in replayed.game.position.scores()]


async def test_table_publishes_a_commitment_that_fits_the_secret_in_the_log(
    game_server: GameServer,
) -> None:
    """T5."""
    anna, boris = await playing(game_server, "anna", "boris")
    published = anna.last(TableChanged).commitment
    assert published == boris.last(TableChanged).commitment
    records = [decode(entry.body) for entry in await game_server.store.read(anna.table)]
    (started,) = [record for record in records if isinstance(record, GameStarted)]
    assert published == commitment(started.secret)
    assert len(started.secret) == 32
