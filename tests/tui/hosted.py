"""A scene as the server sends it to a terminal, in bytes, and how each of its cells should look."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pyte
from rich.color import ColorSystem
from rich.style import Style
from textual import events

from keltis_server.terminal.app import CanvasKeltisApp
from keltis_server.terminal.client import describe
from keltis_server.terminal.detached_link import DetachedLink
from keltis_server.terminal.runner import AppRunner
from keltis_tui.canvas.canvas import Canvas
from keltis_tui.canvas.themes import Theme
from keltis_tui.entrance import Entrance
from keltis_tui.session import Session
from keltis_tui.settings import Settings
from keltis_words.words import words_for
from screenshots.staged import StagedLink, welcome
from tests.tui.scenes import Scene

PATIENCE: Final = 20.0
TERMINALS: Final = {
    "full colour": ("xterm-256color", {"COLORTERM": "truecolor"}, Settings()),
    "256 colours": ("xterm-256color", {}, Settings()),
    "light": ("xterm-256color", {}, Settings(theme="light")),
    "safe": ("xterm-256color", {"COLORTERM": "truecolor"}, Settings(theme="safe")),
    "16 colours": ("linux", {}, Settings(signs="drawn")),
    "no colour": ("vt220", {}, Settings(signs="drawn")),
    "tmux": ("tmux-256color", {"COLORTERM": "truecolor"}, Settings()),
    "tmux, 16 colours": ("screen-16color", {}, Settings(signs="drawn")),
    "tmux, ASCII": ("screen-256color", {}, Settings(signs="ascii")),
}
"""Kinds of terminals, with what a person chose there."""
KEYS: Final = {"tab": b"\t", "left": b"\x1b[D"}

Cell = tuple[str, str, str, bool, bool, bool]
"""What is seen in a cell: character, ink and ground, bold, underlined, ink and ground changed."""


@dataclass(frozen=True)
class Drawn:
    """What was sent to a terminal, and what was meant by it."""

    data: bytes
    canvas: Canvas
    theme: Theme


class Watched(CanvasKeltisApp):
    """Counts the keys and pastes that it has been told."""

    presses = 0

    async def on_event(self, event: events.Event) -> None:
        """Nothing is pressed for a paste."""
        self.presses += isinstance(event, events.Paste)
        await super().on_event(event)

    def press(self, key: str) -> None:
        """One more."""
        self.presses += 1
        super().press(key)


async def draw(
    scene: Scene,
    terminal: str = "256 colours",
    size: tuple[int, int] = (80, 24),
    so: Callable[[Session], bool] = lambda _: True,
    settings: Settings | None = None,
) -> Drawn:
    """Host the app for a terminal, tell it a scene, press its keys, and wait for the picture.

    The picture that is waited for is one of a session that is `so`.
    """
    term, environment, usual = TERMINALS[terminal]
    settings = settings or usual
    screen, sent, data = pyte.Screen(*size), asyncio.Event(), bytearray()
    stream = pyte.ByteStream(screen)

    def send(piece: bytes) -> None:
        data.extend(piece)
        stream.feed(piece)
        sent.set()

    link = StagedLink([*welcome(settings.preferences()), *scene.facts()])
    client = describe(term, size, {"LANG": "en_GB.UTF-8", **environment})
    app = Watched(DetachedLink(link), words_for("en"), Entrance())
    host = AppRunner(lambda: app, send, client)
    running = asyncio.create_task(host.run())
    async with asyncio.timeout(PATIENCE):
        await link.told.wait()
        for key in scene.keys:
            host.input.feed(KEYS.get(key) or key.encode())
        while True:
            canvas = app.session.paint(*size)
            pressed = app.presses >= len(scene.keys)
            if pressed and so(app.session) and lines(screen) == canvas.text().splitlines():
                break
            await sent.wait()
            sent.clear()
        drawn = Drawn(bytes(data), canvas, app.session.theme)
        host.input.feed(b"\x03")
        assert await running == "left"
    return drawn


def shown(data: bytes, size: tuple[int, int] = (80, 24)) -> pyte.Screen:
    """What a terminal shows after these bytes."""
    screen = pyte.Screen(*size)
    pyte.ByteStream(screen).feed(data)
    return screen


def lines(screen: pyte.Screen) -> list[str]:
    """The lines of a terminal as text."""
    return [line.rstrip() for line in screen.display]


def cells(screen: pyte.Screen) -> list[list[Cell]]:
    """Every cell of a terminal as it is seen: a blank shows no ink and no weight."""
    return [
        [_seen(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)
    ]


def _seen(cell: pyte.screens.Char) -> Cell:
    blank = cell.data.isspace() and not cell.underscore and not cell.reverse
    ink, bold = ("default", False) if blank else (cell.fg, cell.bold)
    return cell.data, ink, cell.bg, bold, cell.underscore, cell.reverse


def meant(drawn: Drawn) -> list[list[Cell]]:
    """Every cell as its style is meant to look, in the very colours of its theme."""
    looks: dict[tuple[str, str], Cell] = {}

    def look(text: str, names: str) -> Cell:
        if (text, names) not in looks:
            style = drawn.theme.style(names)
            fresh = Style(  # a style remembers how it was rendered first, whatever is asked later
                color=style.color,
                bgcolor=style.bgcolor,
                bold=style.bold,
                underline=style.underline,
                reverse=style.reverse,
            )
            rendered = fresh.render(text, color_system=ColorSystem.TRUECOLOR)
            looks[text, names] = _seen(shown(rendered.encode(), (2, 1)).buffer[0][0])
        return looks[text, names]

    canvas = drawn.canvas
    return [list(map(look, *row)) for row in zip(canvas.texts, canvas.styles, strict=True)]
