"""T10: terminals of no size, of every size, and of another size a thousand times a second."""

import asyncio
import itertools
from typing import Any

import pyte
import pytest

from tests.e2e.allow_list import foreign
from tests.e2e.raw_client import connect

pytestmark = pytest.mark.e2e

LIMITS = "[door]\narrivals_burst = 100\n"
MOST = 2**32 - 1
SIZES = [(0, 0), (1, 1), (1, 500), (65535, 65535), (MOST, MOST), (MOST, 1), (0, MOST)]
MEGABYTE = 1024 * 1024


async def until(process: Any, word: bytes) -> bytes:
    got = b""
    async with asyncio.timeout(30):
        while word not in got:
            piece = await process.stdout.read(65536)
            assert piece, got[-200:]
            got += piece
    return got


@pytest.mark.parametrize("size", SIZES)
async def test_any_size_is_drawn_within_bounds(server: Any, size: tuple[int, int]) -> None:
    before = server.memory
    async with connect(server.port) as conn:
        process = await conn.create_process(term_type="xterm", term_size=size, encoding=None)
        got = await until(process, b"\x1b[?2026l")
        assert foreign(got) == []
        process.change_terminal_size(81, 24)
        await until(process, b"~victim")
        assert server.memory - before < 30 * MEGABYTE
        process.stdin.write(b"q")
        await process.wait()
        assert process.exit_status == 0


async def test_a_thousand_sizes_at_once_are_drawn_as_a_few(server: Any) -> None:
    screen = pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)
    async with connect(server.port) as conn:
        process = await conn.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        await until(process, b"~victim")
        for size, _ in zip(itertools.cycle(SIZES), range(1000), strict=False):
            process.change_terminal_size(*size)
        process.change_terminal_size(80, 24)
        pictures = 0
        async with asyncio.timeout(30):
            while "Esc" not in "".join(screen.display):
                try:
                    piece = await asyncio.wait_for(process.stdout.read(65536), 1.0)
                except TimeoutError:  # all is drawn; a key pressed at a tiny size would be lost
                    process.stdin.write(b"?")
                    continue
                assert piece
                pictures += piece.count(b"\x1b[?2026h")
                stream.feed(piece)
        assert pictures < 100
        process.stdin.write(b"\x1b[27uq")
        await process.wait()
        assert process.exit_status == 0


@pytest.mark.parametrize("term", ["x" * 5000, "vt100", "linux", "xterm\x00", "../../x", " "])
async def test_any_kind_of_terminal_gets_a_picture(server: Any, term: str) -> None:
    async with connect(server.port) as conn:
        process = await conn.create_process(term_type=term, term_size=(80, 24), encoding=None)
        assert foreign(await until(process, b"~victim")) == []


async def test_a_terminal_that_cannot_draw_gets_a_sentence(server: Any) -> None:
    async with connect(server.port) as conn:
        process = await conn.create_process(term_type="dumb", term_size=(80, 24), encoding=None)
        assert b"TERM=xterm" in await until(process, b"xterm")
        await process.wait()
        assert process.exit_status == 2
