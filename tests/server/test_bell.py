"""The bell between processes: who comes late or could not hear is told who is where."""

import asyncio
import socket
from collections.abc import AsyncIterator

import pytest

from keltis_server.belfry import Belfry
from keltis_server.bell import (
    Everyone,
    Gone,
    Heard,
    Here,
    Left,
    Logged,
    News,
    Present,
    Roll,
    Serving,
)
from keltis_server.elsewhere import Elsewhere
from keltis_server.rope import UNHEARD, RopeBell


def somebody(who: str, table: str = "", source: str = "192.0.2.1") -> Present:
    return Present(who=who, name=who.title(), table=table, source=source, since=1)


class End:
    """One process's end of the bell, and what it heard."""

    def __init__(self, bell: RopeBell) -> None:
        self.bell = bell
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.people: list[Present] = []
        bell.listen(self.news.put_nowait, lambda: Roll(self.people))

    async def hear(self, kind: type[News]) -> News:
        """The next news of a kind."""
        async with asyncio.timeout(20):
            while not isinstance(news := await self.news.get(), kind):
                pass
        return news


class Tower:
    """A belfry and those who hang on it."""

    def __init__(self) -> None:
        self.belfry = Belfry()
        self.serving: list[Serving] = []
        self.cuts = 0
        self._ends: list[End] = []

    async def end(self, number: int) -> End:
        ours, theirs = socket.socketpair()
        bell, _ = await asyncio.gather(
            RopeBell.connect(theirs, self._cut),
            self.belfry.hang(number, ours, self.serving.append),
        )
        self._ends.append(End(bell))
        return self._ends[-1]

    def _cut(self) -> None:
        self.cuts += 1

    async def close(self) -> None:
        for each in self._ends:
            each.bell.close()
        await asyncio.sleep(0)


@pytest.fixture
async def tower() -> AsyncIterator[Tower]:
    made = Tower()
    yield made
    await made.close()


async def test_who_comes_later_is_told_who_is_where(tower: Tower) -> None:
    first = await tower.end(1)
    second = await tower.end(2)
    first.bell.ring(Here(somebody("anna")))
    first.bell.ring(Here(somebody("boris")))
    first.bell.ring(Here(somebody("anna", "TABLE1")))
    first.bell.ring(Gone("boris"))
    for _ in range(4):
        await second.hear(Heard)
    third = await tower.end(3)
    told = await third.hear(Everyone)
    assert told == Everyone(3, {1: [somebody("anna", "TABLE1")], 2: []})
    assert first.bell.alone
    assert not third.bell.alone


async def test_process_that_ends_is_told_to_the_others(tower: Tower) -> None:
    first, second = await tower.end(1), await tower.end(2)
    first.bell.close()
    assert await second.hear(Left) == Left(1)


async def test_process_whose_belfry_is_gone_is_told_so(tower: Tower) -> None:
    first = await tower.end(1)
    tower.belfry._ropes[1].close()
    async with asyncio.timeout(20):
        while not tower.cuts:  # noqa: ASYNC110 (there is nobody to be told by)
            await asyncio.sleep(0.001)
    first.bell.ring(Gone("anna"))  # nobody hears it, and nothing breaks


async def test_opening_is_told_to_the_parent_alone(tower: Tower) -> None:
    first, second = await tower.end(1), await tower.end(2)
    first.bell.ring(Serving(2222, "SHA256:x"))
    first.bell.ring(Gone("anna"))
    assert await second.hear(Heard) == Heard(1, Gone("anna"))
    assert tower.serving == [Serving(2222, "SHA256:x")]


async def test_who_could_not_hear_for_a_while_is_told_everything_again(tower: Tower) -> None:
    """T9: what waits for a process that does not read is bounded."""
    first, second = await tower.end(1), await tower.end(2)
    deaf = second.bell._rope._transport
    deaf.pause_reading()
    first.bell.ring(Here(somebody("anna")))
    stroke = Logged("TABLE1" * 100, 7)
    rope = tower.belfry._ropes[2]
    async with asyncio.timeout(20):
        while not rope._lost:
            for _ in range(200):
                first.bell.ring(stroke)
            await asyncio.sleep(0)
    assert rope._transport.get_write_buffer_size() < 2 * UNHEARD
    first.bell.ring(Here(somebody("boris")))
    second.news = asyncio.Queue()
    second.bell.listen(second.news.put_nowait, lambda: Roll([]))
    deaf.resume_reading()
    told = await second.hear(Everyone)
    assert [present.who for present in told.others[1]] == ["anna", "boris"]


async def test_who_could_not_be_heard_for_a_while_tells_everything_again(tower: Tower) -> None:
    first, second = await tower.end(1), await tower.end(2)
    deaf = tower.belfry._ropes[1]._transport
    deaf.pause_reading()
    first.people = [somebody("carla")]
    stroke = Logged("TABLE1" * 100, 7)
    while not first.bell._rope._lost:
        first.bell.ring(stroke)
    deaf.resume_reading()
    news = await second.hear(Heard)
    while not isinstance(news.stroke, Roll):
        news = await second.hear(Heard)
    assert news.stroke.people == first.people


def test_elsewhere_counts_people_by_table_and_source() -> None:
    elsewhere = Elsewhere()
    elsewhere.number = 2
    elsewhere.replace(3, [somebody("anna", "TABLE1"), somebody("boris")])
    assert elsewhere.eldest
    assert elsewhere.put(1, somebody("anna", "TABLE1")) == ""
    assert not elsewhere.eldest
    assert elsewhere.coming_from("192.0.2.1") == 3
    assert elsewhere.put(1, somebody("anna")) == "TABLE1"
    assert list(elsewhere.at("TABLE1")) == ["anna"]
    assert elsewhere.drop(3) == {"TABLE1"}
    assert list(elsewhere.at("TABLE1")) == []
    assert "anna" in elsewhere
    assert elsewhere.remove(1, "anna") == ""
    assert "anna" not in elsewhere
    assert len(elsewhere) == elsewhere.coming_from("192.0.2.1") == 0
