"""Plays games in a house until the process is killed; prints each position that was told.

One line for each `GameChanged` a player received: table, seat, ply and the view in hex.
"""

import asyncio
import sys
from pathlib import Path
from random import Random

from keltis_protocol.messages import GameChanged, JoinTable, LeaveTable, Lobby
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, enter, playing, view


async def come_back(game_server: GameServer) -> list[Player]:
    """Both at the table they were playing at, or at a new one."""
    players = [await enter(game_server, login) for login in ("anna", "boris")]
    running = [line for line in players[0].last(Lobby).tables if line.state == "playing"]
    if not running:
        return await playing(game_server, "anna", "boris")
    for player in players:
        await player.do(JoinTable, table=running[0].table)
        await player.hear(GameChanged)
    return players


def tell(players: list[Player]) -> None:
    """Print where each player was told the game stands."""
    for seat, player in enumerate(players):
        game = player.last(GameChanged)
        print(game.table, seat, game.ply, bytes(game.view).hex(), flush=True)


async def main(path: Path, random: Random) -> None:
    """Play one game after the other."""
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    while True:
        players = await come_back(game_server)
        tell(players)
        while (to_act := view(players[0].last(GameChanged))["to_act"]) is not None:
            game = players[to_act].last(GameChanged)
            await players[to_act].play_on(random, moves=1)
            for player in players:
                if player.last(GameChanged).ply == game.ply:
                    await player.hear(GameChanged)
            tell(players)
        for player in players:
            await player.do(LeaveTable, table=player.table)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Random(sys.argv[2])))
