"""One person's connection: commands go in one after the other, facts wait to be read."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Final

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import Closing, Command, Done, Fact, Lobby, Person
from keltis_server.records import Who

REMEMBERED: Final = 64
"""How many commands a visit remembers, to answer a repeated one again."""


class Visit:
    """A `Link` into the house; `ended` says whether and why it is over."""

    def __init__(
        self,
        who: Who,
        unread: int,
        obey: Callable[["Visit", Command], Awaitable[None]],
        moved: Callable[["Visit"], None],
        gone: Callable[["Visit"], None],
    ) -> None:
        self._who = who
        self._table = ""
        self.since = time.monotonic_ns()
        """When it began, on the clock that all processes of a machine share."""
        self.preferences: dict[str, str] = {}
        """What this person's client asked to remember, as it was when the visit began."""
        self.address = ""
        """Where this person comes from."""
        self.return_code = ""
        """With it a guest can take up the seat again; empty for people with a key."""
        self.greeted = False
        self.lobby: Lobby | None = None
        """What this visit was last told of the lobby."""
        self.wrong_codes = 0
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        """The ids of the last commands that were carried out."""
        self.ended = ""
        self._unread = unread
        self._obey = obey
        self._moved = moved
        self._gone = gone
        self._order = asyncio.Lock()
        self._facts: deque[Fact] = deque()
        self._news = asyncio.Event()
        self._working: set[asyncio.Task[None]] = set()

    @property
    def who(self) -> Who:
        """Whose visit it is."""
        return self._who

    @who.setter
    def who(self, who: Who) -> None:
        self._who = who
        self._moved(self)

    @property
    def table(self) -> str:
        """The code of the table this visit is at; empty in the lobby."""
        return self._table

    @table.setter
    def table(self, table: str) -> None:
        self._table = table
        self._moved(self)

    @property
    def person(self) -> Person:
        """Whom the facts call `you`."""
        return Person(name=self.who.name, guest=self.who.guest)

    async def send(self, command: Command) -> None:
        """Have a command carried out, or refused, before this returns; or raise `LinkClosed`."""
        if self.ended:
            raise LinkClosed(self.ended)
        task = asyncio.create_task(self._carry_out(command))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        await asyncio.shield(task)

    async def _carry_out(self, command: Command) -> None:
        """Obey, in order, to the end even if whoever sent the command is gone."""
        async with self._order:
            if not self.ended:
                await self._obey(self, command)

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        while not self._facts:
            if self.ended:
                raise LinkClosed(self.ended)
            self._news.clear()
            await self._news.wait()
        return self._facts.popleft()

    async def close(self) -> None:
        """Hang up."""
        self._end("hung_up")
        if self._working:
            await asyncio.wait(self._working)

    def tell(self, fact: Fact) -> None:
        """Let a fact wait to be read; an older lobby gives way to a newer one."""
        if self.ended:
            return
        if isinstance(fact, Lobby):
            self._facts = deque(each for each in self._facts if not isinstance(each, Lobby))
        self._facts.append(fact)
        self._news.set()
        if len(self._facts) > self._unread:
            self._facts.clear()
            self.dismiss("too_slow")

    def has_unread(self, kind: type[Fact]) -> bool:
        """Whether a fact of a kind still waits to be read."""
        return any(isinstance(fact, kind) for fact in self._facts)

    def finish(self, command: str) -> None:
        """Say that a command was carried out."""
        self.done.append(command)
        self.tell(Done(id=command))

    def dismiss(self, reason: str) -> None:
        """End the visit from the house's side, with a last word."""
        if not self.ended:
            self._facts.append(Closing(reason=reason))
            self._end(reason)

    def _end(self, reason: str) -> None:
        if not self.ended:
            self.ended = reason
            self._news.set()
            self._gone(self)
