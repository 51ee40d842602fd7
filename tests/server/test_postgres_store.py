"""The PostgreSQL store: batches, forms from other versions, and a database that is not there."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import asyncpg
import pytest

from keltis.database import shown_address
from keltis_server.store import migrations, postgres_database, postgres_form
from keltis_server.store import postgres as postgres_store
from keltis_server.store.contract import (
    AccountGone,
    Conflict,
    Entry,
    KeyTaken,
    NameTaken,
    StoreFailed,
    StoreRefused,
)
from keltis_server.store.migrations import Kind
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_database import BEGIN, TROUBLE
from tests.postgres import MISSING, Postgres, program

ENTRY = Entry(b"x", 0)


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new_schema()


@pytest.fixture
async def store(address: str) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(address)
    yield store
    await store.close()


@pytest.mark.skipif(os.environ.get("CI") != "true", reason="a person's own machine may lack it")
def test_where_postgresql_can_be_installed_it_is_not_skipped() -> None:
    assert program("postgres"), f"{MISSING}: see .ci/run"


async def hear(address: str, heard: list[str]) -> asyncpg.Connection:
    """A connection that notes every notice about logs."""
    db = await asyncpg.connect(address)
    schema = await db.fetchval("select current_schema()")
    await db.add_listener(f"keltis_{schema}_log", lambda *told: heard.append(told[-1]))
    return db


async def transactions(db: asyncpg.Connection) -> int:
    """How many transactions have written something."""
    return int(await db.fetchval("select pg_current_xact_id()::text::bigint"))


async def test_appends_that_wait_together_are_one_commit_and_one_notice(
    store: PostgresStore, address: str
) -> None:
    heard: list[str] = []
    db = await hear(address, heard)
    before = await transactions(db)
    await asyncio.gather(*(store.append(f"T{n}", 0, [ENTRY]) for n in range(200)))
    assert await transactions(db) - before <= 4
    assert await db.fetchval("select 1") == 1  # notices that were on their way are here
    assert len(heard) <= 3
    told = {each for text in heard for each in text.split(" ")[1:]}
    assert told == {f"T{n}:1" for n in range(200)}
    await db.close()


async def test_append_of_nothing_writes_nothing_and_tells_nobody(
    store: PostgresStore, address: str
) -> None:
    heard: list[str] = []
    db = await hear(address, heard)
    before = await transactions(db)
    await store.append("T", 0, [])
    assert await transactions(db) - before == 1  # the question itself
    assert (heard, await store.tables()) == ([], [])
    await db.close()


async def test_notice_of_a_very_large_batch_is_split(store: PostgresStore, address: str) -> None:
    heard: list[str] = []
    db = await hear(address, heard)
    await asyncio.gather(*(store.append(f"LONGCODE{n}", 0, [ENTRY]) for n in range(2000)))
    assert await db.fetchval("select 1") == 1
    told = {each for text in heard for each in text.split(" ")[1:]}
    assert told == {f"LONGCODE{n}:1" for n in range(2000)}
    assert len(heard) < 20
    await db.close()


async def test_append_that_the_database_does_not_take_fails_alone(store: PostgresStore) -> None:
    """T27."""
    tries = [store.append(f"T{n}" if n % 3 else f"T\0{n}", 0, [ENTRY]) for n in range(12)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    expected = [type(None) if n % 3 else StoreFailed for n in range(12)]
    assert [type(outcome) for outcome in outcomes] == expected
    assert len(await store.tables()) == 8


async def test_any_number_of_processes_that_write_one_log_write_it_densely(address: str) -> None:
    """T6: several writers, one table; nobody has it for himself."""
    stores = [await PostgresStore.open(address) for _ in range(3)]

    async def write(store: PostgresStore, name: str) -> int:
        conflicts = 0
        for number in range(10):
            entry = Entry(b"x", 0, f"{name}/{number}")
            while True:
                try:
                    await store.append("T", len(await store.read("T")), [entry, ENTRY])
                    break
                except Conflict:
                    conflicts += 1
        return conflicts

    await asyncio.gather(*(write(store, str(n)) for n, store in enumerate(stores)))
    log = await stores[0].read("T")
    assert len(log) == 60
    assert len({entry.command for entry in log}) == 31
    for store in stores:
        await store.close()


async def test_process_that_is_stopped_while_it_writes_loses_its_turn_and_writes_nothing(
    store: PostgresStore, address: str
) -> None:
    """T12: a node that is paused holds up nobody, and its move is stale when it goes on."""
    await store.append("T", 0, [ENTRY])
    paused = await PostgresStore.open(address)
    soon = BEGIN.replace("'3s'", "'50ms'")
    assert soon != BEGIN

    async def write() -> None:
        async with paused.database.transaction(soon) as db:
            await db.fetch("select * from line for update")
            await db.execute("insert into event values ('T', 1, null, 0, 'stale')")
            await store.append("T", 1, [ENTRY])
            await db.execute("update line set length = 2")

    with pytest.raises(TROUBLE):
        await write()
    assert await store.read("T") == [ENTRY, ENTRY]
    with pytest.raises(Conflict):
        await paused.append("T", 1, [ENTRY])
    await paused.close()


async def test_accounts_that_change_at_once_on_two_nodes_do_not_stand_in_each_other_s_way(
    store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T27: whoever changes something again and again keeps nobody else from it."""
    monkeypatch.setattr(postgres_store, "_TRIES", 1)
    other = await PostgresStore.open(address)

    async def change(each: PostgresStore, number: int) -> None:
        for turn in range(6):
            here = await each.account(b"%d" % (number % 4), f"a{number}-{turn}")
            with suppress(AccountGone, NameTaken, KeyTaken):
                await each.prefer(here.id, {"theme": f"{turn}"})
                await each.offer_link(b"%d" % number, here.id, 10)
                await each.link(b"%d" % number, b"%d" % ((number + 1) % 4), 5)
                await each.rename(here.id, f"N{number}", f"n{number}")
            await each.forget(here.id)

    await asyncio.gather(*(change(each, n) for n in range(12) for each in (store, other)))
    await other.close()


