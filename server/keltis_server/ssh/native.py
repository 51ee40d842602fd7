"""Native clients and bots: messages as bytes on one side, a visit on the other."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from keltis_protocol import codec, json_lines
from keltis_protocol.codec import BadMessage
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, FrameTooLarge, frame
from keltis_protocol.link import Link, LinkClosed
from keltis_protocol.messages import Closing, Command, Fact, Refused
from keltis_server.rate_limits import Bucket

WAITING: Final = 64
"""Commands of one client that may wait to be carried out."""


class Reader(Protocol):
    """Cuts what comes from a client into messages."""

    @property
    def kept(self) -> int:
        """How many bytes wait for the rest of their message."""

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Each message that `data` completes, still to be decoded; or raise `FrameTooLarge`."""


class Frames:
    """Messages in msgpack, each with its length before it."""

    def __init__(self) -> None:
        self.reader: Reader = FrameReader(CLIENT_LIMIT)

    decode = staticmethod(codec.decode_command)

    def encode(self, fact: Fact) -> bytes:
        """A fact as it goes to the client."""
        return frame(codec.encode(fact), SERVER_LIMIT)


class JsonLines:
    """Messages in JSON, each on a line."""

    def __init__(self) -> None:
        self.reader: Reader = json_lines.LineReader(CLIENT_LIMIT)

    decode = staticmethod(json_lines.decode_command)
    encode = staticmethod(json_lines.encode)


class NativeSession:
    """Pumps messages between one client and its visit until either hangs up."""

    def __init__(
        self,
        link: Link,
        send: Callable[[bytes], None],
        bad_frames: int,
        form: Frames | JsonLines | None = None,
    ) -> None:
        self._link = link
        self._send = send
        self._bad_frames_left = bad_frames
        self._form = form or Frames()
        self._reader = self._form.reader
        self._commands: asyncio.Queue[Command | None] = asyncio.Queue()
        """What is still to be carried out; None: the client will ask for no more."""
        self._free = asyncio.Event()
        self._free.set()
        self._over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    @property
    def full(self) -> bool:
        """Whether the client should send no more for now."""
        return self._commands.qsize() >= WAITING

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._over.done()

    @property
    def unfinished(self) -> bool:
        """Whether a message has begun of which the rest has not come."""
        return self._reader.kept > 0

    on_room: Callable[[], None] | None = None
    """Called when there is room again."""

    pace: Bucket | None = None
    """How fast commands are carried out."""

    async def run(self) -> str:
        """Pump to the end, and say why it ended."""
        pumps = [asyncio.create_task(self._tell()), asyncio.create_task(self._carry_out())]
        try:
            return await self._over
        finally:
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)
            await self._link.close()

    def feed(self, data: bytes) -> None:
        """Bytes came from the client."""
        if self._over.done():
            return
        try:
            for body in self._reader.feed(data):
                self._take(body)
        except FrameTooLarge:
            self.close("frame_too_large")

    def close(self, reason: str) -> None:
        """End; the client is told why."""
        if not self._over.done():
            self._send_fact(Closing(reason=reason))
            self._over.set_result(reason)

    def finish(self) -> None:
        """The client will send no more: what it asked for is done and told, then this ends."""
        self._commands.put_nowait(None)

    def hang_up(self) -> None:
        """The client is gone."""
        if not self._over.done():
            self._over.set_result("lost")

    def pause(self) -> None:
        """The client does not read."""
        self._free.clear()

    def resume(self) -> None:
        """The client reads again."""
        self._free.set()

    def _take(self, body: bytes) -> None:
        try:
            self._commands.put_nowait(self._form.decode(body))
        except BadMessage:
            self._bad_frames_left -= 1
            if self._bad_frames_left == 0:
                self.close("bad_message")
            elif not self._over.done():  # whoever writes a program sees what went wrong
                self._send_fact(Refused(id="", reason="bad_message"))

    async def _carry_out(self) -> None:
        while True:
            command = await self._commands.get()
            if command is None:
                await self._link.close()
                return
            if self.on_room is not None and self._commands.qsize() == WAITING // 2:
                self.on_room()
            wait = self.pace.take(1) if self.pace is not None else 0.0
            if wait:
                await asyncio.sleep(wait)
            try:
                await self._link.send(command)
            except LinkClosed:
                return

    async def _tell(self) -> None:
        """Tell facts one by one, none before the client has read the ones before."""
        try:
            while True:
                await self._free.wait()
                fact = await self._link.receive()
                if isinstance(fact, Closing):
                    self.close(fact.reason)
                    return
                self._send_fact(fact)
        except LinkClosed as closed:
            self.close(closed.reason)

    def _send_fact(self, fact: Fact) -> None:
        self._send(self._form.encode(fact))
