"""How many tables one person may have: what counts is where others are at this moment."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import (
    AddBot,
    GameChanged,
    JoinTable,
    LeaveTable,
    OpenTable,
    StartGame,
    TableChanged,
    WatchTable,
)
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, Player, enter, play_through

FEW = msgspec.structs.replace(
    QUICK, tables_per_person=2, games_per_person=3, kept_games_per_person=5
)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[GameServer]:
    """A house in which few tables are enough."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), FEW)
    yield game_server
    await game_server.close()


async def against_a_bot(player: Player) -> str:
    """Begin a game against a bot and leave it on one's turn; its code."""
    await player.do(OpenTable, game="keltis", seats=2)
    code = (await player.hear(TableChanged)).table
    await player.do(AddBot, table=code)
    await player.do(StartGame, table=code)
    await player.hear(GameChanged, lambda game: bool(game.moves))
    await player.do(LeaveTable, table=code)
    return code


async def with_friends(player: Player, *friends: Player) -> str:
    """Begin a game with others and leave it for the lobby; they stay there."""
    await player.do(OpenTable, game="keltis", seats=1 + len(friends))
    code = (await player.hear(TableChanged)).table
    for friend in friends:
        await friend.do(JoinTable, table=code)
        await friend.do(StartGame, table=code)
    await player.do(StartGame, table=code)
    await player.do(LeaveTable, table=code)
    return code


async def two_with_friends(game_server: GameServer) -> tuple[Player, list[Player], list[str]]:
    """Somebody who has as many tables with others as one may, each other at one of them."""
    anna = await enter(game_server, "anna")
    friends = [await enter(game_server, login) for login in ("boris", "carla")]
    codes = [await with_friends(anna, friend) for friend in friends]
    return anna, friends, codes


async def test_own_tables_where_others_are_count(house: GameServer) -> None:
    anna, _, _ = await two_with_friends(house)
    assert await anna.refused(OpenTable, game="keltis", seats=2) == "too_many_tables"


async def test_table_whose_others_lost_their_line_does_not_count(house: GameServer) -> None:
    anna, (boris, _), codes = await two_with_friends(house)
    await boris.visit.close()
    await anna.do(OpenTable, game="keltis", seats=2)
    await anna.do(LeaveTable, table=anna.table)
    boris = await enter(house, "boris")
    await boris.do(JoinTable, table=codes[0])
    assert await anna.refused(OpenTable, game="keltis", seats=2) == "too_many_tables"


@pytest.mark.parametrize("how", ["", "bot", "give_up"])
async def test_table_whose_others_have_left_does_not_count(house: GameServer, how: str) -> None:
    anna, (boris, _), codes = await two_with_friends(house)
    await boris.do(LeaveTable, table=codes[0], how=how)
    await anna.do(OpenTable, game="keltis", seats=2)


async def test_table_counts_as_long_as_one_of_the_others_is_there(house: GameServer) -> None:
    anna, friends = (
        await enter(house, "anna"),
        [await enter(house, login) for login in ("boris", "carla", "dora")],
    )
    first = await with_friends(anna, *friends[:2])
    await with_friends(anna, friends[2])
    await friends[0].do(LeaveTable, table=first)
    assert await anna.refused(OpenTable, game="keltis", seats=2) == "too_many_tables"
    await friends[1].do(LeaveTable, table=first)
    await anna.do(OpenTable, game="keltis", seats=2)


async def test_game_that_is_over_does_not_count(house: GameServer) -> None:
    anna, (boris, _), codes = await two_with_friends(house)
    await anna.do(JoinTable, table=codes[0])
    await anna.hear(GameChanged)
    await boris.hear(GameChanged)
    await play_through([anna, boris], Random(3))
    assert house.lines[codes[0]].state == "over"
    await anna.do(LeaveTable, table=codes[0])
    await anna.do(OpenTable, game="keltis", seats=2)


