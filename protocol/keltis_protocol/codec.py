"""Messages to bytes and back; whatever is wrong with the bytes is one error, `BadMessage`."""

from typing import Final, TypeVar

import msgspec

from keltis_protocol.messages import Command, Fact

T = TypeVar("T")


class BadMessage(ValueError):
    """Bytes that are no message of the kind expected."""


_encoder: Final = msgspec.msgpack.Encoder()
_commands: Final[msgspec.msgpack.Decoder[Command]] = msgspec.msgpack.Decoder(Command)
_facts: Final[msgspec.msgpack.Decoder[Fact]] = msgspec.msgpack.Decoder(Fact)


def encode(message: Command | Fact) -> bytes:
    """The body of a message's frame."""
    return _encoder.encode(message)


def decode_command(body: bytes) -> Command:
    """The command that `body` holds, or `BadMessage`."""
    return _decoded(_commands, body)


def decode_fact(body: bytes) -> Fact:
    """The fact that `body` holds, or `BadMessage`."""
    return _decoded(_facts, body)


def _decoded(decoder: msgspec.msgpack.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(type(error).__name__) from error
