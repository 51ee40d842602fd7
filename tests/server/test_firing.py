"""What is due at a table happens though nobody is there, once, whoever sees to it."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

import msgspec
import pytest

from keltis_protocol.messages import GameChanged, JoinTable, LeaveTable, Lobby, TableChanged
from keltis_server.people.who import Who
from keltis_server.server import GameServer
from keltis_server.store.contract import Entry, Store
from keltis_server.tables import arranging, records
from keltis_server.tables.due import due_of
from keltis_server.tables.firing import AT_ONCE
from keltis_server.tables.live import Judged
from keltis_server.tables.reading import load
from keltis_server.tables.records import (
    Closed,
    Committed,
    GameStopped,
    Opened,
    Ready,
    Record,
    Said,
    SatDown,
)
from keltis_server.tables.table import Table
from tests.server.conftest import StoreFactory
from tests.server.players import QUICK, Player, catch_up, enter, playing

pytestmark = pytest.mark.law  # on each of the two databases
PATIENT = msgspec.structs.replace(QUICK, guest_return_seconds=0)
SOON = msgspec.structs.replace(QUICK, guest_return_seconds=0.3, abandoned_game_seconds=0.3)
"""No game waits for long, but however slow the machine is none ends while somebody is there."""
HASTY = msgspec.structs.replace(SOON, ended_game_seconds=0.3)


async def played(game_server: GameServer) -> list[Player]:
    """Two people at a game in which somebody has made a whole turn."""
    players = await playing(game_server, "anna", "boris")
    while not game_server.lines[players[0].table].played:
        mover = next(player for player in players if player.last(GameChanged).moves)
        await mover.play_on(Random(1), 1)
        await catch_up(players)
    return players


async def gone(store: Store, code: str) -> bool:
    return not await store.standing(code)


async def nothing_due(store: Store) -> bool:
    return not (await store.due(9)).tables


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds."""
    for _ in range(3000):
        if await holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it does not come to hold")


async def ends(store: Store, code: str, kind: type[Record] = Closed) -> int:
    """How often the end of a table, or another record, stands in its log."""
    log = await store.read(code)
    return sum(isinstance(records.decode(entry.body), kind) for entry in log)


async def due_tables(store: Store, count: int, longer: int = 0) -> list[str]:
    """Tables that are due already, for so many milliseconds more."""
    codes = [f"{longer}T{number}" for number in range(count)]
    due = store.now() - 1 - longer
    for code in codes:
        await store.append(code, 0, [Entry(b"x", 0)], line=b"", due=due)
    return codes


async def test_game_that_nobody_comes_back_to_ends_once_though_two_processes_see_to_it(
    factory: StoreFactory,
) -> None:
    stores = [await factory(), await factory(), await factory()]
    servers = [await GameServer.open(stores[0], HASTY)]
    players = await played(servers[0])
    code = players[0].table
    for player in players:
        await player.visit.close()
    servers.append(await GameServer.open(stores[1], HASTY))  # which is not told who is there
    await until(partial(gone, stores[2], code))
    assert await ends(stores[2], code) == 1
    assert await ends(stores[2], code, GameStopped) == 1
    for game_server in servers:
        await game_server.close()
    assert await ends(stores[2], code) == 1
    await stores[2].close()


async def test_game_at_which_somebody_is_does_not_end_however_long_it_takes(
    factory: StoreFactory,
) -> None:
    store = await factory()
    hour = msgspec.structs.replace(HASTY, guest_return_seconds=3600.0)
    game_server = await GameServer.open(store, hour)
    code = (await played(game_server))[0].table

    async def put_off() -> bool:
        """It was looked at, and will be again."""
        found = await store.due(9)
        return not found.tables and (found.next_in or 0) > 3_000_000

    await until(put_off)
    assert code in game_server.lines
    await game_server.close()


async def test_when_a_table_is_due_is_kept_with_every_move_and_follows_from_the_log(
    factory: StoreFactory,
) -> None:
    store, other = await factory(), await factory()
    game_server = await GameServer.open(store, PATIENT)
    players = await played(game_server)
    code = players[0].table
    table = await load(other, code)
    assert table is not None
    due = due_of(table, PATIENT)
    assert due is not None
    found = await other.due(9)
    assert found.next_in is not None
    assert found.next_in == pytest.approx(due - other.now(), abs=60_000)
    await game_server.close()
    await other.close()