async def test_tables_of_others_count_only_for_sitting_at_many(house: GameServer) -> None:
    anna, _, _ = await two_with_friends(house)
    hosts = [await enter(house, login) for login in ("dora", "emil")]
    for host in hosts:
        await host.do(OpenTable, game="keltis", seats=2)
    third = hosts[0].table
    await anna.do(JoinTable, table=third)
    await anna.do(StartGame, table=third)
    await hosts[0].do(StartGame, table=third)
    await anna.do(LeaveTable, table=third)
    assert await anna.refused(JoinTable, table=hosts[1].table) == "too_many_games"
    await hosts[0].visit.close()
    await anna.do(JoinTable, table=hosts[1].table)


async def test_games_against_bots_keep_nobody_from_opening_and_only_so_many_are_kept(
    house: GameServer,
) -> None:
    anna = await enter(house, "anna")
    codes = [await against_a_bot(anna) for _ in range(2 * FEW.kept_games_per_person)]
    assert list(house.lines) == codes[-FEW.kept_games_per_person :], "those left for longest went"
    boris = await enter(house, "boris")
    await boris.do(OpenTable, game="keltis", seats=2)
    await anna.do(JoinTable, table=boris.table)
    assert len(house.lines) == FEW.kept_games_per_person, "and one more to sit down at another's"


async def test_game_that_goes_to_make_room_or_is_given_up_is_told_in_the_log(
    house: GameServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    anna = await enter(house, "anna")
    codes = [await against_a_bot(anna) for _ in range(FEW.kept_games_per_person + 1)]
    await anna.do(JoinTable, table=codes[-1])
    await anna.do(LeaveTable, table=codes[-1], how="give_up")
    ended = [text for text in caplog.messages if "was ended before its end: anna, " in text]
    assert [text.split(":")[0] for text in ended] == [f"table {codes[0]}", f"table {codes[-1]}"]


async def test_no_game_of_people_goes_to_make_room(house: GameServer) -> None:
    anna = await enter(house, "anna")
    codes = []
    for number in range(FEW.kept_games_per_person):
        friend = await enter(house, f"friend{number}")
        codes.append(await with_friends(anna, friend))
        await friend.visit.close()
    assert await anna.refused(OpenTable, game="keltis", seats=2) == "too_many_kept_games"
    assert list(house.lines) == codes
    await anna.do(JoinTable, table=codes[0])
    await anna.do(LeaveTable, table=codes[0], how="give_up")
    await anna.do(OpenTable, game="keltis", seats=2)


async def test_neither_a_friend_s_game_goes_nor_one_that_somebody_looks_on_at(
    house: GameServer,
) -> None:
    """A bot plays for the friend, who may come back."""
    anna, boris = await enter(house, "anna"), await enter(house, "boris")
    shared = await with_friends(anna, boris)
    await boris.do(LeaveTable, table=shared, how="bot")
    codes = [await against_a_bot(anna) for _ in range(FEW.kept_games_per_person - 1)]
    await boris.do(WatchTable, table=codes[0])
    await anna.do(OpenTable, game="keltis", seats=2)
    assert {shared, *codes} - house.lines.keys() == {codes[1]}


async def test_what_counts_is_when_a_game_was_left_not_when_somebody_moved_in_it(
    house: GameServer,
) -> None:
    anna = await enter(house, "anna")
    codes = [await against_a_bot(anna) for _ in range(FEW.kept_games_per_person)]
    await anna.do(JoinTable, table=codes[0])
    await anna.do(LeaveTable, table=codes[0])
    await anna.do(OpenTable, game="keltis", seats=2)
    assert {*codes} - house.lines.keys() == {codes[1]}


async def test_guests_keep_only_so_many_too(house: GameServer) -> None:
    for number in range(3):
        guest = await enter(house, f"guest{number}", guest=True)
        for _ in range(FEW.kept_games_per_person + 2):
            await against_a_bot(guest)
    assert len(house.lines) == 3 * FEW.kept_games_per_person
