"""Before a game: the table is settled anew, seats are cleared, and all of it is told."""

from pathlib import Path
from random import Random

import pytest

from keltis_engine.bots.catalogue import bots_for
from keltis_engine.record import verify
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    AddBot,
    ArrangeTable,
    ClearSeat,
    FetchGame,
    GameChanged,
    GameFile,
    HandTable,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    NotReady,
    OpenTable,
    Said,
    Say,
    StartGame,
    TableChanged,
)
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import settings
from tests.server.players import QUICK, Player, enter, play_through, playing
from tests.server.processes import street


async def told(player: Player) -> TableChanged:
    """The table as this player was last told of it."""
    while player.visit.has_unread(TableChanged):
        await player.hear(TableChanged)
    return player.last(TableChanged)


def kinds(table: TableChanged) -> list[str]:
    return [seat.name or seat.kind for seat in table.seats]


async def room(
    game_server: GameServer, *logins: str, seats: int, game: str = "keltis"
) -> list[Player]:
    """People who sit at one table of so many seats."""
    players = [await enter(game_server, login) for login in logins]
    await players[0].do(OpenTable, game=game, seats=seats)
    for player in players[1:]:
        await player.do(JoinTable, table=players[0].table)
    return players


async def come(game_server: GameServer, address: str, login: str = "") -> Player:
    """Somebody from an address, as a guest if there is no login."""
    player = Player(await game_server.visit(Caller(login.encode() or None, login, address)))
    await player.greet()
    return player


async def test_owner_settles_the_table_anew_and_all_are_asked_anew(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.SETTINGS, "tea", ("none", "green"))
    anna, boris = await room(game_server, "anna", "boris", seats=3)
    await boris.do(StartGame, table=anna.table)
    await anna.do(
        ArrangeTable, table=anna.table, seats=4, options={"games": "3"}, settings={"tea": "green"}
    )
    table = await told(boris)
    assert kinds(table) == ["anna", "boris", "free", "free"]
    assert table.options["games"] == "3"
    assert table.settings["tea"] == "green"
    assert not table.seats[1].ready, "boris agreed to something else"
    assert table.news[-1].changed == {"seats": "4", "option games": "3", "setting tea": "green"}


async def test_what_is_left_out_stays_as_it_is(game_server: GameServer) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=3)
    await anna.do(ArrangeTable, table=anna.table, options={"games": "3"})
    await boris.do(StartGame, table=anna.table)
    await anna.do(ArrangeTable, table=anna.table, private=True)
    table = await told(boris)
    assert (table.options["games"], table.private, len(table.seats)) == ("3", True, 3)
    assert table.seats[1].ready, "nothing about the game is different"
    carla = await enter(game_server, "carla")
    assert anna.table not in [line.table for line in carla.last(Lobby).tables]


async def test_seats_go_from_the_end_and_those_who_sit_there_move_up(
    game_server: GameServer,
) -> None:
    anna, boris, carla = await room(game_server, "anna", "boris", "carla", seats=4)
    await carla.do(Say, table=anna.table, text="hello")
    await boris.do(LeaveTable, table=anna.table)
    await anna.do(ArrangeTable, table=anna.table, seats=2)
    table = await told(carla)
    assert kinds(table) == ["anna", "carla"]
    assert table.seat == 1
    await carla.visit.close()
    carla = await enter(game_server, "carla")
    await carla.do(JoinTable, table=anna.table)
    assert (await carla.hear(Said)).seat == 1, "what she said is still hers"


async def test_a_game_starts_with_the_seats_that_are_filled(game_server: GameServer) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=4)
    await anna.do(StartGame, table=anna.table)
    await boris.do(StartGame, table=anna.table)
    await anna.do(ArrangeTable, table=anna.table, seats=2)
    assert len((await boris.hear(GameChanged)).view) > 0
    assert (await told(boris)).state == "playing"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"seats": 2}, "seats_taken"),
        ({"options": {"speed": "fast"}}, "bad_option"),
        ({"settings": {"speed": "fast"}}, "bad_setting"),
    ],
)
async def test_what_cannot_be_settled_is_refused(
    game_server: GameServer, fields: dict[str, object], reason: str
) -> None:
    anna, *_ = await room(game_server, "anna", "boris", "carla", seats=3)
    assert await anna.refused(ArrangeTable, table=anna.table, **fields) == reason