async def test_who_comes_later_is_told_in_the_lobby_which_game_was_ended_and_clears_the_table(
    factory: StoreFactory,
) -> None:
    store = await factory()
    game_server = await GameServer.open(store, SOON)
    players = await played(game_server)
    code = players[0].table
    for player in players:
        await player.visit.close()

    async def stopped() -> bool:
        return await ends(store, code, GameStopped) == 1

    await until(stopped)
    later = await enter(game_server, "anna")
    (line,) = [line for line in later.last(Lobby).tables if line.table == code]
    assert (line.ended, line.state, line.your_turn) == ("forsaken", "over", False)
    await later.do(JoinTable, table=code)
    assert (await later.hear(TableChanged)).state == "over"
    await later.do(LeaveTable, table=code)
    another = await enter(game_server, "boris")
    await another.do(JoinTable, table=code)
    await another.do(LeaveTable, table=code)
    await until(partial(gone, store, code))
    await game_server.close()


async def test_how_long_a_game_waits_for_its_people_is_settled_with_its_table() -> None:
    who = Who(id="a", name="anna")
    opened = Opened(game="keltis", seats=2, options={"games": "1"}, owner=who)
    due = {}
    for days in ("7d", "30d", "90d"):
        settled = {} if days == "30d" else {"ends_after": days}
        table = Table("ABCDEF", msgspec.structs.replace(opened, settings=settled))
        table.fold(SatDown(seat=0, who=who))
        table.fold(Committed.drawn())
        table.fold(Ready(seat=0))
        for record in arranging.add_bot(table, who, None, "club").records:
            table.fold(record)
        assert table.playing
        table.at = 1000
        due[days] = due_of(table, PATIENT)
    assert due == {f"{d}d": 1000 + d * 86_400_000 for d in (7, 30, 90)}


async def test_table_at_which_something_breaks_keeps_no_other_waiting(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T21, T27."""
    store = await factory()
    before = await GameServer.open(store, PATIENT)
    one, other = [(await played(before))[0].table for _ in range(2)]
    await before.close()
    store = await factory()
    game_server = await GameServer.open(store, HASTY)
    firing = game_server.registry._firing
    await firing.close()
    for code in (one, other):
        log = await store.read(code)
        entry = Entry(records.encode(Said(seat=0, name="anna", text="hello")), store.now() - 10_000)
        await store.append(code, len(log), [entry], line=None, due=store.now() - 1)
    judge = firing._judge

    def breaks(table: Table, now: int) -> Judged:
        return 1 // 0 if table.code == one else judge(table, now)

    monkeypatch.setattr(firing, "_judge", breaks)

    async def stopped() -> bool:
        """Nobody came back since the server began."""
        await firing._look()
        return await ends(store, other, GameStopped) == 1

    await until(stopped)
    assert await ends(store, one, GameStopped) == 0
    assert not {one, other} & {*(await store.due(9)).tables}
    await game_server.close()


async def test_tables_at_which_something_breaks_are_put_off_however_many_there_are(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T21, T27."""
    store = await factory()
    game_server = await GameServer.open(store, PATIENT)
    firing = game_server.registry._firing
    await firing.close()
    (good,) = await due_tables(store, 1)
    broken = await due_tables(store, AT_ONCE, longer=1000)
    seen: list[str] = []

    async def have_done(code: str) -> bool:
        seen.append(code)
        return 1 // 0 > 0 if code in broken else True

    monkeypatch.setattr(firing, "_have_done", have_done)
    for _ in range(2):
        await firing._look()
    assert sorted(seen) == sorted([*broken, good])
    assert list((await store.due(99)).tables) == [good]
    await game_server.close()


async def test_table_that_cannot_be_read_is_put_off_and_keeps_no_other_waiting(
    factory: StoreFactory,
) -> None:
    store = await factory()
    before = await GameServer.open(store, QUICK)
    players = await played(before)
    code, line = players[0].table, (await store.lines(await store.tables()))[0].line
    length = len(await store.read(code))
    await before.close()
    store = await factory()
    entry = (await store.read(code))[-1]
    damaged = [msgspec.structs.replace(entry, body=b"nothing", command="")]
    await store.append(code, length, damaged, line=line, due=store.now() - 1)
    game_server = await GameServer.open(store, QUICK)
    await until(partial(nothing_due, store))
    assert await store.standing(code)
    assert len(await store.read(code)) == length + 1
    await game_server.close()
