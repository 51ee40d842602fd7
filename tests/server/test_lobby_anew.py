"""The lobby made anew from the logs is the lobby that was shown."""

import sqlite3
from pathlib import Path
from random import Random

from keltis_protocol.messages import Lobby
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, enter, playing


async def shown(game_server: GameServer, login: str) -> Lobby:
    """What somebody is told of the lobby, all others being away."""
    player = await enter(game_server, login)
    told = player.last(Lobby)
    await player.visit.close()
    return told


async def test_lines_made_anew_from_the_logs_list_what_was_listed(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    before = await GameServer.open(SqliteStore.open(path), QUICK)
    for number, game in enumerate(("keltis", "oracle", "dice", "stones")):
        players = await playing(before, f"left{number}", f"right{number}", game=game)
        for player in players:
            await player.play_on(Random(number), moves=0)
        for player in players:
            await player.visit.close()
    people = ("watcher", "left0", "right3")
    told = [await shown(before, login) for login in people]
    assert [len(lobby.tables) for lobby in told] == [4, 4, 4]
    await before.close()
    with sqlite3.connect(path) as db:
        db.execute("update line set line = null")
    after = await GameServer.open(SqliteStore.open(path), QUICK)
    assert [await shown(after, login) for login in people] == told
    await after.close()
