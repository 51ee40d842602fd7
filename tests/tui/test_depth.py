"""How many colours a terminal shows: asked after the first picture, which never waits for it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pyte
import pytest

from keltis_server.terminal.app import CanvasKeltisApp
from keltis_server.terminal.client import describe
from keltis_server.terminal.colour_query import QUESTIONS, full_colour
from keltis_server.terminal.detached_link import DetachedLink
from keltis_server.terminal.runner import AppRunner
from keltis_tui.entrance import Entrance
from keltis_tui.settings import Settings
from keltis_words.words import words_for
from screenshots.staged import StagedLink, lobby, welcome
from tests.tui.hosted import PATIENCE, lines

FULL = b"8;2;"
"""What every colour of 16 million has in its code."""
ANSWERS = [
    "\x1bP>|kitty(0.26.5)\x1b\\",
    "\x1bP>|VTE(7600)\x1b\\",
    "\x1bP1+r524742=382f382f38\x1b\\",
    "\x1bP1+r5463\x1b\\",
    "\x1bP1$r0;48:2::1:2:3m\x1b\\",
    "\x1bP1$r48;2;1;2;3m\x1b\\",
]
SILENCE = [
    "",
    "\x1bP>|tmux 3.3a\x1b\\",
    "\x1bP0+r524742\x1b\\",
    "\x1bP0$r\x1b\\",
    "\x1bP1$r0;48;5;16m\x1b\\",
    "\x1b]11;rgb:1414/1818/1a1a\x1b\\",
    "\x1bP>|a kitty is no terminal\x1b\\",
]


class Terminal:
    """A hosted session, and what was sent to it."""

    def __init__(self, term: str, settings: Settings) -> None:
        self.data, self._news = bytearray(), asyncio.Event()
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        link = StagedLink([*welcome(settings.preferences()), lobby()])
        self.app = CanvasKeltisApp(DetachedLink(link), words_for("en"), Entrance())
        self.host = AppRunner(lambda: self.app, self._receive, describe(term, (80, 24), {}))

    def _receive(self, data: bytes) -> None:
        self.data += data
        self._stream.feed(data)
        self._news.set()

    async def until(self, so: Callable[[], bool]) -> None:
        while not so():
            self._news.clear()
            await self._news.wait()

    @property
    def painted(self) -> bool:
        """Whether the picture is there as the session paints it, last cell included."""
        wanted = self.app.session.paint(80, 24).text().splitlines()
        return bool(self.data) and lines(self.screen) == wanted

    async def said(self, answer: str) -> None:
        """The terminal answers, piece by piece, and then somebody opens and closes the help."""
        for piece in (answer[:5], answer[5:9], answer[9:]):
            self.host.input.feed(piece.encode())
            await asyncio.sleep(0)
        self.host.input.feed(b"?")
        await self.until(lambda: bool(self.app.session.navigation.dialogs))
        self.host.input.feed(b"?")
        await self.until(lambda: not self.app.session.navigation.dialogs and self.painted)


@asynccontextmanager
async def terminal(term: str, settings: Settings | None = None) -> AsyncIterator[Terminal]:
    """A terminal that has had its first picture."""
    found = Terminal(term, settings or Settings())
    running = asyncio.create_task(found.host.run())
    async with asyncio.timeout(PATIENCE):
        await found.until(lambda: found.painted)
        yield found
        found.host.input.feed(b"\x03")
        assert await running == "left"


async def test_the_first_picture_is_there_before_anything_is_asked() -> None:
    async with terminal("xterm-256color") as seen:
        await seen.until(lambda: QUESTIONS.encode() in seen.data)
        first, _, after = bytes(seen.data).partition(QUESTIONS.encode())
        assert b"K7QF" in first
        assert FULL not in first
        assert len(after) < 80, "the corner, and nothing else"
        assert seen.painted


@pytest.mark.law
@pytest.mark.parametrize("answer", ANSWERS)
async def test_a_late_answer_repaints_once_and_plays_nothing(answer: str) -> None:
    async with terminal("xterm-256color") as seen:
        before = len(seen.data)
        seen.host.input.feed(answer.encode())
        await seen.until(lambda: FULL in seen.data[before:])
        assert seen.app.session.theme.depth == "full"
        assert seen.painted
        once = len(seen.data)
        await seen.said(answer)
        assert b"\x1b[2J" in seen.data[before:once]
        assert b"\x1b[2J" not in seen.data[once:]


@pytest.mark.law
@pytest.mark.parametrize("answer", SILENCE)
async def test_whatever_else_is_answered_the_picture_stays_as_it_is(answer: str) -> None:
    async with terminal("xterm-256color") as seen:
        await seen.said(answer)
        assert FULL not in seen.data
        assert seen.app.session.theme.depth == "256"


async def test_what_was_chosen_stays_whatever_the_terminal_says() -> None:
    async with terminal("xterm-256color", Settings(colours="256")) as seen:
        await seen.said(ANSWERS[0])
        assert FULL not in seen.data
    async with terminal("linux", Settings(colours="full")) as seen:
        assert FULL in seen.data


@pytest.mark.law
@pytest.mark.parametrize("term", ["screen-256color", "linux", "vt220", "putty", "xterm-kitty"])
async def test_who_is_known_or_might_show_the_question_is_not_asked(term: str) -> None:
    async with terminal(term) as seen:
        await seen.said("")
        assert QUESTIONS.encode() not in seen.data
        await seen.said(ANSWERS[0])
        assert seen.app.session.theme.depth == describe(term, (80, 24), {}).depth.value


async def test_a_late_answer_to_nobody_s_question_is_no_news() -> None:
    assert not full_colour("1$r0;48:5:123m")
    assert not full_colour(">|")
    async with terminal("linux") as seen:
        assert seen.app.session.theme.glyphs.paths == "^=%#~"
