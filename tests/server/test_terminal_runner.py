"""One Textual app after another in one process, each for a client of its own."""

import asyncio
import contextlib
import gc
import logging
import sys
import weakref
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pyte
import pytest
from textual.app import App, ComposeResult
from textual.events import Key, Resize
from textual.widgets import Input, Static

from keltis_server.terminal.client import Client, describe
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.output.sequences import GIVE_BACK
from keltis_server.terminal.runner import AppRunner


class Toy(App[str]):
    """Shows its size and the keys pressed; every key that matters to the tests does one thing."""

    def __init__(self, secret: str = "") -> None:
        super().__init__()
        self.secret = secret
        self.seen: list[str] = []

    def compose(self) -> ComposeResult:
        yield Static("ready", id="size", markup=False)
        yield Static("", id="keys", markup=False)

    def on_resize(self, event: Resize) -> None:
        self.query_one("#size", Static).update(f"{event.size.width} by {event.size.height}")

    def on_key(self, event: Key) -> None:
        key = event.key
        self.seen.append(key)
        self.query_one("#keys", Static).update(" ".join(self.seen[-5:]))
        if key == "q":
            self.exit("bye bye")
        if key == "x":
            hidden = self.secret
            raise RuntimeError(hidden)


class HostedToy(HostedApp, Toy):
    """The toy as the server runs it."""


@dataclass
class Guest:
    """A client with a real terminal's memory of what it was sent."""

    client: Client
    app: Toy
    host: AppRunner
    data: bytearray = field(default_factory=bytearray)
    news: asyncio.Event = field(default_factory=asyncio.Event)
    ended: "asyncio.Task[str]" = field(init=False)

    def __post_init__(self) -> None:
        self.screen = pyte.Screen(self.client.width, self.client.height)
        self.stream = pyte.ByteStream(self.screen)

    def receive(self, data: bytes) -> None:
        self.data += data
        self.stream.feed(data)
        self.news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(10):
            while not condition():
                self.news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), 0.05)

    async def until_shown(self, text: str) -> None:
        await self.until(lambda: any(text in line for line in self.screen.display))


def files(folder: Path) -> list[Path]:
    return list(folder.iterdir())


Come = Callable[..., Guest]


@pytest.fixture
async def come() -> AsyncIterator[Come]:
    guests: list[Guest] = []

    def come(
        app: type[Toy] = HostedToy,
        term: str = "xterm-256color",
        size: tuple[int, int] = (80, 24),
        environment: dict[str, str] | None = None,
        **options: float,
    ) -> Guest:
        client = describe(term, size, environment or {})
        made = app("the queen is in the attic")
        assert isinstance(made, HostedApp)

        def send(data: bytes) -> None:
            guest.receive(data)

        guest = Guest(client, made, AppRunner(lambda: made, send, client, **options))
        guest.ended = asyncio.create_task(guest.host.run())
        guests.append(guest)
        return guest

    yield come
    for guest in guests:
        guest.host.close("test over")
        await guest.ended


async def test_the_app_is_drawn_and_keys_reach_it(come: Come) -> None:
    guest = come()
    await guest.until_shown("80 by 24")
    guest.host.input.feed(b"ab")
    await guest.until_shown("a b")
    guest.host.input.feed(b"q")
    assert await guest.ended == "left"
    assert guest.host.farewell == "bye bye"
    assert guest.data.endswith(b"\x1b[23;2t")
    assert GIVE_BACK.encode() in guest.data


async def test_two_apps_in_one_process_keep_their_own_keys_and_sizes(come: Come) -> None:
    one, two = come(size=(80, 24)), come(size=(100, 30))
    await one.until_shown("80 by 24")
    await two.until_shown("100 by 30")
    one.host.input.feed(b"1")
    two.host.input.feed(b"2")
    await one.until(lambda: one.app.seen == ["1"])
    await two.until(lambda: two.app.seen == ["2"])


async def test_the_loop_makes_tasks_as_it_did_before(come: Come) -> None:
    """On newer Pythons Textual's `run_async` would change that for the SSH library too."""
    guest = come()
    await guest.until_shown("80 by 24")
    assert asyncio.get_running_loop().get_task_factory() is None


