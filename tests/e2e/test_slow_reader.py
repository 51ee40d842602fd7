"""T9: a client that stops reading costs little, is cut off after a while, and disturbs nobody."""

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST
from asyncssh.packet import Boolean, String

from tests.e2e.raw_client import connect

pytestmark = pytest.mark.e2e

LIMITS = """
[house]
drawn_cells_per_second = 1e12
[door]
stall_seconds = 2
close_seconds = 1
unsent_bytes = 8192
arrivals_burst = 100
"""
MEGABYTE = 1024 * 1024
KEYS = (b"?", b"\x1b[27u")
"""Open the list of keys and close it: each draws a picture."""


def test_a_stopped_ssh_costs_little_and_the_other_plays_on(
    person: Callable[[str], Any], server: Any, playing: Any
) -> None:
    player, _ = playing
    honest = person("honest").make_key().ssh("honest")
    honest.see("here")
    asleep = [person(name).make_key().ssh(name, size=(200, 60)) for name in ("dora", "emil")]
    for terminal in asleep:
        terminal.see("here")
    before = server.memory
    for terminal in asleep:
        os.kill(terminal.pid, signal.SIGSTOP)
    honest.press(" ")
    honest.see("turn 1")
    alone = player(honest)
    for _ in range(8):
        assert honest.until(lambda: bool(alone.question) or alone.over)
        alone.decide()
    grown = server.memory - before
    for terminal in asleep:
        os.kill(terminal.pid, signal.SIGCONT)
        terminal.press("?")
        assert terminal.until(lambda: "Esc" in terminal.text)  # noqa: B023
    assert grown < 2 * len(asleep) * MEGABYTE + 6 * MEGABYTE, "and a game of its own"


@pytest.mark.parametrize("window", [2**16, 2**32 - 1])
async def test_whoever_never_reads_again_is_cut_off(server: Any, window: int) -> None:
    """However wide it has opened its window: memory stays, and the line is closed."""
    async with connect(server.port, keepalive_interval=0) as conn:
        process = await conn.create_process(
            term_type="xterm", term_size=(500, 200), encoding=None, window=window
        )
        await process.stdout.read(2**20)
        for turn in range(20):
            # What such pictures cost while they are read is not the question.
            process.stdin.write(KEYS[turn % 2])
            await process.stdout.read(2**20)
        before, files = server.memory, server.files
        conn._transport.pause_reading()
        most = 0
        cut = False
        for turn in range(2000):
            if cut := server.files < files:
                break
            with contextlib.suppress(BrokenPipeError):
                process.stdin.write(KEYS[turn % 2])
            await asyncio.sleep(0.02)
            most = max(most, server.memory - before)
        conn.abort()
        assert cut, "its socket is closed"
        assert most <= 2 * MEGABYTE


async def test_questions_whose_answers_nobody_reads_do_not_pile_up(server: Any) -> None:
    """Each asks for an answer; after a few the server stops listening too."""
    async with connect(server.port, keepalive_interval=0) as conn:
        await conn.create_process(subsystem="keltis", encoding=None)
        before = server.memory
        conn._transport.pause_reading()
        question = String("keepalive@keltis") + Boolean(True) + b"x" * 1000
        for _ in range(40):
            for _ in range(500):
                conn.send_packet(MSG_GLOBAL_REQUEST, question)
            await asyncio.sleep(0.01)
        assert server.memory - before < 8 * MEGABYTE
        conn.abort()
