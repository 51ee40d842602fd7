"""What every store promises: an append-only log whose key is the lock, and accounts by key."""

import asyncio

import pytest

from keltis_server.store.contract import (
    Account,
    AccountGone,
    Conflict,
    Entry,
    KeyTaken,
    Linked,
    NameTaken,
    Store,
    StoredLine,
    StoreFailed,
)
from tests.server.conftest import StoreFactory

pytestmark = pytest.mark.law  # on each of the two databases


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
    assert await store.read("T", 1, 1) == written[1:2]
    assert await store.read("T", 0, 9) == written
    assert await store.holds("T", "a/2")
    assert not await store.holds("T", "a/3")
    assert not await store.holds("U", "a/2")


async def test_note_is_kept_once_whoever_comes_later(store: Store, factory: StoreFactory) -> None:
    assert await store.note("key") == ""
    other = await factory()
    kept = await asyncio.gather(
        *(each.keep_note("key", f"{n}") for n in range(5) for each in (store, other))
    )
    assert len(set(kept)) == 1
    assert await other.note("key") == kept[0]
    assert await store.keep_note("key", "late") == kept[0]
    await other.close()


async def test_table_stands_from_its_first_entry_to_its_last(store: Store) -> None:
    assert not await store.standing("T")
    await store.append("T", 0, [entry("opened", "a/1")])
    assert await store.standing("T")
    assert not await store.standing("U")
    await store.append("T", 1, [entry("closed")], last=True)
    assert not await store.standing("T")


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


async def test_two_processes_on_one_log_see_each_other(factory: StoreFactory, store: Store) -> None:
    other = await factory()
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
    factory: StoreFactory, store: Store
) -> None:
    other = await factory()
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


async def test_line_of_a_table_is_written_with_the_log_and_gone_with_the_table(
    factory: StoreFactory, store: Store
) -> None:
    other = await factory()
    try:
        await store.append("U", 0, [entry("opened")], line=b"one waits")
        await store.append("T", 0, [entry("opened"), entry("sat down")], line=b"two wait")
        lines = [StoredLine("T", 2, b"two wait"), StoredLine("U", 1, b"one waits")]
        assert await other.lines(await other.tables()) == lines
        assert await other.lines(["U"]) == [lines[1]]
        await store.append("T", 2, [entry("started")], line=b"they play")
        assert await other.lines(["T"]) == [StoredLine("T", 3, b"they play")]
        await store.append("T", 3, [entry("closed")], line=b"nobody", last=True)
        assert await other.lines(["T"]) == []
        assert await other.lines(["V"]) == []
        assert await other.lines(await other.tables()) == lines[1:]
    finally:
        await other.close()


async def test_append_that_writes_nothing_leaves_the_line_as_it_was(store: Store) -> None:
    await store.append("T", 0, [entry("opened", "a/1")], line=b"right")
    for seq, again in ((0, [entry("opened")]), (1, [entry("more", "a/1")]), (3, [entry("more")])):
        with pytest.raises(Conflict):
            await store.append("T", seq, again, line=b"wrong")
    await store.append("T", 1, [], line=b"wrong")
    await store.append("U", 0, [], line=b"wrong")
    assert await store.lines(await store.tables()) == [StoredLine("T", 1, b"right")]


async def test_line_that_is_missing_can_be_given_until_the_log_goes_on(store: Store) -> None:
    await store.append("T", 0, [entry("opened")], line=b"before")
    await store.append("T", 1, [entry("more")])
    assert await store.lines(["T"]) == [StoredLine("T", 2, None)]
    await store.keep_line("T", 1, b"too late")
    assert await store.lines(["T"]) == [StoredLine("T", 2, None)]
    await store.keep_line("T", 2, b"after")
    assert await store.lines(["T"]) == [StoredLine("T", 2, b"after")]
    await store.append("T", 2, [entry("closed")], last=True)
    await store.keep_line("T", 3, b"nobody")
    assert await store.lines(await store.tables()) == []


async def test_everything_is_there_after_opening_again(factory: StoreFactory) -> None:
    store = await factory()
    await store.append("T", 0, [entry("opened", "a/1")])
    await store.account(b"key", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.close()
    store = await factory()
    assert await store.tables() == ["T"]
    assert await store.read("T") == [entry("opened", "a/1")]
    assert await store.account(b"key", "a2") == Account("a1", "Anna")
    await store.close()


async def test_same_key_is_always_the_same_account(store: Store) -> None:
    requests = [store.account(b"key", f"a{n}") for n in range(10)]
    accounts = await asyncio.gather(*requests)
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


async def test_closed_store_says_so(factory: StoreFactory) -> None:
    store = await factory()
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed):
        await store.append("T", 0, [entry("one")])
    with pytest.raises(StoreFailed):
        await store.read("T")


