"""JSON lines carry every message that frames carry."""

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keltis_protocol import json_lines
from keltis_protocol.codec import BadMessage, encode
from keltis_protocol.frames import FrameTooLarge
from keltis_protocol.json_lines import LineReader, decode_command
from keltis_protocol.json_lines import encode as line_of
from keltis_protocol.messages import Command, Fact
from tests.protocol.any_message import COMMANDS, FACTS, messages
from tests.volume import examples


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=examples(20))
def test_a_command_is_the_same_in_json(kind: type[Command], data: st.DataObject) -> None:
    command = data.draw(messages(kind))
    assert decode_command(line_of(command)) == command


@pytest.mark.parametrize("kind", FACTS, ids=lambda kind: kind.__name__)
@given(data=st.data())
@settings(max_examples=examples(20))
def test_a_fact_is_one_line_that_says_what_its_frame_says(
    kind: type[Fact], data: st.DataObject
) -> None:
    fact = data.draw(messages(kind))
    line = line_of(fact)
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    said = msgspec.json.decode(line)
    assert said == msgspec.json.decode(
        msgspec.json.encode(msgpack.unpackb(encode(fact), strict_map_key=False))
    )


@given(st.binary(max_size=300))
def test_whatever_a_line_holds_it_is_a_command_or_bad(line: bytes) -> None:
    with pytest.raises(BadMessage):
        decode_command(line)


@pytest.mark.parametrize(
    "line", [b"[" * 10_000, b"1" * 5_000, b'"\\ud800"', b'{"type":"Hello","version":1e999}', b""]
)
def test_lines_that_are_no_json_of_ours_are_bad(line: bytes) -> None:
    with pytest.raises(BadMessage):
        decode_command(line)


@pytest.mark.parametrize("filler", [b"\n", b" \n", b"\r\n", b"\n\t\v\f "])
def test_empty_lines_are_left_out_all_at_once(filler: bytes) -> None:
    flood = filler * 1000
    reader = LineReader(64)
    assert list(reader.feed(b"{}" + flood + b"[]" + flood)) == [b"{}", b"[]"]
    assert len(json_lines._ENDS.findall(flood)) == 1


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b"."))), st.data())
def test_lines_come_out_whole_however_they_arrive(lines: list[bytes], data: st.DataObject) -> None:
    stream, reader = b"".join(line + b"\n" for line in lines), LineReader(64)
    heard: list[bytes] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        heard += reader.feed(stream[:size])
        stream = stream[size:]
    assert heard == [line.strip() for line in lines if line.strip()]
    assert reader.kept == 0


@pytest.mark.parametrize("pieces", [[b"x" * 65], [b"x" * 64, b"x"], [b"x" * 65 + b"\n"]])
def test_a_line_that_is_too_long_ends_it(pieces: list[bytes]) -> None:
    reader = LineReader(64)
    *before, last = pieces
    for piece in before:
        assert list(reader.feed(piece)) == []
    with pytest.raises(FrameTooLarge):
        list(reader.feed(last))
