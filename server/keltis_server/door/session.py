"""One session: what the client wants, granted or refused in words, and always a tidy end."""

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import asyncssh

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import VERSION, FetchGame, GameFile, Hello, Lobby, Refused, TableLine
from keltis_server.accounts import come_back
from keltis_server.bucket import Bucket
from keltis_server.door import wishes
from keltis_server.door.answers import answer, can_come_back
from keltis_server.door.talk import Talk
from keltis_server.house import Caller, House
from keltis_server.judge import Refusal
from keltis_server.terminal.client import Client, describe
from keltis_server.terminal.host import CRASHED, LEFT, STALLED, Host
from keltis_server.terminal.hosted import log_crash
from keltis_server.terminal.sentences import help_said, refusal_said, said, tables_said

if TYPE_CHECKING:
    from keltis_server.door.server import Door

MISUNDERSTOOD = 2
"""The exit status for what we do not do."""


class Session(asyncssh.SSHServerSession[bytes]):
    """What one person sees of the house through SSH."""

    def __init__(
        self,
        door: "Door",
        caller: Caller,
        source: str,
        started: Callable[[], None],
        over: Callable[[], None],
    ) -> None:
        self._door = door
        self._started = started
        self._over = over
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._wish: wishes.Wish = wishes.Play()
        self._inner: Host | Talk | None = None
        self._early = bytearray()
        """What came before there was anybody to take it."""
        self._ending = ""
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
        chan.set_write_buffer_limits(high=self._door.limits.unsent_bytes)
        self._door.came(self)

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
        self._wish = wishes.command_wish(command, self._door.limits.command_bytes)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """A service by its name."""
        self._wish = wishes.subsystem_wish(subsystem)
        return True

    def session_started(self) -> None:
        """Everything is said: begin."""
        self._started()
        self._heard_at = asyncio.get_running_loop().time()
        self._mind_idleness()
        self._door.spawn(self._serve())

    # What the client does

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        """Keys or frames."""
        self._heard_at = asyncio.get_running_loop().time()
        match self._inner:
            case None:
                self._early += data  # at most a window of it
            case Talk() as talk:
                talk.feed(data)
                self._wait_if(talk.full)
            case Host() as host:
                host.inbox.feed(data)
                self._wait_if(host.inbox.full)

    def eof_received(self) -> bool:
        """The client will send no more: a program is done, a person may still look."""
        if isinstance(self._inner, Talk):
            self._inner.hang_up()
        return True

    def terminal_size_changed(
        self,
        width: int,
        height: int,
        pixwidth: int,  # noqa: ARG002
        pixheight: int,  # noqa: ARG002
    ) -> None:
        """The client's window has another size."""
        if isinstance(self._inner, Host):
            self._inner.resize(width, height)

    def pause_writing(self) -> None:
        """The client does not open its window as fast as we write."""
        self._hold("window")

    def resume_writing(self) -> None:
        """The client has opened its window."""
        self._go_on("window")

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
            self._stall = loop.call_later(self._door.limits.stall_seconds, self.end, STALLED)

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
        for timer in (self._stall, self._idle):
            if timer is not None:
                timer.cancel()
        self.end("lost")
        self._door.gone(self)
        self._over()

    def end(self, reason: str) -> None:
        """End this session from our side."""
        self._ending = self._ending or reason
        if isinstance(self._inner, Talk) and reason == "lost":
            self._inner.hang_up()
        elif self._inner is not None:
            self._inner.close(reason)
        if reason == STALLED and self._chan is not None:
            # What is still unsent will not be read either.
            loop = asyncio.get_running_loop()
            loop.call_later(self._door.limits.close_seconds, self._chan.get_connection().abort)

    # Granting it

    async def _serve(self) -> None:
        status = 1
        try:
            status = await self._grant(self._wish)
        except Exception as error:  # noqa: BLE001 (nothing one session does may touch another)
            log_crash(error)
            self._crashed()
            self._say(CRASHED)
        finally:
            if self._chan is not None:
                self._chan.exit(status)

    async def _grant(self, wish: wishes.Wish) -> int:
        if self._ending:
            return 1
        client = self._client()
        match wish:
            case wishes.Misunderstood(code):
                return self._say(code)
            case wishes.Talk():
                return await self._talk()
            case wishes.ListTables():
                tables = await _tables(self._door.house, self.caller)
                for line in tables_said(client.language, tables):
                    self._write(line)
                return 0
            case wishes.Help():
                for line in help_said(client.language):
                    self._write(line)
                return 0
            case wishes.OfferLink() | wishes.Link() | wishes.Forget():
                good, text = await answer(self._door.house, self.caller, wish, client.language)
                (self._write if good else self._complain)(text)
                return 0 if good else 1
            case wishes.FinishedGame(table, number):
                return await self._give_game(table, number)
            case wishes.Play() | wishes.Back() if not client.term:
                return self._say("no_terminal")
            case wishes.Play() | wishes.Back() if not client.can_draw:
                return self._say("cannot_draw")
            case wishes.Back(code):
                return await self._play_on(client, code)
            case wishes.Play(join):
                return await self._play(client, self.caller, join)

    async def _play_on(self, client: Client, code: str) -> int:
        """Let a guest go on where the code was given."""
        try:
            caller, table = await come_back(self._door.house, self.caller, code)
        except Refusal as refused:
            self._complain(refusal_said(client.language, refused.reason))
            return 1
        return await self._play(client, caller, table)

    async def _give_game(self, table: str, number: int) -> int:
        """Write a finished game as it is, for a file; a refusal goes where errors go."""
        found = await _finished_game(self._door.house, self.caller, table, number)
        if isinstance(found, Refused):
            self._complain(refusal_said(self._client().language, found.reason))
            return 1
        self._send(found.encode())
        return 0

    async def _talk(self) -> int:
        visit = await self._door.house.visit(self.caller)
        self._inner = talk = Talk(visit, self._send, self._door.limits.bad_frames)
        talk.on_room = self._read_on
        limits, clock = self._door.limits, asyncio.get_running_loop().time
        talk.pace = Bucket(limits.commands_burst, limits.commands_per_second, clock)
        self._begin()
        await talk.run()
        return 0

    async def _play(self, client: Client, caller: Caller, join: str) -> int:
        visit = await self._door.house.visit(caller)
        limits, clock = self._door.limits, asyncio.get_running_loop().time
        if visit.return_code:
            self._write(said(client.language, "guest_hint", secret=visit.return_code))
        try:
            self._inner = host = Host(
                lambda: self._door.app_for(visit, client.language, join),
                self._send,
                client,
                stall_seconds=limits.stall_seconds,
            )
            host.inbox.on_room = self._read_on
            host.inbox.room = limits.input_burst
            host.inbox.pace = Bucket(limits.input_burst, limits.input_per_second, clock)
            self._begin()
            reason = await host.run(self._door.starting)
        finally:
            await visit.close()
        if reason == CRASHED:
            self._crashed()
        if reason == LEFT and host.farewell:
            self._write(host.farewell)
        else:
            self._say(reason)
        if can_come_back(self._door.house, visit):
            self._write(said(client.language, "come_back", secret=visit.return_code))
        return 0 if reason == LEFT else 1

    def _begin(self) -> None:
        """Make up for what happened before there was anybody to take it."""
        early = bytes(self._early)
        self._early.clear()
        self.data_received(early, None)
        if self._behind and self._inner is not None:
            self._inner.pause()
        if self._ending:
            self.end(self._ending)

    def _mind_idleness(self) -> None:
        """Send somebody home who has done nothing for long, or look again later."""
        loop = asyncio.get_running_loop()
        limits = self._door.limits
        guest = self.caller.key is None
        allowed = limits.idle_guest_seconds if guest else limits.idle_player_seconds
        left = self._heard_at + allowed - loop.time()
        if left > 0:
            self._idle = loop.call_later(left, self._mind_idleness)
        else:
            self.end("idle")

    def _crashed(self) -> None:
        self._door.sources.penalise(self.source, self._door.limits.crash_penalty)

    # Small things

    def _client(self) -> Client:
        if self._chan is None:
            return describe("", (0, 0), {})
        width, height, _, _ = self._chan.get_terminal_size()
        environment = {
            name.decode("ascii", "replace"): value.decode("utf-8", "replace")
            for name, value in self._chan.get_environment_bytes().items()
        }
        return describe(self._chan.get_terminal_type() or "", (width, height), environment)

    def _say(self, code: str) -> int:
        """Say a sentence; to a program it goes where errors go."""
        self._complain(said(self._client().language, code))
        return MISUNDERSTOOD

    def _complain(self, text: str) -> None:
        if self._chan is not None and self._chan.get_terminal_type() is None:
            self._chan.write_stderr(text.encode() + b"\r\n")
        else:
            self._write(text)

    def _write(self, line: str) -> None:
        self._send(line.encode() + b"\r\n")

    def _send(self, data: bytes) -> None:
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def _wait_if(self, full: bool) -> None:
        if full and self._chan is not None:
            self._chan.pause_reading()

    def _read_on(self) -> None:
        if self._chan is not None:
            self._chan.resume_reading()


async def _tables(house: House, caller: Caller) -> list[TableLine]:
    """What the lobby lists, seen by a guest: a visit of one's own would end the game one is in."""
    visit = await house.visit(Caller(None, "", caller.address))
    try:
        await visit.send(Hello(version=VERSION))
        while True:
            fact = await visit.receive()
            if isinstance(fact, Lobby):
                return fact.tables
    except LinkClosed:
        return []
    finally:
        await visit.close()


async def _finished_game(house: House, caller: Caller, table: str, number: int) -> str | Refused:
    """The file of a finished game, asked for by a guest: whoever knows the code may have it."""
    visit = await house.visit(Caller(None, "", caller.address))
    text = ""
    try:
        await visit.send(Hello(version=VERSION))
        await visit.send(FetchGame(id="file", table=table, number=number))
        while True:
            match await visit.receive():
                case Refused() as refused:
                    return refused
                case GameFile(text=piece, more=more):
                    text += piece
                    if not more:
                        return text
    except LinkClosed as closed:
        return Refused(id="", reason=closed.reason)
    finally:
        await visit.close()
