"""The game hosted for people who came by plain `ssh`: what they see, and what stays of them."""

import asyncio
import contextlib
import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from keltis_server.server import Caller, GameServer
from keltis_server.terminal.app import CanvasKeltisApp, HostedKeltisApp, game_app
from keltis_server.terminal.client import describe
from keltis_server.terminal.detached_link import DetachedLink
from keltis_server.terminal.output.sequences import FRAME_END
from keltis_server.terminal.runner import AppRunner
from keltis_tui.entrance import Entrance
from keltis_tui.textual_internals import SCREENLESS
from keltis_words.words import words_for

LOBBY = "quit"
TABLE = "Your turn"


class Visitor:
    """Somebody with a terminal, in a house."""

    def __init__(
        self,
        game_server: GameServer,
        name: str,
        entrance: Entrance = Entrance(),  # noqa: B008
        kind: type[HostedKeltisApp] = CanvasKeltisApp,
    ) -> None:
        self.game_server = game_server
        self.name = name
        self.entrance = entrance
        self.kind = kind
        self.data = bytearray()
        self.news = asyncio.Event()
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)

    async def come(self) -> None:
        self.visit = await self.game_server.visit(Caller(self.name.encode(), self.name))
        client = describe("xterm-256color", (80, 24), {})
        self.host = AppRunner(self._app, self._receive, client)
        self.ended = asyncio.create_task(self.host.run())

    async def go(self) -> None:
        self.host.close("lost")
        await self.ended
        await self.visit.close()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():
                self.news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), 0.1)

    async def until_shown(self, text: str) -> None:
        await self.until(lambda: text in "\n".join(self.screen.display))

    def frames(self) -> int:
        return self.data.count(FRAME_END.encode())

    def place_of(self, text: str) -> tuple[int, int]:
        row = next(y for y, line in enumerate(self.screen.display) if text in line)
        return self.screen.display[row].index(text), row

    def _app(self) -> HostedKeltisApp:
        return self.kind(DetachedLink(self.visit), words_for("en"), self.entrance)

    def _receive(self, data: bytes) -> None:
        self.data += data
        self.stream.feed(data)
        self.news.set()


@pytest.mark.parametrize("kind", [CanvasKeltisApp, HostedKeltisApp])
async def test_the_first_picture_is_drawn_once_and_whole(
    game_server: GameServer, kind: type[HostedKeltisApp]
) -> None:
    visitor = Visitor(game_server, "brigid", kind=kind)
    await visitor.come()
    await visitor.until_shown(LOBBY)
    if kind is CanvasKeltisApp:
        assert visitor.frames() == 1
    await visitor.go()


async def test_who_comes_to_a_table_never_sees_the_lobby_first(game_server: GameServer) -> None:
    visitor = Visitor(game_server, "brigid", Entrance(game="keltis", bots=1))
    await visitor.come()
    await visitor.until(lambda: visitor.frames() >= 1)
    assert "table" in visitor.screen.display[0]
    await visitor.go()


async def test_drawn_by_us_or_by_textual_it_is_the_same_picture(game_server: GameServer) -> None:
    """What happens with a version of Textual that was not checked."""
    one, two = Visitor(game_server, "one"), Visitor(game_server, "two", kind=HostedKeltisApp)
    for visitor in (one, two):
        await visitor.come()
        await visitor.until_shown("2 people" if visitor is two else LOBBY)
        visitor.host.input.feed(b"?")
        await visitor.until_shown("Esc")
    await one.until(lambda: one.screen.display[1:] == two.screen.display[1:])
    for visitor in (one, two):
        await visitor.go()


def test_the_pinned_textual_is_the_checked_one() -> None:
    assert SCREENLESS, (
        "Another version of Textual is installed than textual_internals.py was checked on: see "
        "that the tests of this folder hold with `CHECKED` set to it, and measure with "
        "benchmarks/door.py."
    )
    assert game_app.__module__ == CanvasKeltisApp.__module__


async def test_a_click_and_the_wheel_reach_the_game(game_server: GameServer) -> None:
    visitor = Visitor(game_server, "brigid", Entrance(game="keltis", bots=1))
    await visitor.come()
    await visitor.until_shown(TABLE)
    x, y = visitor.place_of("╭2")
    for button in ("M", "m"):
        visitor.host.input.feed(f"\x1b[<0;{x + 2};{y + 2}{button}".encode())
    await visitor.until_shown("┏2")
    visitor.host.input.feed(b"\x1b[<64;5;5M")
    assert not visitor.ended.done()
    await visitor.go()


async def test_sixty_keys_at_once_are_painted_once(game_server: GameServer) -> None:
    visitor = Visitor(game_server, "brigid", Entrance(game="keltis", bots=1))
    await visitor.come()
    await visitor.until_shown(TABLE)
    before = visitor.frames()
    visitor.host.input.feed(b"\x1b[C" * 21)
    await visitor.until(lambda: visitor.frames() > before)
    visitor.host.input.feed(b"?")
    await visitor.until_shown("Esc")
    assert visitor.frames() - before <= 3
    await visitor.go()


async def test_rounds_of_coming_playing_and_dropping_leave_nothing(
    game_server: GameServer, amount: Callable[[int], int]
) -> None:
    """T23: neither apps nor tasks nor open files."""
    rounds = amount(100)
    people = ("anu", "brigid", "cian", "dagda")
    apps: list[weakref.ref[object]] = []

    async def play(number: int) -> None:
        name = people[number % len(people)]
        visitor = Visitor(game_server, name, Entrance(game="keltis", bots=1))
        await visitor.come()
        await visitor.until(lambda: visitor.frames() > 0)
        apps.append(weakref.ref(visitor.host._app))
        visitor.host.input.feed(b"\x1b[C\r?")
        frames = visitor.frames()
        await visitor.until(lambda: visitor.frames() > frames)
        await visitor.go()

    tasks = asyncio.all_tasks()
    for number in range(len(people)):
        await play(number)
    files = open_files()
    for number in range(rounds):
        await play(number)
    async with asyncio.timeout(20):  # the bots still play on
        while others := asyncio.all_tasks() - tasks:
            await asyncio.wait(others)
    gc.collect()
    assert [app() for app in apps if app() is not None] == []
    assert open_files() <= files


def open_files() -> int:
    """How many files this process has open; 0 where that cannot be seen."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0
