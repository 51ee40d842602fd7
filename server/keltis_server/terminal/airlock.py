"""Between one app and the house: commands cross, but the app's surroundings stay behind."""

import asyncio
import contextvars
from collections.abc import Coroutine
from typing import Any

from keltis_protocol.link import Link
from keltis_protocol.messages import Command, Fact


class Airlock:
    """A `Link` for a hosted app. What a command sets going in the house must not inherit which app
    is the active one: a bot's long turn would keep a closed app in memory."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def send(self, command: Command) -> None:
        """Send one command, or raise `LinkClosed`."""
        await self._outside(self._link.send(command))

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        return await self._link.receive()

    async def close(self) -> None:
        """Hang up."""
        await self._outside(self._link.close())

    async def _outside(self, work: Coroutine[Any, Any, None]) -> None:
        loop = asyncio.get_running_loop()
        await loop.create_task(work, context=contextvars.Context())