@pytest.mark.parametrize(
    ("command", "fields"),
    [(ArrangeTable, {"seats": 3}), (ClearSeat, {"seat": 0}), (HandTable, {"seat": 1})],
)
async def test_only_the_owner_settles_anything(
    game_server: GameServer, command: type, fields: dict[str, object]
) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=2)
    assert await boris.refused(command, table=anna.table, **fields) == "not_owner"
    carla = await enter(game_server, "carla")
    assert await carla.refused(command, table=anna.table, **fields) == "not_at_table"


async def test_nothing_is_settled_while_a_game_runs(game_server: GameServer) -> None:
    anna, _ = await playing(game_server, "anna", "boris")
    for command, fields in ((ArrangeTable, {"seats": 3}), (ClearSeat, {"seat": 1})):
        assert await anna.refused(command, table=anna.table, **fields) == "game_running"
    assert await anna.refused(NotReady, table=anna.table) == "game_running"


async def test_ready_is_taken_back(game_server: GameServer) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=2)
    await anna.do(StartGame, table=anna.table)
    await anna.do(NotReady, table=anna.table)
    await boris.do(StartGame, table=anna.table)
    table = await told(boris)
    assert table.state == "open"
    assert [seat.ready for seat in table.seats] == [False, True]
    assert [news.what for news in table.news][-3:] == ["ready", "not_ready", "ready"]


async def test_bots_of_any_strength_come_change_and_go(game_server: GameServer) -> None:
    strengths = list(bots_for("keltis"))
    (anna,) = await room(game_server, "anna", seats=3)
    await anna.do(AddBot, table=anna.table, seat=2, bot=strengths[0])
    table = await told(anna)
    name = table.seats[2].name
    assert table.seats[2].bot == strengths[0]
    await anna.do(AddBot, table=anna.table, seat=2, bot=strengths[1])
    table = await told(anna)
    assert table.seats[2].bot == strengths[1]
    assert table.seats[2].name != name, "one can tell them apart"
    await anna.do(ClearSeat, table=anna.table, seat=2)
    table = await told(anna)
    assert kinds(table) == ["anna", "free", "free"]
    assert [news.what for news in table.news] == ["came", "bot_came", "bot_changed", "bot_left"]


async def test_somebody_who_is_asked_to_leave_is_told_so_and_does_not_come_straight_back(
    game_server: GameServer,
) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=2)
    await anna.do(ClearSeat, table=anna.table, seat=1)
    left = await boris.hear(LeftTable)
    assert (left.table, left.reason) == (anna.table, "asked_to_leave")
    await boris.hear(Lobby)
    assert await boris.refused(JoinTable, table=anna.table) == "asked_to_leave"
    assert (await told(anna)).news[-1].what == "asked_to_leave"
    carla = await enter(game_server, "carla")
    await carla.do(JoinTable, table=anna.table)
    await boris.do(OpenTable, game="keltis", seats=2)


