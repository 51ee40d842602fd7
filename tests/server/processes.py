"""Several servers on one store with a real bus between them, as in several processes or nodes."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

from keltis_server.cluster.broadcast import BroadcastBus
from keltis_server.cluster.bus import Heard, Hint, Logged, News, Roll
from keltis_server.cluster.hub import Hub
from keltis_server.cluster.transport import TransportBus
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_channel import PostgresChannel
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK


class Cracked:
    """A bus that loses every word about logs."""

    def __init__(self, bus: TransportBus | BroadcastBus) -> None:
        self._bus = bus

    def publish(self, hint: Hint) -> None:
        if not isinstance(hint, Logged):
            self._bus.publish(hint)

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        def hear_some(news: News) -> None:
            if not (isinstance(news, Heard) and isinstance(news.hint, Logged)):
                hear(news)

        self._bus.listen(hear_some, roll)


class Street:
    """Starts processes of one server, and kills them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.hub = Hub()
        self._numbers = count(1)
        self._buses: dict[GameServer, TransportBus] = {}

    async def bus(self) -> TransportBus:
        """A new connection to the hub."""
        ours, theirs = socket.socketpair()
        bus, _ = await asyncio.gather(
            TransportBus.connect(theirs, lambda: None),
            self.hub.connect(next(self._numbers), ours, lambda _: None),
        )
        return bus

    async def open(self, limits: Limits = QUICK, *, cracked: bool = False) -> GameServer:
        """One more process."""
        bus = await self.bus()
        store = SqliteStore.open(self._path)
        game_server = await GameServer.open(store, limits, Cracked(bus) if cracked else bus)
        self._buses[game_server] = bus
        return game_server

    async def end(self, game_server: GameServer) -> None:
        """A process ends as it should."""
        await game_server.close()
        self._buses.pop(game_server).close()

    async def kill(self, game_server: GameServer) -> None:
        """A process ends without a word: it writes nothing more and is heard no more."""
        await game_server.store.close()
        self._buses.pop(game_server).close()
        await game_server.close()

    async def close(self) -> None:
        self.hub.close()
        for game_server, bus in self._buses.items():
            await game_server.close()
            bus.close()


class Nodes(Street):
    """Starts processes on several machines, which share nothing but a PostgreSQL."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._channels: dict[GameServer, tuple[BroadcastBus, PostgresChannel]] = {}

    async def open(self, limits: Limits = QUICK, *, cracked: bool = False) -> GameServer:
        store = await PostgresStore.open(self._address)
        channel = PostgresChannel(store, self._address, beat=0.1)
        bus = await BroadcastBus.connect(channel)
        game_server = await GameServer.open(store, limits, Cracked(bus) if cracked else bus)
        self._channels[game_server] = bus, channel
        return game_server

    def channel(self, game_server: GameServer) -> PostgresChannel:
        """What a node hears the others by."""
        return self._channels[game_server][1]

    async def end(self, game_server: GameServer) -> None:
        await game_server.close()
        await self._channels.pop(game_server)[0].close()

    async def kill(self, game_server: GameServer) -> None:
        _, channel = self._channels.pop(game_server)
        await game_server.store.close()
        channel.break_off()
        await game_server.close()

    async def close(self) -> None:
        for game_server, (bus, _) in self._channels.items():
            await game_server.close()
            await bus.close()


@asynccontextmanager
async def street(folder: Path, address: str = "") -> AsyncIterator[Street]:
    """A place for processes that share a file, or nodes that share the database at an address."""
    made = Nodes(address) if address else Street(folder / "games.db")
    try:
        yield made
    finally:
        await made.close()
