"""Everything that a store keeps as one file, to be taken into another store of any kind."""

import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, Final

import msgspec

from keltis_server.store import migrations
from keltis_server.store.played import COLUMNS

Row = tuple[str, list[Any]]
"""Where it belongs, and its values."""

RELATIONS: Final = {
    "about": ("what", "value"),
    "account": ("id", "name", "skeleton"),
    "key": ("key", "account"),
    "preference": ("account", "name", "value"),
    "link_offer": ("code", "account", "until"),
    "forgotten": ("id",),
    "event": ("table", "seq", "command", "at", "body"),
    "closed": ("table",),
    "line": ("table", "opened", "length", "line", "due"),
    "result": ("at", "table", "seq", "body"),
    "played": (*COLUMNS, "mu", "sigma"),
    "said": ("number", "command", "at", "who", "body"),
    "seen": ("account", "table", "seq"),
}
"""What is kept, in an order in which it can be written, and of what each row is made."""

ORDER: Final = {
    "event": ' order by "table", seq',
    "played": ' order by at, "table", seq, seat',
}
"""In what order rows are told, where that matters."""

_MAGIC: Final = b"keltis export\n"
_decode: Final = msgspec.msgpack.Decoder[Row](Row).decode
_LENGTH: Final = struct.Struct(">I")
_END: Final = "end"


class BadExport(Exception):
    """The file is no export of this form of the store, or not a whole one."""


class NotEmpty(Exception):
    """Something is kept in the store already; nothing was written."""


class ExportFile:
    """Writes the rows of a store to a file; without its end a file counts for nothing."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.count = 0
        file.write(_MAGIC)
        self._write(("form", [migrations.NEWEST]))

    def add(self, row: Row) -> None:
        """One more row."""
        self._write(row)
        self.count += 1

    def end(self) -> None:
        """There are no more."""
        self._write((_END, [self.count]))

    def _write(self, row: Row) -> None:
        body = msgspec.msgpack.encode(row)
        self._file.write(_LENGTH.pack(len(body)) + body)


def rows_in(file: BinaryIO) -> Iterator[Row]:
    """The rows of a whole export, or `BadExport` at the latest when they end."""
    if file.read(len(_MAGIC)) != _MAGIC or _next(file) != ("form", [migrations.NEWEST]):
        raise BadExport
    count = 0
    while (row := _next(file))[0] != _END:
        relation, values = row
        if len(values) != len(RELATIONS.get(relation, ())):
            raise BadExport
        count += 1
        yield row
    if row[1] != [count]:
        raise BadExport


def _next(file: BinaryIO) -> Row:
    try:
        (length,) = _LENGTH.unpack(file.read(_LENGTH.size))
        row: Row = _decode(file.read(length))
    except (struct.error, msgspec.MsgspecError) as error:
        raise BadExport from error
    return row
