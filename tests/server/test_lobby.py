"""The lobby of a full house: everybody is told what is new, nobody twice the same."""

import asyncio
from itertools import pairwise

from keltis_protocol.messages import GameChanged, Lobby, PlayMove
from keltis_server.house import House
from keltis_server.lobby import AT_ONCE
from tests.server.players import Player, enter, playing


async def test_everybody_in_a_crowded_lobby_hears_of_a_newcomer(house: House) -> None:
    people = [await enter(house, f"visitor{number}") for number in range(3 * AT_ONCE)]
    await enter(house, "newcomer")
    for each in people:
        await each.hear(Lobby, lambda told: told.people == len(people) + 1)


async def test_only_so_many_of_a_crowded_lobby_are_told_in_one_go(house: House) -> None:
    """A key must not wait until every screen of the lobby is drawn anew."""
    people = [await enter(house, f"visitor{number}") for number in range(3 * AT_ONCE)]
    total = len(people) + 1

    def told() -> int:
        return sum(
            each.visit.lobby is not None and each.visit.lobby.people == total for each in people
        )

    await enter(house, "newcomer")
    seen = {told()}
    while told() < len(people):
        await asyncio.sleep(0)
        seen.add(told())
    steps = sorted(seen)
    assert max(after - before for before, after in pairwise(steps)) <= AT_ONCE


async def read(house: House, watcher: Player) -> int:
    """Let the lobby be told, and say how many lists a watcher has read by then."""
    while house.hall.notice._soon is not None:  # noqa: ASYNC110 (nobody tells when it is done)
        await asyncio.sleep(0)
    while watcher.visit.has_unread(Lobby):
        await watcher.hear(Lobby)
    return len(watcher.all(Lobby))


async def test_nobody_in_the_lobby_is_told_of_moves_at_a_table(house: House) -> None:
    players = await playing(house, "anna", "boris")
    watcher = await enter(house, "carla")
    before = await read(house, watcher)
    for _ in range(3):
        mover = players[0] if players[0].last(GameChanged).moves else players[1]
        game = mover.last(GameChanged)
        await mover.do(PlayMove, table=mover.table, ply=game.ply, move=game.moves[0])
        for player in players:
            await player.hear(GameChanged)
        assert await read(house, watcher) == before
    await enter(house, "dora")
    assert await read(house, watcher) == before + 1
