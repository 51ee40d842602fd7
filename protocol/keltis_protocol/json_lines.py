"""The same messages as JSON, an object a line, for programs that have no msgpack.

What is bytes in msgpack is base64 here; everything else looks the same in both.
"""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from keltis_protocol import codec
from keltis_protocol.codec import BadMessage
from keltis_protocol.frames import FrameTooLarge
from keltis_protocol.messages import Command, Fact

_END: Final = b"\n"
_ENDS: Final = re.compile(rb"\n\s*")
"""With all that is empty behind it: a flood of empty lines is no work."""


class LineReader:
    """Cuts what comes over a line, in pieces of any size, into lines; empty ones are left out."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._kept = b""
        """The beginning of a line that has not all come yet."""

    @property
    def kept(self) -> int:
        """How many bytes wait for the rest of their line."""
        return len(self._kept)

    def feed(self, data: bytes) -> Iterator[bytes]:
        """Each line that `data` completes, in order; go through them before feeding more."""
        *lines, self._kept = _ENDS.split(self._kept + data)
        longest = max(map(len, [*lines, self._kept]))
        if longest > self._limit:
            raise FrameTooLarge(longest)
        yield from filter(None, map(bytes.strip, lines))


def encode(message: Command | Fact) -> bytes:
    """A message as a line."""
    return msgspec.json.encode(msgspec.msgpack.decode(codec.encode(message))) + _END


def decode_command(line: bytes) -> Command:
    """The command that a line holds, or `BadMessage`."""
    try:
        body = msgspec.msgpack.encode(msgspec.json.decode(line))
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError) as error:
        raise BadMessage(type(error).__name__) from error
    return codec.decode_command(body)
