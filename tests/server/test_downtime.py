"""No time counts while the server is not there, whichever process sees to it and however late."""

import asyncio
from collections.abc import Callable
from functools import partial, partialmethod
from random import Random

import pytest

from keltis_protocol.messages import GameChanged, JoinTable, PlayMove, TableChanged
from keltis_server.server import GameServer
from keltis_server.store.contract import Store, StoreFailed
from keltis_server.tables import clocks, downtime, registry
from keltis_server.tables.clocks import Kind
from keltis_server.tables.downtime import Away, Downtime
from keltis_server.tables.firing import Firing
from keltis_server.tables.records import ClockPaused, TimeUp, decode
from tests.server.conftest import StoreFactory
from tests.server.players import QUICK, Player, catch_up, enter
from tests.server.processes import Street
from tests.server.test_absence import address as address
from tests.server.test_absence import place as place
from tests.server.test_clocks import PATIENT, clocked_game, nothing, shift_log, written
from tests.server.test_lines import logs_read, opened

SECONDS = 1_000


@pytest.fixture
def killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process is killed: none says that it was there until now."""
    monkeypatch.setattr(Downtime, "close", nothing)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A live clock of five seconds, and of ten in one's first game."""
    monkeypatch.setitem(clocks.KINDS, "3+15", Kind(5 * SECONDS, more=100))


async def noted_ago(game_server: GameServer, milliseconds: int) -> None:
    """Have the last note be so old."""
    now = game_server.store.now()
    await game_server.store.set_note(downtime.ALIVE, str(now - milliseconds))


async def come_back(game_server: GameServer, player: Player) -> Player:
    """Somebody comes back to the table, and has heard of it."""
    back = await enter(game_server, player.visit.who.name)
    await back.do(JoinTable, table=player.table)
    await back.hear(TableChanged)
    return back


def left(game_server: GameServer, player: Player) -> int:
    """How much time somebody has by the fold of a process."""
    table, seat = game_server.live_tables[player.table].table, player.last(TableChanged).seat
    assert seat is not None
    return table.clocks.left(seat, game_server.store.now())


async def paused(store: Store, code: str) -> list[int]:
    """For how many milliseconds a table's clock stood still each time, by its log."""
    log = [decode(entry.body) for entry in await store.read(code)]
    return [each.until - each.since for each in log if isinstance(each, ClockPaused)]


