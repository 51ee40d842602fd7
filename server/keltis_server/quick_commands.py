"""The quick game: a seat at a table that waits for somebody, or a table of one's own."""

import asyncio
from typing import Final

from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import JoinTable, OpenTable, QuickGame
from keltis_server.at_table import key_of
from keltis_server.people.visit import Visit
from keltis_server.refusal import Refusal
from keltis_server.store.contract import Store
from keltis_server.table_commands import TableCommands
from keltis_server.tables import settings
from keltis_server.tables.line import Line
from keltis_server.tables.live import LiveTable
from keltis_server.tables.registry import TableRegistry

LOOKED_AT: Final = 5
"""How many tables are looked into before one is opened."""
MATTERS: Final = ("clock", "rated")
"""Settings in which a table must be as it is wished."""
TAKEN: Final = frozenset({"table_full", "no_such_table", "asked_to_leave", "game_running"})
"""Why one cannot sit down after all, and looks further."""


class QuickCommands:
    """Answers its command, or raises a `Refusal`."""

    def __init__(self, store: Store, registry: TableRegistry, tables: TableCommands) -> None:
        self._store = store
        self._registry = registry
        self._tables = tables
        self._turn = asyncio.Lock()
        """Two who come at once sit down together, and not each at a table alone."""

    async def play(self, visit: Visit, command: QuickGame) -> None:
        """Sit down at the table that has waited longest for one more, or open one."""
        if visit.table:
            raise Refusal("at_table")
        async with self._turn:
            for code in await self._fitting(visit, command):
                try:
                    await self._tables.join(visit, JoinTable(id=command.id, table=code))
                except Refusal as refusal:
                    if refusal.reason not in TAKEN:
                        raise
                else:
                    return
            opened = OpenTable(id=command.id, game=command.game, seats=2, settings=command.settings)
            await self._tables.open(visit, opened)

    async def _fitting(self, visit: Visit, command: QuickGame) -> list[str]:
        """The codes of tables to try; that at which this very command sat down already, alone."""
        who, index = visit.who.id, self._registry.index
        for line in index.of(who):
            if await self._store.holds(line.table, key_of(visit, command.id)):
                return [line.table]
        waiting = [
            line
            for line in map(index.lines.__getitem__, filter(index.present, list(index.lines)))
            if line.game == command.game
            and line.state == "open"
            and not line.private
            and who not in line.people
            and _free(line)
        ]
        waiting.sort(key=_free)  # the oldest of those that lack fewest
        found = []
        for line in waiting[:LOOKED_AT]:
            async with self._registry.hold(line.table) as live:
                if live is not None and _fits(live, command):
                    found.append(line.table)
        return found


def _free(line: Line) -> int:
    """How many seats are free."""
    return sum(not place.who and not place.bot for place in line.places)


def _fits(live: LiveTable, command: QuickGame) -> bool:
    """Whether a table is as it would be if it were opened for this."""
    table = live.table
    wished = settings.complete(command.settings)
    agreed = settings.complete(table.settings)
    usual = RULE_SETS[table.rules].agreed({})
    return table.options == usual and all(wished.get(n) == agreed.get(n) for n in MATTERS)
