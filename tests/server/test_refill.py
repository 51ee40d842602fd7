"""Strangers step in at a table whose game is over, if its owner lets them."""

from random import Random

from keltis_protocol.messages import (
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from tests.server.players import Player, enter, play_through


async def over(game_server: GameServer, refill: str) -> list[Player]:
    """Two people whose game has just ended, and of whom one leaves."""
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    await anna.do(OpenTable, game="stones", seats=2, settings={"refill": refill})
    await boris.do(JoinTable, table=anna.table)
    for player in (anna, boris):
        await player.do(StartGame, table=anna.table)
    await play_through([anna, boris], Random(1))
    await boris.do(LeaveTable, table=anna.table)
    return [anna, boris]


async def test_freed_seat_is_offered_in_the_lobby_and_the_next_game_is_played_there(
    game_server: GameServer,
) -> None:
    anna, _ = await over(game_server, "yes")
    cleo = await enter(game_server, "cleo")
    (line,) = cleo.last(Lobby).tables
    assert (line.state, [seat.kind for seat in line.seats]) == ("open", ["person", "free"])
    await cleo.do(JoinTable, table=line.table)
    assert (await cleo.hear(TableChanged)).seat == 1
    for player in (anna, cleo):
        await player.do(StartGame, table=line.table)
    await cleo.hear(TableChanged, lambda table: table.state == "playing")


async def test_usually_nobody_is_offered_it(game_server: GameServer) -> None:
    await over(game_server, "no")
    cleo = await enter(game_server, "cleo")
    (line,) = cleo.last(Lobby).tables
    assert line.state == "over"
