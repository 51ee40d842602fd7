"""The sessions that are open in this process, and whether there may be one more."""

import asyncio
import contextlib
import hashlib
from collections.abc import Iterator

from keltis_server.cluster.windows import Windows
from keltis_server.limits import SshLimits
from keltis_server.people.identity import Caller
from keltis_server.ssh.session import SshSession


class Sessions:
    """Bounds sessions by source and by key, in all processes together."""

    def __init__(self, limits: SshLimits, windows: Windows) -> None:
        self._limits = limits
        self._windows = windows
        windows.on_more = self._close_surplus
        self._open: dict[SshSession, dict[str, int]] = {}
        """When each was opened, by the clock of all processes, for its source and for its key."""
        self._none = asyncio.Event()
        self._none.set()

    def __iter__(self) -> Iterator[SshSession]:
        return iter(list(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def may_open(self, caller: Caller, source: str) -> bool:
        """Whether this caller may open one more."""
        bounds = self._bounds(caller, source)
        return all(self._windows.count(name) < most for name, most in bounds.items())

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
                most = self._bounds(session.caller, session.source)[name]
                if self._windows.older(name, opened[name]) >= most:
                    session.turn_away("too_many_sessions")

    def _bounds(self, caller: Caller, source: str) -> dict[str, int]:
        """What a session counts for, its source and its key, and how many may be open for each."""
        bounds = {source: self._limits.sessions_per_source}
        if caller.key is not None:
            digest = hashlib.sha256(caller.key).hexdigest()
            bounds[f"key {digest}"] = self._limits.sessions_per_key
        return bounds
