"""The store in one SQLite file, which several processes may share."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, Self

from keltis_server.store import sqlite_appending as appending
from keltis_server.store import sqlite_talk as talk
from keltis_server.store.contract import (
    Account,
    AccountGone,
    DueTables,
    Entry,
    Judge,
    KeyTaken,
    Linked,
    LobbyLine,
    NameTaken,
    StoredLine,
    Written,
)
from keltis_server.store.pages import Pages
from keltis_server.store.played import Ended
from keltis_server.store.sqlite_file import SqliteFile, connect, refused, set_up
from keltis_server.store.sqlite_ladders import named
from keltis_server.store.sqlite_reader import Reader
from keltis_server.store.sqlite_writer import Writer
from keltis_server.store.steady import Steady
from keltis_server.store.turns import Turns

_NAME: Final = "iif(skeleton is null, '', name)"
"""The name that an account may use: none if it looks like another's."""
_BY_KEY: Final = f"select id, {_NAME}, name from account join key on account = id where key = ?"
"""The account of a key: its id, the name that it may use, and the one it had."""


class SqliteStore:
    """The contract of `store.Store`; commits are durable (WAL, synchronous=FULL)."""

    def __init__(self, path: Path, now: Callable[[], int] | None = None) -> None:
        self._now = now or Steady().now
        self._closed = False
        with ExitStack() as opened:
            try:
                self._writing = opened.enter_context(closing(connect(path)))
                self.form_before = set_up(self._writing)
                """The form in which the file was before it was opened; 0 if it was empty."""
            except sqlite3.Error as error:
                raise refused(error) from error
            self._reading = opened.enter_context(closing(Reader(path, "keltis-read")))
            browsing = opened.enter_context(closing(Reader(path, "keltis-pages")))
            self._turns = opened.enter_context(closing(Turns(path.with_name(f"{path.name}-turns"))))
            opened.pop_all()
        self._browsing = browsing  # it may take long, and nobody who comes in is to wait for it
        self.pages = Pages(lambda query, *values: browsing.ask(query, named(values)))
        self._writer = Writer(self._writing, SqliteFile(path), self._turns)

    @classmethod
    def open(cls, path: Path, now: Callable[[], int] | None = None) -> Self:
        """The store in the file at `path`, which is made if there is none.

        `now` is the time of day in ms since 1970, by which tables are due.
        """
        return cls(path, now)

    @property
    def broken(self) -> bool:
        """Whether the disk has failed, so that nothing is written any more."""
        return self._writer.broken

    def when_broken(self, tell: Callable[[], None]) -> None:
        """Have `tell` called in the running loop once the disk has failed."""
        self._writer.when_broken(tell)

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
        """Write all entries from `expected_seq` on, or none."""
        written = Written(entries, line, last, result, due, ended)
        await self._writer.do(lambda db: appending.append(db, table, expected_seq, written, by))

    def now(self) -> int:
        """The time of day by the clock that all processes on the file share: the machine's."""
        return self._now()

    async def due(self, most: int) -> DueTables:
        """The tables whose time has come."""
        now = self._now()
        query = 'select "table" from line where due <= ? order by due limit ?'
        tables = [table for (table,) in await self._ask(query, now, most)]
        ((soonest,),) = await self._ask("select min(due) from line where due > ?", now)
        return DueTables(tables, None if soonest is None else soonest - now)

    async def fire(self, table: str, expected_seq: int | None, judge: Judge) -> Written | None:
        """Write what is due at a table, once.

        Judged before the writer's transaction, in the thread of whoever asks, and written in it
        only if what was judged is still so.
        """
        now = self._now()
        found = await self._ask(appending.CLAIM, table, now)
        if not found or expected_seq not in (None, found[0][0]):
            return None
        (seq,) = found[0]
        written, fired = judge(now), [False]

        def write(db: sqlite3.Connection) -> None:
            fired[0] = appending.fire(db, table, seq, now, written)

        await self._writer.do(write)
        return written if fired[0] else None

    async def read(self, table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        """The log of a table from `from_seq` on."""
        query = (
            'select body, at, command from event where "table" = ? and seq >= ?'
            " order by seq limit ?"
        )
        rows = await self._ask(query, table, from_seq, -1 if most is None else most)
        return [Entry(body, at, command or "") for body, at, command in rows]

    async def standing(self, table: str) -> bool:
        """Whether there is such a table and it has not had its last entry."""
        return bool(await self._ask('select 1 from line where "table" = ?', table))

    async def holds(self, table: str, command: str) -> bool:
        """Whether a command stands in the log of a table."""
        query = 'select 1 from event where "table" = ? and command = ?'
        return bool(await self._ask(query, table, command))

    async def tables(self) -> list[str]:
        """Every table that has not had its last entry."""
        rows = await self._ask('select "table" from line order by opened, "table"')
        return [table for (table,) in rows]

    async def lengths(self) -> dict[str, int]:
        """How long the log of each such table is."""
        return dict(await self._ask('select "table", length from line'))

    async def lines(self, tables: Sequence[str]) -> list[StoredLine]:
        """The lines of these tables, but of none that is gone."""
        among = ", ".join("?" * len(tables))
        query = f'select "table", length, line from line where "table" in ({among})'
        found = {row[0]: StoredLine(*row) for row in await self._ask(query, *tables)}
        return [found[table] for table in tables if table in found]

    async def keep_line(self, table: str, seq: int, line: bytes) -> None:
        """Have `lines` tell this of a table whose log is so long."""

        def write(db: sqlite3.Connection) -> None:
            query = 'update line set line = ? where "table" = ? and length = ?'
            db.execute(query, (line, table, seq))

        await self._writer.do(write)

    async def results(self, most: int) -> list[bytes]:
        """The results of so many games at most, the newest first."""
        query = 'select body from result order by at desc, "table" desc, seq desc limit ?'
        return [body for (body,) in await self._ask(query, most)]

    async def say(self, command: str, who: str, body: bytes, most: int, *, by: str = "") -> None:
        """Keep a line said in the lobby, and only the last so many."""
        at = self._now()
        await self._writer.do(lambda db: talk.say(db, command, at, who, body, most, by))

    async def said(self, since: int) -> list[LobbyLine]:
        """The lines kept of those said in the lobby after that one."""
        return [LobbyLine(*row) for row in await self._ask(talk.SAID, since)]

    async def saw(self, account: str, seen: Mapping[str, int]) -> None:
        """Remember how much of which tables' logs an account has seen."""
        await self._writer.do(lambda db: talk.saw(db, account, seen))

    async def seen(self, account: str) -> dict[str, int]:
        """What an account has seen of which table's log."""
        return dict(await self._ask(talk.SEEN, account))

    async def note(self, what: str) -> str:
        """What is kept under a name."""
        found = await self._ask("select value from about where what = ?", what)
        return str(found[0][0]) if found else ""

    async def keep_note(self, what: str, text: str) -> str:
        """Keep a text under a name unless another is; the one that is kept."""

        def write(db: sqlite3.Connection) -> None:
            db.execute("insert or ignore into about values (?, ?)", (what, text))

        await self._writer.do(write)
        return await self.note(what)

    async def set_note(self, what: str, text: str) -> None:
        """Keep a text under a name instead of whatever was kept there."""

        def write(db: sqlite3.Connection) -> None:
            db.execute("insert or replace into about values (?, ?)", (what, text))

        await self._writer.do(write)

    async def account(self, key: bytes, new_id: str) -> Account:
        """The account of a public key; a key never seen before gets a new one."""
        known = await self.known(key)
        if known is not None:
            return known
        found = [Account(new_id, "")]

        def write(db: sqlite3.Connection) -> None:
            before = db.execute(_BY_KEY, (key,)).fetchone()
            if before is not None:
                found[0] = Account(*before[:2])
                return
            db.execute("insert into account (id) values (?)", (new_id,))
            db.execute("insert into key values (?, ?)", (key, new_id))

        await self._writer.do(write)
        return found[0]

    async def known(self, key: bytes) -> Account | None:
        """The account of a public key, if there is one."""
        found = await self._ask(_BY_KEY, key)
        return Account(*found[0][:2]) if found else None

    async def offer_link(self, code: bytes, account: str, until: int) -> None:
        """Let the next key that names `code` join the account; an older offer is void."""

        def write(db: sqlite3.Connection) -> None:
            appending.must_exist(db, account)
            db.execute("delete from link_offer where account = ?", (account,))
            db.execute("insert into link_offer values (?, ?, ?)", (code, account, until))

        await self._writer.do(write)

    async def link(self, code: bytes, key: bytes, now: int) -> Linked | None:
        """Let a key open the account that offered `code`, which is used up."""
        linked: list[Linked] = []

        def write(db: sqlite3.Connection) -> None:
            db.execute("delete from link_offer where until < ?", (now,))
            offered = "from account join link_offer on account = id where code = ?"
            found = db.execute(f"select id, {_NAME} {offered}", (code,)).fetchone()
            if found is None:
                return
            before = db.execute(_BY_KEY, (key,)).fetchone()
            left = before[0] if before is not None and before[0] != found[0] else ""
            if left:
                if before[2]:
                    raise KeyTaken
                _delete_account(db, left)
            db.execute("insert or replace into key values (?, ?)", (key, found[0]))
            db.execute("delete from link_offer where code = ?", (code,))
            linked.append(Linked(Account(*found), left))

        await self._writer.do(write)
        return linked[0] if linked else None

    async def forget(self, account: str) -> None:
        """Delete an account and everything that was known of it."""

        def write(db: sqlite3.Connection) -> None:
            _delete_account(db, account)
            db.execute("insert or ignore into forgotten values (?)", (account,))

        await self._writer.do(write)

    async def forgotten(self) -> frozenset[str]:
        """The ids of all accounts that were deleted."""
        return frozenset(account for (account,) in await self._ask("select id from forgotten"))

    async def rename(self, account: str, name: str, skeleton: str) -> None:
        """Give an account a name, unless another has one of that skeleton."""

        def write(db: sqlite3.Connection) -> None:
            appending.must_exist(db, account)
            try:
                db.execute(
                    "update account set name = ?, skeleton = ? where id = ?",
                    (name, skeleton, account),
                )
            except sqlite3.IntegrityError as error:
                raise NameTaken from error

        await self._writer.do(write)

    async def name_taken(self, skeleton: str) -> bool:
        """Whether an account has a name of that skeleton."""
        return bool(await self._ask("select 1 from account where skeleton = ?", skeleton))

    async def called(self, account: str) -> str:
        """The name of an account."""
        found = await self._ask(f"select {_NAME} from account where id = ?", account)
        if not found:
            raise AccountGone
        return str(found[0][0])

    async def preferences(self, account: str) -> dict[str, str]:
        """What an account asked to remember."""
        query = (
            "select preference.name, value from account left join preference on account = id"
            " where id = ? order by preference.name"
        )
        found = await self._ask(query, account)
        if not found:
            raise AccountGone
        return {name: value for name, value in found if name is not None}

    async def prefer(self, account: str, preferences: Mapping[str, str]) -> None:
        """Remember these for an account, instead of those before."""
        rows = [(account, name, value) for name, value in preferences.items()]

        def write(db: sqlite3.Connection) -> None:
            appending.must_exist(db, account)
            db.execute("delete from preference where account = ?", (account,))
            db.executemany("insert into preference values (?, ?, ?)", rows)

        await self._writer.do(write)

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        if not self._closed:
            self._closed = True
            await self._writer.close()
            await self._reading.finish()
            await self._browsing.finish()
            self._writing.close()
            self._turns.close()

    async def _ask(self, query: str, *values: str | int | bytes) -> list[Any]:
        """The rows of a query, read beside the event loop."""
        return await self._reading.ask(query, values)


def _delete_account(db: sqlite3.Connection, account: str) -> None:
    for table in ("key", "preference", "link_offer", "seen"):
        db.execute(f"delete from {table} where account = ?", (account,))
    talk.unsay(db, account)
    db.execute("delete from account where id = ?", (account,))
