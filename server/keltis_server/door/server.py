"""The front door itself: listens, lets people in one by one, and closes politely."""

import asyncio
import contextlib
import math
import re
import socket
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh

from keltis_protocol.link import Link
from keltis_server.door import algorithms
from keltis_server.door.arrival import Arrival
from keltis_server.door.connection import DoorConnection
from keltis_server.door.host_key import host_key
from keltis_server.door.listening import listening_sockets
from keltis_server.door.proxy import BadHeader, is_balancer, networks, read_header
from keltis_server.door.session import Session
from keltis_server.door.sources import Sources, source_of
from keltis_server.house import Caller, House
from keltis_server.limits import DoorLimits
from keltis_server.terminal.game import game_app
from keltis_server.terminal.hosted import Hosted
from keltis_server.terminal.sentences import english

AppFor = Callable[[Link, str, str], Hosted]
"""Makes the app for a visit: the link, the language, the table to join."""

OLDEST = (2, 24, 1)
"""The first asyncssh in which nobody's name can be changed in the middle of a login."""
LAST_WORDS = 1.0
"""Seconds for the clients to take what was said last."""


class Door:
    """An open door. `close` shuts it and sees everybody out."""

    def __init__(
        self,
        house: House,
        sockets: list[socket.socket],
        options: asyncssh.SSHServerConnectionOptions,
        fingerprint: str,
        limits: DoorLimits,
        app_for: AppFor,
    ) -> None:
        loop = asyncio.get_running_loop()
        self.house = house
        self.limits = limits
        self.app_for = app_for
        self.fingerprint = fingerprint
        """Of the host key, as `ssh` shows it to who comes for the first time."""
        self.port: int = sockets[0].getsockname()[1]
        self.sources = Sources(limits, loop.time)
        self.starting = asyncio.Semaphore(limits.starting)
        self.arrivals: set[Arrival] = set()
        self.sessions: set[Session] = set()
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._balancers = networks(limits.balancers)
        self._options = options
        self._sockets = sockets
        self._tasks: set[asyncio.Task[None]] = set()
        self._listeners = [loop.create_task(self._listen(each)) for each in sockets]

    async def close(self, reason: str = "shutdown") -> None:
        """Let nobody in any more, tell everyone why, give their terminals back, and be done."""
        for listener in self._listeners:
            listener.cancel()
        await asyncio.gather(*self._listeners, return_exceptions=True)
        for each in self._sockets:
            each.close()
        for session in list(self.sessions):
            session.end(reason)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=self.limits.close_seconds)
        await self._flushed()
        for arrival in list(self.arrivals):
            arrival.abort()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def came(self, session: Session) -> None:
        """A session has begun."""
        self.sessions.add(session)
        self._nobody.clear()

    def gone(self, session: Session) -> None:
        """A session is over."""
        self.sessions.discard(session)
        if not self.sessions:
            self._nobody.set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Have some work done for a session."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def has_room(self, caller: Caller, source: str) -> bool:
        """Whether this caller may open one more session."""
        here = sum(session.source == source for session in self.sessions)
        here += self.house.elsewhere.coming_from(source)
        mine = sum(
            caller.key is not None and session.caller.key == caller.key for session in self.sessions
        )
        return here < self.limits.sessions_per_source and mine < self.limits.sessions_per_key

    async def _flushed(self) -> None:
        """Wait a moment for the clients to take the last words and go."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self._nobody.wait()

    async def _listen(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                arrived, address = await loop.sock_accept(listening)
            except OSError:
                # Out of file descriptors, or the client is gone already.
                await asyncio.sleep(0.1)
                continue
            if is_balancer(str(address[0]), self._balancers):
                self.spawn(self._let_in_for(arrived, str(address[0])))
            else:
                self._admit(arrived, str(address[0]))
            # A flood must not keep everybody else waiting.
            await asyncio.sleep(0)

    async def _let_in_for(self, arrived: socket.socket, balancer: str) -> None:
        """Let somebody in from where a balancer says."""
        try:
            async with asyncio.timeout(self.limits.login_seconds):
                address = await read_header(arrived)
        except (BadHeader, OSError, TimeoutError):
            arrived.close()
        else:
            self._admit(arrived, address or balancer)

    def _admit(self, arrived: socket.socket, address: str) -> None:
        """Let somebody in, or say in a line why not."""
        source = source_of(address)
        wait = math.ceil(self.sources.wait(source))
        if not wait and self.sources.admit(source):
            self.spawn(self._let_in(arrived, address))
            return
        line = english("penalty", seconds=wait) if wait else english("too_many_arrivals")
        with contextlib.suppress(OSError):
            arrived.send(line.encode() + b"\r\n")
        arrived.close()

    async def _let_in(self, arrived: socket.socket, address: str) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(partial(self._connection, address), arrived)
        except OSError:
            arrived.close()
            self.sources.done(source_of(address))

    def _connection(self, address: str) -> DoorConnection:
        connection = DoorConnection(asyncio.get_running_loop(), self._options)
        connection.limits = self.limits
        connection.client_address = address
        return connection


async def serve(
    house: House,
    host: str,
    port: int,
    host_key_path: Path,
    *,
    limits: DoorLimits | None = None,
    app_for: AppFor = game_app,
    shared: bool = False,
) -> Door:
    """Open the door on an address (empty: all of them) and a port (0: any free one).

    Several processes may open one on the same port if it is `shared`.
    """
    if tuple(map(int, re.findall(r"\d+", asyncssh.__version__)[:3])) < OLDEST:
        raise RuntimeError(f"asyncssh {asyncssh.__version__} lets people in as somebody else")
    limits = limits or DoorLimits()
    key = host_key(host_key_path)
    door: Door
    options = asyncssh.SSHServerConnectionOptions(
        server_factory=lambda: Arrival(door),
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
    sockets = await listening_sockets(host, port, shared=shared)
    door = Door(house, sockets, options, key.get_fingerprint(), limits, app_for)
    return door
