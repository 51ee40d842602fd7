"""T31: what terminals say by themselves ends no session, plays no card and bans no address."""

import asyncio
import time
from random import Random
from typing import Any

import asyncssh
import pyte
import pytest

from tests.attacks.honest import Paid, beside
from tests.e2e.conftest import Server
from tests.e2e.raw_client import connect
from tests.fuzz.terminal_grammar import REPORTS, filled, in_pieces, report

pytestmark = pytest.mark.e2e

LIMITS = "[door]\narrivals_burst = 100\n"
ATTACKER = "127.0.0.2"
FOCUS = b"\x1b[I\x1b[O"
QUICK, PACE = 24, 0.03
"""Reports sent at once, and seconds between: what the server takes in without making one wait."""


class Watcher:
    """A guest who came by `ssh`, and what the terminal shows."""

    def __init__(self, conn: Any) -> None:
        self._conn = conn
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self.sent = 0

    async def begin(self) -> None:
        self._process = await self._conn.create_process(
            term_type="xterm", term_size=(80, 24), encoding=None
        )
        await self.see("quit")

    def send(self, data: bytes) -> None:
        self.sent += len(data)
        self._process.stdin.write(data)

    async def see(self, word: str) -> None:
        async with asyncio.timeout(30):
            while word not in "".join(self._screen.display):
                piece = await self._process.stdout.read(65536)
                assert piece, "the session ended"
                self._stream.feed(piece)


def come(port: int) -> Any:
    return connect(port, local_addr=(ATTACKER, 0))


async def attack(port: int, seconds: float) -> Paid:
    """A session whose terminal says everything it can, for some seconds."""
    paid, random, end = Paid(), Random(31), time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            async with come(port) as conn:
                paid.connections += 1
                guest = Watcher(conn)
                await guest.begin()
                while time.monotonic() < end and not guest._process.stdout.at_eof():
                    said = FOCUS + report(random)
                    for piece in in_pieces(random, said):
                        guest.send(piece)
                    await asyncio.sleep(PACE)
        except (OSError, asyncssh.Error, AssertionError):
            paid.refused += 1
            await asyncio.sleep(PACE)
    return paid


ATTACKS = {"terminal reports": attack}


async def test_focus_reports_end_no_session_and_ban_no_address(server: Server) -> None:
    for _ in range(4):  # two crashes used to be enough
        async with come(server.port) as conn:
            guest = Watcher(conn)
            await guest.begin()
            guest.send(FOCUS)
            await asyncio.sleep(0.1)
            guest.send(FOCUS + b"?")
            await guest.see("Esc")
    assert "broke" not in server.log


async def test_every_report_leaves_the_session_as_it_was(server: Server, times: int) -> None:
    random = Random(1)
    async with come(server.port) as conn:
        guest = Watcher(conn)
        await guest.begin()
        for shape in REPORTS:
            guest.send(filled(random, shape))
        for _ in range(6 * times):
            guest.send(b"".join(report(random) for _ in range(QUICK)))
            await asyncio.sleep(PACE)
        guest.send(b"\x1b[27u?")
        await guest.see("Esc")
    assert "broke" not in server.log


async def test_an_honest_player_beside_it(server: Server, times: int) -> None:
    seen, paid = await beside(attack, server.port, 1.0 if times == 1 else 2.0)
    assert seen.failures == 0
    assert seen.count > 1
    assert (paid.connections, paid.refused) == (1, 0)
    assert "broke" not in server.log
