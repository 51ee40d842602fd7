"""Sessions fed with staged facts, and apps that run on a real house with a real store."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
from textual.pilot import Pilot

from keltis_protocol.messages import Fact
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_tui.canvas_widget import CanvasWidget
from keltis_tui.entrance import Entrance
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.client_game import ClientGame
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import Words, words_for
from screenshots.staged import welcome
from tests.tui.at_table import asked, screen_of

QUICK = Limits(lobby_pause=0, bot_pause=0)


class Told(Protocol):
    """How a session comes about that was told these facts after the welcome."""

    def __call__(self, *facts: Fact, words: Words | None = None) -> Session: ...


@pytest.fixture
def told() -> Told:
    """A session that was told these facts after the welcome."""

    def tell(*facts: Fact, words: Words | None = None) -> Session:
        session = Session(words or words_for("en"), Entrance())
        for fact in (*welcome(), *facts):
            session.hear(fact)
        return session

    return tell


class Seen:
    """A running app: what it shows, and waiting until it shows something."""

    def __init__(self, app: KeltisApp, pilot: Pilot[str]) -> None:
        self.app = app
        self.pilot = pilot
        self.session = app.session

    @property
    def text(self) -> str:
        """The screen as text."""
        return self.app.query_one(CanvasWidget).canvas.text()

    async def press(self, *keys: str) -> None:
        """Press keys one after the other."""
        await self.pilot.press(*keys)

    async def click(self, kind: str, number: int = 0, key: str = "") -> None:
        """Click the first cell that chooses a thing."""
        areas = self.app.query_one(CanvasWidget).canvas.areas
        area = next(area for area in areas if area.target == (kind, number, key))
        await self.pilot.click(CanvasWidget, offset=(area.x, area.y))

    async def until(self, condition: Callable[[], bool]) -> None:
        """Let the app go on until something is so."""
        async with asyncio.timeout(60):
            while not condition():
                await self.pilot.pause()
        await self.pilot.pause()

    async def turn(self, *keys: str) -> None:
        """Press keys that make a move, and wait for one's next decision or the end of the game."""
        ply = self.game.ply
        await self.press(*keys)
        await self.until(lambda: self.game.ply > ply and self.asked)

    async def resize(self, width: int, height: int) -> None:
        """Have a window of another size."""
        await self.pilot.resize_terminal(width, height)
        await self.until(lambda: self.text.count("\n") == height)

    @property
    def screen(self) -> TableScreen:
        """The table, a dialog over it or not."""
        return screen_of(self.session)

    @property
    def game(self) -> ClientGame:
        """The game that is played."""
        return self.screen.game

    @property
    def asked(self) -> bool:
        """Whether one's decision is awaited, or the game is over."""
        return asked(self.session)

    async def until_shown(self, text: str) -> None:
        """Let the app go on until a text stands on the screen."""
        await self.until(lambda: text in self.text)


@pytest.fixture
async def game_server(tmp_path: Path) -> AsyncIterator[GameServer]:
    """A house of its own."""
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield game_server
    await game_server.close()


class Visiting(Protocol):
    """How the app is run for somebody who visits the house."""

    def __call__(
        self,
        login: str = "ann",
        entrance: Entrance = ...,
        size: tuple[int, int] = (80, 24),
        key: bytes | None = None,
        keys: Sequence[str] = (),
    ) -> AbstractAsyncContextManager["Seen"]: ...


@pytest.fixture
def visiting(game_server: GameServer) -> Visiting:
    """Run the app for somebody who visits the house."""

    @asynccontextmanager
    async def visit(
        login: str = "ann",
        entrance: Entrance = Entrance(),  # noqa: B008 - it is frozen
        size: tuple[int, int] = (80, 24),
        key: bytes | None = None,
        keys: Sequence[str] = (),
    ) -> AsyncIterator[Seen]:
        link = await game_server.visit(Caller(key=key or login.encode(), login=login))
        app = KeltisApp(link, words_for("en"), entrance)
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await seen.until(lambda: bool(app.session.client.games))
            await seen.press(*keys)
            yield seen

    return visit
