"""What every store promises about time: what is due is written once, by the store's clock."""

import asyncio
import sqlite3
import time
from contextlib import closing
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from keltis_server.store.contract import Conflict, Entry, Judge, Store, Written
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.sqlite import SqliteStore
from tests.postgres import Postgres
from tests.server.conftest import StoreFactory

pytestmark = pytest.mark.law  # on each of the two databases
HOUR = 3_600_000


def entry(text: str, at: int = 1) -> Entry:
    return Entry(text.encode(), at)


async def opened(store: Store, table: str, due_in: int | None) -> int | None:
    """A table with one entry at which something is due in so many milliseconds."""
    due = None if due_in is None else store.now() + due_in
    await store.append(table, 0, [entry("opened")], line=b"1", due=due)
    return due


def ending(text: str = "ended", due: int | None = None) -> Judge:
    return lambda now: Written([entry(text, now)], line=b"2", due=due)


def never(_: int) -> Written:
    raise AssertionError("nothing is due")


async def test_table_is_due_once_its_time_has_come_and_the_longest_waiting_first(
    store: Store,
) -> None:
    assert await store.due(9) == await store.due(0)
    assert (await store.due(9)).next_in is None
    for table, due_in in (("A", -1), ("B", -2000), ("C", HOUR), ("D", None), ("E", 2 * HOUR)):
        await opened(store, table, due_in)
    found = await store.due(9)
    assert list(found.tables) == ["B", "A"]
    assert found.next_in is not None
    assert HOUR - 60_000 < found.next_in <= HOUR
    assert list((await store.due(1)).tables) == ["B"]


async def test_what_is_due_is_written_with_the_line_and_the_next_time(store: Store) -> None:
    await opened(store, "T", -1)
    before = store.now()
    fired = await store.fire("T", 1, ending("over", before + HOUR))
    assert fired is not None
    assert [each.body for each in await store.read("T")] == [b"opened", b"over"]
    assert abs((await store.read("T"))[1].at - before) < 60_000
    (line,) = await store.lines(["T"])
    assert (line.seq, line.line) == (2, b"2")
    assert not (await store.due(9)).tables
    assert await store.fire("T", 2, never) is None


async def test_last_entries_that_were_due_close_the_table(store: Store) -> None:
    await opened(store, "T", -1)
    await store.fire("T", 1, lambda now: Written([entry("closed", now)], last=True, result=b"r"))
    assert not await store.standing("T")
    assert await store.results(9) == [b"r"]
    assert not (await store.due(9)).tables


async def test_every_append_says_anew_when_a_table_is_due(store: Store) -> None:
    await opened(store, "T", -1)
    await store.append("T", 1, [entry("moved")], due=store.now() + HOUR)
    assert not (await store.due(9)).tables
    await store.append("T", 2, [entry("moved")])
    assert await store.due(9) == await store.due(0)
    assert (await store.due(9)).next_in is None


@pytest.mark.parametrize("due_in", [None, HOUR])
async def test_before_its_time_nothing_is_judged_or_written(
    store: Store, due_in: int | None
) -> None:
    await opened(store, "T", due_in)
    assert await store.fire("T", 1, never) is None
    assert await store.fire("T", None, never) is None
    assert await store.fire("NONE", None, never) is None
    assert len(await store.read("T")) == 1


async def test_log_of_another_length_than_expected_takes_nothing_that_is_due(store: Store) -> None:
    await opened(store, "T", -1)
    assert await store.fire("T", 0, never) is None
    assert await store.fire("T", 2, never) is None
    assert len(await store.read("T")) == 1


async def test_what_is_put_off_writes_no_entry_and_is_due_later(store: Store) -> None:
    await opened(store, "T", -1)
    later = store.now() + HOUR
    assert await store.fire("T", None, lambda _: Written(due=later)) == Written(due=later)
    assert not (await store.due(9)).tables
    assert len(await store.read("T")) == 1
    await store.append("T", 1, [entry("moved")])


