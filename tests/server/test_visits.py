"""Visits and the lobby: slow readers, a failing store and a crash hurt nobody else."""

import asyncio
import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from keltis_protocol.link import Link, LinkClosed
from keltis_protocol.messages import (
    VERSION,
    Closing,
    Done,
    GameChanged,
    Hello,
    JoinTable,
    LeaveTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    SetName,
    StartGame,
    TableChanged,
    Welcome,
)
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import Entry, StoreFailed
from keltis_server.store.played import Ended
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import decide
from keltis_server.tables.table import Decision, Table
from tests.server.players import QUICK, Player, enter, playing, seated, view


async def test_visit_is_a_link(game_server: GameServer) -> None:
    link: Link = await game_server.visit(Caller(b"key", "anna"))
    await link.send(Hello(version=VERSION))
    assert isinstance(await link.receive(), Welcome)
    assert isinstance(await link.receive(), Lobby)
    await link.close()
    with pytest.raises(LinkClosed, match="hung_up"):
        await link.receive()
    with pytest.raises(LinkClosed):
        await link.send(Hello(version=VERSION))


async def test_closing_house_tells_everyone_and_lets_nobody_in(tmp_path: Path) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    players = await playing(game_server, "anna", "boris")
    await game_server.close()
    for player in players:
        assert (await player.hear(Closing)).reason == "shutdown"
        with pytest.raises(LinkClosed):
            await player.visit.receive()


