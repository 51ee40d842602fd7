"""Watching when the process dies at which one looks on."""

from random import Random

import pytest
from msgspec.structs import replace

from keltis_protocol.codec import encode
from keltis_protocol.messages import (
    GameChanged,
    JoinTable,
    OpenTable,
    Said,
    Say,
    StartGame,
    TableChanged,
    WatchTable,
)
from tests.server.players import QUICK, enter, play_through
from tests.server.processes import Street
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place
from tests.server.test_sync import until

AT_ONCE = replace(QUICK, watchers_pause=0)


@pytest.mark.law
async def test_watchers_of_a_process_that_died_come_back_and_their_talk_stays_apart_till_the_end(
    place: Street,
) -> None:
    first, second = await place.open(AT_ONCE), await place.open(AT_ONCE)
    players = [await enter(first, "anna"), await enter(first, "boris")]
    await players[0].do(OpenTable, game="stones", seats=2)
    table = players[0].table
    await players[1].do(JoinTable, table=table)
    for player in players:
        await player.do(StartGame, table=table)
    for player in players:
        await player.hear(GameChanged)
    await until(lambda: table in second.lines)
    olga = await enter(second, "olga")
    await olga.do(WatchTable, table=table)
    await olga.do(Say, table=table, text="anna blunders")
    await until(lambda: first.lines[table].seq == second.lines[table].seq)
    await place.kill(second)
    await players[0].hear(TableChanged, lambda told: told.watchers == 0)
    third = await place.open(AT_ONCE)
    olga, pia = [await enter(server, name) for server, name in ((third, "olga"), (first, "pia"))]
    for watcher in (olga, pia):
        await watcher.do(WatchTable, table=table)
        assert (await watcher.hear(Said)).text == "anna blunders"
    await olga.do(Say, table=table, text="again")
    await pia.hear(Said, lambda said: said.text == "again")
    await players[0].do(Say, table=table, text="hello")
    for watcher in (olga, pia):
        await watcher.hear(Said, lambda said: said.text == "hello")
    await play_through(players, Random(4))
    for player in players:
        over = next(
            number
            for number, fact in enumerate(player.heard)
            if isinstance(fact, TableChanged) and fact.state == "over"
        )
        before = b"".join(map(encode, player.heard[:over]))
        assert b"blunders" not in before
        assert b"again" not in before
        while {line.text for line in player.all(Said)} < {"anna blunders", "again", "hello"}:
            await player.hear(Said)
    ended = players[0].last(GameChanged).ply
    for watcher in (olga, pia):
        await watcher.hear(GameChanged, lambda game: game.ply == ended)
