"""A quick game: whoever waits is found, and who is alone opens a table."""

import asyncio
from pathlib import Path

import pytest

from keltis_protocol.messages import (
    Done,
    GameChanged,
    LeaveTable,
    OpenTable,
    QuickGame,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from tests.server.players import Player, enter
from tests.server.processes import street


async def quick(player: Player, game: str = "keltis") -> str:
    await player.do(QuickGame, game=game)
    return player.table


async def test_two_who_want_the_same_game_meet_also_from_two_processes(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        anna, boris = await enter(first, "anna"), await enter(second, "boris")
        code = await quick(anna)
        while code not in second.lines:  # noqa: ASYNC110 (nobody tells when it is heard)
            await asyncio.sleep(0.01)
        assert await quick(boris) == code
        for player in (anna, boris):
            await player.do(StartGame, table=code)
        for player in (anna, boris):
            await player.hear(GameChanged)


async def test_many_who_come_at_once_sit_in_pairs(game_server: GameServer) -> None:
    people = [await enter(game_server, f"visitor{number}") for number in range(6)]
    codes = await asyncio.gather(*map(quick, people))
    assert sorted(map(codes.count, codes)) == [2] * 6


@pytest.mark.parametrize(
    "other",
    [
        {"game": "oracle"},
        {"private": True},
        {"options": {"games": "3"}},
        {"settings": {"rated": "yes"}},
    ],
    ids=["another game", "private", "options", "rated"],
)
async def test_nobody_sits_down_at_a_table_that_is_not_what_was_asked_for(
    game_server: GameServer, other: dict[str, object]
) -> None:
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    await anna.do(OpenTable, **{"game": "keltis", "seats": 2, **other})
    assert await quick(boris) not in ("", anna.table)
    assert (await boris.hear(TableChanged)).owner


async def test_a_table_at_which_nobody_is_waits_for_nobody_and_the_one_that_lacks_least_comes_first(
    game_server: GameServer,
) -> None:
    anna, boris, carla, dora = [
        await enter(game_server, name) for name in ("anna", "boris", "carla", "dora")
    ]
    await anna.do(OpenTable, game="keltis", seats=4)
    await boris.do(OpenTable, game="keltis", seats=2)
    assert await quick(carla) == boris.table
    assert await quick(dora) == anna.table
    await dora.do(LeaveTable, table=dora.table)
    await anna.visit.close()
    assert (await quick(dora)) not in ("", anna.visit.table)


async def test_a_command_that_comes_again_over_a_new_line_leads_to_the_same_table(
    game_server: GameServer,
) -> None:
    """T6."""
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    code = await quick(anna)
    await boris.do(QuickGame, id="same", game="keltis")
    assert boris.table == code
    again = await enter(game_server, "boris")
    assert isinstance(await again.ask(QuickGame, id="same", game="keltis"), Done)
    assert again.table == code
    assert len(game_server.lines) == 1


async def test_what_is_no_game_or_no_setting_is_refused_and_nothing_is_opened(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "anna")
    assert await anna.refused(QuickGame, game="chess") == "unknown_game"
    assert await anna.refused(QuickGame, game="keltis", settings={"clock": "?"}) == "bad_setting"
    assert not game_server.lines