async def test_printing_goes_where_it_went_before_whatever_order_apps_end_in(come: Come) -> None:
    out, err = sys.stdout, sys.stderr
    first, second = come(), come()
    await first.until_shown("80 by 24")
    await second.until_shown("80 by 24")
    assert sys.stdout is out
    first.host.close("bye")
    await first.ended
    second.host.close("bye")
    await second.ended
    assert sys.stdout is out
    assert sys.stderr is err


async def test_a_crash_ends_one_session_and_tells_nobody_what_was_on_the_cards(
    come: Come, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    unlucky, other = come(), come()
    await unlucky.until_shown("80 by 24")
    await other.until_shown("80 by 24")
    with caplog.at_level(logging.DEBUG):
        unlucky.host.input.feed(b"x")
        assert await unlucky.ended == "crashed"
    assert GIVE_BACK.encode() in unlucky.data
    assert "RuntimeError" in caplog.text
    assert "on_key" in caplog.text
    printed = capsys.readouterr()
    for place in (caplog.text, printed.out, printed.err, unlucky.data.decode()):
        assert "the queen" not in place
    other.host.input.feed(b"y")
    await other.until_shown("y")


async def test_an_app_that_cannot_even_start_gives_the_terminal_back(come: Come) -> None:
    class Broken(HostedToy):
        def compose(self) -> ComposeResult:
            raise LookupError("no such thing")

    guest = come(Broken)
    assert await guest.ended == "crashed"
    assert guest.data.count(b"\x1b[?1049h") == guest.data.count(b"\x1b[?1049l")


async def test_a_session_closed_from_outside_ends_with_that_reason(come: Come) -> None:
    guest = come()
    await guest.until_shown("80 by 24")
    guest.host.close("shutdown")
    assert await guest.ended == "shutdown"
    assert guest.data.count(GIVE_BACK.encode()) == 1


async def test_a_session_closed_before_its_first_picture_takes_no_terminal(come: Come) -> None:
    guest = come()
    guest.host.close("lost")
    assert await guest.ended == "lost"
    assert guest.data.count(b"\x1b[?1049h") == guest.data.count(b"\x1b[?1049l")


async def test_a_new_window_size_is_drawn_and_a_thousand_of_them_only_as_the_last(
    come: Come,
) -> None:
    """T10: a flapping terminal."""
    guest = come()
    await guest.until_shown("80 by 24")
    guest.screen.resize(30, 90)
    sent = len(guest.data)
    for width in range(1000):
        guest.host.resize(width, 20)
    guest.host.resize(90, 30)
    await guest.until_shown("90 by 30")
    assert len(guest.data) - sent < 20_000


async def test_while_the_client_does_not_read_nothing_is_sent_and_then_one_picture(
    come: Come,
) -> None:
    """T9: frames are dropped, not queued."""
    guest = come()
    await guest.until_shown("80 by 24")
    guest.host.pause()
    sent = len(guest.data)
    guest.host.input.feed(b"abc")
    await guest.until(lambda: guest.app.seen == ["a", "b", "c"])
    assert len(guest.data) == sent
    guest.host.resume()
    await guest.until_shown("a b c")


async def test_a_client_that_never_reads_again_is_given_up(come: Come) -> None:
    guest = come(stall_seconds=0.05)
    await guest.until_shown("80 by 24")
    guest.host.pause()
    assert await guest.ended == "stalled"


async def test_a_client_that_reads_again_in_time_is_kept(come: Come) -> None:
    guest = come(stall_seconds=0.2)
    await guest.until_shown("80 by 24")
    guest.host.pause()
    guest.host.resume()
    guest.host.input.feed(b"z")
    await guest.until_shown("z")
    assert not guest.ended.done()


async def test_a_flood_of_keys_is_handed_on_in_portions_and_the_queue_says_when_full(
    come: Come,
) -> None:
    guest = come()
    await guest.until_shown("80 by 24")
    room = asyncio.Event()
    guest.host.input.on_room = room.set
    guest.host.input.feed(b"k" * 5000)
    assert guest.host.input.full
    async with asyncio.timeout(10):
        await room.wait()
    assert len(guest.app.seen) < 5000


async def test_the_escape_key_alone_arrives(come: Come) -> None:
    guest = come()
    await guest.until_shown("80 by 24")
    guest.host.input.feed(b"\x1b")
    await guest.until_shown("escape")


async def test_what_the_terminal_says_by_itself_presses_no_key(come: Come) -> None:
    guest = come()
    await guest.until_shown("80 by 24")
    for piece in (b"\x1b]11;rgb:1414/1818", b"/1a1a\x1b\\", b"\x1b[?62;1;4", b"c", b"\x1bP>|ghost"):
        guest.host.input.feed(piece)
    guest.host.input.feed(b"ty\x1b\\\x1b[48;10;10;99;99t\x1b[?2048;2$y" + b"m")
    await guest.until(lambda: "m" in guest.app.seen)
    assert guest.app.seen == ["m"]
    assert (guest.app.size.width, guest.app.size.height) == (80, 24)


async def test_colours_are_the_clients_own_though_styles_are_shared(come: Come) -> None:
    full = come(environment={"COLORTERM": "truecolor"})
    await full.until_shown("80 by 24")
    plain = come(term="vt220")
    palette = come()
    sixteen = come(term="linux")
    for guest in (plain, palette, sixteen):
        await guest.until_shown("80 by 24")
    assert b"8;2;" in full.data
    assert b"8;2;" not in palette.data
    assert b"8;5;" in palette.data
    assert b"8;5;" not in sixteen.data
    assert b"8;2;" not in sixteen.data
    assert b"8;5;" not in plain.data
    assert b"8;2;" not in plain.data


async def test_text_cannot_steer_the_terminal(come: Come) -> None:
    """T1: the last line of defence, whatever got past the first."""

    class Rude(HostedToy):
        def compose(self) -> ComposeResult:
            yield Static("an\x1b]52;c;eA==\x07n \x9b31m\u202egnp.exe\u200b!", markup=False)
            yield from super().compose()

    guest = come(Rude)
    await guest.until_shown("80 by 24")
    text = guest.data.decode()
    for steering in ("\x1b]52", "\x07", "\x9b", "\u202e", "\u200b"):
        assert steering not in text
    assert any("gnp.exe" in line for line in guest.screen.display)


async def test_nothing_an_app_can_do_touches_the_servers_own_machine(
    come: Come, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    guest = come()
    await guest.until_shown("80 by 24")
    guest.app.open_url("https://example.org")
    guest.app.action_screenshot()
    assert guest.app.save_screenshot() == ""
    guest.app.copy_to_clipboard("K7QF")
    guest.app.action_suspend_process()
    guest.host.input.feed(b"o")
    await guest.until_shown("o")
    assert files(tmp_path) == []
    assert b"\x1b]52" not in guest.data


async def test_a_paste_of_two_kilobytes_arrives_whole(come: Come) -> None:
    """T8: an honest paste is not punished."""
    text = "0123456789abcdef" * 128

    class Asking(HostedToy):
        def compose(self) -> ComposeResult:
            yield Input(id="asked")
            yield from super().compose()

    guest = come(Asking)
    await guest.until_shown("80 by 24")
    guest.host.input.feed(b"\x1b[200~" + text.encode() + b"\x1b[201~")
    asked = guest.app.query_one("#asked", Input)
    await guest.until(lambda: asked.value == text)


async def test_only_so_many_apps_begin_at_once() -> None:
    client = describe("xterm", (80, 24), {})
    starting = asyncio.Semaphore(1)
    await starting.acquire()
    host = AppRunner(HostedToy, lambda data: None, client)
    ended = asyncio.create_task(host.run(starting))
    await asyncio.sleep(0)
    host.close("lost")
    starting.release()
    assert await ended == "lost"
    async with asyncio.timeout(5):
        await starting.acquire()


async def test_nothing_is_left_of_sessions_that_have_ended() -> None:
    """T23: neither the app nor its tasks."""
    client = describe("xterm", (80, 24), {})
    tasks = len(asyncio.all_tasks())
    apps: list[weakref.ref[Toy]] = []

    def make() -> HostedToy:
        app = HostedToy()
        apps.append(weakref.ref(app))
        return app

    for _ in range(5):
        drawn = asyncio.Event()

        def draw(data: bytes, drawn: asyncio.Event = drawn) -> None:
            drawn.set()

        host = AppRunner(make, draw, client)
        ended = asyncio.create_task(host.run())
        await drawn.wait()
        host.input.feed(b"a\x1b[Bq")
        assert await ended == "left"
        del host, ended
    await asyncio.sleep(0)
    gc.collect()
    assert [app() for app in apps if app() is not None] == []
    assert len(asyncio.all_tasks()) == tasks
