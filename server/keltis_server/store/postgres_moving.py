"""All rows of a PostgreSQL database, out of it and into it."""

from collections.abc import AsyncGenerator, Iterable, Iterator
from itertools import groupby, islice
from typing import Any, Final

from keltis_server.store.moving import ORDER, RELATIONS, NotEmpty, Row
from keltis_server.store.postgres_database import Database, in_our_words

_SNAPSHOT: Final = "begin isolation level repeatable read read only"
_BATCH: Final = 1000
"""Rows that are in memory at once."""


async def exported(database: Database) -> AsyncGenerator[Row, None]:
    """Every row as it is at one moment, whoever writes meanwhile; each log in its order."""
    with in_our_words():
        async with database.transaction(_SNAPSHOT) as db:
            for relation, columns in RELATIONS.items():
                names = ", ".join(f'"{column}"' for column in columns)
                query = f"select {names} from {relation}{ORDER.get(relation, '')}"
                async for row in db.cursor(query, prefetch=_BATCH):
                    yield relation, _out(relation, list(row))


async def imported(database: Database, rows: Iterable[Row]) -> None:
    """Write all rows into a database in which nothing is kept, or none."""
    with in_our_words():
        async with database.transaction() as db:
            await db.execute("lock table event, account in access exclusive mode")
            for relation in ("event", "account", "forgotten"):
                if await db.fetchval(f"select 1 from {relation} limit 1"):
                    raise NotEmpty
            await db.execute("delete from about")
            for relation, batch in _batches(rows):
                columns = list(RELATIONS[relation])
                await db.copy_records_to_table(relation, records=batch, columns=columns)


def _batches(rows: Iterable[Row]) -> Iterator[tuple[str, list[list[Any]]]]:
    for relation, group in groupby(rows, lambda row: row[0]):
        values = (_in(relation, each) for _, each in group)
        while batch := list(islice(values, _BATCH)):
            yield relation, batch


def _out(relation: str, values: list[Any]) -> list[Any]:
    """A row as every store has it: here preferences are bytes, for a text may hold any letter."""
    if relation == "preference":
        return [values[0], values[1].decode(), values[2].decode()]
    return values


def _in(relation: str, values: list[Any]) -> list[Any]:
    if relation == "preference":
        return [values[0], values[1].encode(), values[2].encode()]
    return values
