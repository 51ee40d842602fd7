"""How much of each of their tables people have seen, so that the lobby marks those with news."""

import logging

from keltis_server.guard import Tasks, survived
from keltis_server.people.visit import Visit
from keltis_server.store.contract import AccountGone, Store, StoreFailed
from keltis_server.tables.table import Table
from keltis_server.tables.table_index import TableIndex

log = logging.getLogger(__name__)


class Looks:
    """Notes what somebody has seen who comes to a table or goes; the store remembers accounts'."""

    def __init__(self, store: Store, index: TableIndex) -> None:
        self._store = store
        self._index = index
        self._tasks = Tasks()

    async def recall(self, visit: Visit) -> None:
        """Know what a visit's person has seen before."""
        if not visit.who.guest:
            visit.seen = await self._store.seen(visit.who.id)

    def note(self, visit: Visit, table: Table) -> None:
        """A visit has seen all of a table at which its person sits."""
        who = visit.who
        if who.id not in table.people or visit.seen.get(table.code) == table.seq:
            return
        stands = {line.table for line in self._index.of(who.id)}
        kept = {code: seq for code, seq in visit.seen.items() if code in stands}
        visit.seen = {**kept, table.code: table.seq}
        if not who.guest:
            self._tasks.spawn(survived("remembering what was seen", self._remember, visit))

    async def _remember(self, visit: Visit) -> None:
        try:
            await self._store.saw(visit.who.id, visit.seen)
        except AccountGone:
            pass  # nobody is left to remember it for
        except StoreFailed as error:
            log.error("what somebody has seen is not remembered: %s", error)

    async def close(self) -> None:
        """Remember what is about to be."""
        await self._tasks.finish()
