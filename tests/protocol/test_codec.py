"""Every message survives the wire, any language can read it, and no bytes do harm (T11)."""

from contextlib import suppress
from typing import Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis_protocol.codec import BadMessage, decode_command, decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, FrameReader, FrameTooLarge, frame
from keltis_protocol.messages import Hello
from tests.protocol.any_message import COMMANDS, FACTS, messages
from tests.volume import examples


@pytest.mark.parametrize("kind", COMMANDS + FACTS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_every_message_survives_the_wire(kind: type[msgspec.Struct], data: st.DataObject) -> None:
    message = data.draw(messages(kind))
    decode = decode_command if kind in COMMANDS else decode_fact
    assert decode(encode(message)) == message


@pytest.mark.parametrize("kind", COMMANDS + FACTS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_reference_msgpack_reads_the_same_message(
    kind: type[msgspec.Struct], data: st.DataObject
) -> None:
    message = data.draw(messages(kind))
    read = msgpack.unpackb(encode(message))
    assert read.pop("type") == kind.__name__
    assert read == plain(message)


def plain(value: Any) -> Any:
    """A message as the values a reader in any language would see."""
    match value:
        case msgspec.Raw():
            return msgpack.unpackb(bytes(value))
        case msgspec.Struct():
            return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
        case list():
            return [plain(each) for each in value]
        case dict():
            return {key: plain(each) for key, each in value.items()}
    return value


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=examples(40))
def test_server_reads_what_the_reference_msgpack_writes(
    kind: type[msgspec.Struct], data: st.DataObject
) -> None:
    message = data.draw(messages(kind))
    written = msgpack.packb({"type": kind.__name__, **plain(message)})
    assert plain(decode_command(written)) == plain(message)


@given(st.binary(max_size=300))
def test_garbage_is_a_bad_message_and_nothing_worse(body: bytes) -> None:
    with pytest.raises(BadMessage):
        decode_command(body)
    with pytest.raises(BadMessage):
        decode_fact(body)


@given(data=st.data())
@settings(max_examples=examples(300))
def test_message_with_changed_bytes_decodes_or_is_bad_and_nothing_worse(
    data: st.DataObject,
) -> None:
    body = bytearray(encode(data.draw(messages(data.draw(st.sampled_from(COMMANDS + FACTS))))))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(body)))
        body[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    for decode in (decode_command, decode_fact):
        with suppress(BadMessage):
            encode(decode(bytes(body)))


@given(st.lists(st.binary(max_size=64), max_size=10))
def test_garbage_on_the_line_is_bodies_or_too_large_and_nothing_worse(pieces: list[bytes]) -> None:
    reader = FrameReader(CLIENT_LIMIT)
    with suppress(FrameTooLarge):
        for piece in pieces:
            for body in reader.feed(piece):
                with pytest.raises(BadMessage):
                    decode_command(body)


@pytest.mark.parametrize(
    "move",
    [
        b"\x91" * 16_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\xc9\xff\xff\xff\xff\x05",
        b"\xc1",
        b"",
    ],
    ids=["nested", "array", "map", "bytes", "text", "extension", "unused", "missing"],
)
def test_bomb_in_a_move_is_a_bad_message(move: bytes) -> None:
    head = msgpack.packb({"type": "PlayMove", "id": "1", "table": "ABCD", "ply": 0})
    with pytest.raises(BadMessage):
        decode_command(b"\x85" + head[1:] + b"\xa4move" + move)


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "Hello", "version": 1, "cheat": True},
        {"type": "Hello"},
        {"type": "Hello", "version": "1"},
        {"type": "Welcome", "version": 1},
        {"type": "Hello", "version": 1, "client": "x" * 65},
        {"type": "StartGame", "id": "", "table": "ABCD"},
        {"type": "StartGame", "id": "a b", "table": "ABCD"},
        {"type": "StartGame", "id": "a\n", "table": "ABCD"},
        {"type": "StartGame", "id": "1", "table": "abcd"},
        {"type": "StartGame", "id": "1", "table": "ABCD\n"},
        {"type": "OpenTable", "id": "1", "game": "keltis", "seats": 5},
        {"type": "JoinTable", "id": "1", "table": "ABCD", "seat": -1},
        {"type": "PlayMove", "id": "1", "table": "ABCD", "ply": -1, "move": None},
        {"version": 1},
        [1, 2],
    ],
    ids=str,
)
def test_command_out_of_bounds_is_a_bad_message(fields: object) -> None:
    with pytest.raises(BadMessage):
        decode_command(msgpack.packb(fields))


def test_bytes_after_a_message_make_it_bad() -> None:
    with pytest.raises(BadMessage):
        decode_command(encode(Hello(version=1)) + b"\x00")


def test_longest_honest_command_fits_its_frame() -> None:
    words = {f"{n:02}" + "ж" * 62: "ж" * 64 for n in range(16)}
    body = encode(
        decode_command(
            msgpack.packb(
                {
                    "type": "OpenTable",
                    "id": "x" * 32,
                    "game": "ж" * 64,
                    "seats": 4,
                    "options": words,
                }
            )
        )
    )
    assert frame(body, CLIENT_LIMIT)
