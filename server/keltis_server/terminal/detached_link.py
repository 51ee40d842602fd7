"""The link of a hosted app: commands pass, but the app's context variables stay behind."""

import asyncio
import contextvars

from keltis_protocol.link import Link
from keltis_protocol.messages import Command, Fact


class DetachedLink:
    """A `Link` for a hosted app. What a command starts in the server must not inherit which app
    is the active one: a bot's long turn would keep a closed app in memory."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def send(self, command: Command) -> None:
        """Send one command, or raise `LinkClosed`."""
        loop = asyncio.get_running_loop()
        await loop.create_task(self._link.send(command), context=contextvars.Context())

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        return await self._link.receive()

    async def close(self) -> None:
        """Hang up."""
        loop = asyncio.get_running_loop()
        await loop.create_task(self._link.close(), context=contextvars.Context())
