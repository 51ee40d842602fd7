"""The screens that all games share, in every size and class of look, and on a real terminal."""

import asyncio
from collections.abc import Callable

import pyte
import pytest

from keltis_server.house import Caller
from keltis_server.terminal.client import describe
from keltis_server.terminal.game import GameAtTheDoor, game_app
from keltis_server.terminal.host import Host
from keltis_tui.settings import Settings
from screenshots.staged import Staged, lobby, table

SIZES = ((80, 24), (100, 30), (140, 45))
LOOKS = {"drawn": Settings(), "ascii": Settings(signs="ascii")}
"""Colours change no character; these do."""


def over() -> list:
    return [table(2, "over"), Staged(2, "a wet day").until(lambda _: False).changed()]


SCREENS = {
    "lobby": ([lobby], []),
    "settings": ([lobby], ["f2", "down"]),
    "learn": ([lobby], ["t", "down"]),
    "rules": ([lobby], ["f1", "right", "right"]),
    "lesson": ([lobby], ["t", "enter", "enter", "1"]),
    "score-sheet": ([], []),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCREENS)
def test_a_shared_screen(told, snapshot, name, size, look):
    facts, keys = SCREENS[name]
    session = told(*(over() if name == "score-sheet" else [make() for make in facts]))
    session.set(LOOKS[look])
    for key in keys:
        session.press(key)
    snapshot(f"shared-{name}-{look}-{size[0]}x{size[1]}", session.paint(*size).text())


@pytest.mark.parametrize("theme", ["dark", "light", "contrast", "safe", "sixteen", "mono"])
def test_a_look_changes_no_character(told, theme):
    for facts in ([lobby()], over()):
        usual, other = told(*facts), told(*facts)
        other.set(Settings(theme=theme))
        assert other.paint(80, 24).text() == usual.paint(80, 24).text()


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt220"])
async def test_a_terminal_shows_the_same_text_as_the_canvas(house, term):
    """A hosted game, its bytes read by a terminal emulator, in 256, 16 and no colours."""
    screen, drawn = pyte.Screen(80, 24), asyncio.Event()
    stream = pyte.ByteStream(screen)

    def send(data: bytes) -> None:
        stream.feed(data)
        drawn.set()

    async def until(so: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not so():
                await drawn.wait()
                drawn.clear()

    def same() -> bool:
        canvas = app.session.paint(80, 24).text().splitlines()
        return [line.rstrip() for line in screen.display] == canvas

    client = describe(term, (80, 24), {"LANG": "en_GB.UTF-8"})
    app = game_app(await house.visit(Caller(key=b"ann", login="ann")), "en")
    assert isinstance(app, GameAtTheDoor)
    host = Host(lambda: app, send, client)
    running = asyncio.create_task(host.run())
    for keys, text in ((b"", "No table is open."), (b"b", "Your turn"), (b"1", "starts there")):
        host.inbox.feed(keys)
        await until(lambda text=text: text in "\n".join(screen.display))
        await until(same)
    host.inbox.feed(b"\x03")
    assert await running == "left"
