"""Sessions fed with staged facts, and apps that run on a real house with a real store."""

import asyncio
import difflib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from keltis_protocol.messages import Fact
from keltis_server.house import Caller, House
from keltis_server.limits import Limits
from keltis_server.sqlite_store import SqliteStore
from keltis_tui.app import KeltisApp
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_tui.widgets.canvas_widget import CanvasWidget
from keltis_tui.words import Words, words_for
from screenshots.staged import welcome

SNAPSHOTS = Path(__file__).parent / "snapshots"
DIFFERENCES = Path(__file__).parent / "differences"
"""Where pictures lie that are not as they were accepted, to be looked at."""
QUICK = Limits(lobby_pause=0, bot_pause=0)


@pytest.fixture
def told() -> Callable[..., Session]:
    """A session that was told these facts after the welcome."""

    def tell(*facts: Fact, words: Words | None = None) -> Session:
        session = Session(words or words_for("en"), Entrance())
        for fact in (*welcome(), *facts):
            session.hear(fact)
        return session

    return tell


@pytest.fixture
def snapshot(request: pytest.FixtureRequest) -> Callable[[str, str, Callable[[], str]], str]:
    """How a picture differs from the one kept, empty if it does not.

    `--accept-snapshots` keeps the new one instead. One that differs is drawn into `differences/`.
    """

    def compare(name: str, picture: str, draw: Callable[[], str]) -> str:
        kept = SNAPSHOTS / f"{name}.txt"
        if request.config.getoption("--accept-snapshots"):
            kept.parent.mkdir(exist_ok=True)
            kept.write_text(picture, encoding="utf-8")
            return ""
        expected = kept.read_text(encoding="utf-8") if kept.exists() else ""
        if picture == expected:
            return ""
        DIFFERENCES.mkdir(exist_ok=True)
        (DIFFERENCES / f"{name}.txt").write_text(picture, encoding="utf-8")
        (DIFFERENCES / f"{name}.svg").write_text(draw(), encoding="utf-8")
        difference = difflib.unified_diff(
            expected.splitlines(), picture.splitlines(), "kept", "now", lineterm="", n=1
        )
        look = f"{name} looks different; see {DIFFERENCES / name}.svg, then --accept-snapshots:"
        return "\n".join([look, *difference, ""])

    return compare


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

    async def until_shown(self, text: str) -> None:
        """Let the app go on until a text stands on the screen."""
        await self.until(lambda: text in self.text)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """A house of its own."""
    house = await House.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    yield house
    await house.close()


@pytest.fixture
def visiting(house: House) -> Callable[..., object]:
    """Run the app for somebody who visits the house."""

    @asynccontextmanager
    async def visit(
        login: str = "ann",
        entrance: Entrance = Entrance(),  # noqa: B008 - it is frozen
        size: tuple[int, int] = (80, 24),
        key: bytes | None = None,
        keys: Sequence[str] = (),
    ) -> AsyncIterator[Seen]:
        link = await house.visit(Caller(key=key or login.encode(), login=login))
        app = KeltisApp(link, words_for("en"), entrance)
        async with app.run_test(size=size) as pilot:
            seen = Seen(app, pilot)
            await seen.until(lambda: bool(app.session.games))
            await seen.press(*keys)
            yield seen

    return visit
