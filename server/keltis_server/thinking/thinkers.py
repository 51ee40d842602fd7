"""The processes in which the masters of all tables of a server process think.

There are few of them, so that people do not wait because bots think. They are started when first
asked for and ended when nobody asked for a while. What a master waits for one of them counts as
thinking: it never takes longer than its time, and plays without having thought if that is over.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from keltis_engine.position import PlayerMove, View
from keltis_server.guard import Tasks
from keltis_server.limits import Limits
from keltis_server.thinking.said import Question, encoder
from keltis_server.thinking.thinker import Late, Thinker, Unusable

log = logging.getLogger(__name__)

LEAST: Final = 0.02
"""With so few seconds left it is not worth asking."""
SURELY: Final = 0.95
"""The part of its time in which a master's move is there; the rest is for a busy machine."""
OWN_SHARE: Final = 0.85
"""The part of the time that is thought; the rest is for going there and back."""
GRACE: Final = 2.0
"""A process that has not answered in time, and not in so many seconds more, is ended."""
SEEDS: Final = 1 << 30


class Busy(Exception):
    """Everybody was thinking about something else until the time was over."""


def processes(limits: Limits) -> int:
    """In how many processes masters think."""
    return limits.bot_processes or max(1, (os.cpu_count() or 2) - 1)


def shared_out(limits: Limits, workers: int) -> Limits:
    """The same for each of several server processes on one machine, which share its cores."""
    if limits.bot_processes or workers == 1:
        return limits
    return msgspec.structs.replace(limits, bot_processes=max(1, processes(limits) // workers))


class Thinkers:
    """Lends its processes to who asks, in turn."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.bot_seconds
        self._idle_seconds = limits.bot_idle_seconds
        self._most = processes(limits)
        self._free: list[Thinker] = []
        self._came = asyncio.Event()
        """Somebody may be free."""
        self._all: set[Thinker] = set()
        self._started = 0
        self._asking = 0
        """How many are waiting for a process or for its answer."""
        self._not_before = 0.0
        """When a process may be started again after one did not start."""
        self._tasks, self._ends = Tasks(), Tasks()
        self._leaving: asyncio.TimerHandle | None = None
        self._closing = False

    @property
    def pids(self) -> list[int]:
        """The processes that wait for a question."""
        return [thinker.pid for thinker in self._free]

    def wake(self) -> None:
        """Have a process started, as somebody will soon ask."""
        now = asyncio.get_running_loop().time()
        wanted = max(1, self._asking)
        room = self._started < min(wanted, self._most) and not self._closing
        if room and now >= self._not_before:
            self._started += 1
            self._tasks.spawn(self._start())

    async def choose(
        self, game: str, view: View, moves: Sequence[PlayerMove], patience: float = 0.0
    ) -> PlayerMove:
        """What a master does, within its time; `Busy` or `Unusable` if there is no telling.

        With patience it may wait so many seconds more for a process, and then think as long.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + SURELY * self._seconds
        self._asking += 1
        try:
            self.wake()
            thinker = await self._take(until + patience)
            left = SURELY * self._seconds if patience else until - clock()
            question = Question(
                game,
                msgspec.Raw(encoder.encode(view)),
                msgspec.Raw(encoder.encode(moves)),
                left * OWN_SHARE,
                secrets.randbelow(SEEDS),
            )
            if left < LEAST:
                self._put(thinker)
                raise Busy
            choice = await self._ask(thinker, question, left)
        finally:
            self._asking -= 1
            self._rest_later()
        if not 0 <= choice < len(moves):
            raise Unusable("makes no move there is")
        return moves[choice]

    async def _ask(self, thinker: Thinker, question: Question, left: float) -> int:
        """Its choice; it is given back when it has answered, and ended if it does not."""
        after = self._drop
        try:
            choice = await thinker.ask(question, left)
            after = self._put
        except Late:
            after = self._wait_for
            raise
        finally:
            after(thinker)
        return choice

    def _wait_for(self, thinker: Thinker) -> None:
        """Take one back that is late, or end it."""

        async def wait() -> None:
            late = await thinker.comes_to_an_end(GRACE)
            (self._put if late else self._drop)(thinker)

        self._tasks.spawn(wait())

    async def _take(self, until: float) -> Thinker:
        try:
            async with asyncio.timeout_at(until):
                while not self._free:
                    self._came.clear()
                    await self._came.wait()
                return self._free.pop()
        except TimeoutError as error:
            raise Busy from error

    def _put(self, thinker: Thinker) -> None:
        self._free.append(thinker)
        self._came.set()

    def _drop(self, thinker: Thinker) -> None:
        self._all.discard(thinker)
        self._started -= 1
        thinker.kill()
        self._ends.spawn(thinker.end())

    async def _start(self) -> None:
        try:
            thinker = await Thinker.start()
        except Unusable as problem:
            self._started -= 1
            self._not_before = asyncio.get_running_loop().time() + self._idle_seconds
            log.error("masters play as club players do, for a process of theirs %s", problem)
        else:
            self._all.add(thinker)
            self._put(thinker)

    def _rest_later(self) -> None:
        """End the processes if nobody asks for a while."""
        if self._leaving is not None:
            self._leaving.cancel()
        loop = asyncio.get_running_loop()
        self._leaving = loop.call_later(self._idle_seconds, self._rest)

    def _rest(self) -> None:
        free, self._free = self._free, []
        for thinker in free:
            self._drop(thinker)

    async def close(self) -> None:
        """End every process."""
        self._closing = True
        if self._leaving is not None:
            self._leaving.cancel()
        await self._tasks.close()
        self._free = []
        for thinker in list(self._all):
            self._drop(thinker)
        await self._ends.finish()
