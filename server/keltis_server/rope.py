"""The rope of the bell: a private socket between a process and the belfry, and our end of it."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from keltis_protocol.frames import FrameReader, frame
from keltis_server.bell import Everyone, News, Roll, Stroke, decode_news, encode

LONGEST: Final = 16 * 1024 * 1024
"""Bytes of the longest message: everybody in a very full house."""
UNHEARD: Final = 1024 * 1024
"""Bytes that may wait for the other end; what is said beyond them is lost."""


class Rope(asyncio.Protocol):
    """Carries messages both ways; says when some were lost and there is room again."""

    def __init__(
        self, hear: Callable[[bytes], None], lost_some: Callable[[], None], cut: Callable[[], None]
    ) -> None:
        self._hear = hear
        self._lost_some = lost_some
        self._cut = cut
        self._reader = FrameReader(LONGEST)
        self._transport: asyncio.WriteTransport | None = None
        self._full = False
        self._lost = False

    @classmethod
    async def tie(
        cls,
        end: socket.socket,
        hear: Callable[[bytes], None],
        lost_some: Callable[[], None],
        cut: Callable[[], None],
    ) -> "Rope":
        """A rope at one end of a pair of sockets."""
        loop = asyncio.get_running_loop()
        _, rope = await loop.create_connection(lambda: cls(hear, lost_some, cut), sock=end)
        return rope

    def say(self, message: Stroke | News) -> None:
        """Send a message, or lose it if the other end has not read for long."""
        self._lost = self._lost or self._full
        if not self._full and self._transport is not None:
            self._transport.write(frame(encode(message), LONGEST))

    def close(self) -> None:
        """Let go."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The rope hangs."""
        assert isinstance(transport, asyncio.WriteTransport)
        transport.set_write_buffer_limits(high=UNHEARD)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Something came."""
        for body in self._reader.feed(data):
            self._hear(body)

    def pause_writing(self) -> None:
        """The other end does not read."""
        self._full = True

    def resume_writing(self) -> None:
        """The other end has read."""
        self._full = False
        if self._lost:
            self._lost = False
            self._lost_some()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The other end is gone."""
        self._transport = None
        self._cut()


class RopeBell:
    """The contract of `bell.Bell`, over a rope to the belfry."""

    def __init__(self, cut: Callable[[], None]) -> None:
        self._cut = cut
        self._rope: Rope | None = None
        self._hear: Callable[[News], None] | None = None
        self._roll: Callable[[], Roll] = lambda: Roll([])
        self._early: list[News] = []
        """What came before anybody listened."""
        self._known = asyncio.Event()
        self.alone = True
        """Whether there was no other process when this one began."""

    @classmethod
    async def connect(cls, end: socket.socket, cut: Callable[[], None]) -> "RopeBell":
        """The bell at one end of a pair of sockets, once it is known who is there.

        `cut` is called when the belfry is gone.
        """
        bell = cls(cut)
        bell._rope = await Rope.tie(end, bell._heard, bell._lost_some, bell._gone)
        await bell._known.wait()
        return bell

    def ring(self, stroke: Stroke) -> None:
        """Tell the other processes."""
        if self._rope is not None:
            self._rope.say(stroke)

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Have `hear` told all news, first of all what has come already."""
        self._hear, self._roll = hear, roll
        for news in self._early:
            hear(news)
        self._early.clear()

    def close(self) -> None:
        """Let go of the rope."""
        if self._rope is not None:
            self._rope.close()

    def _heard(self, body: bytes) -> None:
        news = decode_news(body)
        if not self._known.is_set() and isinstance(news, Everyone):
            self.alone = not news.others
            self._known.set()
        if self._hear is None:
            self._early.append(news)
        else:
            self._hear(news)

    def _lost_some(self) -> None:
        self.ring(self._roll())

    def _gone(self) -> None:
        self._rope = None
        self._known.set()
        self._cut()