async def test_nobody_comes_back_as_a_guest_from_the_same_address_either(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    boris = await come(game_server, "10.0.0.9", "boris")
    await boris.do(JoinTable, table=anna.table)
    await anna.do(ClearSeat, table=anna.table, seat=1)
    await boris.hear(LeftTable)
    again = await come(game_server, "10.0.0.9")
    assert await again.refused(JoinTable, table=anna.table) == "asked_to_leave"
    other = await come(game_server, "10.0.0.8")
    await other.do(JoinTable, table=anna.table)


async def test_who_was_asked_to_leave_stays_out_after_a_restart(tmp_path: Path) -> None:
    first = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna, boris = await room(first, "anna", "boris", seats=2)
    table = anna.table
    await anna.do(ClearSeat, table=table, seat=1)
    await first.close()
    second = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    boris = await enter(second, "boris")
    assert await boris.refused(JoinTable, table=table) == "asked_to_leave"
    anna = await enter(second, "anna")
    await anna.do(JoinTable, table=table)
    assert (await told(anna)).news[-1].what == "asked_to_leave"
    await second.close()


async def test_who_is_asked_to_leave_in_another_process_goes_there_too(tmp_path: Path) -> None:
    async with street(tmp_path) as made:
        first, second = await made.open(), await made.open()
        anna, boris = await enter(first, "anna"), await enter(second, "boris")
        await anna.do(OpenTable, game="keltis", seats=2)
        await boris.do(JoinTable, table=anna.table)
        await anna.hear(TableChanged, lambda table: kinds(table) == ["anna", "boris"])
        await anna.do(ClearSeat, table=anna.table, seat=1)
        assert (await boris.hear(LeftTable)).reason == "asked_to_leave"
        assert boris.visit.table == ""
        assert await boris.refused(JoinTable, table=anna.table) == "asked_to_leave"


async def test_own_seat_and_bots_are_not_handed_anything(game_server: GameServer) -> None:
    (anna,) = await room(game_server, "anna", seats=3)
    await anna.do(AddBot, table=anna.table)
    assert await anna.refused(ClearSeat, table=anna.table, seat=0) == "own_seat"
    assert await anna.refused(HandTable, table=anna.table, seat=1) == "no_person"
    assert await anna.refused(HandTable, table=anna.table, seat=3) == "no_such_seat"
    await anna.do(ClearSeat, table=anna.table, seat=2)  # nobody is there: nothing to be done


async def test_the_table_is_anothers_from_then_on(game_server: GameServer) -> None:
    anna, boris = await room(game_server, "anna", "boris", seats=3)
    await anna.do(HandTable, table=anna.table, seat=1)
    hers, his = await told(anna), await told(boris)
    assert (hers.owner, his.owner, hers.host) == (False, True, 1)
    assert await anna.refused(ClearSeat, table=anna.table, seat=1) == "not_owner"
    await boris.do(ArrangeTable, table=anna.table, seats=2)


async def test_when_the_owner_leaves_all_are_told_whose_the_table_is_now(
    game_server: GameServer,
) -> None:
    anna, boris, carla = await room(game_server, "anna", "boris", "carla", seats=3)
    await anna.do(LeaveTable, table=anna.table)
    for player in (boris, carla):
        table = await told(player)
        assert [(each.what, each.name) for each in table.news[-2:]] == [
            ("left", "anna"),
            ("owner", "boris"),
        ]
        assert table.owner == (player is boris)


async def test_the_file_of_a_game_names_who_sat_where_when_it_began(
    game_server: GameServer,
) -> None:
    anna, boris, carla = await room(game_server, "anna", "boris", "carla", seats=3, game="dice")
    await boris.do(LeaveTable, table=anna.table)
    await anna.do(ArrangeTable, table=anna.table, seats=2)
    for player in (anna, carla):
        await player.do(StartGame, table=anna.table)
    await carla.hear(GameChanged)
    await play_through([anna, carla], Random(2))
    await anna.do(FetchGame, table=anna.table)
    record = verify((await anna.hear(GameFile)).text, RULE_SETS)
    assert [player.name for player in record.players] == ["anna", "carla"]


async def test_a_table_with_other_seats_is_a_waiting_room_again_after_a_game(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris", game="dice")
    await play_through([anna, boris], Random(1))
    assert (await told(anna)).state == "over"
    await anna.do(ArrangeTable, table=anna.table, options={"games": "1"})
    assert (await told(anna)).state == "over", "the score sheet stays"
    await anna.do(ArrangeTable, table=anna.table, seats=3)
    table = await told(boris)
    assert (table.state, kinds(table)) == ("open", ["anna", "boris", "free"])
    await anna.do(AddBot, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    await boris.do(StartGame, table=anna.table)
    assert (await told(boris)).state == "playing"
