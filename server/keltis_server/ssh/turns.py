"""Whose packets are worked through when: a little at a time, the least served first."""

import asyncio
from collections import defaultdict
from typing import Final, Protocol

from keltis_server.addresses import network_of
from keltis_server.limits import SshLimits
from keltis_server.rate_limits import Bucket

AT_A_TIME: Final = 0.0015
"""Seconds of such work after which everything else has its turn."""
SHARE: Final = 1 / 4
"""Of the processor, for everybody who waits for a turn together."""
GRACE: Final = 0.03
"""Seconds of work that are done at once after a quiet time: two or three logins."""
LONGEST_REST: Final = 0.02
"""Seconds after which there is a turn, however dear the last one was."""
CREDIT: Final = 0.05
"""Seconds of work by which somebody new, or quiet for long, goes before all others."""
MOST: Final = 10_000
"""How many sources are remembered before those that owe nothing are dropped."""


class Waiting(Protocol):
    """Somebody whose packets wait to be worked through."""

    source: str

    def work(self) -> None:
        """Work through a few; if there are more, wait again."""


class _Step:
    """Work that is done by a task of its own, which begins with its turn."""

    def __init__(self, source: str, begins: "asyncio.Future[None]") -> None:
        self.source = source
        self._begins = begins

    def work(self) -> None:
        """Let the task begin as soon as the loop comes to it."""
        if not self._begins.done():
            self._begins.set_result(None)


class Turns:
    """Gives turns to connections that are not logged in, or that send more than people do.

    All of them together get a share of the processor. Who sends little is not kept waiting.
    """

    def __init__(self, limits: SshLimits, loop: asyncio.AbstractEventLoop) -> None:
        self._limits = limits
        self._loop = loop
        self._waiting: dict[str, dict[str, dict[Waiting, None]]] = {}
        """By network and by source, who came first before who came later."""
        self._sources: defaultdict[str, _Account] = defaultdict(_Account)
        self._networks = _Account()
        self._buckets: dict[str, Bucket] = {}
        self._paid_at = 0.0
        """When all work that was done is no more than their share."""
        self._step_ends_at = 0.0
        self._timer: asyncio.Handle | None = None

    def prompt(self, source: str) -> bool:
        """Whether a source sends so little that it need not wait; this is one more read of it."""
        bucket = self._buckets.get(source)
        if bucket is None:
            if len(self._buckets) >= MOST:
                self._buckets = {who: each for who, each in self._buckets.items() if not each.full}
            limits = self._limits
            bucket = Bucket(limits.prompt_burst, limits.prompt_per_second, self._loop.time)
            self._buckets[source] = bucket
        return bucket.take_if_any()

    def wait(self, somebody: Waiting) -> None:
        """Give somebody a turn as soon as it is fair."""
        sources = self._waiting.setdefault(network_of(somebody.source), {})
        sources.setdefault(somebody.source, {})[somebody] = None
        if self._timer is None:
            self._timer = self._loop.call_at(self._rested_at, self._run)

    @property
    def _rested_at(self) -> float:
        """When the next turn is."""
        return max(self._paid_at - GRACE / SHARE, self._step_ends_at)

    async def turn(self, source: str) -> None:
        """Wait for a turn in which a task of a source may do its work: never two in a row."""
        begins = self._loop.create_future()
        step = _Step(source, begins)
        self.wait(step)
        try:
            await begins
        finally:
            self.leave(step)

    def leave(self, somebody: Waiting) -> None:
        """Give somebody no turn any more."""
        network = network_of(somebody.source)
        sources = self._waiting.pop(network, {})
        line = sources.pop(somebody.source, {})
        line.pop(somebody, None)
        # Where nobody was served less than another, whose turn it was is last from now on.
        if line:
            sources[somebody.source] = line
        if sources:
            self._waiting[network] = sources

    def spent(self, source: str, seconds: float) -> None:
        """So much time went into a turn of a source; everybody who waits has to rest for it."""
        network = network_of(source)
        self._networks.add(network, seconds)
        if len(self._sources) > MOST:
            kept = {each: self._sources[each] for each in self._waiting}
            self._sources = defaultdict(_Account, kept)
        self._sources[network].add(source, seconds)
        now = self._loop.time()
        paid_at = max(self._paid_at, now - seconds) + seconds / SHARE
        self._paid_at = min(paid_at, now + GRACE / SHARE + LONGEST_REST)

    def _run(self) -> None:
        """Give turns for a moment; whatever happens in one, there are more."""
        try:
            if self._rested_at <= self._loop.time():
                self._give_turns()
        finally:
            self._timer = None
            if self._waiting:
                self._timer = self._loop.call_at(self._rested_at, self._run)

    def _give_turns(self) -> None:
        """Give turns, to nobody twice."""
        began = start = self._loop.time()
        served: set[Waiting] = set()
        while self._waiting and start - began < AT_A_TIME:
            somebody = self._next()
            if somebody in served:
                break
            served.add(somebody)
            self.leave(somebody)
            somebody.work()
            now = self._loop.time()
            self.spent(somebody.source, now - start)
            start = now
            if isinstance(somebody, _Step):
                # What it costs is known once its task has run, and nobody's turn comes before that.
                self._step_ends_at = now + AT_A_TIME
                break

    def _next(self) -> Waiting:
        """The first in line of the least served source in the least served network."""
        network = min(self._waiting, key=self._networks.of)
        sources = self._waiting[network]
        return next(iter(sources[min(sources, key=self._sources[network].of)]))


class _Account:
    """How much was done for each; nobody is more than a little behind those being served."""

    def __init__(self) -> None:
        self._done: dict[str, float] = {}
        self._floor = 0.0

    def of(self, name: str) -> float:
        return max(self._done.get(name, 0.0), self._floor)

    def add(self, name: str, seconds: float) -> None:
        before = self.of(name)
        self._done[name] = before + seconds
        self._floor = max(self._floor, before - CREDIT)
        if len(self._done) > MOST:
            self._done = {each: done for each, done in self._done.items() if done > self._floor}
