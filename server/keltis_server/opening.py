"""Opening a table: who may, and a code that no table ever had."""

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from keltis_server import codes, records
from keltis_server.judge import Refusal
from keltis_server.keeper import Keeper
from keltis_server.records import Opened, Record
from keltis_server.store import Conflict, Entry
from keltis_server.table import Table
from keltis_server.visit import Visit

if TYPE_CHECKING:
    from keltis_server.house import House


def may_open(house: "House", visit: Visit) -> None:
    """Refuse one who sits at a table already or has enough of them, and anybody in a full house."""
    if visit.table:
        raise Refusal("at_table")
    if len(house.keepers) >= house.limits.tables:
        raise Refusal("house_full")
    owned = [
        keeper
        for keeper in house.keepers.values()
        if keeper.table.owner == visit.who.id and keeper.table.state != "over"
    ]
    if len(owned) >= house.limits.tables_per_person:
        raise Refusal("too_many_tables")


async def new_table(house: "House", key: str, opened: Opened, begun: Sequence[Record]) -> Keeper:
    """A table whose log begins with these records, opened by the command `key`."""
    now = time.time_ns() // 1_000_000
    entries = [Entry(records.encode(opened), now, key)]
    entries += [Entry(records.encode(record), now) for record in begun]
    while True:
        code = codes.code()
        try:
            await house.store.append(code, 0, entries)
        except Conflict:
            continue
        table = Table(code, opened, key)
        for record in begun:
            table.fold(record)
        house.hall.logged(code, len(entries))
        return Keeper(house.store, table, house.hall)
