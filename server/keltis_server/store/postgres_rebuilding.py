"""What a PostgreSQL database holds besides its logs, made anew from them."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from keltis_server.store.moving import ORDER, RELATIONS, Row
from keltis_server.store.postgres_database import Database, in_our_words
from keltis_server.store.postgres_ladders import run
from keltis_server.store.rebuilding import (
    KEPT,
    KEYS,
    PREPARE,
    TOGETHER,
    Maker,
    made,
    rating,
    replacing,
)

_LOCK: Final = "lock table line, event in exclusive mode"
"""Nobody appends meanwhile; lines are first, as for appends, so that no two wait for each other."""
_BATCH: Final = 1000
"""Rows that are in memory at once."""
_HOUR: Final = 3600.0
"""Seconds that a statement over everything may take."""


async def rebuilt(database: Database, maker: Maker) -> int:
    """Have everything that follows from the logs made anew, or nothing; how many rows differed."""
    with in_our_words():
        async with database.transaction("begin") as db:
            await db.execute(_LOCK)
            for statement in PREPARE:
                await db.execute(statement)
            gathered = _Gathered(db)
            columns = ", ".join(f'"{column}"' for column in RELATIONS["event"])
            query = f"select {columns} from event{ORDER['event']}"
            async for values in db.cursor(query, prefetch=_BATCH, timeout=_HOUR):
                await gathered.add(maker.take(("event", list(values))))
            await gathered.add(maker.end())
            await gathered.write()
            kept = [(table,) for table in maker.kept]
            await db.copy_records_to_table(KEPT, records=kept)
            for statement in TOGETHER:
                await db.execute(statement, timeout=_HOUR)
            await run(db, rating(), _HOUR)
            return sum([await _replace(db, relation) for relation in KEYS])


class _Gathered:
    """Rows on their way to the tables in which they are gathered."""

    def __init__(self, db: Any) -> None:
        self._db = db
        self._count = 0
        self._rows: defaultdict[str, list[list[Any]]] = defaultdict(list)

    async def add(self, rows: Iterable[Row]) -> None:
        for relation, values in rows:
            self._rows[relation].append(values)
            self._count += 1
        if self._count >= _BATCH:
            await self.write()

    async def write(self) -> None:
        for relation, rows in self._rows.items():
            columns = list(RELATIONS[relation])
            await self._db.copy_records_to_table(made(relation), records=rows, columns=columns)
        self._rows.clear()
        self._count = 0


async def _replace(db: Any, relation: str) -> int:
    """Put the rows that were gathered in the place of those that are stored."""
    index, *changes = replacing(relation)
    await db.execute(index, timeout=_HOUR)
    said = [await db.execute(statement, timeout=_HOUR) for statement in changes]
    return sum(int(each.rpartition(" ")[2]) for each in said)
