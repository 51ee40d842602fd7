"""How much is sent: a few bytes for a key, nothing at all while nobody does anything."""

import asyncio
from statistics import mean

import pytest
from textual.app import App

from benchmarks.doors.played import Glass, whole_game
from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import Fact
from keltis_server.server import Caller, GameServer
from keltis_server.terminal.app import CanvasKeltisApp, game_app
from keltis_server.terminal.client import describe
from keltis_server.terminal.output.runs import Run, joined, written
from keltis_server.terminal.output.styles import PLAIN, CellStyle, styles_for
from keltis_server.terminal.runner import AppRunner
from keltis_tui.canvas.themes import DARK
from keltis_tui.canvas_widget import CanvasWidget
from keltis_tui.textual_app import KeltisApp
from keltis_words.words import words_for

TERMS = ["xterm-256color", "tmux-256color"]
"""One that can erase in colour and one that cannot."""


@pytest.mark.long
@pytest.mark.parametrize("term", TERMS)
def test_a_key_costs_few_bytes_all_through_a_game(term: str) -> None:
    """A card laid down takes 1.05 kB on average; no key that changes one card takes 2 kB."""
    found: dict[str, list[int]] = {"cursor": [], "card": [], "other": []}
    for what, cost in whole_game(Glass(term)):
        found[what].append(cost)
    assert mean(found["card"]) < (1050 if term == TERMS[0] else 1150)
    assert mean(found["cursor"]) < 500
    assert max(found["card"] + found["cursor"]) < 2000


def test_the_board_costs_one_widget_at_home_and_none_at_the_door() -> None:
    app, listener = (kind(_Nobody(), words_for("en")) for kind in (KeltisApp, CanvasKeltisApp))
    assert isinstance(app, App)
    assert [type(widget) for widget in app.compose()] == [CanvasWidget]
    assert list(listener.compose()) == []


class _Nobody:
    async def send(self, command: object) -> None: ...

    async def receive(self) -> Fact:
        await asyncio.Event().wait()
        raise LinkClosed("nobody")

    async def close(self) -> None: ...


def timers() -> set[asyncio.TimerHandle]:
    """What is going to happen by itself, however far in the future."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, asyncio.BaseEventLoop)
    return {timer for timer in vars(loop)["_scheduled"] if not timer.cancelled()}


@pytest.mark.parametrize("keys", [b"", b" "], ids=["lobby", "table"])
async def test_a_session_in_which_nothing_happens_does_nothing(
    game_server: GameServer, keys: bytes
) -> None:
    """Nothing ticks: no clock is shown, so not one timer waits and not one byte is written."""
    async with asyncio.timeout(60):
        # This one, and the server's next look for what is due.
        while len(before := timers()) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
        visit = await game_server.visit(Caller(b"brigid", "brigid"))
        sent, news = bytearray(), asyncio.Event()

        def receive(data: bytes) -> None:
            sent.extend(data)
            news.set()

        async def until(text: bytes) -> None:
            while text not in sent:
                news.clear()
                await news.wait()

        client = describe("xterm-256color", (80, 24), {})
        host = AppRunner(lambda: game_app(visit, "en"), receive, client)
        living = asyncio.create_task(host.run())
        await until(b"quit")
        host.input.feed(keys)
        await until(b"Your turn" if keys else b"quit")
        quiet = 0
        while quiet < 30:  # the lobby's news, the moment in which a turn lights up
            await asyncio.sleep(0.01)
            quiet = 0 if timers() - before else quiet + 1
        shown = len(sent)
        for _ in range(1000):
            await asyncio.sleep(0)
        assert timers() <= before
        assert len(sent) == shown
        host.close("lost")
        await living
        await visit.close()


def test_styles_that_come_again_and_again_are_sent_once() -> None:
    looks = styles_for(DARK)
    key, word = looks["bar key"], looks["bar key.word"]
    runs = [Run(0, 4 * n, 4 * n + 4, "abcd", word if n % 2 else key) for n in range(8)]
    text, pen = written(runs, PLAIN, erases=False)
    assert text.count("m") == 2
    assert pen in (key, word)


def test_a_style_is_followed_by_the_one_that_is_nearest_to_it() -> None:
    """It begins with what the pen has already, and goes back on a line by its column alone."""
    red, bold, other = (
        CellStyle("31", "48;5;1", frozenset(), lined=False),
        CellStyle("31", "48;5;1", frozenset({"1"}), lined=False),
        CellStyle("32", "48;5;2", frozenset(), lined=False),
    )
    cells = ((0, other), (2, bold), (4, red), (6, other), (8, bold))
    runs = [Run(9, x, x + 1, "a", style) for x, style in cells]
    text, pen = written(runs, red, erases=False)
    assert text == ("\x1b[10;5Ha\x1b[3G\x1b[1ma\x1b[5Ca\x1b[1G\x1b[0;32;48;5;2ma\x1b[5Ca")
    assert pen == other


def test_neighbours_that_one_look_serves_are_written_at_once() -> None:
    """Of a blank only the ground is seen."""
    red, blue = (CellStyle(ink, "48;5;1", frozenset(), lined=False) for ink in ("31", "34"))
    lined = red._replace(lined=True)
    runs = [Run(0, 0, 2, "  ", blue), Run(0, 2, 4, "ab", red), Run(0, 4, 6, "  ", blue)]
    assert joined(runs) == [Run(0, 0, 6, "  ab  ", red)]
    apart = [Run(0, 0, 2, "ab", red), Run(0, 2, 4, "  ", lined), Run(0, 5, 6, "c", red)]
    assert joined(apart) == apart
