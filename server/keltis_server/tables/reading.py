"""Reading what is stored: lines of tables, and a log slice by slice, which is folded."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

import msgspec

from keltis_server.store.contract import AT_ONCE, Entry, Store, StoredLine
from keltis_server.tables import records
from keltis_server.tables.game import Step
from keltis_server.tables.records import Opened, Record
from keltis_server.tables.table import Table

T = TypeVar("T")

SLICE: Final = 128
"""How many entries of a log are read and folded before others have their turn."""


class Damaged(Exception):
    """Something else stands in a log than was written; the text says what reading it led to."""


@contextmanager
def _readable() -> Iterator[None]:
    """Raise `Damaged` if a record cannot be read, or does not follow from those before it."""
    try:
        yield
    except (msgspec.MsgspecError, ValueError, LookupError) as error:
        raise Damaged(type(error).__name__) from error


def decoded(decoder: msgspec.msgpack.Decoder[T], body: bytes) -> T | None:
    """What is stored beside the logs, or None if something else stands there than was written."""
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


async def stored_lines(store: Store) -> AsyncIterator[StoredLine]:
    """The line of every table that stands, the oldest first; only so many are held at once."""
    codes = await store.tables()
    for first in range(0, len(codes), AT_ONCE):
        for line in await store.lines(codes[first : first + AT_ONCE]):
            yield line


async def slices_of(
    store: Store, code: str, from_seq: int = 0, size: int = SLICE
) -> AsyncIterator[list[Entry]]:
    """The log of a table in slices: between two of them everybody else has a turn."""
    while written := await store.read(code, from_seq, size):
        yield written
        if len(written) < size:
            return
        from_seq += size


def record_of(entry: Entry) -> Record:
    """The record that an entry of a log holds, or raise `Damaged`."""
    with _readable():
        return records.decode(entry.body)


def fold(table: Table, record: Record, entry: Entry) -> Step | None:
    """Have a table take in the next record of its log; a move is told as the step it made.

    Raises `UnknownRules` or `Damaged`, and the table is not to be used any more.
    """
    with _readable():
        table.at = entry.at
        return table.fold(record, entry.command)


async def load(store: Store, code: str) -> Table | None:
    """The table `code` as its log tells it, or None if there is none; raises as `fold` does."""
    table: Table | None = None
    async for written in slices_of(store, code):
        for entry in written:
            if table is None:
                table = opened(code, entry)
            else:
                fold(table, record_of(entry), entry)
    return table


def opened(code: str, entry: Entry) -> Table:
    """A table after the first entry of its log; raises as `fold` does."""
    record = record_of(entry)
    if not isinstance(record, Opened):
        raise Damaged(f"begins with {type(record).__name__}")
    table = Table(code, record, entry.command)
    table.at = entry.at
    return table
