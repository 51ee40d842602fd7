"""Has a PostgreSQL database do what the fold of ratings asks of it."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from keltis_server.store.contract import Written
from keltis_server.store.ladders import Steps, refold
from keltis_server.store.played import COLUMNS, seats_of

_LOCK: Final = "select pg_advisory_xact_lock(hashtext('keltis ladder ' || $1))"
"""Until the transaction ends nobody else rates games of the ladder."""
_MARKS: Final = ", ".join(f"${number}" for number in range(1, len(COLUMNS) + 1))
_NAMES: Final = ", ".join(f'"{column}"' for column in COLUMNS)
_INSERT: Final = f"insert into played ({_NAMES}) values ({_MARKS})"


async def add(db: Any, games: Iterable[tuple[str, int, Written]]) -> None:
    """Write games that ended, each with its table and last record, and rate those that count."""
    begins: dict[str, tuple[int, str, int]] = {}
    for table, seq, written in games:
        ended = written.ended
        if ended is None:
            continue
        key = (written.entries[-1].at, table, seq)
        await db.executemany(_INSERT, seats_of(key, ended))
        if ended.ladder:
            begins[ended.ladder] = min(key, begins.get(ended.ladder, key))
    for ladder, since in sorted(begins.items()):  # in order, so that no two wait for each other
        await db.execute(_LOCK, ladder)
        await run(db, refold(ladder, since))


async def run(db: Any, steps: Steps, seconds: float | None = None) -> None:
    """Take every step in the transaction that is open, each within so many seconds."""
    step = next(steps, None)
    while step is not None:
        found: Sequence[Sequence[Any]] = []
        if step.many:
            await db.executemany(step.statement, step.values, timeout=seconds)
        else:
            found = await db.fetch(step.statement, *step.values, timeout=seconds)
        try:
            step = steps.send(found)
        except StopIteration:
            return