@pytest.mark.law
@pytest.mark.usefixtures("killed", "short")
async def test_younger_process_fires_nothing_before_the_elder_one_has_said_what_was_missed(
    place: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:  # some time ago, and by now it is up
        patch.setattr(registry, "due_of", lambda table, limits: 1)
        patch.setattr(Firing, "start", lambda firing: None)
        before = await place.open(PATIENT)
        mover, _ = await clocked_game([before])
        await noted_ago(before, 12 * SECONDS)
        await place.kill(before)
    shift_log(monkeypatch, -12 * SECONDS)
    code = mover.table
    reached, go_on, declare = asyncio.Event(), asyncio.Event(), Downtime._declare

    async def slowly(self: Downtime, away: Away) -> None:
        reached.set()
        await go_on.wait()
        await declare(self, away)

    monkeypatch.setattr(Downtime, "_declare", slowly)
    opening = asyncio.create_task(place.open(PATIENT))
    await reached.wait()
    younger = await place.open(PATIENT)
    for _ in range(3):
        await younger.registry._firing._look()
    assert await written(younger.store, code, TimeUp) == 0
    assert await written(younger.store, code, ClockPaused) == 0
    go_on.set()
    elder = await opening
    for game_server in (elder, younger):
        await game_server.registry._downtime.settled()
        await game_server.registry._firing._look()
    assert await written(elder.store, code, TimeUp) == 0
    assert await written(elder.store, code, ClockPaused) == 1
    back = await come_back(younger, mover)
    assert left(younger, back) > 0


@pytest.mark.law
@pytest.mark.usefixtures("killed")
async def test_process_that_begins_beside_an_elder_one_lets_nobody_in_before_it_knows(
    place: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await place.open(PATIENT)
    mover, _ = await clocked_game([before])
    await noted_ago(before, 15 * SECONDS)
    await place.kill(before)
    reached, go_on, declare = asyncio.Event(), asyncio.Event(), Downtime._declare

    async def slowly(self: Downtime, away: Away) -> None:
        reached.set()
        await go_on.wait()
        await declare(self, away)

    monkeypatch.setattr(Downtime, "_declare", slowly)
    first = asyncio.create_task(place.open(PATIENT))
    await reached.wait()
    second = asyncio.create_task(place.open(PATIENT))
    await asyncio.sleep(0.3)
    assert not second.done()
    go_on.set()
    await first
    younger = await second
    await come_back(younger, mover)
    assert await written(younger.store, mover.table, ClockPaused) == 1


async def test_another_process_notes_that_it_is_there_while_the_eldest_is_stopped(
    place: Street,
) -> None:
    """Else who comes next, or the eldest itself, would hold that time for missed."""
    eldest, younger = [await place.open(PATIENT) for _ in range(2)]
    await clocked_game([eldest, younger])
    for ago, noted in ((9, False), (14, True)):
        await noted_ago(eldest, ago * SECONDS)
        await younger.registry._downtime._go_on()
        last = int(await eldest.store.note(downtime.ALIVE))
        assert (eldest.store.now() - last < 5 * SECONDS) == noted


@pytest.mark.usefixtures("killed")
async def test_what_several_restarts_missed_counts_for_nobody_once_the_table_is_read(
    factory: StoreFactory,
) -> None:
    before = await GameServer.open(await factory(), PATIENT)
    mover, _ = await clocked_game([before])
    began, code, had = before.store.now(), mover.table, left(before, mover)
    for _ in range(3):
        await noted_ago(before, 0)
        await before.close()
        await asyncio.sleep(0.4)
        before = await GameServer.open(await factory(), PATIENT)
    assert await written(before.store, code, ClockPaused) == 0
    assert len((await before.store.note(downtime.AWAY)).split()) == 3
    back = await come_back(before, mover)
    missed = await paused(before.store, code)
    assert len(missed) == 3
    assert had - left(before, back) <= before.store.now() - began - sum(missed)
    await noted_ago(before, 0)
    await before.close()
    after = await GameServer.open(await factory(), PATIENT)
    noted = (await after.store.note(downtime.AWAY)).split()
    assert len(noted) == 1, "nobody needs to know of what every log tells"
    await after.close()


@pytest.mark.usefixtures("killed")
async def test_server_with_clocks_starts_without_reading_a_log(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("games") / "games.db"
    before = await opened(path, PATIENT)
    await clocked_game([before])
    await noted_ago(before, 0)
    await before.close()
    after = await opened(path, PATIENT)
    assert logs_read(after) == set()
    await after.close()


async def test_no_deadline_fires_for_a_time_in_which_nothing_could_be_written(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine slept, or the database was gone, while the process lived on."""
    game_server = await GameServer.open(await factory(), PATIENT)
    mover, _ = await clocked_game([game_server], "6+30")
    code, had = mover.table, left(game_server, mover)
    known = game_server.registry._downtime
    for minutes in (1, 7):
        now = partial(later, game_server.store.now, minutes * 60 * SECONDS)
        monkeypatch.setattr(game_server.store, "now", now)
        assert await known.settled()
        await game_server.registry._firing._look()
    assert await written(game_server.store, code, TimeUp) == 0
    assert await written(game_server.store, code, ClockPaused) == 2
    assert had - left(game_server, mover) < 10 * SECONDS
    await mover.play_on(Random(1), 1)
    await game_server.close()


async def test_whoever_moves_first_after_nothing_could_be_written_does_not_pay_for_it(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has looked yet for how long it was: the move itself finds out."""
    game_server = await GameServer.open(await factory(), PATIENT)
    mover, _ = await clocked_game([game_server], "6+30", absent="bot")
    had = left(game_server, mover)
    now = partial(later, game_server.store.now, 20 * 60 * SECONDS)
    monkeypatch.setattr(game_server.store, "now", now)
    await mover.play_on(Random(1), 1)
    assert await written(game_server.store, mover.table, ClockPaused) == 1
    assert had - left(game_server, mover) < 10 * SECONDS
    await game_server.close()


async def test_move_that_stands_in_the_log_is_answered_though_the_store_is_gone_by_now(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That nothing could be saved would mean that nothing happened."""
    game_server = await GameServer.open(await factory(), PATIENT)
    mover, _ = await clocked_game([game_server], "6+30")
    game = mover.last(GameChanged)
    move = {"id": "once", "table": game.table, "ply": game.ply, "move": game.moves[0]}
    await mover.do(PlayMove, **move)
    mover.visit.done.clear()  # as if it came by a new line
    now = partial(later, game_server.store.now, 60 * SECONDS)
    with monkeypatch.context() as patch:
        patch.setattr(game_server.store, "now", now)
        patch.setattr(game_server.store, "note", gone)
        await mover.do(PlayMove, **move)
        assert await mover.refused(PlayMove, **move | {"id": "another"}) == "store_failed"
    await game_server.close()


async def test_server_that_ends_finishes_what_waits_for_the_look_at_what_was_missed(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_server, store = await GameServer.open(await factory(), PATIENT), await factory()
    mover, _ = await clocked_game([game_server], "6+30")
    code, now = mover.table, partial(later, game_server.store.now, 60 * SECONDS)
    reached, go_on, note = asyncio.Event(), asyncio.Event(), game_server.store.note

    async def slowly(what: str) -> str:
        reached.set()
        await go_on.wait()
        return await note(what)

    monkeypatch.setattr(game_server.store, "now", now)
    monkeypatch.setattr(game_server.store, "note", slowly)
    game_server.registry.upkeep._clear_away(code, lambda _: True)
    await reached.wait()
    closing = asyncio.create_task(game_server.close())
    for _ in range(20):
        await asyncio.sleep(0)
    go_on.set()
    await closing
    assert not await store.standing(code)
    await store.close()


async def gone(_: str) -> str:
    """The answer of a database that is not there."""
    raise StoreFailed("gone")


async def test_server_that_ends_after_nothing_could_be_written_leaves_it_to_nobody_to_pay(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await GameServer.open(await factory(), PATIENT)
    mover, _ = await clocked_game([before], "6+30")
    had = left(before, mover)
    now = partialmethod(later_there, type(before.store).now, 20 * 60 * SECONDS)
    monkeypatch.setattr(type(before.store), "now", now)
    await before.close()
    after = await GameServer.open(await factory(), PATIENT)
    back = await come_back(after, mover)
    assert had - left(after, back) < 10 * SECONDS
    await after.close()


def later_there(store: Store, now: Callable[[Store], int], by: int) -> int:
    """The time by a store's clock, and so much more."""
    return now(store) + by


def later(now: Callable[[], int], by: int) -> int:
    """The time by a clock, and so much more."""
    return now() + by


@pytest.mark.usefixtures("killed")
async def test_what_was_missed_is_written_before_any_move_though_it_could_not_be_at_first(
    factory: StoreFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await GameServer.open(await factory(), QUICK)
    mover, _ = await clocked_game([before])
    began, had = before.store.now(), left(before, mover)
    await noted_ago(before, 0)
    await before.close()
    await asyncio.sleep(1)
    after = await GameServer.open(await factory(), QUICK)
    append = type(after.store).append

    async def full(*_: object, **__: object) -> None:
        raise StoreFailed("full")

    monkeypatch.setattr(type(after.store), "append", full)
    back = await come_back(after, mover)
    monkeypatch.setattr(type(after.store), "append", append)
    await catch_up([back])
    await back.play_on(Random(1), 1)
    (missed,) = await paused(after.store, mover.table)
    assert had - left(after, back) <= after.store.now() - began - missed
    await after.close()
