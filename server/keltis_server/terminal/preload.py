"""Before anybody is let in: what every session shares is made once, and set aside for good."""

import asyncio
import gc
import sys
from typing import Final

from keltis_protocol.messages import Command, Fact, Lobby, Person
from keltis_server.terminal.app import game_app
from keltis_server.terminal.client import describe
from keltis_server.terminal.runner import AppRunner

SLICE: Final = 0.0005
"""Seconds that a thinking bot may keep the interpreter from everybody's keys. By Python's own 5 ms
a key beside a thinking thread took 25 to 32 ms at p95, by this one 2 ms."""
PATIENCE: Final = 10.0
"""Seconds; a server that cannot draw even this opens all the same."""


class _EmptyLobby:
    """A link to a lobby with nobody in it."""

    def __init__(self) -> None:
        self._told = False

    async def send(self, command: Command) -> None:
        """Say nothing to nobody."""

    async def receive(self) -> Fact:
        """The lobby, and then nothing more."""
        if self._told:
            await asyncio.Event().wait()
        self._told = True
        return Lobby(you=Person(name="nobody", guest=True), people=0, tables=[])

    async def close(self) -> None:
        """There is nothing to close."""


async def preload() -> None:
    """Draw the lobby once for nobody, then tell the garbage collector that all this stays.

    The first visitor finds styles and words ready, no collection looks through them again, and
    bots that think in threads take short turns.
    """
    drawn = asyncio.Event()

    def send(data: bytes) -> None:
        if b"\x1b[?2026l" in data:
            drawn.set()

    runner = AppRunner(lambda: game_app(_EmptyLobby(), "en"), send, describe("xterm", (80, 24), {}))
    living = asyncio.create_task(runner.run())
    waiting = asyncio.create_task(drawn.wait())
    await asyncio.wait((living, waiting), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    runner.close("preloaded")
    await living
    gc.collect()
    gc.freeze()
    sys.setswitchinterval(SLICE)
