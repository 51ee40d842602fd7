"""Tables in PostgreSQL whose time has come, by the database's clock and nobody else's."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from keltis_server.store.contract import DueTables
from keltis_server.store.postgres_database import Database

_NOW: Final = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_THEN: Final = "(extract(epoch from statement_timestamp()) * 1000)::bigint"
"""The same moment for a whole statement, by which an index can be searched."""
_CLAIM: Final = f"""
select "table", length, {_THEN} from line where "table" = any($1) and due <= {_THEN}
order by due for update skip locked
"""
"""What another claims right now is left to it: nobody waits, and nobody fires it again."""
_DUE: Final = f"""
select array(select "table" from line where due <= {_THEN} order by due limit $1),
    (select min(due) from line where due > {_THEN}) - {_THEN}, {_NOW}
"""
_POSTPONE: Final = """
update line set due = given.due from unnest($1::text[], $2::bigint[]) as given ("table", due)
where line."table" = given."table"
"""


async def clock(database: Database) -> int:
    """The time of day there, in ms since 1970."""
    ((now,),) = await database.ask(f"select {_NOW}")
    return int(now)


async def due(database: Database, most: int) -> tuple[DueTables, int]:
    """The tables whose time has come, so many at most, and the time of day there."""
    ((tables, next_in, now),) = await database.ask(_DUE, most)
    return DueTables(list(tables), next_in), now


async def claim(db: Any, tables: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Of these tables, until the transaction ends ours alone, those whose time has come.

    Each with the length of its log and the time of day.
    """
    return {table: (length, now) for table, length, now in await db.fetch(_CLAIM, sorted(tables))}


async def postpone(db: Any, dues: Sequence[tuple[str, int | None]]) -> None:
    """Look at these tables at another time; they are ours until the transaction ends."""
    await db.execute(_POSTPONE, [table for table, _ in dues], [when for _, when in dues])