async def test_judge_that_breaks_fails_alone_among_what_is_written_with_it(store: Store) -> None:
    """T27: nobody's move is refused for what is wrong with another table."""
    for table in ("T", "U"):
        await opened(store, table, -1)

    def breaks(_: int) -> Written:
        raise LookupError("something is wrong with the table")

    broken, moved, fired = await asyncio.gather(
        store.fire("T", 1, breaks),
        store.append("V", 0, [entry("moved")]),
        store.fire("U", 1, ending()),
        return_exceptions=True,
    )
    assert (type(broken), moved, type(fired)) == (LookupError, None, Written)
    assert [len(await store.read(table)) for table in ("T", "U", "V")] == [1, 2, 1]
    assert list((await store.due(9)).tables) == ["T"]


async def test_of_all_who_fire_a_deadline_from_two_processes_one_writes(
    store: Store, factory: StoreFactory
) -> None:
    other = await factory()
    for number in range(20):
        table = f"T{number}"
        await opened(store, table, -1)
        fired = await asyncio.gather(
            *(
                each.fire(table, expected, ending(name))
                for name, each in (("one", store), ("other", other))
                for expected in (1, None)
            )
        )
        assert sum(each is not None for each in fired) == 1
        log = await store.read(table)
        assert len(log) == 2
        assert [log[1]] == [e for each in fired if each is not None for e in each.entries]
    await other.close()


@pytest.mark.parametrize("apart", [True, False])
async def test_deadline_and_a_move_at_the_same_moment_are_written_in_some_order_or_one_fails(
    store: Store, factory: StoreFactory, *, apart: bool
) -> None:
    other = await factory()
    for number in range(20):
        table = f"T{number}"
        await opened(store, table, -1)
        moved, fired = await asyncio.gather(
            store.append(table, 1, [entry("moved")]),
            (other if apart else store).fire(table, 1, ending()),
            return_exceptions=True,
        )
        assert (fired is None) != isinstance(moved, Conflict), (fired, moved)
        log = [each.body for each in await store.read(table)]
        assert log == [b"opened", b"moved" if fired is None else b"ended"]
    await other.close()


@pytest.mark.parametrize("off", [3600.0, -3600.0])
async def test_process_whose_clock_is_an_hour_off_fires_nothing_early_and_sets_no_wrong_time(
    store: Store, factory: StoreFactory, monkeypatch: pytest.MonkeyPatch, off: float
) -> None:
    """A file's clock is its machine's, as it was when the process began."""
    right = time.time()
    await opened(store, "SOON", HOUR // 2)
    await opened(store, "PAST", -HOUR // 2)
    wrong = {"time": lambda: right + off, "time_ns": lambda: int((right + off) * 1e9)}
    for name, clock in wrong.items():
        monkeypatch.setattr(time, name, clock)
    node = await factory() if isinstance(store, PostgresStore) else store
    assert abs(node.now() - right * 1000) < 60_000
    assert await node.fire("SOON", 1, never) is None
    assert list((await node.due(9)).tables) == ["PAST"]
    assert await node.fire("PAST", 1, ending()) is not None
    assert abs((await node.read("PAST"))[1].at - right * 1000) < 60_000
    await opened(node, "LATER", HOUR // 2)
    assert await store.fire("LATER", 1, never) is None
    if node is not store:
        await node.close()


async def test_tables_of_the_form_before_are_looked_at_thirty_days_after_they_were_opened(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    await store.append("T", 0, [entry("opened", store.now() - 30 * 24 * HOUR)])
    await store.append("U", 0, [entry("opened", store.now())])
    await store.close()
    with closing(sqlite3.connect(path)) as db:
        old = "drop index line_due; alter table line drop column due; pragma user_version = 4;"
        db.executescript(old)
    store = SqliteStore.open(path)
    assert list((await store.due(9)).tables) == ["T"]
    await store.close()


async def test_postgres_leaves_a_table_that_another_claims_to_it_and_waits_for_nobody(
    postgres: Postgres,
) -> None:
    address = await asyncio.to_thread(partial(postgres.new_schema))
    store = await PostgresStore.open(address)
    await opened(store, "T", -1)
    await opened(store, "U", -1)
    db = await asyncpg.connect(address)
    async with db.transaction():
        await db.execute("select 1 from line where \"table\" = 'T' for update")
        assert await store.fire("T", 1, never) is None
        assert await store.fire("U", 1, ending()) is not None
    assert await store.fire("T", 1, ending()) is not None
    await db.close()
    await store.close()
