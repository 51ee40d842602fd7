"""Frames: any cut of the line gives the same bodies, and nothing too long is ever kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis_protocol.frames import (
    CLIENT_LIMIT,
    HEAD,
    SERVER_LIMIT,
    FrameReader,
    FrameTooLarge,
    frame,
)


@given(
    bodies=st.lists(st.binary(max_size=50), max_size=8),
    cuts=st.lists(st.integers(1, 20), max_size=40),
)
def test_bodies_arrive_whole_and_in_order_however_the_line_cuts_them(
    bodies: list[bytes], cuts: list[int]
) -> None:
    line = b"".join(frame(body, 64) for body in bodies)
    reader = FrameReader(64)
    got: list[bytes] = []
    for cut in cuts:
        got += reader.feed(line[:cut])
        line = line[cut:]
    got += reader.feed(line)
    assert got == bodies
    assert reader.kept == 0


@given(length=st.integers(17, 2**32 - 1), body=st.binary(max_size=100))
def test_frame_too_long_is_refused_by_its_length_before_a_byte_of_it_is_kept(
    length: int, body: bytes
) -> None:
    """T11."""
    reader = FrameReader(16)
    with pytest.raises(FrameTooLarge) as refusal:
        list(reader.feed(length.to_bytes(4, "big") + body))
    assert refusal.value.length == length
    assert reader.kept <= HEAD


def test_bodies_before_a_frame_too_long_are_still_given() -> None:
    reader = FrameReader(16)
    bodies = reader.feed(frame(b"first", 16) + b"\xff\xff\xff\xff")
    assert next(bodies) == b"first"
    with pytest.raises(FrameTooLarge):
        next(bodies)


def test_after_a_frame_too_long_the_line_stays_refused() -> None:
    reader = FrameReader(16)
    for _ in range(2):
        with pytest.raises(FrameTooLarge):
            list(reader.feed(b"\xff\xff\xff\xff"))


def test_body_of_exactly_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert list(FrameReader(16).feed(frame(b"x" * 16, 16))) == [b"x" * 16]
    with pytest.raises(FrameTooLarge):
        frame(b"x" * 17, 16)


def test_empty_body_is_a_frame() -> None:
    assert list(FrameReader(16).feed(frame(b"", 16) * 2)) == [b"", b""]


def test_limits_are_those_of_the_threat_list() -> None:
    """T9, T11: 16 KiB from a client, 1 MiB from the server."""
    assert (CLIENT_LIMIT, SERVER_LIMIT) == (16 * 1024, 1024 * 1024)
