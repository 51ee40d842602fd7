"""T1, T2: whatever a person's text holds, no screen passes on anything but text.

The texts go straight into the facts, past every check at the input: this is the last line.
"""

import asyncio
import contextlib
from collections import deque

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keltis_protocol.messages import (
    Command,
    Fact,
    LeftTable,
    Lobby,
    Person,
    Refused,
    SeatState,
    TableLine,
)
from keltis_server.terminal.client import describe
from keltis_server.terminal.game import game_app
from keltis_server.terminal.host import Host
from screenshots.staged import Staged, lobby, table, welcome
from tests.e2e.allow_list import foreign

MARKUP = ("[@click=app.quit]x[/]", "[/oops]", "[link=https://evil.example]x[/link]", "[bold", "\\[")
ESCAPES = (
    "\x1b]52;c;eA==\x07",
    "\x1b[2J",
    "\x9b31m",
    "\x1b[6n",
    "\x1bP1\x1b\\",
    "\x1bc",
    "\x07\x08",
)
hostile = st.one_of(
    st.sampled_from((*MARKUP, *ESCAPES)),
    st.text(st.characters(categories=["Cc"]), min_size=1, max_size=6),
    st.text(st.characters(categories=["Cf", "Co", "Zl", "Zp", "Mn", "Me"]), min_size=1, max_size=6),
    st.text(min_size=1, max_size=20),
)
"""Controls, formats, private, line ends, marks, markup, escapes, and anything."""


def everywhere(text: str) -> list[Fact]:
    """Every screen that shows what people wrote, with this text wherever one of them wrote."""
    you = Person(name=text, guest=False)
    seats = [SeatState(kind="person", name=text, word=text, away=n == 1) for n in range(2)]
    seats[1] = msgspec.structs.replace(seats[1], bot=text)
    lines = [TableLine(table="K7QF", game=text, seats=seats, state="open")]
    lines += [msgspec.structs.replace(line, seats=seats) for line in lobby().tables]
    staged = Staged(2, "hostile")
    playing = msgspec.structs.replace(table(2), seats=seats, options={text: text, "games": text})
    over = Staged(2, "over").until(lambda _: False).changed()
    return [
        Lobby(you=you, people=3, tables=lines),
        msgspec.structs.replace(playing, state="open"),
        Refused(id="", reason=text),
        playing,
        staged.changed(),
        msgspec.structs.replace(playing, state="over"),
        over,
        LeftTable(table="K7QF", reason=text),
        Lobby(you=you, people=3, tables=lines),
    ]


class PacedLink:
    """Tells the next fact once the one before has been drawn, or changed nothing."""

    def __init__(self, facts: list[Fact]) -> None:
        self._facts = deque(facts)
        self.drawn = asyncio.Event()
        self.told = asyncio.Event()

    async def send(self, command: Command) -> None:
        """Nobody listens."""

    async def receive(self) -> Fact:
        self.drawn.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.03):
                await self.drawn.wait()
        if not self._facts:
            self.told.set()
            await asyncio.Event().wait()
        return self._facts.popleft()

    async def close(self) -> None:
        """Nothing to do."""


async def sent(facts: list[Fact], keys: bytes = b"") -> tuple[bytes, str]:
    """Every byte a client gets who is told these facts, and how the session ends."""
    link = PacedLink(facts)
    data = bytearray()

    def send(piece: bytes) -> None:
        data.extend(piece)
        link.drawn.set()

    host = Host(lambda: game_app(link, "en"), send, describe("xterm", (100, 30), {}))
    running = asyncio.create_task(host.run())
    host.inbox.feed(keys)
    async with asyncio.timeout(60):
        await link.told.wait()
    assert not running.done()
    host.close("enough")
    return bytes(data), await running


@settings(
    deadline=None,
    max_examples=10,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(texts=st.lists(hostile, min_size=4, max_size=8))
async def test_no_text_of_a_person_is_more_than_text_on_any_screen(texts: list[str]) -> None:
    facts: list[Fact] = list(welcome())
    for text in texts:
        facts += everywhere(text)
    data, ending = await sent(facts)
    assert ending == "enough", "no crash, and nobody's text pressed a key"
    assert b"KELTIS" in data
    assert foreign(data) == []


@pytest.mark.parametrize("text", [*MARKUP, *ESCAPES])
async def test_markup_and_escapes_are_shown_or_left_out_but_never_obeyed(text: str) -> None:
    data, ending = await sent([*welcome(), *everywhere(text)])
    assert ending == "enough"
    assert foreign(data) == []
    if text in MARKUP:
        assert text[:4].encode() in data, "shown as it was written"


@pytest.mark.parametrize("text", [*MARKUP, *ESCAPES])
async def test_a_hostile_preference_is_harmless(text: str) -> None:
    """What an account asked to remember comes back from the store as it was."""
    liked = welcome({"theme": text, text: text, "language": text, "glyphs": text})
    data, ending = await sent([*liked, *everywhere("ann")])
    assert ending == "enough"
    assert foreign(data) == []
