"""Somebody who plays by a program and comes back, whatever dies, with the same command again."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random

import asyncssh

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    VERSION,
    Command,
    Done,
    Fact,
    GameChanged,
    Hello,
    JoinTable,
    OpenTable,
    PlayMove,
    Refused,
    StartGame,
    TableChanged,
)
from keltis_tui.ssh_link import SshLink

SILENCE = 5.0
"""Seconds without a word after which the line is taken to be dead."""
PAUSE = 0.03
"""Seconds at most that a move is thought about."""
LOST = (OSError, asyncssh.Error, LinkClosed, TimeoutError)
AGAIN = ("store_failed", "busy")
"""Refusals that leave it open whether something happened: the same command is sent again."""


class Scripted:
    """Remembers every position that was told and every move that was acknowledged."""

    def __init__(self, login: str, port: Callable[[], int], chance: Random) -> None:
        self.told: list[bytes] = []
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        """Why moves were refused that should not be."""
        self.table = ""
        self._login = login
        self._port = port
        self._chance = chance
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self._ids = (f"{login}-{number}" for number in count())
        self._waiting: PlayMove | None = None
        self._last: GameChanged | None = None

    async def open(self) -> str:
        """Open a table; its code."""
        link = await self._come()
        await link.send(OpenTable(id=next(self._ids), game="keltis", seats=2, options={}))
        while not isinstance(fact := await link.receive(), TableChanged):
            pass
        await link.close()
        return fact.table

    async def play(self, table: str) -> None:
        """Play at a table for ever."""
        self.table = table
        while True:
            try:
                link = await self._come()
                try:
                    await self._stay(link)
                finally:
                    await link.close()
            except LOST:
                await asyncio.sleep(PAUSE)

    async def _come(self) -> SshLink:
        async with asyncio.timeout(SILENCE):
            connection = await asyncssh.connect(
                "127.0.0.1",
                self._port(),
                username=self._login,
                client_keys=[self._key],
                known_hosts=None,
                config=None,
            )
            writer, reader, _ = await connection.open_session(subsystem="keltis", encoding=None)
            link = SshLink(connection, writer, reader)
            await link.send(Hello(version=VERSION))
            return link

    async def _stay(self, link: SshLink) -> None:
        await self._ask(link, JoinTable)
        await self._ask(link, StartGame)
        if self._waiting is not None:
            await link.send(self._waiting)
        while True:
            async with asyncio.timeout(SILENCE):
                fact = await link.receive()
            await self._take(link, fact)

    async def _ask(self, link: SshLink, kind: type[Command]) -> None:
        await link.send(kind(id=next(self._ids), table=self.table))  # type: ignore[call-arg]

    async def _take(self, link: SshLink, fact: Fact) -> None:
        now = self._waiting
        if isinstance(fact, GameChanged):
            if self.told[-1:] != [bytes(fact.view)]:
                self.told.append(bytes(fact.view))
            self._last = fact
            if now is None:
                await self._move(link, fact)
        elif isinstance(fact, Done | Refused) and now is not None and fact.id == now.id:
            if isinstance(fact, Done):
                self.acknowledged.append(now.id)
                self._waiting = None
                if self._last is not None and self._last.ply > now.ply:  # told before the answer
                    await self._move(link, self._last)
            elif fact.reason in AGAIN:
                await asyncio.sleep(PAUSE)
                await link.send(now)
            else:
                self.refused.append(fact.reason)
                self._waiting = None
        elif isinstance(fact, TableChanged) and fact.state != "playing":
            await self._ask(link, StartGame)

    async def _move(self, link: SshLink, game: GameChanged) -> None:
        if game.moves:
            await asyncio.sleep(self._chance.uniform(0, PAUSE))
            move = self._chance.choice(game.moves)
            self._waiting = PlayMove(id=next(self._ids), table=self.table, ply=game.ply, move=move)
            await link.send(self._waiting)
