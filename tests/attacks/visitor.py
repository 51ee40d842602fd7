"""A visitor: connects, waits for the first picture, presses keys and takes the time."""

import asyncio
import time

import asyncssh

LOBBY = b"quit"
"""The last word of the lobby's last line: with it the first picture is whole."""
MY_TURN = b"discard one"
"""The end of the sentence that asks for a card."""
RIGHT, LEFT = b"\x1b[C", b"\x1b[D"
CURSOR = "┏".encode()
"""The corner of the card that the cursor has come to."""
WHOLE = b"\x1b[?2026l"
"""The end of a picture that a terminal shows at once."""
QUIET = 0.25
"""Seconds without a byte after which an answer is taken to be whole."""


class Visitor(asyncssh.SSHClientSession[bytes]):
    """One connection with one terminal of 80 by 24 cells in 256 colours."""

    def __init__(
        self, port: int, key: asyncssh.SSHKey, login: str, source: str | None = None
    ) -> None:
        self._port = port
        self._source = source
        self._options = asyncssh.SSHClientConnectionOptions(
            username=login,
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
        self._gone = False
        self.data = bytearray()

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """The server draws."""
        self._last = time.perf_counter()
        self.data += data
        self._news.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The server hung up."""
        self._gone = True
        self._news.set()

    async def come(self, seen: bytes = LOBBY) -> float:
        """Connect; the seconds until something was seen, which is in the first picture."""
        begin = time.perf_counter()
        self._connection = await asyncssh.connect(
            "127.0.0.1",
            self._port,
            config=None,
            options=self._options,
            local_addr=None if self._source is None else (self._source, 0),
        )
        self._channel, _ = await self._connection.create_session(
            lambda: self,
            encoding=None,
            term_type="xterm-256color",
            term_size=(80, 24),
            request_pty="force",
        )
        await self.until(seen, 600)
        return time.perf_counter() - begin

    async def until(self, text: bytes, seconds: float = 20) -> None:
        """Wait for some bytes."""
        async with asyncio.timeout(seconds):
            while text not in self.data:
                await self._more()

    async def picture(self, text: bytes, seconds: float = 20) -> None:
        """Wait for some bytes and for the end of the picture they are in."""
        async with asyncio.timeout(seconds):
            while WHOLE not in self.data.partition(text)[2]:
                await self._more()

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
            while not self.data:
                await self._more()
        return self._last - begin

    async def point(self, key: bytes, seconds: float = 20) -> float:
        """Press an arrow; the seconds until the picture with the cursor on its way was whole."""
        begin = time.perf_counter()
        self.press(key)
        await self.picture(CURSOR, seconds)
        return self._last - begin

    async def quiet(self) -> int:
        """Wait until nothing more comes; how many bytes came since the last key."""
        while (wait := self._last + QUIET - time.perf_counter()) > 0:  # noqa: ASYNC110
            await asyncio.sleep(wait)
        return len(self.data)

    async def _more(self) -> None:
        """Wait for more bytes than there are."""
        if self._gone:
            raise ConnectionResetError("the server hung up")
        self._news.clear()
        await self._news.wait()

    async def leave(self) -> None:
        """Hang up."""
        if self._connection is not None:
            self._connection.abort()
            await self._connection.wait_closed()
