"""What every store promises: an append-only log whose key is the lock, and accounts by key."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from keltis_server.sqlite_store import SqliteStore
from keltis_server.store import Account, Conflict, Entry, NameTaken, Store, StoreFailed

StoreFactory = Callable[[Path], Store]
STORES: list[tuple[str, StoreFactory]] = [
    ("sqlite", lambda folder: SqliteStore.open(folder / "games.db")),
]


@pytest.fixture(params=[factory for _, factory in STORES], ids=[name for name, _ in STORES])
def factory(request: pytest.FixtureRequest) -> StoreFactory:
    made: StoreFactory = request.param
    return made


@pytest.fixture
async def store(factory: StoreFactory, tmp_path: Path) -> AsyncIterator[Store]:
    store = factory(tmp_path)
    yield store
    await store.close()


def entry(text: str, command: str = "") -> Entry:
    return Entry(text.encode(), 1_700_000_000_000, command)


async def test_log_is_read_back_as_it_was_written(store: Store) -> None:
    written = [entry("opened", "a/1"), entry("sat down"), entry("moved", "a/2")]
    await store.append("T", 0, written[:2])
    await store.append("T", 2, written[2:])
    assert await store.read("T") == written
    assert await store.read("T", 2) == written[2:]
    assert await store.read("T", 3) == []
    assert await store.read("U") == []


@pytest.mark.parametrize("expected", [0, 1, 3, 100])
async def test_append_that_expects_another_length_writes_nothing(
    store: Store, expected: int
) -> None:
    await store.append("T", 0, [entry("one"), entry("two")])
    with pytest.raises(Conflict):
        await store.append("T", expected, [entry("three")])
    assert [e.body for e in await store.read("T")] == [b"one", b"two"]


async def test_command_stands_in_a_table_s_log_once(store: Store) -> None:
    """T6."""
    await store.append("T", 0, [entry("one", "a/1")])
    with pytest.raises(Conflict):
        await store.append("T", 1, [entry("two", "a/2"), entry("again", "a/1")])
    assert len(await store.read("T")) == 1
    await store.append("U", 0, [entry("one", "a/1")])


async def test_of_many_writers_with_one_expectation_exactly_one_wins(store: Store) -> None:
    """T6: the key is the fence."""
    for length in range(20):
        tries = [store.append("T", length, [entry(f"{length} by {n}")]) for n in range(8)]
        outcomes = await asyncio.gather(*tries, return_exceptions=True)
        assert outcomes.count(None) == 1
        assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 7
    assert len(await store.read("T")) == 20


async def test_conflict_of_one_table_does_not_touch_the_others_committed_with_it(
    store: Store,
) -> None:
    tries = [store.append(f"T{n}", n % 2, [entry("one")]) for n in range(40)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert [outcome is None for outcome in outcomes] == [n % 2 == 0 for n in range(40)]
    assert sorted(await store.tables()) == sorted(f"T{n}" for n in range(0, 40, 2))


async def test_two_processes_on_one_log_see_each_other(
    factory: StoreFactory, store: Store, tmp_path: Path
) -> None:
    other = factory(tmp_path)
    try:
        await store.append("T", 0, [entry("mine")])
        with pytest.raises(Conflict):
            await other.append("T", 0, [entry("theirs")])
        await other.append("T", 1, [entry("theirs")])
        assert [e.body for e in await store.read("T")] == [b"mine", b"theirs"]
    finally:
        await other.close()


async def test_table_after_its_last_entry_is_not_listed_and_takes_no_more(store: Store) -> None:
    await store.append("T", 0, [entry("opened")])
    await store.append("U", 0, [entry("opened")])
    await store.append("T", 1, [entry("closed")], last=True)
    assert await store.tables() == ["U"]
    with pytest.raises(Conflict):
        await store.append("T", 2, [entry("more")])
    assert len(await store.read("T")) == 2


async def test_another_process_can_ask_how_long_every_log_is(
    factory: StoreFactory, store: Store, tmp_path: Path
) -> None:
    other = factory(tmp_path)
    try:
        await store.append("T", 0, [entry("opened"), entry("more")])
        await store.append("U", 0, [entry("opened")])
        await store.append("V", 0, [entry("opened")])
        assert await other.lengths() == {"T": 2, "U": 1, "V": 1}
        await store.append("U", 1, [entry("closed")], last=True)
        await other.append("V", 1, [entry("more")])
        assert await other.lengths() == {"T": 2, "V": 2}
    finally:
        await other.close()


async def test_everything_is_there_after_opening_again(
    factory: StoreFactory, tmp_path: Path
) -> None:
    store = factory(tmp_path)
    await store.append("T", 0, [entry("opened", "a/1")])
    await store.account(b"key", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.close()
    store = factory(tmp_path)
    assert await store.tables() == ["T"]
    assert await store.read("T") == [entry("opened", "a/1")]
    assert await store.account(b"key", "a2") == Account("a1", "Anna")
    await store.close()


async def test_same_key_is_always_the_same_account(store: Store) -> None:
    wishes = [store.account(b"key", f"a{n}") for n in range(10)]
    accounts = await asyncio.gather(*wishes)
    assert len({account.id for account in accounts}) == 1
    assert await store.account(b"KEY", "b") == Account("b", "")


async def test_name_is_taken_by_its_skeleton(store: Store) -> None:
    """T17."""
    await store.account(b"1", "a1")
    await store.account(b"2", "a2")
    await store.rename("a1", "Anna", "anna")
    with pytest.raises(NameTaken):
        await store.rename("a2", "ANNA", "anna")
    assert await store.account(b"2", "") == Account("a2", "")
    assert await store.name_taken("anna")
    await store.rename("a1", "Anja", "anja")
    assert not await store.name_taken("anna")
    await store.rename("a2", "ANNA", "anna")


async def test_closed_store_says_so(factory: StoreFactory, tmp_path: Path) -> None:
    store = factory(tmp_path)
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed):
        await store.append("T", 0, [entry("one")])
    with pytest.raises(StoreFailed):
        await store.read("T")


async def test_appends_that_were_begun_are_finished_by_closing(
    factory: StoreFactory, tmp_path: Path
) -> None:
    store = factory(tmp_path)
    begun = [asyncio.create_task(store.append(f"T{n}", 0, [entry("x")])) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*begun)
    store = factory(tmp_path)
    assert len(await store.tables()) == 50
    await store.close()


async def test_preferences_replace_those_before_and_stay_apart_by_account(
    factory: StoreFactory, tmp_path: Path
) -> None:
    store = factory(tmp_path)
    await store.account(b"anna's key", "anna")
    await store.account(b"bob's key", "bob")
    assert await store.preferences("anna") == {}
    await store.prefer("anna", {"theme": "light", "signs": "ascii"})
    await store.prefer("bob", {"theme": "safe"})
    await store.prefer("anna", {"theme": "dark"})
    await store.close()
    again = factory(tmp_path)
    assert await again.preferences("anna") == {"theme": "dark"}
    assert await again.preferences("bob") == {"theme": "safe"}
    await again.close()
