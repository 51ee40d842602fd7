"""The store in a PostgreSQL database, which processes on several machines may share."""

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Self, TypeVar

import asyncpg

from keltis_server.store import postgres_due
from keltis_server.store import postgres_talk as talk
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
    StoreFailed,
    Written,
)
from keltis_server.store.pages import Pages
from keltis_server.store.played import Ended
from keltis_server.store.postgres_database import (
    Database,
    in_our_words,
    refusing,
)
from keltis_server.store.postgres_form import set_up
from keltis_server.store.postgres_writer import AGAIN, Append, Writer
from keltis_server.store.steady import Steady

T = TypeVar("T")

_TRIES: Final = 5
"""How often a change of accounts is tried that meets something else."""
_NAME: Final = "case when skeleton is null then '' else name end"
"""The name that an account may use: none if it looks like another's."""
_BY_KEY: Final = f"select id, {_NAME}, name from account join key on account = id where key = $1"
"""The account of a key: its id, the name that it may use, and the one it had."""


class PostgresStore:
    """The contract of `store.Store`; a batch of appends is one commit and one notice."""

    def __init__(self, database: Database, before: int, now: int) -> None:
        self.database = database
        self._clock = Steady()
        self._clock.set(now)
        self.form_before = before
        """The form in which the tables were before they were opened; 0 if there were none."""
        self.origin = secrets.token_hex(6)
        """Under this name the other processes are told of longer logs."""
        self._writer = Writer(database, self.origin)
        self.pages = Pages(database.ask)

    @classmethod
    async def open(cls, address: str) -> Self:
        """The store in the database at an address, in which what is missing is made."""
        database = await Database.open(address)
        try:
            with refusing():
                before = await set_up(database)
            now = await postgres_due.clock(database)
        except StoreFailed:
            await database.close()
            raise
        return cls(database, before, now)

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
        await self._writer.append(Append(table, expected_seq, written, by))

    def now(self) -> int:
        """The time of day by the database's clock, as it was told last and has gone on since."""
        return self._clock.now()

    async def due(self, most: int) -> DueTables:
        """The tables whose time has come."""
        found, now = await postgres_due.due(self.database, most)
        self._clock.set(now)
        return found

    async def fire(self, table: str, expected_seq: int | None, judge: Judge) -> Written | None:
        """Write what is due at a table, once."""
        job = Append(table, expected_seq, None, judge=judge)
        await self._writer.append(job)
        return job.written

    async def read(self, table: str, from_seq: int = 0, most: int | None = None) -> list[Entry]:
        """The log of a table from `from_seq` on."""
        query = (
            'select body, at, command from event where "table" = $1 and seq >= $2'
            " order by seq limit $3"
        )
        rows = await self.database.ask(query, table, from_seq, most)
        return [Entry(body, at, command or "") for body, at, command in rows]

    async def standing(self, table: str) -> bool:
        """Whether there is such a table and it has not had its last entry."""
        return bool(await self.database.ask('select 1 from line where "table" = $1', table))

    async def holds(self, table: str, command: str) -> bool:
        """Whether a command stands in the log of a table."""
        query = 'select 1 from event where "table" = $1 and command = $2'
        return bool(await self.database.ask(query, table, command))

    async def tables(self) -> list[str]:
        """Every table that has not had its last entry."""
        rows = await self.database.ask('select "table" from line order by opened, "table"')
        return [table for (table,) in rows]

    async def lengths(self) -> dict[str, int]:
        """How long the log of each such table is."""
        rows = await self.database.ask('select "table", length from line')
        return {table: length for table, length in rows}  # noqa: C416 (records are no tuples)

    async def lines(self, tables: Sequence[str]) -> list[StoredLine]:
        """The lines of these tables, but of none that is gone."""
        query = 'select "table", length, line from line where "table" = any($1)'
        rows = await self.database.ask(query, tables)
        found = {row[0]: StoredLine(*row) for row in rows}
        return [found[table] for table in tables if table in found]

    async def keep_line(self, table: str, seq: int, line: bytes) -> None:
        """Have `lines` tell this of a table whose log is so long."""
        query = 'update line set line = $1 where "table" = $2 and length = $3'
        await self.database.ask(query, line, table, seq)

    async def results(self, most: int) -> list[bytes]:
        """The results of so many games at most, the newest first."""
        query = 'select body from result order by at desc, "table" desc, seq desc limit $1'
        return [body for (body,) in await self.database.ask(query, most)]

    async def say(self, command: str, who: str, body: bytes, most: int, *, by: str = "") -> None:
        """Keep a line said in the lobby, and only the last so many."""
        with in_our_words():
            async with self.database.transaction() as db:
                if by:
                    await _must_exist(db, by)
                await talk.say(db, command, self.now(), who, body, most)

    async def said(self, since: int) -> list[LobbyLine]:
        """The lines kept of those said in the lobby after that one."""
        return [LobbyLine(*row) for row in await self.database.ask(talk.SAID, since)]

    async def saw(self, account: str, seen: Mapping[str, int]) -> None:
        """Remember how much of which tables' logs an account has seen."""

        async def write(db: Any) -> None:
            await _must_exist(db, account)
            await talk.saw(db, account, seen)

        await self._change(write)

    async def seen(self, account: str) -> dict[str, int]:
        """What an account has seen of which table's log."""
        return {table: seq for table, seq in await self.database.ask(talk.SEEN, account)}  # noqa: C416

    async def note(self, what: str) -> str:
        """What is kept under a name."""
        found = await self.database.ask("select value from about where what = $1", what)
        return str(found[0][0]) if found else ""

    async def keep_note(self, what: str, text: str) -> str:
        """Keep a text under a name unless another is; the one that is kept."""
        query = "insert into about values ($1, $2) on conflict (what) do nothing"
        await self.database.ask(query, what, text)
        return await self.note(what)

    async def set_note(self, what: str, text: str) -> None:
        """Keep a text under a name instead of whatever was kept there."""
        query = "insert into about values ($1, $2) on conflict (what) do update set value = $2"
        await self.database.ask(query, what, text)

    async def account(self, key: bytes, new_id: str) -> Account:
        """The account of a public key; a key never seen before gets a new one."""
        known = await self.known(key)
        if known is not None:
            return known

        async def write(db: Any) -> Account:
            before = await db.fetchrow(_BY_KEY, key)
            if before is not None:
                return Account(before[0], before[1])
            await db.execute("insert into account (id) values ($1)", new_id)
            await db.execute("insert into key values ($1, $2)", key, new_id)
            return Account(new_id, "")

        return await self._change(write)

    async def known(self, key: bytes) -> Account | None:
        """The account of a public key, if there is one."""
        found = await self.database.ask(_BY_KEY, key)
        return Account(found[0][0], found[0][1]) if found else None

    async def offer_link(self, code: bytes, account: str, until: int) -> None:
        """Let the next key that names `code` join the account; an older offer is void."""

        async def write(db: Any) -> None:
            await _must_exist(db, account)
            await db.execute("delete from link_offer where account = $1", account)
            await db.execute("insert into link_offer values ($1, $2, $3)", code, account, until)

        await self._change(write)

    async def link(self, code: bytes, key: bytes, now: int) -> Linked | None:
        """Let a key open the account that offered `code`, which is used up."""

        async def write(db: Any) -> Linked | None:
            await db.execute("delete from link_offer where until < $1", now)
            offered = "from account join link_offer on account = id where code = $1"
            found = await db.fetchrow(f"select id, {_NAME} {offered}", code)
            if found is None:
                return None
            before = await db.fetchrow(_BY_KEY, key)
            left = before[0] if before is not None and before[0] != found[0] else ""
            if left:
                if before[2]:
                    raise KeyTaken
                await _delete_account(db, left)
            await db.execute(
                "insert into key values ($1, $2)"
                " on conflict (key) do update set account = excluded.account",
                key,
                found[0],
            )
            await db.execute("delete from link_offer where code = $1", code)
            return Linked(Account(*found), left)

        return await self._change(write)

    async def forget(self, account: str) -> None:
        """Delete an account and everything that was known of it."""

        async def write(db: Any) -> None:
            await _delete_account(db, account)
            await db.execute("insert into forgotten values ($1) on conflict do nothing", account)

        await self._change(write)

    async def forgotten(self) -> frozenset[str]:
        """The ids of all accounts that were deleted."""
        return frozenset(who for (who,) in await self.database.ask("select id from forgotten"))

    async def rename(self, account: str, name: str, skeleton: str) -> None:
        """Give an account a name, unless another has one of that skeleton."""

        async def write(db: Any) -> None:
            await _must_exist(db, account)
            try:
                query = "update account set name = $1, skeleton = $2 where id = $3"
                await db.execute(query, name, skeleton, account)
            except asyncpg.UniqueViolationError as error:
                raise NameTaken from error

        await self._change(write)

    async def name_taken(self, skeleton: str) -> bool:
        """Whether an account has a name of that skeleton."""
        query = "select 1 from account where skeleton = $1"
        return bool(await self.database.ask(query, skeleton))

    async def called(self, account: str) -> str:
        """The name of an account."""
        query = f"select {_NAME} from account where id = $1"
        found = await self.database.ask(query, account)
        if not found:
            raise AccountGone
        return str(found[0][0])

    async def preferences(self, account: str) -> dict[str, str]:
        """What an account asked to remember."""
        query = (
            "select preference.name, value from account left join preference on account = id"
            " where id = $1 order by preference.name"
        )
        found = await self.database.ask(query, account)
        if not found:
            raise AccountGone
        return {name.decode(): value.decode() for name, value in found if name is not None}

    async def prefer(self, account: str, preferences: Mapping[str, str]) -> None:
        """Remember these for an account, instead of those before."""
        rows = [(account, name.encode(), value.encode()) for name, value in preferences.items()]

        async def write(db: Any) -> None:
            await _must_exist(db, account)
            await db.execute("delete from preference where account = $1", account)
            await db.executemany("insert into preference values ($1, $2, $3)", rows)

        await self._change(write)

    async def close(self) -> None:
        """Finish what was begun and let go of the connections."""
        await self._writer.close()
        await self.database.close()

    async def _change(self, write: Callable[[Any], Awaitable[T]]) -> T:
        """Have accounts changed while nobody else changes any, so that nobody has to try again."""
        met: Exception | None = None
        for _ in range(_TRIES):
            try:
                with in_our_words():
                    return await self._try(write)
            except _Met as error:
                met = error
        raise StoreFailed("busy") from met

    async def _try(self, write: Callable[[Any], Awaitable[T]]) -> T:
        try:
            async with self.database.change() as db:
                return await write(db)
        except (*AGAIN, asyncpg.IntegrityConstraintViolationError) as error:
            raise _Met from error


class _Met(Exception):
    """Somebody else has changed the same meanwhile."""


async def _must_exist(db: Any, account: str) -> None:
    """Have the account to ourselves until the end of the transaction, or raise `AccountGone`."""
    query = "select 1 from account where id = $1 for update"
    if await db.fetchval(query, account) is None:
        raise AccountGone


async def _delete_account(db: Any, account: str) -> None:
    for table in ("key", "preference", "link_offer", "seen"):
        await db.execute(f"delete from {table} where account = $1", account)
    await talk.unsay(db, account)
    await db.execute("delete from account where id = $1", account)
