"""Several houses on one store with a real bell between them, as in several processes."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from keltis_server.belfry import Belfry
from keltis_server.bell import Logged, News, Roll, Stroke
from keltis_server.house import House
from keltis_server.limits import Limits
from keltis_server.rope import RopeBell
from keltis_server.sqlite_store import SqliteStore
from tests.server.players import QUICK


class Cracked:
    """A bell that loses every word about logs."""

    def __init__(self, bell: RopeBell) -> None:
        self._bell = bell

    def ring(self, stroke: Stroke) -> None:
        if not isinstance(stroke, Logged):
            self._bell.ring(stroke)

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        self._bell.listen(hear, roll)


class Street:
    """Starts processes of one house, and kills them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.belfry = Belfry()
        self._numbers = count(1)
        self._bells: dict[House, RopeBell] = {}

    async def bell(self) -> RopeBell:
        """A new rope to the belfry."""
        ours, theirs = socket.socketpair()
        bell, _ = await asyncio.gather(
            RopeBell.connect(theirs, lambda: None),
            self.belfry.hang(next(self._numbers), ours, lambda _: None),
        )
        return bell

    async def open(self, limits: Limits = QUICK, *, cracked: bool = False) -> House:
        """One more process."""
        bell = await self.bell()
        store = SqliteStore.open(self._path)
        house = await House.open(store, limits, Cracked(bell) if cracked else bell)
        self._bells[house] = bell
        return house

    async def kill(self, house: House) -> None:
        """A process ends without a word: it writes nothing more and is heard no more."""
        await house.store.close()
        self._bells.pop(house).close()
        await house.close()

    async def close(self) -> None:
        self.belfry.close()
        for house, bell in self._bells.items():
            await house.close()
            bell.close()


@asynccontextmanager
async def street(folder: Path) -> AsyncIterator[Street]:
    """A place for processes that share a store."""
    made = Street(folder / "games.db")
    try:
        yield made
    finally:
        await made.close()
