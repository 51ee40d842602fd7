"""A finished game as an asciicast (asciinema, version 2), of the very bytes a terminal is sent."""

from collections.abc import Iterator
from typing import Final

import msgspec

from keltis_server.terminal.client import describe
from keltis_server.terminal.output.picture import Picture
from keltis_server.terminal.output.writer import TerminalWriter
from keltis_tui.entrance import Entrance
from keltis_tui.screens.projection import Projection
from keltis_tui.screens.replay import ReplayScreen
from keltis_tui.session import Session
from keltis_tui.table.film import film_of
from keltis_words.words import Words

SIZE: Final = (80, 24)
TERM: Final = "xterm-256color"
PAUSE: Final = 1.0
"""Seconds between two steps."""
LAST: Final = 4.0
"""Seconds for which the end is seen, and then the chart."""


def cast_of(text: str, words: Words, table: str = "") -> Iterator[str]:
    """The lines of the cast of a game file; an empty one after each piece of work between them.

    No line at all comes back for a file that cannot be played back.
    """
    session = Session(words, Entrance())
    session.client.colours, session.client.signs = "256", "drawn"
    film = film_of(text)
    Projection(session.client, session.navigation, film, table)
    while not film.whole and not film.problem:
        session.advance()
        yield ""
    screen = session.screen
    if not isinstance(screen, ReplayScreen):
        return
    sent: list[bytes] = []
    writer = TerminalWriter(sent.append, describe(TERM, SIZE, {}))
    picture = Picture(writer)
    width, height = SIZE
    head = {"version": 2, "width": width, "height": height, "title": screen.title}
    yield msgspec.json.encode(head | {"env": {"TERM": TERM}}).decode() + "\n"
    writer.take(mouse=False)
    at = 0.0
    for step in range(film.first, film.last + 1):
        screen.go(step)
        picture.show(session.paint(*SIZE), session.theme)
        yield _event(at, sent)
        at += PAUSE
    screen.press("c")
    picture.show(session.paint(*SIZE), session.theme)
    yield _event(at - PAUSE + LAST, sent)
    writer.set_title("")
    yield _event(at - PAUSE + 2 * LAST, sent)


def _event(at: float, sent: list[bytes]) -> str:
    """What was sent since the event before, as a line."""
    data = b"".join(sent).decode()
    sent.clear()
    return msgspec.json.encode([round(at, 3), "o", data]).decode() + "\n"
