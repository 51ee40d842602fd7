"""One session over SSH: its one request, the client's input, its pace, and its end."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import asyncssh

from keltis_server.guard import Tasks, survived
from keltis_server.limits import SshLimits
from keltis_server.people.identity import Caller
from keltis_server.ssh import requests
from keltis_server.ssh.connection import Connection
from keltis_server.ssh.native import NativeSession
from keltis_server.ssh.output import Output
from keltis_server.terminal.runner import CRASHED, STALLED, AppRunner


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The one session of a connection."""

    output: Output
    """Writes to the client."""

    def __init__(
        self,
        caller: Caller,
        source: str,
        limits: SshLimits,
        tasks: Tasks,
        carry_out: "CarryOut",
        started: Callable[[], None],
        over: Callable[["SshSession"], None],
    ) -> None:
        self._limits = limits
        self._tasks = tasks
        self._carry_out = carry_out
        self._started = started
        self._over = over
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._request: requests.Request = requests.Play()
        self._inner: AppRunner | NativeSession | None = None
        self._early = bytearray()
        """What came before there was anybody to take it."""
        self._sent_all = False
        """Whether the client has said that it will send no more."""
        self._ending = ""
        self._status = 1
        """How the client's program ends."""
        self._stall: asyncio.TimerHandle | None = None
        self._behind: set[str] = set()
        """What the client is behind with: its window, its line."""
        self._idle: asyncio.TimerHandle | None = None
        self._heard_at = 0.0
        """When the client last did anything."""
        self.caller = caller
        self.source = source

    # What the client asks for

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan
        self.output = Output(chan)
        chan.set_write_buffer_limits(high=self._limits.unsent_bytes)

    def pty_requested(
        self,
        term_type: str,  # noqa: ARG002
        term_size: tuple[int, int, int, int],  # noqa: ARG002
        term_modes: Mapping[int, int],  # noqa: ARG002
    ) -> bool:
        """The client has a terminal."""
        return True

    def shell_requested(self) -> bool:
        """A plain `ssh host`."""
        return True

    def exec_requested(self, command: str) -> bool:
        """Words after `ssh host`."""
        self._request = requests.command_request(command, self._limits.command_bytes)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """A service by its name."""
        self._request = requests.subsystem_request(subsystem)
        return True

    def session_started(self) -> None:
        """Everything is said: begin."""
        self._started()
        self._heard_at = asyncio.get_running_loop().time()
        self._check_idle()
        self._tasks.spawn(self._serve())

    # What the client does

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        """Keys or frames."""
        self._heard_at = asyncio.get_running_loop().time()
        match self._inner:
            case None:
                self._early += data  # at most a window of it
            case NativeSession() as native:
                native.feed(data)
                self._wait_if(native.full)
            case AppRunner() as runner:
                runner.input.feed(data)
                self._wait_if(runner.input.full)

    def eof_received(self) -> bool:
        """The client will send no more: a program is done, a person may still look."""
        self._sent_all = True
        if isinstance(self._inner, NativeSession):
            self._inner.finish()
        return True

    def terminal_size_changed(
        self,
        width: int,
        height: int,
        pixwidth: int,  # noqa: ARG002
        pixheight: int,  # noqa: ARG002
    ) -> None:
        """The client's window has another size."""
        if isinstance(self._inner, AppRunner):
            self._inner.resize(width, height)

    def pause_writing(self) -> None:
        """The client does not open its window as fast as we write."""
        self._hold("window")

    def resume_writing(self) -> None:
        """The client has opened its window."""
        self._go_on("window")

    @property
    def ended(self) -> bool:
        """Whether nobody is there any more, or is to be."""
        return bool(self._ending) or self._chan is None

    async def caught_up(self) -> None:
        """Wait until the client has read what was sent, or is gone."""
        while self._behind and not self.ended:  # noqa: ASYNC110 - the client's own time
            await asyncio.sleep(0.05)

    def line_behind(self, behind: bool) -> None:
        """The client does not read from its line, or does again."""
        (self._hold if behind else self._go_on)("line")

    def _hold(self, what: str) -> None:
        """Write nothing until the client has read, and give up if that never comes."""
        self._behind.add(what)
        if self._stall is None:
            if self._inner is not None:
                self._inner.pause()
            loop = asyncio.get_running_loop()
            self._stall = loop.call_later(self._limits.stall_seconds, self.end, STALLED)

    def _go_on(self, what: str) -> None:
        self._behind.discard(what)
        if not self._behind and self._stall is not None:
            self._stall.cancel()
            self._stall = None
            if self._inner is not None:
                self._inner.resume()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The client is gone."""
        self._chan = None
        self.output.close()
        for timer in (self._stall, self._idle):
            if timer is not None:
                timer.cancel()
        self.end("lost")
        self._over(self)

    def end(self, reason: str) -> None:
        """End this session from our side."""
        self._ending = self._ending or reason
        if isinstance(self._inner, NativeSession) and reason == "lost":
            self._inner.hang_up()
        elif self._inner is not None:
            self._inner.close(reason)
        if reason == STALLED and self._chan is not None:
            # What is still unsent will not be read either.
            loop = asyncio.get_running_loop()
            loop.call_later(self._limits.close_seconds, self._chan.get_connection().abort)

    def turn_away(self, reason: str) -> None:
        """End this session, be it before it has begun to do anything."""
        ending = self._ending
        self.end(reason)
        if not ending and self._inner is None and self._chan is not None:
            self.output.say(reason)
            self.output.exit(self._status)

    # Carrying it out

    async def _serve(self) -> None:
        try:
            if not await survived("a session", self._answer):
                self.output.say(CRASHED)
        finally:
            self.output.exit(self._status)

    async def _answer(self) -> None:
        if self._ending or self._chan is None:
            return
        conn = self._chan.get_connection()
        if isinstance(conn, Connection) and conn.forwarded_nothing:
            self.output.say("no_forwarding")
        self._status = await self._carry_out(self, self._request)

    def begin(self, inner: AppRunner | NativeSession) -> None:
        """From now on `inner` takes what the client does, and what it did before."""
        self._inner = inner
        early = bytes(self._early)
        self._early.clear()
        self.data_received(early, None)
        if self._sent_all and isinstance(inner, NativeSession):
            inner.finish()
        if self._behind:
            inner.pause()
        if self._ending:
            self.end(self._ending)

    def _check_idle(self) -> None:
        """End for somebody who has done nothing for long, or check again later."""
        loop = asyncio.get_running_loop()
        limits = self._limits
        guest = self.caller.key is None
        allowed = limits.idle_guest_seconds if guest else limits.idle_player_seconds
        left = self._heard_at + allowed - loop.time()
        if left > 0:
            self._idle = loop.call_later(left, self._check_idle)
        else:
            self.end("idle")

    # Small things

    def _wait_if(self, full: bool) -> None:
        if full and self._chan is not None:
            self._chan.pause_reading()

    def read_on(self) -> None:
        """There is room again for what the client sends."""
        if self._chan is not None:
            self._chan.resume_reading()


CarryOut = Callable[[SshSession, requests.Request], Awaitable[int]]
"""Does what a session asks for; the exit status."""
