"""The lobby of a full house: everybody is told what is new, nobody twice the same."""

import asyncio
from itertools import pairwise
from pathlib import Path

from msgspec import structs

from keltis_protocol.messages import GameChanged, Lobby, OpenTable, Person, PlayMove, SetName
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.lobby import AT_ONCE
from tests.server.players import QUICK, Player, enter, playing
from tests.server.processes import street


async def test_everybody_in_a_crowded_lobby_hears_of_a_newcomer(game_server: GameServer) -> None:
    people = [await enter(game_server, f"visitor{number}") for number in range(3 * AT_ONCE)]
    await enter(game_server, "newcomer")
    for each in people:
        await each.hear(Lobby, lambda told: told.people == len(people) + 1)


async def test_only_so_many_of_a_crowded_lobby_are_told_in_one_go(game_server: GameServer) -> None:
    """A key must not wait until every screen of the lobby is drawn anew."""
    people = [await enter(game_server, f"visitor{number}") for number in range(3 * AT_ONCE)]
    total = len(people) + 1

    def told() -> int:
        return sum(
            each.visit.lobby is not None and each.visit.lobby.people == total for each in people
        )

    await enter(game_server, "newcomer")
    seen = {told()}
    while told() < len(people):
        await asyncio.sleep(0)
        seen.add(told())
    steps = sorted(seen)
    assert max(after - before for before, after in pairwise(steps)) <= AT_ONCE


async def read(game_server: GameServer, watcher: Player) -> int:
    """Let the lobby be told, and say how many lists a watcher has read by then."""
    while game_server._lobby._soon is not None:  # noqa: ASYNC110 (nobody tells when it is done)
        await asyncio.sleep(0)
    while watcher.visit.has_unread(Lobby):
        await watcher.hear(Lobby)
    return len(watcher.all(Lobby))


async def test_nobody_in_the_lobby_is_told_of_moves_at_a_table(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    watcher = await enter(game_server, "carla")
    before = await read(game_server, watcher)
    for _ in range(3):
        mover = players[0] if players[0].last(GameChanged).moves else players[1]
        game = mover.last(GameChanged)
        await mover.do(PlayMove, table=mover.table, ply=game.ply, move=game.moves[0])
        for player in players:
            await player.hear(GameChanged)
        assert await read(game_server, watcher) == before
    await enter(game_server, "dora")
    assert await read(game_server, watcher) == before + 1


def named(lobby: Lobby) -> list[str]:
    return [person.name for person in lobby.here]


async def test_the_lobby_names_who_is_here_people_with_a_key_first_wherever_they_are(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        watcher = await enter(first, "anna")
        guest = await enter(first, "", guest=True)
        await enter(first, "boris")
        await enter(second, "carla")
        name = guest.visit.who.name
        told = await watcher.hear(Lobby, lambda lobby: len(lobby.here) == 4)
        assert named(told) == ["anna", "boris", "carla", name]
        assert told.here[-1] == Person(name=name, guest=True)
        await guest.do(SetName, name="dora")
        assert (await watcher.hear(Lobby, lambda told: "~dora" in named(told))).people == 4
        await guest.visit.close()
        await watcher.hear(Lobby, lambda told: named(told) == ["anna", "boris", "carla"])


async def test_so_many_people_are_named_at_most_and_nobody_who_has_no_name(
    tmp_path: Path,
) -> None:
    few = structs.replace(QUICK, lobby_people=3)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), few)
    watcher = await enter(game_server, "")
    for number in range(5):
        await enter(game_server, f"visitor{number}")
    told = await watcher.hear(Lobby, lambda lobby: lobby.people == 6)
    assert named(told) == ["visitor0", "visitor1", "visitor2"]
    await game_server.close()


async def test_nobody_in_the_lobby_is_told_of_a_private_table(game_server: GameServer) -> None:
    watcher, anna = await enter(game_server, "carla"), await enter(game_server, "anna")
    before = await read(game_server, watcher)
    await anna.do(OpenTable, game="keltis", seats=2, private=True)
    assert await read(game_server, watcher) == before
