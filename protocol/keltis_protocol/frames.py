"""Frames: each message on the line is its length, four bytes big-endian, and then its body.

Bytes in, bodies out; the limit is checked on the length alone, before a byte of the body is kept.
"""

from collections.abc import Iterator
from typing import Final

CLIENT_LIMIT: Final = 16 * 1024
"""The longest body a client may send."""
SERVER_LIMIT: Final = 1024 * 1024
"""The longest body a server sends."""
HEAD: Final = 4
"""How many bytes the length takes."""


class FrameTooLarge(Exception):
    """A frame longer than the limit; nothing after it can be read."""

    def __init__(self, length: int) -> None:
        super().__init__(length)
        self.length = length


def frame(body: bytes, limit: int) -> bytes:
    """The body with its length before it, ready for the line."""
    if len(body) > limit:
        raise FrameTooLarge(len(body))
    return len(body).to_bytes(HEAD, "big") + body


class FrameReader:
    """Cuts what comes over a line, in pieces of any size, into bodies."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = bytearray()
        """The beginning of a frame that has not all come yet."""

    @property
    def kept(self) -> int:
        """How many bytes wait for the rest of their frame."""
        return len(self._kept)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Each body that `data` completes, in order; go through them before feeding more."""
        place = 0
        while place < len(data):
            place += self._keep(data, place, HEAD)
            if len(self._kept) < HEAD:
                return
            length = int.from_bytes(self._kept[:HEAD], "big")
            if length > self._limit:
                raise FrameTooLarge(length)
            place += self._keep(data, place, HEAD + length)
            if len(self._kept) < HEAD + length:
                return
            body = bytes(self._kept[HEAD:])
            self._kept.clear()
            yield body

    def _keep(self, data: bytes, place: int, wanted: int) -> int:
        """Keep bytes from `place` on until `wanted` are kept; how many were taken."""
        missing = wanted - len(self._kept)
        if missing <= 0:
            return 0
        piece = data[place : place + missing]
        self._kept += piece
        return len(piece)
