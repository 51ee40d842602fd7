"""Somebody who plays by a program and comes back, whatever dies, with the same command again."""

import asyncio
import hashlib
from collections.abc import Callable
from itertools import count
from random import Random
from typing import NamedTuple

import asyncssh
import msgspec

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    VERSION,
    AddBot,
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
"""Seconds at most that a move is thought about, and until one who lost the line comes back."""
DIRECT = 0.85
"""How often one who plays a single game makes the first move there is: games of mere chance are
three times as long."""
LOST = (OSError, asyncssh.Error, LinkClosed, TimeoutError)
AGAIN = ("store_failed", "busy")
"""Refusals that leave it open whether something happened: the same command is sent again."""


class Told(NamedTuple):
    """Where a game stands, and a digest of all that happened in it so far, as one person knows."""

    view: bytes
    story: bytes


class Scripted:
    """Remembers everything that was told and every move that was acknowledged."""

    def __init__(
        self,
        login: str,
        port: Callable[[], int],
        chance: Random,
        *,
        again: bool = True,
        pause: float = PAUSE,
    ) -> None:
        """Plays one game after the other, or one if not `again`."""
        self.told: list[Told] = []
        self.acknowledged: list[str] = []
        self.refused: list[str] = []
        """Why moves were refused that should not be."""
        self.gaps: list[tuple[int, int]] = []
        """Where what was told did not go on from what was told before."""
        self.table = ""
        self.seat = 0
        self.last: GameChanged | None = None
        self.arrivals = 0
        """How often this person came in."""
        self._login = login
        self._port = port
        self._chance = chance
        self._again = again
        self._pause = pause
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self._ids = (f"{login}-{number}" for number in count())
        self._waiting: PlayMove | None = None
        self._story = hashlib.blake2b()

    async def open(self, game: str = "keltis", seats: int = 2, bots: int = 0) -> str:
        """Open a table, with bots; its code."""
        link = await self._come()
        await link.send(OpenTable(id=next(self._ids), game=game, seats=seats, options={}))
        while not isinstance(fact := await link.receive(), TableChanged):
            pass
        for _ in range(bots):
            await link.send(AddBot(id=next(self._ids), table=fact.table))
            while not isinstance(await link.receive(), Done):
                pass
        await link.close()
        return fact.table

    async def play(self, table: str) -> None:
        """Play at a table, for ever or until the game is over."""
        self.table = table
        while self._again or not self.over:
            try:
                link = await self._come()
                try:
                    await self._stay(link)
                finally:
                    await link.close()
            except LOST:
                await asyncio.sleep(PAUSE)

    @property
    def over(self) -> bool:
        """Whether the game that was last told of has ended."""
        return self.last is not None and msgspec.msgpack.decode(self.last.view)["to_act"] is None

    async def _come(self) -> SshLink:
        async with asyncio.timeout(SILENCE):
            connection = await asyncssh.connect(
                "127.0.0.1",
                self._port(),
                username=self._login,
                client_keys=[self._key],
                known_hosts=None,
                config=None,
                agent_path=None,
            )
            writer, reader, _ = await connection.open_session(subsystem="keltis", encoding=None)
            link = SshLink(connection, writer, reader)
            await link.send(Hello(version=VERSION))
            self.arrivals += 1
            return link

    async def _stay(self, link: SshLink) -> None:
        await self._ask(link, JoinTable)
        if self._waiting is not None:
            await link.send(self._waiting)
        while self._again or not self.over:
            async with asyncio.timeout(SILENCE):
                fact = await link.receive()
            await self._take(link, fact)

    async def _ask(self, link: SshLink, kind: type[Command]) -> None:
        await link.send(kind(id=next(self._ids), table=self.table))  # type: ignore[call-arg]

    async def _take(self, link: SshLink, fact: Fact) -> None:
        now = self._waiting
        if isinstance(fact, GameChanged):
            self._hear(fact)
            if now is None:
                await self._move(link, fact)
        elif isinstance(fact, Done | Refused) and now is not None and fact.id == now.id:
            if isinstance(fact, Done):
                self.acknowledged.append(now.id)
                self._waiting = None
                if self.last is not None and self.last.ply > now.ply:  # told before the answer
                    await self._move(link, self.last)
            elif fact.reason in AGAIN:
                await asyncio.sleep(PAUSE)
                await link.send(now)
            else:
                self.refused.append(fact.reason)
                self._waiting = None
        elif isinstance(fact, TableChanged):
            self.seat = fact.seat or 0
            # Of a node that hears nothing a table may be heard to be open long after its game.
            first = fact.state == "open" and self.last is None
            if (self._again or first) and _waits_for_me(fact):
                await self._ask(link, StartGame)

    def _hear(self, game: GameChanged) -> None:
        if game.since == 0:
            self._story = hashlib.blake2b()
        elif self.last is None or self.last.ply != game.since:
            self.gaps.append((0 if self.last is None else self.last.ply, game.since))
        for event in game.events:
            self._story.update(bytes(event))
        told = Told(bytes(game.view), self._story.digest())
        if self.told[-1:] != [told]:
            self.told.append(told)
        self.last = game

    async def _move(self, link: SshLink, game: GameChanged) -> None:
        if game.moves:
            await asyncio.sleep(self._chance.uniform(0, self._pause))
            first = not self._again and self._chance.random() < DIRECT
            move = game.moves[0] if first else self._chance.choice(game.moves)
            self._waiting = PlayMove(id=next(self._ids), table=self.table, ply=game.ply, move=move)
            await link.send(self._waiting)


def _waits_for_me(table: TableChanged) -> bool:
    """Whether a game can begin once this person is ready for it."""
    if table.state == "playing" or table.seat is None:
        return False
    return not table.seats[table.seat].ready
