"""The sessions that are open in this process, and whether there may be one more."""

import asyncio
import contextlib
import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from keltis_server.cluster.windows import Windows
from keltis_server.limits import SshLimits
from keltis_server.people.identity import Caller
from keltis_server.ssh.session import SshSession


class _Bound(NamedTuple):
    """How many sessions may be open, and why there is none more."""

    most: int
    refusal: str


class Sessions:
    """Bounds sessions by source, guests' by it once more, and by key, in all processes together."""

    def __init__(self, limits: SshLimits, windows: Windows) -> None:
        self._limits = limits
        self._windows = windows
        windows.on_more = self._close_surplus
        self._open: dict[SshSession, dict[str, int]] = {}
        """When each was opened, by the clock of all processes, for each name it counts for."""
        self._none = asyncio.Event()
        self._none.set()

    def __iter__(self) -> Iterator[SshSession]:
        return iter(list(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def refusal(self, caller: Caller, source: str) -> str:
        """Why this caller may not open one more; empty if that may be."""
        for name, bound in self._bounds(caller, source).items():
            if self._windows.count(name) >= bound.most:
                return bound.refusal
        return ""

    def add(self, session: SshSession) -> None:
        """A session is opened."""
        bounds = self._bounds(session.caller, session.source)
        self._open[session] = {name: self._windows.open(name) for name in bounds}
        self._none.clear()

    def remove(self, session: SshSession) -> None:
        """A session is over, if it was ever opened."""
        if session in self._open:
            for name, since in self._open.pop(session).items():
                self._windows.close(name, since)
        if not self._open:
            self._none.set()

    async def gone(self, seconds: float) -> None:
        """Wait until all are over, or so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._none.wait()

    def _close_surplus(self, name: str) -> None:
        """Other processes opened sessions meanwhile: the youngest that are too many end."""
        for session, opened in list(self._open.items()):
            if name in opened:
                bound = self._bounds(session.caller, session.source)[name]
                if self._windows.older(name, opened[name]) >= bound.most:
                    session.turn_away(bound.refusal)

    def _bounds(self, caller: Caller, source: str) -> dict[str, _Bound]:
        """What a session counts for: its key or the guests there, and its source."""
        limits = self._limits
        everybody = _Bound(limits.sessions_per_source, "too_many_here")
        if caller.key is None:
            guests = _Bound(limits.guest_sessions_per_source, "too_many_guests_here")
            return {source: everybody, f"guests {source}": guests}
        digest = hashlib.sha256(caller.key).hexdigest()
        own = _Bound(limits.sessions_per_key, "too_many_sessions")
        return {f"key {digest}": own, source: everybody}
