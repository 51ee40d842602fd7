"""One person's connection: commands go in one after the other, facts wait to be read."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import (
    Closing,
    Command,
    Done,
    Fact,
    GameChanged,
    Lobby,
    Person,
    Renamed,
    StepShown,
)
from keltis_server.addresses import source_of
from keltis_server.cluster.bus import Present
from keltis_server.guard import Tasks
from keltis_server.people.outlook import Outlook
from keltis_server.people.who import Who
from keltis_server.rate_limits import Bucket

HUNG_UP: Final = "hung_up"
"""Why a visit is over that somebody ended, or whose line did, as far as the visit knows."""
ELSEWHERE: Final = "elsewhere"
"""Where somebody is from who is not in this process, or not any more."""


def described(name: str, who: str, address: str) -> str:
    """Somebody as whoever runs the server is told of them: by what can be acted on."""
    return f"{name!r} ({who} from {address or 'here'})"


REMEMBERED: Final = 64
"""How many commands a visit remembers, to answer a repeated one again."""


class Visit:
    """A `Link` into the server; `ended` says whether and why it is over."""

    def __init__(
        self,
        who: Who,
        unread: int,
        carry_out: Callable[["Visit", Command], Coroutine[Any, Any, None]],
        moved: Callable[["Visit"], None],
        gone: Callable[["Visit"], None],
        since: int,
    ) -> None:
        self._who = who
        self._table = ""
        self._watching = ""
        self.since = since
        """When it began, on the clock on which all processes agree."""
        self.preferences: dict[str, str] = {}
        """What this person's client asked to remember, as it was when the visit began."""
        self.address = ""
        """Where this person comes from."""
        self.return_code = ""
        """With it a guest can take up the seat again; empty for people with a key."""
        self.wished = self.name_refused = ""
        """The name that this person came with, if it could not be had, and why."""
        self.greeted = False
        self.lobby: Lobby | None = None
        """What this visit was last told of the lobby."""
        self.outlook = Outlook()
        """Which part of the lobby this visit looks at, until it goes to a table."""
        self.seen: dict[str, int] = {}
        """How much of the logs of their tables this visit's person has seen."""
        self.heard = 0
        """The number of the last line of the lobby's talk that this visit was told."""
        self.wrong_codes = 0
        self.purse: Bucket | None = None
        """What this visit may still ask for, once it has asked for anything."""
        self.done: deque[str] = deque(maxlen=REMEMBERED)
        """The ids of the last commands that were carried out."""
        self.ended = ""
        self._unread = unread
        self._carry_out = carry_out
        self._moved = moved
        self._gone = gone
        self.order = asyncio.Lock()
        """Held while a command is carried out: the next one waits."""
        self._facts: deque[Fact] = deque()
        self._news = asyncio.Event()
        self._over = asyncio.Event()
        self._working = Tasks()

    @property
    def who(self) -> Who:
        """Whose visit it is."""
        return self._who

    @who.setter
    def who(self, who: Who) -> None:
        renamed = who.name != self._who.name
        self._who = who
        self._moved(self)
        if renamed and self.greeted and not self.in_lobby:
            self.tell(Renamed(you=self.person))

    @property
    def table(self) -> str:
        """The code of the table this visit is at; empty in the lobby."""
        return self._table

    @table.setter
    def table(self, table: str) -> None:
        self._table = table
        self.outlook = Outlook()
        self._moved(self)

    @property
    def watching(self) -> str:
        """The code of the table at which this visit looks on; empty if at none."""
        return self._watching

    @watching.setter
    def watching(self, table: str) -> None:
        self._watching = table
        self._moved(self)

    @property
    def in_lobby(self) -> bool:
        """Whether this visit is at no table, nor looks on at one."""
        return not self._table and not self._watching

    @property
    def source(self) -> str:
        """Whom this person's address counts for; empty if the visit did not come by the net."""
        return source_of(self.address)

    @property
    def person(self) -> Person:
        """Whom the facts call `you`."""
        return Person(name=self.who.name, guest=self.who.guest)

    @property
    def told(self) -> str:
        """Whose visit it is, as whoever runs the server is told."""
        return described(self.who.name, self.who.id, self.address)

    @property
    def present(self) -> Present:
        """The visit as other processes know it."""
        return Present(
            who=self.who.id,
            name=self.who.name,
            table=self.table,
            since=self.since,
            guest=self.who.guest,
            watching=self.watching,
        )

    async def send(self, command: Command) -> None:
        """Have a command carried out, or refused, before this returns; or raise `LinkClosed`."""
        if self.ended:
            raise LinkClosed(self.ended)
        # It is carried out to its end even if whoever sent it is gone.
        await asyncio.shield(self._working.spawn(self._carry_out(self, command)))

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        while not self._facts:
            if self.ended:
                raise LinkClosed(self.ended)
            self._news.clear()
            await self._news.wait()
        return self._facts.popleft()

    async def pause(self, seconds: float) -> None:
        """Let some time pass, unless the visit ends before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()

    async def close(self) -> None:
        """Hang up."""
        self._end(HUNG_UP)
        await self._working.finish()

    def tell(self, fact: Fact) -> None:
        """Let a fact wait to be read; an older lobby, or step shown, gives way to a newer one."""
        if self.ended:
            return
        if isinstance(fact, Lobby | StepShown):
            newer = type(fact)
            self._facts = deque(each for each in self._facts if not isinstance(each, newer))
        self._facts.append(fact)
        self._news.set()
        if len(self._facts) > self._unread:
            self._facts.clear()
            self.dismiss("too_slow")

    def has_unread(self, kind: type[Fact]) -> bool:
        """Whether a fact of a kind still waits to be read."""
        return any(isinstance(fact, kind) for fact in self._facts)

    def has_unread_story(self, ply: int) -> bool:
        """Whether a game's whole story up to `ply` still waits to be read."""
        stories = (fact for fact in self._facts if isinstance(fact, GameChanged))
        return any(not story.since and story.ply == ply for story in stories)

    def finish(self, command: str) -> None:
        """Say that a command was carried out."""
        self.done.append(command)
        self.tell(Done(id=command))

    def dismiss(self, reason: str) -> None:
        """End the visit from the server's side; the reason is its last fact."""
        if not self.ended:
            self._facts.append(Closing(reason=reason))
            self._end(reason)

    def _end(self, reason: str) -> None:
        if not self.ended:
            self.ended = reason
            self._news.set()
            self._over.set()
            self._gone(self)
