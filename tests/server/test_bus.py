"""The bus between processes: who comes late or could not hear is told who is where."""

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import TypeVar

import pytest

from keltis_server.cluster.bus import (
    Everyone,
    Gone,
    Heard,
    Here,
    Left,
    Logged,
    News,
    Opened,
    Present,
    Roll,
    Serving,
)
from keltis_server.cluster.hub import Hub
from keltis_server.cluster.presence import Presence
from keltis_server.cluster.transport import UNHEARD, TransportBus

N = TypeVar("N", bound=News)


def somebody(who: str, table: str = "") -> Present:
    return Present(who=who, name=who.title(), table=table, since=1)


class End:
    """One process's end of the bus, and what it heard."""

    def __init__(self, bus: TransportBus) -> None:
        self.bus = bus
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.people: list[Present] = []
        bus.listen(self.news.put_nowait, lambda: Roll(self.people))

    async def hear(self, kind: type[N]) -> N:
        """The next news of a kind."""
        async with asyncio.timeout(20):
            while not isinstance(news := await self.news.get(), kind):
                pass
        return news


class Connected:
    """A hub and the processes connected to it."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.serving: list[Serving] = []
        self.cuts = 0
        self._ends: list[End] = []

    async def end(self, number: int) -> End:
        ours, theirs = socket.socketpair()
        bus, _ = await asyncio.gather(
            TransportBus.connect(theirs, self._cut),
            self.hub.connect(number, ours, self.serving.append),
        )
        self._ends.append(End(bus))
        return self._ends[-1]

    def _cut(self) -> None:
        self.cuts += 1

    async def close(self) -> None:
        for each in self._ends:
            each.bus.close()
        await asyncio.sleep(0)


@pytest.fixture
async def connected() -> AsyncIterator[Connected]:
    made = Connected()
    yield made
    await made.close()


async def test_who_comes_later_is_told_who_is_where(connected: Connected) -> None:
    first = await connected.end(1)
    second = await connected.end(2)
    first.bus.publish(Here(somebody("anna")))
    first.bus.publish(Here(somebody("boris")))
    first.bus.publish(Here(somebody("anna", "TABLE1")))
    first.bus.publish(Gone("boris"))
    first.bus.publish(Opened("192.0.2.1", [1, 2]))
    first.bus.publish(Opened("192.0.2.2", [3]))
    first.bus.publish(Opened("192.0.2.2", []))
    for _ in range(7):
        await second.hear(Heard)
    third = await connected.end(3)
    told = await third.hear(Everyone)
    windows = {1: {"192.0.2.1": [1, 2]}, 2: {}}
    assert told == Everyone(3, {1: [somebody("anna", "TABLE1")], 2: []}, windows)


async def test_process_that_ends_is_told_to_the_others(connected: Connected) -> None:
    first, second = await connected.end(1), await connected.end(2)
    first.bus.close()
    assert await second.hear(Left) == Left(1)


async def test_process_whose_hub_is_gone_is_told_so(connected: Connected) -> None:
    first = await connected.end(1)
    connected.hub._transports[1].close()
    async with asyncio.timeout(20):
        while not connected.cuts:  # noqa: ASYNC110 (there is nobody to be told by)
            await asyncio.sleep(0.001)
    first.bus.publish(Gone("anna"))  # nobody hears it, and nothing breaks


async def test_opening_is_told_to_the_parent_alone(connected: Connected) -> None:
    first, second = await connected.end(1), await connected.end(2)
    first.bus.publish(Serving(2222, "SHA256:x"))
    first.bus.publish(Gone("anna"))
    assert await second.hear(Heard) == Heard(1, Gone("anna"))
    assert connected.serving == [Serving(2222, "SHA256:x")]


async def test_who_could_not_hear_for_a_while_is_told_everything_again(
    connected: Connected,
) -> None:
    """T9: what waits for a process that does not read is bounded."""
    first, second = await connected.end(1), await connected.end(2)
    assert second.bus._transport is not None
    deaf = second.bus._transport._transport
    assert isinstance(deaf, asyncio.Transport)
    deaf.pause_reading()
    first.bus.publish(Here(somebody("anna")))
    hint = Logged("TABLE1" * 100, 7)
    transport = connected.hub._transports[2]
    async with asyncio.timeout(20):
        while not transport._lost:
            for _ in range(200):
                first.bus.publish(hint)
            await asyncio.sleep(0)
    assert transport._transport is not None
    assert transport._transport.get_write_buffer_size() < 2 * UNHEARD
    first.bus.publish(Here(somebody("boris")))
    second.news = asyncio.Queue()
    second.bus.listen(second.news.put_nowait, lambda: Roll([]))
    deaf.resume_reading()
    told = await second.hear(Everyone)
    assert [present.who for present in told.others[1]] == ["anna", "boris"]


async def test_who_could_not_be_heard_for_a_while_tells_everything_again(
    connected: Connected,
) -> None:
    first, second = await connected.end(1), await connected.end(2)
    deaf, publishing = connected.hub._transports[1]._transport, first.bus._transport
    assert isinstance(deaf, asyncio.Transport)
    assert publishing is not None
    deaf.pause_reading()
    first.people = [somebody("carla")]
    hint = Logged("TABLE1" * 100, 7)
    while not publishing._lost:
        first.bus.publish(hint)
    deaf.resume_reading()
    news = await second.hear(Heard)
    while not isinstance(news.hint, Roll):
        news = await second.hear(Heard)
    assert news.hint.people == first.people


def test_presence_counts_people_by_table() -> None:
    presence = Presence()
    presence.number = 2
    presence.replace(3, [somebody("anna", "TABLE1"), somebody("boris")])
    eldest = [presence.eldest]
    assert presence.put(1, somebody("anna", "TABLE1")) == ""
    assert [*eldest, presence.eldest] == [True, False]
    assert len(presence) == 3
    assert presence.put(1, somebody("anna")) == "TABLE1"
    assert list(presence.at("TABLE1")) == ["anna"]
    assert presence.drop(3) == {"TABLE1"}
    assert list(presence.at("TABLE1")) == []
    assert "anna" in presence
    assert presence.remove(1, "anna") == ""
    assert "anna" not in presence
    assert len(presence) == 0
