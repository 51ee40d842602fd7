"""T21: whatever breaks in one session ends that session, with a word; the others play on."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from keltis_protocol.link import Link
from keltis_server.server import GameServer
from keltis_server.ssh import Listener, SshLimits, serve
from keltis_server.terminal.app import game_app
from keltis_server.terminal.entrance import Entrance
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.output.sequences import GIVE_BACK
from keltis_tui.textual_app import KeltisApp
from tests.e2e.raw_client import connect

ROUNDS = 24
HANDLERS = ("hear", "press", "paint", "paste")
SECRET = "the next card is a seven"
ASKS = b"discard one"
BROKE = b"Something broke on our side"


class Sabotage:
    """Makes apps; in the next one a handler breaks at its n-th call."""

    def __init__(self) -> None:
        self.next: tuple[str, int] | None = None
        self.broke = 0

    def __call__(self, link: Link, language: str, entrance: Entrance) -> HostedApp:
        app = game_app(link, language, entrance)
        assert isinstance(app, KeltisApp)
        if self.next is not None:
            name, calls = self.next
            self.next = None
            setattr(app.session, name, self._broken(getattr(app.session, name), calls))
        return app

    def _broken(self, handler: Callable[..., Any], calls: int) -> Callable[..., Any]:
        left = iter(range(calls))

        def broken(*given: Any) -> Any:
            if next(left, None) is None:
                self.broke += 1
                raise RuntimeError(SECRET)
            return handler(*given)

        return broken


@pytest.fixture
def sabotage() -> Sabotage:
    return Sabotage()


@pytest.fixture
async def listener(
    game_server: GameServer, tmp_path: Path, sabotage: Sabotage
) -> AsyncIterator[Listener]:
    limits = SshLimits(noauth_penalty=0, arrivals_burst=1000)
    key = tmp_path / "host_key"
    opened = await serve(game_server, "127.0.0.1", 0, key, limits=limits, app_for=sabotage)
    yield opened
    await opened.close()


async def shown(process: Any, *words: bytes) -> bytes:
    """What is drawn until one of some words is; or to the end."""
    got = b""
    async with asyncio.timeout(30):
        while not any(word in got for word in words):
            piece = await process.stdout.read(65536)
            got += piece
            if not piece:
                break
    return got


def terminal() -> dict[str, Any]:
    return {"term_type": "xterm", "term_size": (80, 24), "encoding": None}


@pytest.mark.long
async def test_handlers_that_break_at_any_call_end_their_own_session_only(
    listener: Listener, sabotage: Sabotage, caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(21)
    caplog.set_level(logging.ERROR)
    async with connect(listener.port) as others:
        honest = await others.create_process(**terminal())
        await shown(honest, b"quit")
        honest.stdin.write(b"\x1b[H ")
        await shown(honest, ASKS)
        for number in range(ROUNDS):
            sabotage.next = (HANDLERS[number % len(HANDLERS)], random.randrange(4))
            async with connect(listener.port) as conn:
                unlucky = await conn.create_process(**terminal())
                got = await shown(unlucky, b"quit", BROKE)
                reading = asyncio.create_task(shown(unlucky, BROKE))
                # Typing a name is pasted and drawn, a table tells a lot, and keys are listed.
                for keys in cycle(
                    (b"N\x1b[200~pasted\x1b[201~", b"\x1b[27u\x1b[H ", b"?", b"\x1b[27u")
                ):
                    if BROKE in got or reading.done():
                        break
                    with contextlib.suppress(BrokenPipeError):
                        unlucky.stdin.write(keys)
                    await asyncio.wait([reading], timeout=0.05)
                got += await reading
            assert BROKE in got, "it ended without a word"
            assert got.count(b"\x1b[?1049h") == got.count(b"\x1b[?1049l")
            assert b"\x1b[?1049h" not in got or GIVE_BACK.encode() in got
            honest.stdin.write(b"?")
            assert b"Esc" in await shown(honest, b"Esc"), "everybody else is answered"
            honest.stdin.write(b"\x1b[27u")
            await shown(honest, b"leave")
        assert sabotage.broke == ROUNDS
        assert len(listener.sessions) == 1, "and nothing is left of the others"
        assert not listener.throttle._fades_at, "what breaks on our side is nobody's fault"
    assert "RuntimeError" in caplog.text
    assert SECRET not in caplog.text
