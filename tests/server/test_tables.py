"""Sitting down, bots, getting ready, leaving, coming back: what people may count on at a table."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol import messages
from keltis_protocol.messages import (
    AddBot,
    Closing,
    GameChanged,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    OpenTable,
    PlayMove,
    StartGame,
    TableChanged,
)
from keltis_server.limits import Limits
from keltis_server.people.codes import code
from keltis_server.server import GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.records import Closed, encode
from tests.server.players import QUICK, Player, enter, playing, seated, view


async def opened(game_server: GameServer, login: str = "anna", **fields: object) -> Player:
    """Somebody who has opened a table."""
    player = await enter(game_server, login)
    await player.do(OpenTable, **{"game": "keltis", "seats": 2, **fields})
    await player.hear(TableChanged)
    return player


async def test_whoever_opens_a_table_sits_at_it_and_owns_it(game_server: GameServer) -> None:
    anna = await opened(game_server, seats=3)
    table = anna.last(TableChanged)
    assert [seat.kind for seat in table.seats] == ["person", "free", "free"]
    assert table.seats[0].name == "anna"
    assert (table.owner, table.seat, table.state, table.game) == (True, 0, "open", "keltis")
    assert len(table.table) == 6


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"speed": "fast"}}, "bad_option"),
        ({"game": "oracle", "options": {"free_clovers": "perhaps"}}, "bad_option"),
    ],
)
async def test_table_that_cannot_be_is_refused(
    game_server: GameServer, fields: dict[str, object], reason: str
) -> None:
    anna = await enter(game_server, "anna")
    assert await anna.refused(OpenTable, **{"game": "keltis", "seats": 2, **fields}) == reason


async def test_friend_joins_by_the_code_and_both_see_it(game_server: GameServer) -> None:
    anna = await opened(game_server, private=True)
    boris = await enter(game_server, "boris")
    assert boris.last(Lobby).tables == []
    await boris.do(JoinTable, table=anna.table)
    for player in (anna, boris):
        table = await player.hear(TableChanged, lambda fact: fact.seats[1].kind == "person")
        assert [seat.name for seat in table.seats] == ["anna", "boris"]
    assert boris.last(TableChanged).owner is False


async def test_seat_asked_for_is_given_if_free(game_server: GameServer) -> None:
    anna = await opened(game_server, seats=4)
    boris = await enter(game_server, "boris")
    assert await boris.refused(JoinTable, table=anna.table, seat=0) == "seat_taken"
    await boris.do(JoinTable, table=anna.table, seat=2)
    assert (await boris.hear(TableChanged)).seat == 2
    carla = await enter(game_server, "carla")
    two = await opened(game_server, "dora")
    assert await carla.refused(JoinTable, table=two.table, seat=3) == "no_such_seat"


async def test_full_or_running_table_takes_nobody_more(game_server: GameServer) -> None:
    anna, _ = await seated(game_server, "anna", "boris")
    carla = await enter(game_server, "carla")
    assert await carla.refused(JoinTable, table=anna.table) == "table_full"
    dora, emil = await playing(game_server, "dora", "emil")
    assert await carla.refused(JoinTable, table=dora.table) == "game_running"
    assert await emil.refused(AddBot, table=emil.table) == "not_owner"
    assert await dora.refused(AddBot, table=dora.table) == "game_running"
    assert await dora.refused(StartGame, table=dora.table) == "game_running"


async def test_unknown_codes_may_be_tried_only_so_often(game_server: GameServer) -> None:
    """T19."""
    anna = await enter(game_server, "anna")
    for _ in range(QUICK.wrong_codes):
        assert await anna.refused(JoinTable, table="ZZZZZZ") == "no_such_table"
    other = await opened(game_server, "boris")
    assert await anna.refused(JoinTable, table=other.table) == "too_many_tries"


def test_codes_have_25_bits_and_no_letters_that_look_alike() -> None:
    """T19."""
    drawn = {code() for _ in range(2000)}
    assert len(drawn) > 1990
    letters = set("".join(drawn))
    assert len(letters) ** 6 >= 2**25
    for pair in ("0O", "0Q", "0D", "1I", "1L", "IL", "UV", "5S", "2Z", "8B", "6G"):
        assert not set(pair) <= letters


async def test_one_is_at_one_table_at_a_time(game_server: GameServer) -> None:
    anna = await opened(game_server)
    boris = await opened(game_server, "boris")
    assert await boris.refused(JoinTable, table=anna.table) == "at_table"
    assert await boris.refused(OpenTable, game="keltis", seats=2) == "at_table"
    assert await boris.refused(StartGame, table=anna.table) == "not_at_table"


async def test_game_starts_when_everyone_at_a_full_table_is_ready(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    await boris.do(StartGame, table=boris.table)
    table = await anna.hear(TableChanged, lambda fact: fact.seats[1].ready)
    assert table.state == "open"
    await anna.do(StartGame, table=anna.table)
    for player in (anna, boris):
        table = await player.hear(TableChanged, lambda fact: fact.state == "playing")
        assert table.commitment
        await player.hear(GameChanged)


async def test_lone_person_with_bots_starts_at_once(game_server: GameServer) -> None:
    anna = await opened(game_server)
    await anna.do(AddBot, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)


async def test_bot_on_the_last_seat_starts_the_game_of_one_who_is_ready(
    game_server: GameServer,
) -> None:
    anna = await opened(game_server)
    await anna.do(StartGame, table=anna.table)
    await anna.do(AddBot, table=anna.table)
    await anna.hear(GameChanged)


async def test_bots_at_a_table_have_names_of_their_own(game_server: GameServer) -> None:
    anna = await opened(game_server, seats=4)
    for _ in range(3):
        await anna.do(AddBot, table=anna.table)
    table = await anna.hear(TableChanged, lambda fact: fact.seats[3].kind == "bot")
    assert len({seat.name for seat in table.seats}) == 4
    assert await anna.refused(AddBot, table=anna.table) == "table_full"
    assert await anna.refused(AddBot, table=anna.table, bot="genius") == "unknown_bot"


async def test_leaving_before_the_game_frees_the_seat(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    await boris.do(LeaveTable, table=boris.table)
    assert (await boris.hear(LeftTable)).reason == ""
    lobby = await boris.hear(Lobby)
    assert [seat.kind for seat in lobby.tables[0].seats] == ["person", "free"]
    await anna.hear(TableChanged, lambda fact: fact.seats[1].kind == "free")


async def test_owner_who_leaves_hands_the_table_on(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    await anna.do(LeaveTable, table=anna.table)
    assert (await boris.hear(TableChanged, lambda fact: fact.seats[0].kind == "free")).owner


async def test_leaving_a_running_game_keeps_the_seat_and_coming_back_finds_it(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris")
    code = boris.table
    await boris.do(LeaveTable, table=code)
    assert (await anna.hear(TableChanged, lambda fact: fact.seats[1].away)).state == "playing"
    lobby = await boris.hear(Lobby)
    assert (lobby.tables[0].yours, lobby.tables[0].state) == (True, "playing")
    assert lobby.tables[0].your_turn == (view(anna.last(GameChanged))["to_act"] == 1)
    await boris.do(JoinTable, table=code)
    game = await boris.hear(GameChanged)
    assert game.since == 0
    assert view(game)["seat"] == 1
    await anna.hear(TableChanged, lambda fact: not fact.seats[1].away)


async def test_dropped_line_shows_as_away_and_the_same_account_comes_back_to_its_seat(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris")
    code = boris.table
    await boris.visit.close()
    await anna.hear(TableChanged, lambda fact: fact.seats[1].away)
    again = await enter(game_server, "boris")
    assert again.last(Lobby).tables[0].yours
    await again.do(JoinTable, table=code)
    game = await again.hear(GameChanged)
    assert (game.since, view(game)["seat"]) == (0, 1)
    assert bytes(game.view) == bytes(boris.last(GameChanged).view)
    await anna.hear(TableChanged, lambda fact: not fact.seats[1].away)


async def test_second_visit_takes_over_the_first(game_server: GameServer) -> None:
    anna, boris = await playing(game_server, "anna", "boris")
    code = boris.table
    again = await enter(game_server, "boris")
    assert (await boris.hear(Closing)).reason == "taken_over"
    await again.do(JoinTable, table=code)
    await again.hear(GameChanged)
    await anna.do(LeaveTable, table=code)
    await again.hear(TableChanged, lambda fact: fact.seats[0].away)


async def test_guest_who_drops_frees_the_seat_before_the_game(game_server: GameServer) -> None:
    anna = await opened(game_server)
    guest = await enter(game_server, "somebody", guest=True)
    await guest.do(JoinTable, table=anna.table)
    await anna.hear(TableChanged, lambda fact: fact.seats[1].guest)
    await guest.visit.close()
    await anna.hear(TableChanged, lambda fact: fact.seats[1].kind == "free")


async def test_guest_who_drops_in_a_game_stays_away(game_server: GameServer) -> None:
    anna = await opened(game_server)
    guest = await enter(game_server, "somebody", guest=True)
    await guest.do(JoinTable, table=anna.table)
    await guest.do(StartGame, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    await guest.visit.close()
    seat = (await anna.hear(TableChanged, lambda fact: fact.seats[1].away)).seats[1]
    assert (seat.kind, seat.guest) == ("person", True)
    stranger = await enter(game_server, "somebody", guest=True)
    assert not stranger.last(Lobby).tables[0].yours
    assert await stranger.refused(JoinTable, table=anna.table) == "game_running"


async def test_table_that_everyone_left_is_gone(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris")
    code = anna.table
    await anna.do(LeaveTable, table=code)
    await boris.do(LeaveTable, table=code)
    await boris.hear(Lobby, lambda fact: fact.tables == [])
    assert await boris.refused(JoinTable, table=code) == "no_such_table"
    assert await game_server.store.tables() == []


async def test_game_of_guests_who_are_all_gone_is_cleared_away_when_none_comes_back(
    tmp_path: Path,
) -> None:
    limits = msgspec.structs.replace(QUICK, guest_return_seconds=0.0)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "guests.db"), limits)
    guest = await enter(game_server, "", guest=True)
    await guest.do(OpenTable, game="keltis", seats=2)
    await guest.hear(TableChanged)
    await guest.do(AddBot, table=guest.table)
    await guest.do(StartGame, table=guest.table)
    await guest.hear(GameChanged)
    anna = await enter(game_server, "anna")
    assert len(anna.last(Lobby).tables) == 1
    await guest.visit.close()
    await anna.hear(Lobby, lambda fact: fact.tables == [])
    await game_server.close()


async def test_newcomer_after_a_game_is_not_shown_the_cards_of_the_one_before(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris", game="stones")
    await anna_and_boris_finish(anna, boris)
    code = boris.table
    await boris.do(LeaveTable, table=code)
    carla = await enter(game_server, "carla")
    await carla.do(JoinTable, table=code)
    await carla.do(StartGame, table=code)
    await anna.do(StartGame, table=code)
    game = await carla.hear(GameChanged)
    assert (game.since, view(game)["seat"], view(game)["turn"]) == (0, 1, 1)
    assert len(carla.all(GameChanged)) == 1


async def anna_and_boris_finish(anna: Player, boris: Player) -> None:
    """Play on, each in turn, until the game is over."""
    random = Random(3)
    while True:
        game = anna.last(GameChanged)
        to_act = view(game)["to_act"]
        if to_act is None:
            return
        player, other = (anna, boris) if to_act == 0 else (boris, anna)
        game = player.last(GameChanged)
        await player.do(PlayMove, table=game.table, ply=game.ply, move=random.choice(game.moves))
        for each in (player, other):
            await each.hear_after(game.ply)


async def test_house_opened_again_has_every_table_as_it_was(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna, _ = await playing(game_server, "anna", "boris")
    carla = await opened(game_server, "carla", seats=3, game="oracle")
    codes = [anna.table, carla.table]
    before = anna.last(GameChanged)
    await game_server.close()
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna = await enter(again, "anna")
    lines = {line.table: line for line in anna.last(Lobby).tables}
    assert set(lines) == set(codes)
    assert lines[codes[0]].yours
    assert all(seat.away for seat in lines[codes[0]].seats)
    await anna.do(JoinTable, table=codes[0])
    game = await anna.hear(GameChanged)
    assert (game.ply, bytes(game.view)) == (before.ply, bytes(before.view))
    await again.close()


async def test_table_where_nobody_is_any_more_is_cleared_away_after_a_while(
    tmp_path: Path,
) -> None:
    limits = Limits(lobby_pause=0, empty_table=0.05)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    anna = await opened(game_server)
    watcher = await enter(game_server, "boris")
    assert len(watcher.last(Lobby).tables) == 1
    await anna.visit.close()
    await watcher.hear(Lobby, lambda fact: fact.tables == [])
    carla, _ = await playing(game_server, "carla", "dora")
    code = carla.table
    for login in ("carla", "dora"):
        await (await enter(game_server, login)).visit.close()
    assert code in game_server.lines
    loop, wait = asyncio.get_running_loop(), limits.unplayed_game_seconds
    due = game_server.registry.upkeep.deadlines.of(code)
    assert due is not None
    assert due > loop.time() + wait / 2, "a running game waits longer"
    await game_server.close()


async def test_stranger_cannot_leave_a_table_for_others(game_server: GameServer) -> None:
    anna = await opened(game_server)
    boris = await enter(game_server, "boris")
    assert await boris.refused(LeaveTable, table=anna.table) == "not_seated"
    assert not anna.visit._facts


async def test_log_that_cannot_be_read_closes_its_table_and_no_other(tmp_path: Path) -> None:
    """T21."""
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    anna, _ = await playing(game_server, "anna", "boris")
    await store.append("BROKEN", 0, [Entry(b"\xc1", 0)])
    await store.append("STRANG", 0, [Entry(encode(Closed()), 0)])
    code = anna.table
    await game_server.close()
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    assert list(again.lines) == [code]
    await again.close()


def test_limits_on_the_protocol_s_page_are_the_defaults() -> None:
    page = (Path(messages.__file__).parents[1] / "README.md").read_text()
    limits = Limits()
    assert f"`too_many_tables` ({limits.tables_per_person} of yours" in page
    assert f"`too_many_games` ({limits.games_per_person} at which you sit" in page
    assert f"`too_many_kept_games` ({limits.kept_games_per_person} at which you sit" in page
    assert f"`too_many_tables_here` ({limits.tables_per_source} from one" in page
    assert f"`too_many_tries` ({limits.wrong_codes} unknown codes" in page
    assert f"`too_slow` ({limits.unread_facts} facts" in page
