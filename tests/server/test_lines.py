"""A process keeps whole only the tables its people are at; of every other it knows one line."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import (
    AddBot,
    GameChanged,
    JoinTable,
    LeaveTable,
    LeftTable,
    Lobby,
    OpenTable,
    Say,
    SetName,
    StartGame,
    TableChanged,
    TableLine,
)
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import line
from keltis_server.tables.line import line_of
from keltis_server.tables.reading import load
from tests.server.players import QUICK, Player, enter, play_through, playing, seated
from tests.server.processes import Street, street
from tests.server.test_sync import play_apart, until


class CountingStore(SqliteStore):
    """A store that notes whose log is read."""

    logs: list[str]

    async def read(self, table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        vars(self).setdefault("logs", []).append(table)
        return await super().read(table, from_seq, most)


def logs_read(game_server: GameServer) -> set[str]:
    """Every table whose log was read."""
    return set(vars(game_server.store).get("logs", ()))


async def opened(path: Path, limits: Limits = QUICK) -> GameServer:
    """A server that notes whose log is read."""
    return await GameServer.open(CountingStore.open(path), limits)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Street]:
    """Where processes of one house can be started."""
    async with street(tmp_path) as made:
        yield made


def listed(player: Player) -> list[TableLine]:
    """The lobby that somebody heard last."""
    return player.last(Lobby).tables


async def test_server_starts_lists_and_counts_without_reading_a_log(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = await opened(path)
    anna, boris = await playing(first, "anna", "boris", game="stones")
    await play_through([anna, boris], Random(1))
    await anna.do(StartGame, table=anna.table)
    carla, dora = await playing(first, "carla", "dora")
    emil = await enter(first, "emil")
    await emil.do(OpenTable, game="dice", seats=3, private=True)
    watcher = await enter(first, "watcher")
    before = {each.table: each for each in listed(watcher)}
    codes = [anna.table, carla.table, emil.table]
    await first.close()

    again = await opened(path)
    assert (list(again.lines), again.live_tables, logs_read(again)) == (codes, {}, set())
    seen = {each.table: each for each in listed(await enter(again, "watcher"))}
    assert seen.keys() == before.keys() - {anna.table}, "the game there is over and nobody is there"
    for each in seen.values():
        away = [msgspec.structs.replace(seat, away=False) for seat in each.seats]
        assert msgspec.structs.replace(each, seats=away) == before[each.table]
    mine = listed(await enter(again, "emil"))
    assert (mine[0].table, mine[0].yours) == (emil.table, True)
    assert [each.your_turn for each in listed(await enter(again, "carla")) if each.yours] == [
        again.lines[carla.table].to_act == 0
    ]
    assert logs_read(again) == set()
    back = await enter(again, "dora")
    await back.do(JoinTable, table=dora.table)
    game = await back.hear(GameChanged)
    assert bytes(game.view) == bytes(dora.last(GameChanged).view)
    assert (logs_read(again), list(again.live_tables)) == ({dora.table}, [dora.table])
    await back.visit.close()
    assert not again.live_tables, "it is let go of when the last has left"
    await again.close()


async def test_line_is_what_the_log_tells_after_every_change(tmp_path: Path) -> None:
    game_server = await opened(tmp_path / "games.db")
    anna, boris = await seated(game_server, "anna", "boris", game="stones")
    code = anna.table

    async def check() -> None:
        table = await load(game_server.store, code)
        assert table is not None
        (stored,) = await game_server.store.lines([code])
        assert line.decode(stored.line) == line_of(table)
        assert stored.seq == table.seq

    await check()
    for player in (anna, boris):
        await player.do(StartGame, table=code)
        await check()
    await anna.do(Say, table=code, text="hello")
    await check()
    await anna.do(SetName, name="Annabel")
    await check()
    await play_through([anna, boris], Random(2))
    await check()
    await boris.do(LeaveTable, table=code)
    await check()
    await anna.do(AddBot, table=code)
    await check()
    await game_server.close()


async def test_person_renamed_or_forgotten_is_so_at_tables_that_nobody_is_at(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    first = await opened(path)
    await playing(first, "anna", "boris")
    await first.close()
    again = await opened(path)
    (code,) = again.lines
    anna = await enter(again, "anna")
    await anna.do(SetName, name="Annabel")
    assert [place.name for place in again.lines[code].places] == ["Annabel", "boris"]
    boris = Caller(b"key of boris", "boris")
    await again.accounts.forget(boris, "boris")
    names = [place.name for place in again.lines[code].places]
    assert names[0] == "Annabel"
    assert names[1] != "boris"
    assert not again.live_tables
    await again.close()
    third = await opened(path)
    assert [place.name for place in third.lines[code].places] == names
    await third.close()


async def test_table_that_nobody_comes_to_is_closed_after_a_restart_too(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = await opened(path)
    anna, _ = await playing(first, "anna", "boris")
    waiting = await enter(first, "carla")
    await waiting.do(OpenTable, game="keltis", seats=2)
    await first.close()
    limits = msgspec.structs.replace(QUICK, empty_table=0.0)
    again = await opened(path, limits)
    await until(lambda: list(again.lines) == [anna.table])
    assert logs_read(again) == {waiting.table}, "only what is to be closed is read"
    assert await again.store.tables() == [anna.table]
    await again.close()


async def test_bot_whose_turn_it_was_plays_on_after_a_restart_and_the_table_is_let_go(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    first = await opened(path, msgspec.structs.replace(QUICK, bot_pause=3600.0))
    anna = await enter(first, "anna")
    await anna.do(OpenTable, game="stones", seats=2)
    code = (await anna.hear(TableChanged)).table
    await anna.do(AddBot, table=code)
    await anna.do(StartGame, table=code)
    await anna.hear(GameChanged)
    while not first.lines[code].awaits_bot:
        await anna.play_on(Random(3), 1)
    await first.close()
    again = await opened(path)
    await until(lambda: not again.lines[code].awaits_bot)
    await until(lambda: not again.registry.upkeep.bots)
    assert not again.live_tables
    await again.close()


async def test_other_process_knows_a_table_by_its_line_and_reads_no_log(place: Street) -> None:
    first, second = await place.open(), await place.open()
    watcher = await enter(second, "watcher")
    anna, boris = await playing(first, "anna", "boris")
    code = anna.table
    await until(lambda: code in second.lines and second.lines[code].playing)
    await until(lambda: second.lines[code] == first.lines[code])
    assert code not in second.live_tables
    await watcher.hear(Lobby, lambda told: [each.state for each in told.tables] == ["playing"])
    for player in (anna, boris):
        await player.visit.close()
    await watcher.hear(Lobby, lambda told: all(seat.away for seat in told.tables[0].seats))
    again = await enter(second, "anna")
    assert listed(again)[0].yours
    await again.do(JoinTable, table=code)
    assert (await again.hear(GameChanged)).ply == anna.last(GameChanged).ply
    assert (list(first.live_tables), list(second.live_tables)) == ([], [code])


async def test_table_that_was_written_to_while_it_was_being_folded_is_whole(
    place: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line has come already when the fold is ready: nobody would tell it again."""
    first, second = await place.open(), await place.open()
    anna, boris = await play_apart(first, second)
    code = anna.table
    await boris.visit.close()
    read, waits, go = second.store.read, asyncio.Event(), asyncio.Event()

    async def slow(table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        written = await read(table, from_seq, most)
        if not waits.is_set():
            waits.set()
            await go.wait()
        return written

    monkeypatch.setattr(second.store, "read", slow)
    again = await enter(second, "boris")
    joining = asyncio.create_task(again.do(JoinTable, table=code))
    await waits.wait()
    await anna.do(Say, table=code, text="where are you")
    await asyncio.sleep(0.05)  # for word of it to come
    go.set()
    await joining
    await until(lambda: second.live_tables[code].table.lines == 1)


async def test_table_that_another_process_closed_unheard_is_listed_until_somebody_asks(
    place: Street,
) -> None:
    first = await place.open(cracked=True)
    anna = await enter(first, "anna")
    await anna.do(OpenTable, game="keltis", seats=2)
    code = anna.table
    second = await place.open(cracked=True)
    assert code in second.lines
    await anna.do(LeaveTable, table=code)
    await until(lambda: code not in first.lines)
    boris = await enter(second, "boris")
    assert await boris.refused(JoinTable, table=code) == "no_such_table"
    assert code not in second.lines


async def test_tables_of_a_database_without_lines_get_theirs_once(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    first = await opened(path)
    anna, _ = await playing(first, "anna", "boris")
    await enter(first, "carla")
    lines = dict(first.lines)
    await first.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript("drop table line; pragma user_version = 2;")
    second = await opened(path)
    assert (second.lines, logs_read(second)) == (lines, {anna.table})
    await second.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("update line set line = ?", (msgspec.msgpack.encode([0, "another form"]),))
        db.commit()
    third = await opened(path)
    assert (third.lines, logs_read(third)) == (lines, {anna.table})
    await third.close()
    fourth = await opened(path)
    assert (fourth.lines, logs_read(fourth)) == (lines, set())
    await fourth.close()


def spoil(path: Path, code: str) -> None:
    """Have something else stand in a log than was written."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("""update event set body = x'c1' where "table" = ? and seq = 4""", (code,))
        db.commit()


async def test_table_whose_log_is_damaged_stays_closed_by_name_and_no_other_does(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """T21."""
    path = tmp_path / "games.db"
    first = await opened(path)
    anna, _ = await playing(first, "anna", "boris")
    carla, _ = await playing(first, "carla", "dora")
    await first.close()
    spoil(path, anna.table)
    again = await opened(path)
    back = await enter(again, "anna")
    for _ in range(QUICK.wrong_codes + 1):  # it is no wrong code
        assert await back.refused(JoinTable, table=anna.table) == "table_damaged"
    assert f"table {anna.table} stays closed" in caplog.text
    other = await enter(again, "carla")
    assert [each.table for each in listed(other)] == [carla.table]
    await other.do(JoinTable, table=carla.table)
    await other.hear(GameChanged)
    assert list(again.lines) == [carla.table]
    await again.close()


async def test_people_at_a_table_whose_log_is_found_damaged_are_in_the_lobby_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    game_server = await opened(path)
    anna, boris = await playing(game_server, "anna", "boris")
    carla, _ = await playing(game_server, "carla", "dora")
    code, length = anna.table, game_server.lines[anna.table].seq
    with closing(sqlite3.connect(path)) as db:  # as a broken program beside it might
        db.execute("insert into event values (?, ?, null, 0, x'c1')", (code, length))
        db.execute("""update line set length = length + 1 where "table" = ?""", (code,))
        db.commit()
    assert await boris.refused(Say, table=code, text="hello") == "table_damaged"
    await anna.hear(LeftTable)
    assert (anna.table, boris.table) == ("", "")
    assert f"table {code} stays closed" in caplog.text
    assert await anna.refused(JoinTable, table=code) == "table_damaged"
    await anna.do(OpenTable, game="keltis", seats=2)
    await carla.do(Say, table=carla.table, text="hello")
    await game_server.close()
