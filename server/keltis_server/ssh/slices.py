"""A connection whose packets are worked through a few at a time, and that may send only so much."""

import asyncio
import time
from collections.abc import Awaitable, Coroutine
from typing import Final

import asyncssh
from asyncssh.logging import SSHLogger

from keltis_server.limits import SshLimits
from keltis_server.ssh.asyncssh_internals import InternalConnection
from keltis_server.ssh.budget import Budget
from keltis_server.ssh.turns import Turns
from keltis_words.sentences import english

_READ: Final = memoryview(bytearray(16 * 1024))
"""Where the system puts what came. It is taken from there at once, so all share it."""
_LONGEST: Final = 0.01
"""Seconds that a step of a login counts for at most: it may have waited for others."""


class Sliced(InternalConnection, asyncio.BufferedProtocol):
    """Reads little at once, and no more before that is worked through."""

    limits: SshLimits
    source: str
    """Where this is from, as far as it counts."""
    turns: Turns
    budget: Budget
    exchanged: bool = False
    """Whether the client has finished a key exchange."""
    answered: bool = False
    """Whether it has sent its half of one; it may now ask its person about our key."""
    logged_in: bool = False
    flooded: bool = False
    """Whether it was cut off because it sent too much."""
    _unread: bytes = b""
    _left: int = 0
    """Packets that may still be worked through in this turn."""
    _paused_for: frozenset[str] = frozenset()
    """Why nothing more is read now."""
    _line: asyncio.Transport | None = None
    """Where the bytes come from."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection stands."""
        if isinstance(transport, asyncio.Transport):
            self._line = transport
        super().connection_made(transport)

    def log_in(self) -> None:
        """The login is done."""
        self.logged_in = True
        self.budget.log_in()

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Where to put what came: room for little."""
        return _READ

    def buffer_updated(self, nbytes: int) -> None:
        """Work through what came if it is a person's; otherwise it waits for a turn."""
        if self.flooded:
            return
        self._unread += _READ[:nbytes]
        if not self.budget.read(nbytes):
            self.cut_off()
        elif self.logged_in and self.turns.prompt(self.source):
            self.work()
        else:
            self._await_turn()

    def work(self) -> None:
        """Work through a few packets; if there are more, wait for another turn."""
        if self.flooded:
            return
        self.pause_input("waits", False)
        unread, self._unread = self._unread, b""
        self._left = self.limits.slice_packets
        self.data_received(unread)

    def pause_input(self, why: str, paused: bool) -> None:
        """Read nothing more for a reason, or not for that reason any more."""
        self._paused_for = self._paused_for | {why} if paused else self._paused_for - {why}
        if self._line is not None:
            (self._line.pause_reading if self._paused_for else self._line.resume_reading)()

    def cut_off(self) -> None:
        """The client has sent more than any honest one does."""
        if not self.flooded:
            self.flooded = True
            self.disconnect(asyncssh.DISC_BY_APPLICATION, english("flooded"))

    def connection_lost(self, exc: Exception | None = None) -> None:
        """The connection is gone."""
        self.turns.leave(self)
        super().connection_lost(exc)

    def create_task(
        self, coro: Awaitable[None], task_logger: SSHLogger | None = None
    ) -> "asyncio.Task[None]":
        """Do a part of the work later; before the login it counts as well."""
        return super().create_task(coro if self.logged_in else self._counted(coro), task_logger)

    async def _counted(self, work: Awaitable[None]) -> None:
        """Do a step of a login. A key exchange is dear and waits for its turn; a login is not, and
        the library would give it up if the next request came before it began."""
        if not self.exchanged:
            try:
                await self.turns.turn(self.source)
            except asyncio.CancelledError:
                if isinstance(work, Coroutine):
                    work.close()
                raise
        began = time.perf_counter()
        try:
            await work
        finally:
            self.turns.spent(self.source, min(time.perf_counter() - began, _LONGEST))

    def _await_turn(self) -> None:
        self.pause_input("waits", True)
        self.turns.wait(self)

    def may_read_packet(self) -> bool:
        """Whether there is time for one more packet in this turn; if not, wait for another."""
        if self.flooded:
            return False
        if not self._left:
            self._await_turn()
            return False
        return True

    def count_packet(self) -> bool:
        """A packet has begun: whether the client may go on."""
        self._left -= 1
        if not self.budget.packet():
            self.cut_off()
            return False
        return True
