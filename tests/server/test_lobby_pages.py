"""Looking through a full lobby: pages, what is looked for, and who waits longest for whom."""

from pathlib import Path

from msgspec import structs

from keltis_protocol.messages import (
    Browse,
    GameChanged,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    PlayMove,
    StartGame,
)
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, catch_up, enter, playing
from tests.server.processes import street

FEW = structs.replace(QUICK, lobby_tables=4, lobby_people=3)


async def look(player: Player, text: str = "", first: int = 0, person: int = 0) -> Lobby:
    """What the lobby lists for somebody who looks for this."""
    await player.do(Browse, text=text, first=first, first_person=person)
    return player.last(Lobby)


def codes(lobby: Lobby) -> list[str]:
    return [line.table for line in lobby.tables]


async def opened(game_server: GameServer, login: str, game: str = "keltis") -> str:
    """A table that somebody opens; its code."""
    player = await enter(game_server, login)
    await player.do(OpenTable, game=game, seats=2)
    return player.table


async def test_every_table_is_on_one_page_and_each_page_says_where_it_stands(
    tmp_path: Path,
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    tables = [await opened(game_server, f"owner{number}") for number in range(10)]
    watcher = await enter(game_server, "watcher")
    seen: list[str] = []
    for first in (0, 4, 8):
        told = await look(watcher, first=first)
        assert (told.found, told.first) == (10, min(first, 6))
        assert len(told.tables) == 4
        seen += codes(told)[first - told.first :]
    assert sorted(seen) == sorted(tables)
    assert seen == tables[::-1], "the newest first"
    assert (await look(watcher, first=1 << 40)).first == 6, "too far is the last page"
    await game_server.close()


async def test_tables_are_found_by_code_by_name_and_by_game_and_people_by_name(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        wilma, xaver = await opened(first, "Wilma"), await opened(first, "Xaver", "oracle")
        watcher = await enter(second, "watcher")
        while watcher.last(Lobby).found < 2:
            await watcher.hear(Lobby)
        assert codes(await look(watcher, "wilm")) == [wilma]
        assert codes(await look(watcher, xaver[:4].lower())) == [xaver]
        assert codes(await look(watcher, " WILMA ")) == [wilma]
        assert codes(await look(watcher, "nobody")) == []
        await watcher.do(Browse, text="or", games=["oracle"])
        assert codes(watcher.last(Lobby)) == [xaver]
        here = await look(watcher, "xave")
        assert [person.name for person in here.here] == ["Xaver"]
        assert (here.found, here.found_people) == (1, 1)
        third = await opened(first, "Wilmarina")
        await look(watcher, "wilma")
        told = await watcher.hear(Lobby, lambda lobby: third in codes(lobby))
        assert set(codes(told)) == {wilma, third}, "what comes later is found too"


async def test_a_table_is_found_by_who_sits_there_now_though_its_place_in_the_list_is_the_same(
    game_server: GameServer,
) -> None:
    owner, guest = await enter(game_server, "olga"), await enter(game_server, "wilma")
    await owner.do(OpenTable, game="keltis", seats=4)
    watcher = await enter(game_server, "watcher")
    assert codes(await look(watcher, "wilma")) == []
    await guest.do(JoinTable, table=owner.table)
    told = await watcher.hear(Lobby, lambda lobby: codes(lobby) == [owner.table])
    assert told.found == 1
    await guest.do(LeaveTable, table=owner.table)
    assert (await watcher.hear(Lobby, lambda lobby: not codes(lobby))).found == 0


async def test_people_are_paged_through_too(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    for number in range(6):
        await enter(game_server, f"visitor{number}")
    watcher = await enter(game_server, "watcher")
    names = [each.name for n in (0, 3, 6) for each in (await look(watcher, person=n)).here]
    assert names == [*(f"visitor{number}" for number in range(6)), "watcher"]
    await game_server.close()


async def test_who_comes_back_from_a_table_sees_the_whole_lobby_again(
    game_server: GameServer,
) -> None:
    table = await opened(game_server, "anna")
    boris = await enter(game_server, "boris")
    assert codes(await look(boris, "nobody")) == []
    await boris.do(JoinTable, table=table)
    assert await boris.refused(Browse) == "at_table"
    await boris.do(LeaveTable, table=table)
    told = await boris.hear(Lobby)
    assert (told.text, codes(told)) == ("", [table])


async def test_the_game_that_has_waited_longest_is_named(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    older = players[0].table
    await catch_up(players)
    mover = next(player for player in players if player.last(GameChanged).moves)
    other = next(player for player in players if player is not mover)
    for player in players:
        await player.do(LeaveTable, table=older)
    assert (await look(mover)).waiting == older
    assert (await look(other)).waiting == ""
    await mover.do(OpenTable, game="stones", seats=2)
    newer = mover.table
    await other.do(JoinTable, table=newer)
    for player in players:
        await player.do(StartGame, table=newer)
    for player in players:
        await player.hear(GameChanged, lambda game: game.table == newer)
        await player.do(LeaveTable, table=newer)
    assert (await look(mover)).waiting == older
    await mover.do(JoinTable, table=older)
    game = await mover.hear(GameChanged, lambda game: game.table == older)
    while game.moves:
        await mover.do(PlayMove, table=older, ply=game.ply, move=game.moves[0])
        game = await mover.hear_after(game.ply)
    await mover.do(LeaveTable, table=older)
    assert (await look(mover)).waiting in (newer, "")
    assert (await look(other)).waiting in (older, newer)
