"""Listens for SSH connections, lets them in one by one, and closes with a word to everybody."""

import asyncio
import contextlib
import math
import re
import socket
from collections.abc import Callable
from functools import partial
from pathlib import Path

import asyncssh

from keltis_server.addresses import name_of_host
from keltis_server.guard import Tasks
from keltis_server.limits import SshLimits
from keltis_server.people.identity import Caller
from keltis_server.server import GameServer
from keltis_server.ssh import algorithms
from keltis_server.ssh.auth import ConnectionHandler
from keltis_server.ssh.budget import Budget
from keltis_server.ssh.connection import Connection
from keltis_server.ssh.dispatch import AppFor, Dispatcher
from keltis_server.ssh.proxy import BadHeader, is_balancer, networks, read_header
from keltis_server.ssh.session import SshSession
from keltis_server.ssh.sessions import Sessions
from keltis_server.ssh.sockets import bound_sockets, close_all, listen
from keltis_server.ssh.stored_host_key import shared_host_key
from keltis_server.ssh.throttle import Throttle, source_of
from keltis_server.ssh.turns import Turns
from keltis_server.terminal.app import game_app
from keltis_words.sentences import english

OLDEST = (2, 24, 1)
"""The first asyncssh in which nobody's name can be changed in the middle of a login."""
LAST_WORDS = 1.0
"""Seconds for the clients to take what was said last."""
COMING_IN = 1.0
"""Seconds that those who are just coming in have for it before everybody is told to go."""
OUT_OF_BREATH = 0.1
"""Seconds until the next try if nobody can be let in."""


