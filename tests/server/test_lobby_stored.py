"""What every store keeps for the lobby: what is said there, and what people have seen."""

import asyncio

import pytest

from keltis_server.store.contract import AccountGone, LobbyLine, Store
from tests.server.conftest import StoreFactory

pytestmark = pytest.mark.law  # on each of the two databases


def told(lines: list[LobbyLine]) -> list[tuple[int, str, bytes]]:
    return [(line.number, line.who, line.body) for line in lines]


async def test_lines_of_the_lobby_are_numbered_in_order_and_only_the_last_are_kept(
    store: Store,
) -> None:
    for number in range(5):
        await store.say(f"c{number}", "anna", b"%d" % number, 3)
    assert told(await store.said(0)) == [(n + 1, "anna", b"%d" % n) for n in (2, 3, 4)]
    assert told(await store.said(4)) == [(5, "anna", b"4")]
    assert await store.said(5) == []
    assert {abs(line.at - store.now()) < 60_000 for line in await store.said(0)} == {True}


async def test_a_command_says_one_line_however_often_it_comes(store: Store) -> None:
    """T6."""
    for _ in range(3):
        await store.say("same", "anna", b"hello", 9)
    assert told(await store.said(0)) == [(1, "anna", b"hello")]


async def test_lines_said_at_once_by_several_processes_have_each_its_number(
    store: Store, factory: StoreFactory
) -> None:
    other = await factory()
    await asyncio.gather(
        *(
            each.say(f"{n}{each is store}", "anna", b"x", 50)
            for n in range(8)
            for each in (store, other)
        )
    )
    assert [line.number for line in await other.said(0)] == [*range(1, 17)]
    await other.close()


async def test_what_somebody_said_is_gone_with_the_account_and_no_number_comes_twice(
    store: Store,
) -> None:
    anna = (await store.account(b"key", "anna")).id
    await store.say("1", "boris", b"hello", 9)
    await store.say("2", anna, b"secret", 9)
    await store.saw(anna, {"TABLE1": 7})
    await store.forget(anna)
    assert told(await store.said(0)) == [(1, "boris", b"hello"), (2, anna, b"")]
    await store.say("3", "boris", b"again", 9)
    assert [line.number for line in await store.said(2)] == [3]
    assert await store.seen(anna) == {}


async def test_what_somebody_has_seen_is_remembered_instead_of_what_before(store: Store) -> None:
    anna = (await store.account(b"key", "anna")).id
    assert await store.seen(anna) == {}
    await store.saw(anna, {"TABLE1": 7, "TABLE2": 9})
    await store.saw(anna, {"TABLE2": 11})
    assert await store.seen(anna) == {"TABLE2": 11}
    with pytest.raises(AccountGone):
        await store.saw("nobody", {"TABLE2": 11})