async def test_processes_that_start_at_once_on_an_empty_database_make_its_tables_once(
    address: str,
) -> None:
    stores = await asyncio.gather(*(PostgresStore.open(address) for _ in range(4)))
    newest = migrations.NEWEST
    assert sorted(each.form_before for each in stores) == [0, newest, newest, newest]
    await asyncio.gather(*(store.close() for store in stores))


async def test_large_database_takes_its_time_to_be_brought_up_to_date_and_others_wait(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that people wait for may take some seconds, one over everything an hour."""
    short = BEGIN.replace("'3s'", "'250ms'").replace("'5s'", "'1s'")
    monkeypatch.setattr(postgres_database, "BEGIN", short)
    monkeypatch.setattr(postgres_database, "WAIT", 1.5)
    steps = migrations.steps

    def slow(kind: Kind, since: int) -> Iterator[tuple[int, list[str]]]:
        for number, texts in steps(kind, since):
            yield number, ["select pg_sleep(2)", *texts] if number == 1 else texts
            time.sleep(0.5 if number == 1 else 0)  # as if this process had to think

    monkeypatch.setattr(migrations, "steps", slow)
    stores = await asyncio.gather(*(PostgresStore.open(address) for _ in range(2)))
    assert sorted(each.form_before for each in stores) == [0, migrations.NEWEST]
    await asyncio.gather(*(store.close() for store in stores))


async def test_database_that_another_reads_is_not_brought_up_to_date_now_and_nobody_waits_for_it(
    store: PostgresStore, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T27: whoever appends would wait behind a step that waits."""
    await store.append("T", 0, [ENTRY])
    reader = await asyncpg.connect(address)
    await reader.execute("begin; select * from line")
    monkeypatch.setattr(migrations, "steps", lambda *_: [(99, ["alter table line add x integer"])])
    soon = postgres_form._PATIENCE.replace("'5s'", "'50ms'")
    monkeypatch.setattr(postgres_form, "_PATIENCE", soon)
    with pytest.raises(StoreFailed, match="LockNotAvailable"):
        async with asyncio.timeout(20):
            await PostgresStore.open(address)
    await store.append("T", 1, [ENTRY])
    await reader.close()


async def test_database_of_a_newer_version_is_refused_by_name_and_not_touched(
    store: PostgresStore, address: str
) -> None:
    db = await asyncpg.connect(address)
    await db.execute("insert into migration values (99)")
    await db.execute("drop table forgotten")
    with pytest.raises(StoreRefused, match="newer"):
        await PostgresStore.open(address)
    assert await db.fetchval("select to_regclass('forgotten')") is None
    await db.close()


async def test_tables_of_a_database_from_before_lines_are_listed_without_one(
    store: PostgresStore, address: str
) -> None:
    await store.append("T", 0, [ENTRY, ENTRY])
    db = await asyncpg.connect(address)
    await db.execute(
        "drop table line, result, played, said, seen; delete from migration where number > 2"
    )
    await db.close()
    again = await PostgresStore.open(address)
    assert again.form_before == 2
    assert await again.lengths() == {"T": 2}
    await again.close()


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("postgresql://127.0.0.1:1/x", "no_answer"),
        ("postgresql://keltis@/nowhere", "no_database"),
        ("postgresql://somebody@/postgres", "not_let_in"),
        ("postgresql://keltis@/postgres?sslmode=nonsense", "bad_address"),
    ],
)
async def test_database_that_cannot_be_used_is_refused_with_the_reason(
    address: str, wrong: str, reason: str
) -> None:
    host = address.partition("host=")[2].partition("&")[0]
    wrong += "" if "127." in wrong else f"{'&' if '?' in wrong else '?'}host={host}"
    with pytest.raises(StoreRefused, match=reason):
        await PostgresStore.open(wrong)
    await asyncio.sleep(0)  # asyncpg lets go of a refused connection a turn later


def test_address_is_shown_without_its_password() -> None:
    told = shown_address("postgresql://anna:secret@db.example:5432/keltis?password=secret")
    assert told == "postgresql://anna@db.example:5432/keltis"
