"""T27: a write that fails is one person's failure, never that of those who are written with it."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from keltis_server.store import sqlite
from keltis_server.store.contract import (
    AccountGone,
    Conflict,
    Entry,
    KeyTaken,
    NameTaken,
    StoreFailed,
)
from keltis_server.store.sqlite import SqliteStore
from tests.attacks import ghost_clients
from tests.attacks.honest import Attack, Paid

POISONED = 10_000


async def attack(port: int, seconds: float) -> Paid:
    """Write preferences for accounts that were forgotten meanwhile."""
    return await ghost_clients.attack(port, seconds, done=[])


ATTACKS: dict[str, Attack] = {"T27 writes for forgotten accounts": attack}
ENTRY = Entry(b"x", 0)
LIMITS = """
[door]
arrivals_per_second = 100
arrivals_burst = 100
sessions_per_source = 100
"""


@pytest.mark.e2e
async def test_nothing_is_written_from_outside_for_an_account_that_was_forgotten(
    server: Any, times: int
) -> None:
    done: list[str] = []
    paid = await ghost_clients.attack(server.port, 1.5 if times == 1 else 4.0, done=done)
    assert done == []
    assert paid.refused
    assert " broke: " not in server.log


def broken_key(db: sqlite3.Connection) -> None:
    db.execute("insert into preference values ('nobody', 'theme', 'light')")


def no_such_table(db: sqlite3.Connection) -> None:
    db.execute("insert into nowhere values (1)")


def half_done(db: sqlite3.Connection) -> None:
    db.execute("""insert into event values ('half', 0, null, 0, x'00')""")
    raise ValueError


def not_text(db: sqlite3.Connection) -> None:
    db.execute("insert into closed values (?)", ("\ud800",))


def too_large(db: sqlite3.Connection) -> None:
    db.execute("insert into event values ('t', ?, null, 0, x'00')", (1 << 70,))


def too_few(db: sqlite3.Connection) -> None:
    db.execute("insert into closed values (?)", ())


def stop(_: sqlite3.Connection) -> None:
    raise StopIteration


def too_much(db: sqlite3.Connection) -> None:
    db.execute("insert into event values ('t', 0, null, 0, zeroblob(2000000000))")


POISONS: list[Callable[[sqlite3.Connection], None]] = [
    *(broken_key, no_such_table, half_done, not_text, too_large, too_few, stop, too_much)
]


@pytest.mark.parametrize("poison", POISONS, ids=lambda poison: poison.__name__)
async def test_job_that_breaks_in_any_way_fails_alone_and_leaves_nothing_behind(
    tmp_path: Path, poison: Callable[[sqlite3.Connection], None]
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    jobs = [
        store._writer.do(poison) if number % 2 else store.append(f"T{number}", 0, [ENTRY])
        for number in range(100)
    ]
    done = await asyncio.gather(*jobs, return_exceptions=True)
    assert done[::2] == [None] * 50
    assert all(isinstance(failed, StoreFailed) for failed in done[1::2])
    assert sorted(await store.tables()) == sorted(f"T{number}" for number in range(0, 100, 2))
    await store.append("after", 0, [ENTRY])
    await store.close()


async def test_honest_writes_beside_ten_thousand_poisoned_ones_all_succeed(
    tmp_path: Path, amount: Callable[[int], int]
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    await store.account(b"key", "a1")
    await store.account(b"other", "a2")
    await store.rename("a1", "Anna", "anna")
    honest = 0
    left = poisoned = min(POISONED, amount(POISONED))

    async def attack(number: int) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            expected: tuple[type[Exception], ...]
            match left % 4:
                case 0:
                    work, expected = store.prefer("ghost", {"theme": "light"}), (AccountGone,)
                case 1:
                    work, expected = store.rename("a2", "Anna", "anna"), (NameTaken,)
                case 2:
                    work, expected = store.append("T0", 99, [ENTRY]), (Conflict,)
                case _:
                    work = store._writer.do(POISONS[number % 7])
                    expected = (StoreFailed,)
            with pytest.raises(expected):
                await work

    async def play(table: str) -> None:
        nonlocal honest
        length = 0
        while left > 0:
            await store.append(table, length, [ENTRY], by="a1")
            length += 1
            honest += 1

    await asyncio.gather(
        *(attack(number) for number in range(50)), *(play(f"T{n}") for n in range(1, 9))
    )
    assert honest > poisoned // 100
    assert sum((await store.lengths()).values()) == honest
    await store.close()


async def test_writing_thread_outlives_anything_and_acknowledges_nothing_falsely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if what breaks is no error of the database's."""

    class Breaking(sqlite3.Connection):
        breaking = ""

        def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:
            if sql == self.breaking:
                raise RuntimeError
            return super().execute(sql, *args)

    def connect(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, factory=Breaking
        )

    monkeypatch.setattr(sqlite, "connect", connect)
    store = SqliteStore.open(tmp_path / "games.db")
    for sql in ("begin immediate", "savepoint job", "release job", "commit"):
        Breaking.breaking = sql
        done = await asyncio.gather(
            *(store.append(f"T{number}", 0, [ENTRY]) for number in range(5)),
            return_exceptions=True,
        )
        assert all(isinstance(failed, StoreFailed) for failed in done)
        Breaking.breaking = ""
        assert await store.tables() == []
    await store.append("T", 0, [ENTRY])
    assert await store.tables() == ["T"]
    await store.close()


async def test_key_and_name_clashes_are_told_apart_from_a_failing_store(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    await store.account(b"key", "a1")
    await store.rename("a1", "Anna", "anna")
    await store.account(b"other", "a2")
    await store.offer_link(b"code", "a2", 1)
    done = await asyncio.gather(
        store.link(b"code", b"key", 0),
        store.rename("a2", "Anna", "anna"),
        store.rename("a3", "Anna", "anna"),
        store.append("T", 0, [ENTRY], by="a3"),
        return_exceptions=True,
    )
    assert [type(each) for each in done] == [KeyTaken, NameTaken, AccountGone, AccountGone]
    await store.close()
