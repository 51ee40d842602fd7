"""A visitor: connects, waits for the first picture, presses keys and takes the time."""

import asyncio
import time

import asyncssh

from doors.servers import Server

LOBBY = b"quit"
"""The last word of the lobby's last line: with it the first picture is whole."""
QUIET = 0.25
"""Seconds without a byte after which an answer is taken to be whole."""


class Visitor(asyncssh.SSHClientSession[bytes]):
    """One connection with one terminal of 80 by 24 cells in 256 colours."""

    def __init__(self, server: Server, key: asyncssh.SSHKey, number: int = 0) -> None:
        self._server = server
        self._options = asyncssh.SSHClientConnectionOptions(
            username=server.user if server.user != "visitor" else f"visitor{number}",
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
            kex_algs=["curve25519-sha256"],
            encryption_algs=["aes128-gcm@openssh.com", "aes128-ctr"],
            compression_algs=["none"],
            connect_timeout=600,
            login_timeout=600,
        )
        self._connection: asyncssh.SSHClientConnection | None = None
        self._channel: asyncssh.SSHClientChannel[bytes] | None = None
        self._news = asyncio.Event()
        self._last = 0.0
        self.data = bytearray()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        """The server draws."""
        self._last = time.perf_counter()
        self.data += data
        self._news.set()

    async def come(self) -> float:
        """Connect; the seconds until the first picture was whole."""
        begin = time.perf_counter()
        self._connection = await asyncssh.connect(
            "127.0.0.1", self._server.port, config=None, options=self._options
        )
        self._channel, _ = await self._connection.create_session(
            lambda: self,
            encoding=None,
            term_type="xterm-256color",
            term_size=(80, 24),
            request_pty="force",
        )
        await self.until(LOBBY, 600)
        return time.perf_counter() - begin

    async def until(self, text: bytes, seconds: float = 20) -> None:
        """Wait for some bytes."""
        async with asyncio.timeout(seconds):
            while text not in self.data:
                self._news.clear()
                await self._news.wait()

    def press(self, key: bytes) -> None:
        """Press a key."""
        self.data.clear()
        self._news.clear()
        if self._channel is not None:
            self._channel.write(key)

    async def answer(self, key: bytes, seconds: float = 20) -> float:
        """Press a key; the seconds until the first byte of what it changed."""
        begin = time.perf_counter()
        self.press(key)
        async with asyncio.timeout(seconds):
            await self._news.wait()
        return self._last - begin

    async def quiet(self) -> int:
        """Wait until nothing more comes; how many bytes came since the last key."""
        while (wait := self._last + QUIET - time.perf_counter()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(wait)
        return len(self.data)

    async def leave(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.abort()
            await self._connection.wait_closed()
