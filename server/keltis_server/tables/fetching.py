"""The file of a finished game, read slice by slice beside the event loop."""

import asyncio
from typing import Final

from keltis_server.one_at_a_time import OneAtATime
from keltis_server.store.contract import Store
from keltis_server.tables.archive import Archivist
from keltis_server.tables.reading import slices_of

SLICE: Final = 1024
"""How many entries of a log are read at once."""


class FinishedGames:
    """Reads logs: one at a time for each address, and few in all."""

    def __init__(self, store: Store, most: int) -> None:
        self._store = store
        self._by_source = OneAtATime()
        self._in_all = asyncio.Semaphore(most)

    async def file(self, code: str, number: int, source: str) -> str | None:
        """The file of a table's finished game, or a `Refusal`; None if there is no such table."""
        async with self._by_source.hold(source), self._in_all:
            archivist = Archivist(number, await self._store.forgotten())
            there = False
            async for written in slices_of(self._store, code, size=SLICE):
                there = True
                await asyncio.to_thread(archivist.read, written)
                if archivist.done:
                    break
            return await asyncio.to_thread(archivist.text) if there else None
