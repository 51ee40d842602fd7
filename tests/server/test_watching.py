"""Looking on: what watchers are told and may do, and that nothing at the table hangs on them."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    ClearSeat,
    GameChanged,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    OpenHand,
    OpenTable,
    PlayMove,
    Report,
    Said,
    Say,
    SetName,
    TableChanged,
    TakeBack,
    WatchTable,
)
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.conftest import StoreFactory
from tests.server.players import QUICK, Player, catch_up, enter, play_through, playing, seated, view

NO_PAUSE = msgspec.structs.replace(QUICK, watchers_pause=0, watchers=2, watcher_lines=3)


async def watching(game_server: GameServer, name: str, code: str, **how: object) -> Player:
    """Somebody who looks on at a table, and has heard so."""
    olga = await enter(game_server, name)
    await olga.do(WatchTable, table=code, **how)
    await olga.hear(TableChanged)
    return olga


async def some_moves(players: list[Player], random: Random, moves: int) -> None:
    """So many random moves."""
    for _ in range(moves):
        await catch_up(players)
        game = next(g for p in players if (g := p.last(GameChanged)).moves)
        mover = players[view(game)["seat"]]
        await mover.do(PlayMove, table=game.table, ply=game.ply, move=random.choice(game.moves))
    await catch_up(players)


@pytest.mark.parametrize("game", RULE_SETS)
async def test_who_looks_on_sees_every_move_as_a_stranger_may(
    game_server: GameServer, game: str
) -> None:
    players = await playing(game_server, "anna", "boris", game=game)
    olga = await watching(game_server, "olga", players[0].table)
    assert olga.last(TableChanged).seat is None
    await some_moves(players, Random(game), 12)
    await catch_up([olga])
    told, theirs = olga.all(GameChanged), players[0].last(GameChanged)
    live = game_server.live_tables[players[0].table].table.game
    assert live is not None
    assert told[-1].ply == theirs.ply
    assert bytes(told[-1].view) == msgspec.msgpack.encode(live.position.view(None))
    assert all(fact.moves == [] and not fact.can_take_back for fact in told)
    events = [bytes(event) for fact in told for event in fact.events]
    assert events == [bytes(event) for event in live.story(None)]


async def test_lobby_says_who_may_look_on_and_how_many_do(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), NO_PAUSE)
    players = await playing(game_server, "anna", "boris")
    dora = await enter(game_server, "dora")
    (line,) = dora.last(Lobby).tables
    assert (line.watchable, line.watchers) == (True, 0)
    olga = await watching(game_server, "olga", players[0].table)
    await dora.hear(Lobby, lambda lobby: lobby.tables[0].watchers == 1)
    await players[0].hear(TableChanged, lambda table: table.watchers == 1)
    await olga.do(LeaveTable, table=players[0].table)
    await olga.hear(Lobby)
    await players[1].hear(TableChanged, lambda table: table.watchers == 0)
    await dora.hear(Lobby, lambda lobby: lobby.tables[0].watchers == 0)
    await game_server.close()


async def test_what_watchers_say_players_read_after_the_game_and_no_byte_of_it_before(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris", game="stones")
    table = players[0].table
    olga, pia = [await watching(game_server, name, table) for name in ("olga", "pia")]
    await players[0].do(Say, table=table, text="good luck")
    assert (await olga.hear(Said)).text == "good luck"
    await olga.do(Say, table=table, text="she holds the clover")
    heard = await pia.hear(Said, lambda line: line.seat == -1)
    assert (heard.name, heard.text) == ("olga", "she holds the clover")
    quinn = await watching(game_server, "quinn", table)
    await quinn.hear(Said, lambda line: line.text == "she holds the clover")
    await players[0].do(LeaveTable, table=table)
    await players[0].do(JoinTable, table=table)
    await play_through(players, Random(3))
    for player in players:
        before = [fact for fact in player.heard if isinstance(fact, Said) and fact.seat == -1]
        assert before == []
        after = await player.hear(Said, lambda line: line.seat == -1)
        assert after.text == "she holds the clover"
    await pia.do(Say, table=table, text="well played")
    for player in players:
        assert (await player.hear(Said)).text == "well played"


@pytest.mark.law  # on each of the two databases
async def test_watchers_talk_and_lent_eyes_stand_in_the_log(factory: StoreFactory) -> None:
    """After a kill they are there again."""
    game_server = await GameServer.open(await factory(), QUICK)
    players = await playing(game_server, "anna", "boris")
    table = players[0].table
    olga = await watching(game_server, "olga", table)
    await olga.do(Say, table=table, text="hm")
    await players[1].do(OpenHand, table=table, open=True)
    await game_server.close()
    game_server = await GameServer.open(await factory(), QUICK)
    pia = await watching(game_server, "pia", table, eyes=1)
    assert [seat.open for seat in pia.last(TableChanged).seats] == [False, True]
    assert (await pia.hear(Said)).text == "hm"
    await game_server.close()


async def test_watcher_does_nothing_but_look_and_talk(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    table = players[0].table
    olga = await watching(game_server, "olga", table)
    game = players[0].last(GameChanged)
    move = next(p for p in players if p.last(GameChanged).moves).last(GameChanged).moves[0]
    for kind, fields in (
        (PlayMove, {"ply": game.ply, "move": move}),
        (TakeBack, {"ply": game.ply}),
        (OpenHand, {"open": True}),
    ):
        assert await olga.refused(kind, table=table, **fields) == "not_at_table"
    assert await olga.refused(JoinTable, table=table) == "game_running"


async def test_watchers_are_bounded_in_number_and_in_words(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), NO_PAUSE)
    players = await playing(game_server, "anna", "boris")
    table = players[0].table
    olga, _ = [await watching(game_server, name, table) for name in ("olga", "pia")]
    dora = await enter(game_server, "dora")
    assert await dora.refused(WatchTable, table=table) == "too_many_watchers"
    for text in ("one", "two", "three"):
        await olga.do(Say, table=table, text=text)
    assert await olga.refused(Say, table=table, text="four") == "log_full"
    assert await olga.refused(Say, table=table, text="\x1b[2J") == "line_characters"
    await players[0].do(Say, table=table, text="nobody takes my room")
    await olga.do(LeaveTable, table=table)
    await dora.do(WatchTable, table=table)
    await game_server.close()


async def test_who_sits_there_comes_back_instead_of_looking_on(game_server: GameServer) -> None:
    players = await playing(game_server, "anna", "boris")
    table = players[0].table
    await players[0].do(LeaveTable, table=table)
    await players[0].do(WatchTable, table=table)
    assert (await players[0].hear(TableChanged)).seat == 0
    assert players[0].visit.watching == ""


async def test_who_looks_on_at_a_table_before_the_game_may_sit_down(
    game_server: GameServer,
) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="stones", seats=2)
    olga = await watching(game_server, "olga", anna.table)
    await olga.do(JoinTable, table=anna.table)
    assert (await olga.hear(TableChanged)).seat == 1
    assert (olga.visit.table, olga.visit.watching) == (anna.table, "")
    assert not game_server.live_tables[anna.table].watchers


async def test_table_without_players_does_not_stand_for_watchers(tmp_path: Path) -> None:
    """They keep no seat, no bot and no table."""
    limits = msgspec.structs.replace(QUICK, empty_table=0.05)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    players = await seated(game_server, "anna", "boris")
    table = players[0].table
    olga = await watching(game_server, "olga", table)
    for player in players:
        await player.visit.close()
    assert (await olga.hear(LeftTable)).reason == "table_closed"
    await olga.hear(Lobby)
    await game_server.close()


async def test_unknown_codes_are_not_found_by_looking_on(game_server: GameServer) -> None:
    olga = await enter(game_server, "olga")
    for _ in range(QUICK.wrong_codes):
        assert await olga.refused(WatchTable, table="AAAAAA") == "no_such_table"
    assert await olga.refused(WatchTable, table="AAAAAA") == "too_many_tries"


async def test_report_of_a_watcher_is_noted_for_whoever_runs_the_server(
    game_server: GameServer, caplog: pytest.LogCaptureFixture
) -> None:
    players = await playing(game_server, "anna", "boris")
    table = players[0].table
    olga, pia = [await watching(game_server, name, table) for name in ("olga", "pia")]
    await olga.do(Say, table=table, text="rude words")
    report = {"table": table, "seat": 0, "watcher": "olga"}
    assert await players[0].refused(Report, **report) == "nothing_said"
    await olga.do(SetName, name="nobody-else")
    await pia.do(Report, **report)
    ids = [re.escape(each.visit.who.id) for each in (pia, olga)]
    told = rf"'pia' \({ids[0]} from here\) reports 'olga' \({ids[1]} from here\)"
    assert re.search(told, caplog.text)
    assert "rude words" in caplog.text


# Through a player's eyes


async def test_eyes_that_are_lent_see_what_they_saw_a_whole_round_ago(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris", game="keltis")
    table = players[0].table
    olga = await watching(game_server, "olga", table)
    assert await olga.refused(WatchTable, table=table, eyes=1) == "hand_closed"
    assert await olga.refused(WatchTable, table=table, eyes=3) == "no_such_seat"
    await players[1].do(OpenHand, table=table, open=True)
    await olga.hear(TableChanged, lambda told: told.seats[1].open)
    await olga.do(WatchTable, table=table, eyes=1)
    assert (await olga.hear(TableChanged)).eyes == 1
    random = Random(9)
    hands: dict[int, object] = {}
    for _ in range(25):
        await some_moves(players, random, 1)
        now = players[1].last(GameChanged)
        hands.setdefault(view(now)["turn"], view(now)["cards"]["hand"])
        await catch_up([olga])
        seen = view(olga.last(GameChanged))
        if seen["seat"] is None:
            assert view(now)["turn"] <= 3, "only the first round nobody can look back at"
        else:
            assert seen["turn"] <= view(now)["turn"] - 2
    assert view(olga.last(GameChanged))["seat"] == 1
    await players[1].do(OpenHand, table=table, open=False)
    told = await olga.hear(TableChanged, lambda told: not told.seats[1].open)
    assert told.eyes is None
    assert view(olga.last(GameChanged))["seat"] is None
    assert olga.last(GameChanged).ply == players[0].last(GameChanged).ply


async def test_late_story_is_told_whole_and_in_order_whatever_is_taken_back(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris", game="oracle")
    table = players[0].table
    await players[0].do(OpenHand, table=table, open=True)
    olga = await watching(game_server, "olga", table, eyes=0)
    random = Random(4)
    for _ in range(60):
        await catch_up(players)
        game = next(g for p in players if (g := p.last(GameChanged)).moves)
        mover = players[view(game)["seat"]]
        if game.can_take_back and random.random() < 0.3:
            await mover.do(TakeBack, table=table, ply=game.ply)
        else:
            await mover.do(PlayMove, table=table, ply=game.ply, move=random.choice(game.moves))
    await catch_up([olga])
    story: list[bytes] = []
    seen_late = False
    for fact in olga.all(GameChanged):
        story = story if fact.since else []
        story += [bytes(event) for event in fact.events]
        seen_late = seen_late or view(fact)["seat"] == 0
    game_now = game_server.live_tables[table].table.game
    assert game_now is not None
    _, expected = game_now.late(0, 0)
    assert seen_late
    assert story == [bytes(event) for event in expected]


# Where nobody may look on


async def test_owner_may_close_a_table_to_watchers_who_then_find_no_way_in(
    game_server: GameServer,
) -> None:
    anna, olga = await enter(game_server, "anna"), await enter(game_server, "olga")
    await anna.do(OpenTable, game="stones", seats=2, settings={"watchers": "no"})
    table = anna.table
    (line,) = (await olga.hear(Lobby, lambda lobby: bool(lobby.tables))).tables
    assert not line.watchable
    assert await olga.refused(WatchTable, table=table) == "no_watchers"


async def test_who_was_asked_to_leave_does_not_look_on_instead(game_server: GameServer) -> None:
    """Nor as a guest from the same address: watchers' talk is read when no game is under way."""
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="stones", seats=2)
    boris, other = [
        Player(await game_server.visit(Caller(None, "", address)))
        for address in ("10.0.0.2", "10.0.0.3")
    ]
    for guest in (boris, other):
        await guest.greet()
    await boris.do(JoinTable, table=anna.table)
    await anna.do(ClearSeat, table=anna.table, seat=1)
    await boris.hear(LeftTable)
    assert await boris.refused(WatchTable, table=anna.table) == "asked_to_leave"
    await boris.visit.close()
    again = Player(await game_server.visit(Caller(None, "", "10.0.0.2")))
    await again.greet()
    assert await again.refused(WatchTable, table=anna.table) == "asked_to_leave"
    await other.do(WatchTable, table=anna.table)


async def test_private_table_is_watched_only_by_its_code(game_server: GameServer) -> None:
    anna, olga = await enter(game_server, "anna"), await enter(game_server, "olga")
    await anna.do(OpenTable, game="stones", seats=2, private=True)
    assert olga.last(Lobby).tables == []
    await olga.do(WatchTable, table=anna.table)
    assert (await olga.hear(TableChanged)).private
