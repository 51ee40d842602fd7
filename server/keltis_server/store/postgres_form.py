"""The form of the tables in PostgreSQL: made at the first start, brought up to date at others."""

from typing import Any, Final

from keltis_server import look_alikes
from keltis_server.store import migrations
from keltis_server.store.contract import StoreRefused
from keltis_server.store.ladders import brought_up_to_date
from keltis_server.store.postgres_database import Database, refusing
from keltis_server.store.postgres_ladders import run
from keltis_server.store.skeletons import kept_names

_LOCK: Final = "select pg_advisory_xact_lock(hashtext('keltis migrations'))"
"""Of processes that start at once the first makes what is missing, and the others wait."""

_PATIENCE: Final = (
    "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '10min'"
)
"""A table that another reads is waited for as briefly as by an append: all appends wait behind us.

A process that is stopped meanwhile keeps the nodes that run from their tables no longer than that.
"""

_HOUR: Final = 3600.0
"""Seconds that a statement over everything may take, or the process that is at it already."""


async def set_up(database: Database) -> int:
    """Bring the tables up to date, or raise `StoreRefused` and touch nothing.

    The form in which they were comes back; 0 if there were none.
    """
    async with database.transaction("begin") as db:  # who is at it is waited for, up to an hour
        await db.execute(_LOCK, timeout=_HOUR)
        await db.execute(_PATIENCE)
        before = await _version(db)
        if before > migrations.NEWEST:
            raise StoreRefused("newer")
        if not before:
            await db.execute("create table migration (number integer primary key)")
        for number, statements in migrations.steps("postgres", before):
            for statement in statements:
                await db.execute(statement, timeout=_HOUR)
            await db.execute("insert into migration values ($1)", number)
        query = "select value from about where what = 'skeletons'"
        if await db.fetchval(query) != look_alikes.VERSION:
            await _make_skeletons_anew(db)
        await run(db, brought_up_to_date(), _HOUR)
        return before


async def look(address: str) -> dict[str, str]:
    """The notes in a database, unchanged; or `StoreRefused` as if it was opened."""
    database = await Database.open(address)
    try:
        with refusing():
            async with database.transaction() as db:
                if await _version(db) > migrations.NEWEST:
                    raise StoreRefused("newer")
                noted = await db.fetchval("select to_regclass('about')") is not None
                rows = await db.fetch("select what, value from about") if noted else []
                return {what: value for what, value in rows}  # noqa: C416 (records are no tuples)
    finally:
        await database.close()


async def _version(db: Any) -> int:
    if await db.fetchval("select to_regclass('migration')") is None:
        return 0
    return int(await db.fetchval("select max(number) from migration"))


async def _make_skeletons_anew(db: Any) -> None:
    """Compare every name as this program does."""
    query = "select id, name, skeleton from account where skeleton is not null"
    kept = list(kept_names(map(tuple, await db.fetch(query, timeout=_HOUR))))
    await db.execute("update account set skeleton = null", timeout=_HOUR)
    change = "update account set skeleton = $1 where id = $2"
    await db.executemany(change, kept, timeout=_HOUR)
    await db.execute(
        "insert into about values ('skeletons', $1)"
        " on conflict (what) do update set value = excluded.value",
        look_alikes.VERSION,
    )