async def test_waiting_reader_is_woken_when_the_line_goes_down(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    waiting = asyncio.create_task(anna.hear(Closing))
    await asyncio.sleep(0)
    anna.visit.dismiss("shutdown")
    assert (await waiting).reason == "shutdown"


async def test_visit_that_does_not_read_is_closed_and_the_others_play_on(tmp_path: Path) -> None:
    """T9."""
    limits = Limits(unread_facts=8, lobby_pause=0, bot_pause=0, renames=100)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    players = await seated(game_server, "anna", "boris")
    anna, boris = players
    for number in range(10):
        await anna.do(SetName, name=f"Anna{number}")
    assert boris.visit.ended == "too_slow"
    assert (await boris.hear(Closing)).reason == "too_slow"
    table = await anna.hear(TableChanged, lambda fact: fact.seats[1].away)
    assert table.seats[0].name.startswith("Anna")
    await game_server.close()


async def test_lobby_that_nobody_reads_does_not_pile_up(game_server: GameServer) -> None:
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    for number in range(50):
        await anna.do(SetName, name=f"Anna{number}")
        await anna.do(OpenTable, game="keltis", seats=2)
        await anna.do(LeaveTable, table=anna.table)
    assert not boris.visit.ended
    assert len(boris.visit._facts) <= 1


async def test_changes_that_come_close_together_are_one_lobby(tmp_path: Path) -> None:
    limits = Limits(lobby_pause=0.3)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    watcher = await enter(game_server, "anna")
    for number in range(20):
        await game_server.visit(Caller(None, str(number)))
    lobby = await watcher.hear(Lobby, lambda fact: fact.people == 21)
    assert len(watcher.all(Lobby)) < 10
    assert lobby.tables == []
    await game_server.close()


async def test_lobby_lists_open_tables_and_marks_yours_and_your_turn(
    game_server: GameServer,
) -> None:
    anna, boris = await playing(game_server, "anna", "boris")
    carla = await enter(game_server, "carla")
    await carla.do(OpenTable, game="oracle", seats=3, private=True)
    await carla.hear(TableChanged)
    dora = await enter(game_server, "dora")
    (line,) = dora.last(Lobby).tables
    assert (line.table, line.game, line.state) == (anna.table, "keltis", "playing")
    assert (line.yours, line.your_turn) == (False, False)
    to_act = view(anna.last(GameChanged))["to_act"]
    for seat, player in enumerate((anna, boris)):
        await player.do(LeaveTable, table=line.table)
        (mine,) = (await player.hear(Lobby)).tables
        assert (mine.yours, mine.your_turn) == (True, seat == to_act)


async def test_crash_at_one_table_refuses_that_command_and_no_other_table_notices(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """T21."""
    anna, boris = await playing(game_server, "anna", "boris")
    carla, dora = await playing(game_server, "carla", "dora")
    honest = decide.play

    def crash(table: Table, *rest: object, **more: object) -> Decision:
        if table.code == anna.table:
            raise RuntimeError("the hand is " + "7 " * 3)
        return honest(table, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(decide, "play", crash)

    async def move(players: tuple[Player, Player]) -> Done | Refused:
        player = players[view(players[0].last(GameChanged))["to_act"]]
        game = player.last(GameChanged)
        return await player.ask(PlayMove, table=game.table, ply=game.ply, move=game.moves[0])

    with caplog.at_level(logging.ERROR):
        answer = await move((anna, boris))
    assert isinstance(answer, Refused)
    assert answer.reason == "internal_error"
    assert isinstance(await move((carla, dora)), Done)
    assert "RuntimeError" in caplog.text
    assert "7 7 7" not in caplog.text
    monkeypatch.setattr(decide, "play", honest)
    assert isinstance(await move((anna, boris)), Done), "the table itself goes on"


async def test_crash_after_the_append_is_mended_from_the_log(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T21: what is durable counts, whatever happened to the memory of it."""
    anna, boris = await playing(game_server, "anna", "boris")
    live = game_server.live_tables[anna.table]
    player = (anna, boris)[view(anna.last(GameChanged))["to_act"]]
    game = player.last(GameChanged)
    with monkeypatch.context() as patched:
        patched.setattr(type(live.table), "adopt", lambda *_: 1 / 0)
        fields = {"table": game.table, "ply": game.ply, "move": game.moves[0]}
        assert await player.refused(PlayMove, id="same", **fields) == "internal_error"
    await player.do(PlayMove, id="same", **fields)
    assert player.last(GameChanged).ply == game.ply + 1


class FailingStore(SqliteStore):
    """A store whose disk can be filled."""

    full = False

    async def append(
        self,
        table: str,
        expected_seq: int,
        entries: Sequence[Entry],
        *,
        line: bytes | None = None,
        last: bool = False,
        by: str = "",
        result: bytes = b"",
        due: int | None = None,
        ended: Ended | None = None,
    ) -> None:
        if self.full:
            raise StoreFailed("SQLITE_FULL")
        await super().append(
            table,
            expected_seq,
            entries,
            line=line,
            last=last,
            by=by,
            result=result,
            due=due,
            ended=ended,
        )


async def test_move_that_cannot_be_saved_is_refused_and_told_to_nobody(tmp_path: Path) -> None:
    """T14: and the table goes on as soon as there is room."""
    store = FailingStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    anna, boris = await playing(game_server, "anna", "boris")
    seat = view(anna.last(GameChanged))["to_act"]
    player, other = (anna, boris) if seat == 0 else (boris, anna)
    game = player.last(GameChanged)
    heard = len(other.heard)
    fields = {"table": game.table, "ply": game.ply, "move": game.moves[0]}
    store.full = True
    assert await player.refused(PlayMove, **fields) == "store_failed"
    assert not other.visit._facts
    assert len(other.heard) == heard
    newcomer = await enter(game_server, "carla")
    assert await newcomer.refused(OpenTable, game="keltis", seats=2) == "store_failed"
    store.full = False
    await player.do(PlayMove, **fields)
    assert (await other.hear(GameChanged, lambda fact: fact.ply > game.ply)).ply == game.ply + 1
    await game_server.close()


async def test_two_houses_on_one_log_judge_anew_what_the_other_wrote(tmp_path: Path) -> None:
    """T6: no ownership, no leases; the key of the log is the fence."""
    path = tmp_path / "games.db"
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    anna, boris = await playing(game_server, "anna", "boris")
    other = await GameServer.open(SqliteStore.open(path), QUICK)
    seat = view(anna.last(GameChanged))["to_act"]
    player = (anna, boris)[seat]
    twin = await enter(other, player.visit.who.name)
    await twin.do(JoinTable, table=player.table)
    game = await twin.hear(GameChanged)
    fields = {"table": game.table, "ply": game.ply}
    await player.do(PlayMove, move=game.moves[0], **fields)
    assert await twin.refused(PlayMove, move=game.moves[1], **fields) == "stale"
    assert twin.last(GameChanged).ply == game.ply + 1
    await other.close()
    await game_server.close()


async def test_ready_people_at_two_tables_do_not_start_each_other_s_games(
    game_server: GameServer,
) -> None:
    anna, _ = await seated(game_server, "anna", "boris")
    carla, _ = await seated(game_server, "carla", "dora")
    await anna.do(StartGame, table=anna.table)
    await carla.do(StartGame, table=carla.table)
    assert {live.table.state for live in game_server.live_tables.values()} == {"open"}