async def test_appends_that_were_begun_are_finished_by_closing(factory: StoreFactory) -> None:
    store = await factory()
    begun = [asyncio.create_task(store.append(f"T{n}", 0, [entry("x")])) for n in range(50)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*begun)
    store = await factory()
    assert len(await store.tables()) == 50
    await store.close()


async def test_preferences_replace_those_before_and_stay_apart_by_account(
    factory: StoreFactory,
) -> None:
    store = await factory()
    await store.account(b"anna's key", "anna")
    await store.account(b"bob's key", "bob")
    assert await store.preferences("anna") == {}
    await store.prefer("anna", {"theme": "light", "signs": "ascii"})
    await store.prefer("bob", {"theme": "safe"})
    await store.prefer("anna", {"theme": "dark"})
    await store.close()
    again = await factory()
    assert await again.preferences("anna") == {"theme": "dark"}
    assert await again.preferences("bob") == {"theme": "safe"}
    await again.close()


async def test_nothing_is_written_for_an_account_that_is_not_there(store: Store) -> None:
    """T26: neither before it is made nor after it was deleted."""

    async def all_refused() -> None:
        for write in (
            store.rename("a1", "Anna", "anna"),
            store.prefer("a1", {"theme": "light"}),
            store.prefer("a1", {}),
            store.offer_link(b"code", "a1", 10),
            store.append("T", 0, [entry("opened")], by="a1"),
        ):
            with pytest.raises(AccountGone):
                await write
        with pytest.raises(AccountGone):
            await store.preferences("a1")
        assert not await store.name_taken("anna")
        assert await store.link(b"code", b"2", 5) is None
        assert await store.read("T") == []

    await all_refused()
    await store.account(b"1", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.prefer("a1", {"theme": "light"})
    await store.append("U", 0, [entry("opened")], by="a1")
    await store.offer_link(b"code", "a1", 10)
    await store.forget("a1")
    await all_refused()
    assert await store.known(b"1") is None
    assert await store.forgotten() == {"a1"}


async def test_key_leaves_an_account_without_a_name_which_is_deleted_and_named(
    store: Store,
) -> None:
    """T26: so that whoever is there as that account can be sent off."""
    await store.account(b"1", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.offer_link(b"code", "a1", 10)
    await store.account(b"2", "a2")
    assert await store.link(b"code", b"2", 5) == Linked(Account("a1", "Anna"), "a2")
    assert await store.known(b"2") == Account("a1", "Anna")
    with pytest.raises(AccountGone):
        await store.prefer("a2", {})
    await store.offer_link(b"again", "a1", 10)
    assert await store.link(b"again", b"2", 5) == Linked(Account("a1", "Anna"), "")
    await store.account(b"3", "a3")
    await store.rename("a3", "Boris", "boris")
    await store.offer_link(b"third", "a1", 10)
    with pytest.raises(KeyTaken):
        await store.link(b"third", b"3", 5)
    assert await store.known(b"3") == Account("a3", "Boris")


async def test_write_that_clashes_fails_alone_among_those_committed_with_it(store: Store) -> None:
    """T27."""
    await store.account(b"1", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.account(b"2", "a2")
    tries = [
        write
        for number in range(20)
        for write in (
            store.append(f"T{number}", 0, [entry("opened")], by="a1"),
            store.prefer("nobody", {"theme": "light"}),
            store.rename("a2", "ANNA", "anna"),
            store.append(f"T{number}", 9, [entry("moved")], by="a1"),
        )
    ]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    expected = [type(None), AccountGone, NameTaken, Conflict] * 20
    assert [type(outcome) for outcome in outcomes] == expected
    assert len(await store.tables()) == 20


async def test_results_are_written_with_the_append_that_ends_a_game_or_not_at_all(
    store: Store,
) -> None:
    def at(when: int) -> list[Entry]:
        return [Entry(b"moved", when - 1), Entry(b"over", when)]

    await store.append("T", 0, at(20), result=b"second")
    await store.append("U", 0, at(30), result=b"third")
    await store.append("V", 0, at(10), result=b"first")
    await store.append("V", 2, at(40))
    with pytest.raises(Conflict):
        await store.append("T", 0, at(50), result=b"never")
    assert await store.results(9) == [b"third", b"second", b"first"]
    assert await store.results(2) == [b"third", b"second"]
