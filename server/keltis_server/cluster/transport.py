"""The private socket between a process and the hub, and the bus over it."""

import asyncio
import socket
from collections.abc import Callable
from typing import Final

from keltis_protocol.frames import FrameReader, frame
from keltis_server.cluster.bus import (
    Asked,
    Everyone,
    Hint,
    News,
    Replaced,
    Roll,
    Well,
    decode_news,
    encode,
)

LONGEST: Final = 16 * 1024 * 1024
"""Bytes of the longest message: everybody in a very full server."""
UNHEARD: Final = 1024 * 1024
"""Bytes that may wait for the other end; what is said beyond them is lost."""


class Transport(asyncio.Protocol):
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
    async def connect(
        cls,
        end: socket.socket,
        hear: Callable[[bytes], None],
        lost_some: Callable[[], None],
        cut: Callable[[], None],
    ) -> "Transport":
        """The transport at one end of a pair of sockets."""
        loop = asyncio.get_running_loop()
        _, transport = await loop.create_connection(lambda: cls(hear, lost_some, cut), sock=end)
        return transport

    def say(self, message: Hint | News) -> None:
        """Send a message, or lose it if the other end has not read for long."""
        self._lost = self._lost or self._full
        if not self._full and self._transport is not None:
            self._transport.write(frame(encode(message), LONGEST))

    def close(self) -> None:
        """Let go."""
        if self._transport is not None:
            self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is ours."""
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


class TransportBus:
    """The contract of `bus.Bus`, over a socket to the hub."""

    def __init__(self, told_to_end: Callable[[], None]) -> None:
        self._told_to_end = told_to_end
        self._transport: Transport | None = None
        self._hear: Callable[[News], None] | None = None
        self._roll: Callable[[], Roll] = lambda: Roll([])
        self._early: list[News] = []
        """What came before anybody listened."""
        self._known = asyncio.Event()
        self.replaced = False
        """Whether the next server has the sockets on which this process listens."""

    @classmethod
    async def connect(cls, end: socket.socket, told_to_end: Callable[[], None]) -> "TransportBus":
        """The bus at one end of a pair of sockets, once it is known who is there.

        `told_to_end` is called when the hub is gone, or the next server takes over.
        """
        bus = cls(told_to_end)
        bus._transport = await Transport.connect(end, bus._heard, bus._lost_some, bus._gone)
        await bus._known.wait()
        return bus

    def publish(self, hint: Hint) -> None:
        """Tell the other processes."""
        if self._transport is not None:
            self._transport.say(hint)

    def listen(self, hear: Callable[[News], None], roll: Callable[[], Roll]) -> None:
        """Have `hear` told all news, first of all what has come already."""
        self._hear, self._roll = hear, roll
        for news in self._early:
            hear(news)
        self._early.clear()

    def close(self) -> None:
        """Close the socket."""
        if self._transport is not None:
            self._transport.close()

    def _heard(self, body: bytes) -> None:
        news = decode_news(body)
        if isinstance(news, Asked):
            self.publish(Well())
            return
        if isinstance(news, Replaced):
            self.replaced = True
            self._told_to_end()
            return
        if isinstance(news, Everyone):
            self._known.set()
        if self._hear is None:
            self._early.append(news)
        else:
            self._hear(news)

    def _lost_some(self) -> None:
        self.publish(self._roll())

    def _gone(self) -> None:
        self._transport = None
        self._known.set()
        self._told_to_end()
