"""T31: a session goes on, and shows the same, whatever its terminal says between the keys."""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pyte
import pytest
from textual import events

from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.terminal.app import CanvasKeltisApp, HostedKeltisApp
from keltis_server.terminal.client import describe
from keltis_server.terminal.detached_link import DetachedLink
from keltis_server.terminal.runner import AppRunner
from keltis_tui.entrance import Entrance
from keltis_words.words import words_for
from tests.fuzz.terminal_grammar import in_pieces, report
from tests.server.players import QUICK

LOOKING = (
    *(b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B", b"\t", b"?", b"\x1b[27u", b"\x1b[5~", b"\x1b[6~"),
    *(b"\x1bOP", b"1", b"2", b"3", b"\x1b[H", b"\x1b[F", b"\x1b[<64;5;5M", b"\x1b[200~q\x1b[201~"),
)
"""Keys that change what one sees, but play nothing."""
TURN = "Your turn"
ROUNDS = 30
Amount = Callable[[int], int]


class Session:
    """Somebody at a table, and what the terminal shows."""

    def __init__(self, kind: type[HostedKeltisApp]) -> None:
        self._kind = kind
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    @asynccontextmanager
    async def at_a_table(self, path: Path) -> AsyncIterator["Session"]:
        game_server = await GameServer.open(SqliteStore.open(path), QUICK)
        visit = await game_server.visit(Caller(b"key", "anna"))
        entrance = Entrance(game="keltis", bots=1)
        self.host = AppRunner(
            lambda: self._kind(DetachedLink(visit), words_for("en"), entrance),
            self._shown,
            describe("xterm", (80, 24), {}),
        )
        self.ended = asyncio.create_task(self.host.run())
        try:
            await self.until(lambda: TURN in "".join(self.shows))
            yield self
        finally:
            self.host.close("lost")
            await self.ended
            await visit.close()
            await game_server.close()

    @property
    def shows(self) -> list[str]:
        """The picture without its first line, in which the table's code stands."""
        return list(self._screen.display[1:])

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                assert not self.ended.done(), "the session ended"
                await asyncio.sleep(0.005)

    async def settled(self) -> None:
        """Wait until everything that was sent has been taken in and drawn."""
        inbox = self.host.input
        await self.until(lambda: not inbox._waiting and inbox._keyboard.patience is None)
        await asyncio.sleep(0.06)

    def _shown(self, data: bytes) -> None:
        self._stream.feed(data)


@pytest.fixture
def same_shuffles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table deals the same cards."""
    monkeypatch.setattr(secrets, "token_bytes", lambda size: b"k" * size)


@pytest.mark.law
@pytest.mark.usefixtures("same_shuffles")
@pytest.mark.parametrize("kind", [CanvasKeltisApp, HostedKeltisApp])
async def test_reports_between_the_keys_change_nothing_that_is_seen(
    tmp_path: Path, kind: type[HostedKeltisApp], amount: Amount, caplog: pytest.LogCaptureFixture
) -> None:
    seed = 31
    random = Random(seed)
    plain, mixed = Session(kind), Session(kind)
    async with plain.at_a_table(tmp_path / "a.db"), mixed.at_a_table(tmp_path / "b.db"):
        for number in range(amount(ROUNDS)):
            key = random.choice(LOOKING)
            said = b"".join(report(random) for _ in range(random.randrange(6)))
            plain.host.input.feed(key)
            for piece in in_pieces(random, said + key):
                mixed.host.input.feed(piece)
            await plain.settled()
            await mixed.settled()
            await mixed.until(lambda: plain.shows == mixed.shows)
            assert not mixed.ended.done(), f"seed {seed}, round {number}: {said!r}"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.law
@pytest.mark.parametrize("kind", [CanvasKeltisApp, HostedKeltisApp])
async def test_reports_alone_change_nothing_that_is_seen(
    tmp_path: Path, kind: type[HostedKeltisApp], amount: Amount
) -> None:
    random = Random(9)
    async with Session(kind).at_a_table(tmp_path / "a.db") as session:
        await session.settled()
        before = session.shows
        for _ in range(amount(20)):
            session.host.input.feed(b"".join(report(random) for _ in range(10)))
            await session.settled()
        assert session.shows == before


async def test_focus_reaches_an_app_without_a_screen_and_does_nothing(tmp_path: Path) -> None:
    async with Session(CanvasKeltisApp).at_a_table(tmp_path / "a.db") as session:
        app = session.host._app
        assert isinstance(app, CanvasKeltisApp)
        for event in (events.AppBlur(), events.AppFocus()):
            app.post_message(event)
        session.host.input.feed(b"?")
        await session.until(lambda: "Esc" in "".join(session.shows))
