"""A relay between a node and its database, which can stop to forward without closing anything."""

import asyncio
from contextlib import suppress
from typing import Self
from urllib.parse import parse_qs, quote, urlsplit


class Relay:
    """Listens in a folder as PostgreSQL does, and forwards to the socket of the real one."""

    def __init__(self, address: str, folder: str) -> None:
        asked = parse_qs(urlsplit(address).query)
        self._there = f"{asked['host'][0]}/.s.PGSQL.5432"
        self._here = f"{folder}/.s.PGSQL.5432"
        self.address = address.replace(quote(asked["host"][0], safe=""), quote(folder, safe=""))
        """The same database through this relay."""
        self.swallowed = 0
        """Bytes that were not forwarded."""
        self._forwards = asyncio.Event()
        self._forwards.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_unix_server(self._connected, self._here)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def black_hole(self) -> None:
        """Take whatever comes from now on and say nothing; nobody is told."""
        self._forwards.clear()

    def mend(self) -> None:
        """Forward again what comes on new connections."""
        self._forwards.set()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        there = await asyncio.open_unix_connection(self._there)
        ways = [
            asyncio.create_task(self._forward(reader, there[1])),
            asyncio.create_task(self._forward(there[0], writer)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for end in (writer, there[1]):
                end.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lost = False
        with suppress(OSError):
            while data := await reader.read(65536):
                lost = lost or not self._forwards.is_set()
                if lost:
                    self.swallowed += len(data)
                else:
                    writer.write(data)
                    await writer.drain()
