"""The lobby marks a table of mine at which something has happened since I was there."""

from pathlib import Path

from keltis_protocol.messages import GameChanged, JoinTable, LeaveTable, Lobby, PlayMove, Say
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, catch_up, enter, playing


def marked(player: Player) -> bool:
    (line,) = player.last(Lobby).tables
    return line.news


async def two(game_server: GameServer) -> tuple[Player, Player]:
    """The one whose move it is, and the other, both at a table."""
    players = await playing(game_server, "anna", "boris")
    await catch_up(players)
    mover = next(player for player in players if player.last(GameChanged).moves)
    return mover, next(player for player in players if player is not mover)


async def move(player: Player) -> None:
    game = player.last(GameChanged)
    await player.do(PlayMove, table=player.table, ply=game.ply, move=game.moves[0])


async def test_a_table_is_marked_once_something_happens_there_and_not_after_a_look(
    game_server: GameServer,
) -> None:
    mover, other = await two(game_server)
    code = mover.table
    await other.do(LeaveTable, table=code)
    assert not (await other.hear(Lobby)).tables[0].news
    await move(mover)
    await other.hear(Lobby, lambda lobby: lobby.tables[0].news)
    await other.do(JoinTable, table=code)
    await mover.do(Say, table=code, text="hello")
    await other.do(LeaveTable, table=code)
    assert not (await other.hear(Lobby)).tables[0].news, "all of that was seen"


async def test_what_was_seen_is_remembered_after_the_line_broke_and_the_server_was_killed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    before = await GameServer.open(SqliteStore.open(path), QUICK)
    mover, other = await two(before)
    other_name = other.visit.who.name
    await other.visit.close()
    await before._looks.close()
    after = await GameServer.open(SqliteStore.open(path), QUICK)
    assert not marked(await enter(after, other_name)), "nothing has happened"
    await move(mover)
    await mover.visit.close()
    await before.close()
    third = await GameServer.open(SqliteStore.open(path), QUICK)
    assert marked(await enter(third, other_name))
    assert not marked(await enter(third, mover.visit.who.name)), "who moved has seen it"
    await after.close()
    await third.close()
