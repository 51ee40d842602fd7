"""One leads the others at a table through a finished game; nothing of it is kept."""

from random import Random

import msgspec

from keltis_protocol.messages import GameChanged, ShowStep, StartGame, StepShown, WatchTable
from keltis_server.server import GameServer
from tests.server.players import Player, enter, play_through, playing


async def test_all_others_at_the_table_are_told_whoever_leads(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris", game="stones")
    table = players[0].table
    olga, dora = [await enter(game_server, name) for name in ("olga", "dora")]
    await olga.do(WatchTable, table=table)
    assert await players[0].refused(ShowStep, table=table, step=3) == "game_not_over"
    await play_through(players, Random(1))
    seq = game_server.live_tables[table].table.seq
    for leader, others in ((players[0], [players[1], olga]), (olga, players)):
        await leader.do(ShowStep, table=table, step=7)
        for other in others:
            told = await other.hear(StepShown)
            assert told == StepShown(table=table, name=leader.visit.who.name, step=7)
    assert game_server.live_tables[table].table.seq == seq, "nothing is logged"
    assert not dora.all(StepShown)
    assert await dora.refused(ShowStep, table=table, step=3) == "not_at_table"
    assert await olga.refused(ShowStep, table=table, step=3, number=2) == "game_not_over"
    for player in players:
        await player.do(StartGame, table=table)
    await players[0].hear(GameChanged, lambda game: game.since == 0)
    assert await olga.refused(ShowStep, table=table, step=3) == "game_not_over"


async def test_of_steps_nobody_has_read_only_the_newest_waits(game_server: GameServer) -> None:
    players: list[Player] = await playing(game_server, "anna", "boris", game="stones")
    await play_through(players, Random(1))
    anna, boris = players
    for step in range(300):
        await anna.do(ShowStep, table=anna.table, step=step, leads=step < 299)
    assert not boris.visit.ended
    told = await boris.hear(StepShown)
    assert (told.step, told.leads) == (299, False)
    assert not boris.visit.has_unread(StepShown)
    assert msgspec.structs.asdict(told)["number"] == 0