class Listener:
    """Accepts connections until `close`, which ends all of them."""

    def __init__(
        self,
        sockets: list[socket.socket],
        options: asyncssh.SSHServerConnectionOptions,
        fingerprint: str,
        limits: SshLimits,
        sessions: Sessions,
        dispatcher: Dispatcher,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.fingerprint = fingerprint
        """Of the host key, as `ssh` shows it to who comes for the first time."""
        self.port: int = sockets[0].getsockname()[1]
        self.throttle = Throttle(limits, loop.time)
        self.connections: set[ConnectionHandler] = set()
        self.sessions = sessions
        self._limits = limits
        self._turns = Turns(limits, loop)
        self._dispatcher = dispatcher
        self._balancers = networks(limits.balancers)
        self._options = options
        self._sockets = sockets
        self._tasks = Tasks()
        self._accepting = True
        for each in sockets:
            loop.add_reader(each, self._accept, each)

    def stop_accepting(self) -> list[socket.socket]:
        """Let nobody in any more; who comes waits at these sockets, which are still open."""
        for each in self._sockets if self._accepting else ():
            asyncio.get_running_loop().remove_reader(each)
        self._accepting = False
        return self._sockets

    async def drain(self) -> None:
        """Give those who are just coming in a moment to do so, for then they can be told."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(COMING_IN):
                while self._coming_in:  # noqa: ASYNC110 (a second at most, once)
                    await asyncio.sleep(0.02)

    @property
    def _coming_in(self) -> bool:
        """Whether anybody has connected and can not be told anything yet."""
        return self.throttle.waiting > 0 or not all(each.began for each in self.connections)

    async def close(self, reason: str = "shutdown") -> None:
        """Let nobody in any more, tell everyone why, give their terminals back, and be done."""
        close_all(self.stop_accepting())
        for session in self.sessions:
            session.end(reason)
        await self._tasks.finish(self._limits.close_seconds)
        await self.sessions.gone(LAST_WORDS)
        for connection in list(self.connections):
            connection.abort()
        await self._tasks.close()

    def handler(self) -> ConnectionHandler:
        """What decides for a new connection who it is from."""
        return ConnectionHandler(
            self._limits, self.throttle, self.connections, self.sessions, self._new_session
        )

    def _new_session(
        self,
        caller: Caller,
        source: str,
        started: Callable[[], None],
        over: Callable[[SshSession], None],
    ) -> SshSession:
        carry_out = self._dispatcher.carry_out
        return SshSession(caller, source, self._limits, self._tasks, carry_out, started, over)

    def _accept(self, listening: socket.socket) -> None:
        """Let one in of those who wait; a flood must not keep everybody else waiting."""
        try:
            accepted, address = listening.accept()
        except BlockingIOError:  # gone already, or another process was quicker
            return
        except OSError:  # out of file descriptors, or the client is gone already
            loop = asyncio.get_running_loop()
            loop.remove_reader(listening)
            loop.call_later(OUT_OF_BREATH, self._accept_again, listening)
            return
        accepted.setblocking(False)
        if is_balancer(str(address[0]), self._balancers):
            self._tasks.spawn(self._let_in_for(accepted, str(address[0])))
        else:
            self._admit(accepted, str(address[0]))

    def _accept_again(self, listening: socket.socket) -> None:
        if self._accepting:
            asyncio.get_running_loop().add_reader(listening, self._accept, listening)

    async def _let_in_for(self, accepted: socket.socket, balancer: str) -> None:
        """Let somebody in from where a balancer says."""
        try:
            async with asyncio.timeout(self._limits.login_seconds):
                address = await read_header(accepted)
        except (BadHeader, OSError, TimeoutError):
            accepted.close()
        else:
            self._admit(accepted, address or balancer)

    def _admit(self, accepted: socket.socket, address: str) -> None:
        """Let somebody in, or say in a line why not."""
        source = source_of(address)
        wait = math.ceil(self.throttle.wait(source))
        refused = "penalty" if wait else self.throttle.admit(source)
        if not refused:
            self._tasks.spawn(self._let_in(accepted, address))
            if self.throttle.overfull:
                self._make_room()
            return
        line = english(refused, seconds=wait)
        with contextlib.suppress(OSError):
            accepted.send(line.encode() + b"\r\n")
        accepted.close()

    def _make_room(self) -> None:
        """Send one away of those most of whom wait: the eldest, if possible before its keys."""
        source = self.throttle.largest()
        crowd = [each for each in self.connections if each.waiting and each.source == source]
        if crowd:
            min(crowd, key=lambda each: (each.exchanged, each.since)).make_room()

    async def _let_in(self, accepted: socket.socket, address: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(partial(self._connection, address), accepted)
        except OSError:
            accepted.close()
            self.throttle.done(source_of(address))

    def _connection(self, address: str) -> Connection:
        connection = Connection(asyncio.get_running_loop(), self._options)
        connection.limits = self._limits
        connection.budget = Budget(self._limits, asyncio.get_running_loop().time)
        connection.turns = self._turns
        connection.client_address = address
        connection.source = source_of(address)
        return connection


async def serve(
    game_server: GameServer,
    host: str,
    port: int,
    host_key_path: Path,
    *,
    limits: SshLimits | None = None,
    app_for: AppFor = game_app,
    host_key_secret: Path | None = None,
    sockets: list[socket.socket] | None = None,
) -> Listener:
    """Listen on an address (empty: all of them) and a port (0: any free one).

    Or on `sockets` that are bound already. With a file that holds a secret the host key is the one
    in the store, for all nodes.
    """
    if tuple(map(int, re.findall(r"\d+", asyncssh.__version__)[:3])) < OLDEST:
        raise RuntimeError(f"asyncssh {asyncssh.__version__} lets people in as somebody else")
    limits = limits or SshLimits()
    key = await shared_host_key(game_server.store, host_key_path, host_key_secret)
    listener: Listener
    options = asyncssh.SSHServerConnectionOptions(
        server_factory=lambda: listener.handler(),
        server_host_keys=[key],
        server_version="Keltis",
        kex_algs=algorithms.KEY_EXCHANGE,
        encryption_algs=algorithms.CIPHERS,
        mac_algs=algorithms.MACS,
        signature_algs=algorithms.SIGNATURES,
        compression_algs=algorithms.COMPRESSION,
        gss_host=None,
        password_auth=False,
        host_based_auth=False,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        line_editor=False,
        encoding=None,
        window=limits.window_bytes,
        login_timeout=limits.login_seconds,
        keepalive_interval=limits.alive_seconds,
    )
    sockets = sockets or await bound_sockets(host, port, shared=False)
    try:
        listen(sockets)
    except OSError:
        close_all(sockets)
        raise
    sessions = Sessions(limits, game_server.windows)
    visit, accounts, budget = game_server.visit, game_server.accounts, game_server.budget
    dispatcher = Dispatcher(visit, accounts, budget, limits, app_for, game_server.where)
    game_server.where.host = name_of_host(host)
    game_server.where.port = sockets[0].getsockname()[1]
    listener = Listener(sockets, options, key.get_fingerprint(), limits, sessions, dispatcher)
    return listener
