"""A line that breaks comes back: nothing is lost, nothing is done twice."""

import asyncio
from collections.abc import Callable

import pytest

from keltis_protocol.link import Link, LinkClosed
from keltis_protocol.messages import (
    VERSION,
    AddBot,
    Closing,
    Done,
    GameChanged,
    Hello,
    LeftTable,
    Lobby,
    OpenTable,
    Say,
    StartGame,
    TableChanged,
)
from keltis_server.server import Caller, GameServer
from keltis_tui import steady_link
from keltis_tui.steady_link import NotNow, SteadyLink


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steady_link, "PAUSES", (0.0,) * 4)


class Lines:
    """Lines of one person to a real server, each of which can be cut."""

    def __init__(self, game_server: GameServer, key: bytes | None = b"key of ann") -> None:
        self._server = game_server
        self._key = key
        self.made: list[Cut] = []
        self.unreachable = 0

    async def make(self, back: str = "") -> "Cut":
        if self.unreachable:
            self.unreachable -= 1
            raise NotNow
        caller = Caller(self._key, "ann")
        if back:
            caller, _ = await self._server.accounts.come_back(caller, back)
        self.made.append(Cut(await self._server.visit(caller)))
        return self.made[-1]


class Cut:
    """A line that can be cut, and may take what is sent with it."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self.cut = asyncio.Event()
        self.swallow = False

    async def send(self, command: object) -> None:
        if self.cut.is_set():
            raise LinkClosed("lost")
        if not self.swallow:
            await self._link.send(command)  # type: ignore[arg-type]

    async def receive(self) -> object:
        told = asyncio.ensure_future(self._link.receive())
        over = asyncio.ensure_future(self.cut.wait())
        await asyncio.wait({told, over}, return_when=asyncio.FIRST_COMPLETED)
        if not self.cut.is_set():
            over.cancel()
            return told.result()
        told.cancel()
        raise LinkClosed("lost")

    async def close(self) -> None:
        await self._link.close()


async def hear(link: SteadyLink, kind: type, check: Callable[[object], bool] = bool) -> object:
    async with asyncio.timeout(20):
        while True:
            fact = await link.receive()
            if isinstance(fact, kind) and check(fact):
                return fact


async def begin(lines: Lines) -> SteadyLink:
    link = SteadyLink(await lines.make(), lines.make)  # type: ignore[arg-type]
    await link.send(Hello(version=VERSION))
    await hear(link, Lobby)
    return link


async def test_what_was_on_its_way_is_done_once_and_one_is_back_at_the_table(
    game_server: GameServer,
) -> None:
    lines = Lines(game_server)
    link = await begin(lines)
    await link.send(OpenTable(id="open", game="keltis", seats=2))
    table = await hear(link, TableChanged)
    assert isinstance(table, TableChanged)
    heard: list[float | None] = []
    link.tell = heard.append
    lines.made[-1].swallow = True  # it is lost on the way there
    await link.send(Say(id="said", table=table.table, text="lost on the way"))
    lines.unreachable = 2
    lines.made[-1].cut.set()
    await hear(link, TableChanged)
    await hear(link, Done, lambda fact: getattr(fact, "id", "") == "said")
    lines.made[-1].cut.set()
    await hear(link, TableChanged)
    (live,) = game_server.live_tables.values()
    assert [line.text for line in live.table.talk] == ["lost on the way"]
    assert heard == [0.0, 0.0, 0.0, None, 0.0, None]
    assert len(game_server.lines) == 1
    await link.close()


async def test_a_table_that_is_gone_meanwhile_leads_to_the_lobby(game_server: GameServer) -> None:
    lines = Lines(game_server)
    link = await begin(lines)
    await link.send(OpenTable(id="open", game="keltis", seats=2))
    await hear(link, TableChanged)
    link._place = ("ZZZZZZ", False)
    lines.made[-1].cut.set()
    left = await hear(link, LeftTable)
    assert isinstance(left, LeftTable)
    assert (left.table, left.reason) == ("ZZZZZZ", "table_closed")
    await link.close()


async def test_guest_is_back_on_the_seat_by_the_code_and_a_new_guest_where_there_is_none(
    game_server: GameServer,
) -> None:
    lines = Lines(game_server, None)
    guest = await begin(lines)
    lines.made[-1].cut.set()
    await hear(guest, Lobby)
    await guest.send(OpenTable(id="open", game="keltis", seats=2))
    table = await hear(guest, TableChanged)
    assert isinstance(table, TableChanged)
    for command in (AddBot(id="bot", table=table.table), StartGame(id="go", table=table.table)):
        await guest.send(command)
    before = await hear(guest, GameChanged)
    while isinstance(before, GameChanged) and not before.moves:  # the bot's turn
        before = await hear(guest, GameChanged)
    (live,) = game_server.live_tables.values()
    person = live.table.places[0].who
    lines.made[-1].cut.set()
    again = await hear(guest, GameChanged)
    assert isinstance(again, GameChanged)
    assert isinstance(before, GameChanged)
    assert (again.ply, again.view) == (before.ply, before.view)
    assert live.table.places[0].who == person
    assert len(lines.made) == 3
    await guest.close()


async def test_one_who_was_taken_over_does_not_come_back(game_server: GameServer) -> None:
    lines = Lines(game_server)
    first = await begin(lines)
    await begin(Lines(game_server))
    closing = await hear(first, Closing)
    assert closing == Closing(reason="taken_over")
    with pytest.raises(LinkClosed):
        await first.receive()
    assert len(lines.made) == 1


async def test_after_the_last_pause_it_is_given_up(game_server: GameServer) -> None:
    lines = Lines(game_server)
    link = await begin(lines)
    lines.unreachable = 99
    lines.made[-1].cut.set()
    with pytest.raises(LinkClosed):
        await hear(link, Lobby, lambda _: False)
    assert lines.unreachable == 95
