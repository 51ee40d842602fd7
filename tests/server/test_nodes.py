"""Nodes that share a PostgreSQL: what is lost on the way is made good, and so is the database."""

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeVar

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis_protocol.messages import (
    GameChanged,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    Said,
    Say,
    TableChanged,
)
from keltis_server.cluster.broadcast import BroadcastBus
from keltis_server.cluster.bus import Everyone, Heard, Here, Left, News, Present, Roll
from keltis_server.cluster.moments import Moments
from keltis_server.cluster.parts import Joined, split
from keltis_server.server import Caller
from keltis_server.store import postgres_database
from keltis_server.store.contract import Entry, StoreFailed
from keltis_server.store.notices import LONGEST
from keltis_server.store.postgres import PostgresStore
from keltis_server.store.postgres_channel import PostgresChannel
from tests.e2e.relay import Relay
from tests.postgres import Postgres
from tests.server.players import enter, view
from tests.server.processes import Nodes, street
from tests.server.test_sync import play_apart, until

N = TypeVar("N", bound=News)
LISTENERS = """
select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
where locktype = 'advisory' and objsubid = 2 and datname = current_database()
"""


def somebody(who: str, name: str = "") -> Present:
    return Present(who=who, name=name, table="", since=1)


class End:
    """One process's end of the bus, and what it heard."""

    def __init__(self, bus: BroadcastBus, channel: PostgresChannel, store: PostgresStore) -> None:
        self.bus = bus
        self.channel = channel
        self.store = store
        self.news: asyncio.Queue[News] = asyncio.Queue()
        self.people: list[Present] = []
        bus.listen(self.news.put_nowait, lambda: Roll(self.people))

    async def hear(self, kind: type[N]) -> N:
        """The next news of a kind."""
        async with asyncio.timeout(20):
            while not isinstance(news := await self.news.get(), kind):
                pass
        return news

    async def hear_roll(self) -> list[Present]:
        """The next time that somebody says who is there."""
        while not isinstance(hint := (await self.hear(Heard)).hint, Roll):
            pass
        return hint.people


class Ends:
    """Connects processes, without a server in them."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._ends: list[End] = []

    async def end(self, beat: float = 0.05, address: str = "") -> End:
        store = await PostgresStore.open(self._address)
        channel = PostgresChannel(store, address or self._address, beat)
        self._ends.append(End(await BroadcastBus.connect(channel), channel, store))
        return self._ends[-1]

    async def close(self) -> None:
        for each in self._ends:
            await each.bus.close()
            await each.store.close()


@pytest.fixture
def address(postgres: Postgres) -> str:
    return postgres.new_schema()


@pytest.fixture
async def ends(address: str) -> AsyncIterator[Ends]:
    made = Ends(address)
    yield made
    await made.close()


@pytest.fixture
async def nodes(tmp_path: Path, address: str) -> AsyncIterator[Nodes]:
    async with street(tmp_path, address) as made:
        assert isinstance(made, Nodes)
        yield made


async def test_who_comes_later_is_told_who_is_in_all_others(ends: Ends) -> None:
    first, second = await ends.end(), await ends.end()
    first.people, second.people = [somebody("anna")], [somebody("boris")]
    third = await ends.end()
    told = await third.hear(Everyone)
    assert told.others == {
        first.channel.number: first.people,
        second.channel.number: second.people,
    }
    assert first.channel.number < second.channel.number < third.channel.number == told.number


async def test_more_people_than_one_notice_holds_are_told_whole(ends: Ends) -> None:
    first, second = await ends.end(), await ends.end()
    first.people = [somebody(f"a{n:024}", "ボリス・アンナ Ж") for n in range(500)]
    first.bus.publish(Roll(first.people))
    while (people := await second.hear_roll()) == []:
        pass
    assert people == first.people


async def test_process_that_says_nothing_is_gone_until_it_is_heard_again(ends: Ends) -> None:
    """T21: one that is stopped keeps its connection, and nobody waits for it."""
    first, second = await ends.end(), await ends.end(beat=3600)
    second.people = [somebody("boris"), somebody("carla")]
    assert await first.hear(Left) == Left(second.channel.number)
    second.bus.publish(Here(somebody("boris")))
    while (people := await first.hear_roll()) == []:
        pass
    assert people == second.people


async def test_process_that_ends_or_dies_is_told_to_the_others(ends: Ends) -> None:
    first, second, third = await ends.end(), await ends.end(), await ends.end()
    await second.bus.close()
    assert await first.hear(Left) == Left(second.channel.number)
    third.channel.break_off()
    assert await first.hear(Left) == Left(third.channel.number)


async def test_who_could_not_hear_for_a_while_is_told_everything_again(
    ends: Ends, address: str
) -> None:
    first, second = await ends.end(), await ends.end()
    for each in (first, second):
        await each.hear(Everyone)
    first.channel._address, right = "postgresql://127.0.0.1:1/", first.channel._address
    db = await asyncpg.connect(address)
    await db.execute(LISTENERS)
    await db.close()
    await second.hear(Everyone)
    second.people = [somebody("boris")]
    second.bus.publish(Here(somebody("boris")))
    first.channel._address = right
    assert (await first.hear(Everyone)).others == {second.channel.number: second.people}


async def test_line_that_swallows_everything_is_noticed_though_nobody_says_anything(
    ends: Ends, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T12: nothing comes and nothing fails on it, so it is tried every now and then."""
    monkeypatch.setattr(postgres_database, "WAIT", 2.0)
    with tempfile.TemporaryDirectory(prefix="keltis-relay-") as folder:
        async with Relay(address, folder) as relay:
            first, second = await ends.end(), await ends.end(address=relay.address)
            for each in (first, second):
                await each.hear(Everyone)
            relay.black_hole()
            assert await first.hear(Left) == Left(second.channel.number)
            relay.mend()
            assert first.channel.number in (await second.hear(Everyone)).others


async def test_move_made_while_the_listener_was_away_is_found_when_it_is_back(
    nodes: Nodes, address: str
) -> None:
    """Connect, listen, and only then read: there is no moment in which a move is missed."""
    first, second = await nodes.open(), await nodes.open()
    players = await play_apart(first, second)
    to_act = view(players[0].last(GameChanged))["to_act"]
    deaf = nodes.channel(second if to_act == 0 else first)
    deaf._address, right = "postgresql://127.0.0.1:1/", deaf._address
    db = await asyncpg.connect(address)
    await db.execute(LISTENERS)
    await db.close()
    await until(lambda: not deaf._working)
    now = players[to_act].last(GameChanged)
    await players[to_act].do(PlayMove, table=now.table, ply=now.ply, move=now.moves[0])
    deaf._address = right
    heard = await players[1 - to_act].hear(GameChanged)
    assert (heard.since, heard.ply) == (now.ply, now.ply + 1)


async def test_talk_and_lobby_are_one_on_all_nodes(nodes: Nodes) -> None:
    first, second = await nodes.open(), await nodes.open()
    anna, boris = await enter(first, "anna"), await enter(second, "boris")
    await anna.do(OpenTable, game="keltis", seats=2, options={})
    code = (await anna.hear(TableChanged)).table
    # Who is there and how long logs are come by two connections, either of them first.
    lobby = await boris.hear(Lobby, lambda told: told.people == 2 and bool(told.tables))
    assert [line.table for line in lobby.tables] == [code]
    await boris.do(JoinTable, table=code)
    await boris.do(Say, table=code, text="привет")
    assert (await anna.hear(Said)).text == "привет"


async def test_database_that_is_gone_refuses_moves_and_everybody_goes_on_when_it_is_back(
    nodes: Nodes, postgres: Postgres
) -> None:
    """T14, T24: nobody loses the screen, nothing that was not written is told."""
    first, second = await nodes.open(), await nodes.open()
    players = await play_apart(first, second)
    to_act = view(players[0].last(GameChanged))["to_act"]
    now = players[to_act].last(GameChanged)
    await asyncio.to_thread(postgres.stop)
    move = {"table": now.table, "ply": now.ply, "move": now.moves[0]}
    assert await players[to_act].refused(PlayMove, **move) == "store_failed"
    turned_away = await first.visit(Caller(b"carla", "carla"))
    assert turned_away.ended == "store_failed"
    assert [player.visit.ended for player in players] == ["", ""]
    await asyncio.to_thread(postgres.start)
    await players[to_act].do(PlayMove, **move)
    heard = await players[1 - to_act].hear(GameChanged, lambda told: told.ply > now.ply)
    assert heard.ply == now.ply + 1
    await enter(second, "carla")


async def test_store_fails_aloud_while_the_database_is_gone_and_works_again_afterwards(
    address: str, postgres: Postgres
) -> None:
    store = await PostgresStore.open(address)
    await store.append("T", 0, [Entry(b"x", 0)])
    await asyncio.to_thread(postgres.stop)
    with pytest.raises(StoreFailed):
        await store.append("T", 1, [Entry(b"y", 0)])
    with pytest.raises(StoreFailed):
        await store.read("T")
    await asyncio.to_thread(postgres.start)
    await store.append("T", 1, [Entry(b"z", 0)])
    assert [entry.body for entry in await store.read("T")] == [b"x", b"z"]
    await store.close()


@given(st.text(max_size=300), st.integers(44, 80))
def test_any_text_in_parts_is_the_same_text_again(text: str, longest: int) -> None:
    parts = list(split(text, 7, longest))
    assert all(len(part.encode()) <= longest for part in parts)
    joined = Joined()
    assert [joined.add(part) for part in parts] == [None] * (len(parts) - 1) + [text]


def test_text_whose_beginning_was_missed_is_lost_and_the_next_is_not() -> None:
    first, second = (list(split("x" * 3 * LONGEST, n, LONGEST)) for n in (1, 2))
    joined = Joined()
    assert [joined.add(part) for part in first[1:]] == [None] * len(first[1:])
    assert joined.add(second[0]) is None
    assert [joined.add(part) for part in second[1:]][-1] == "x" * 3 * LONGEST


def test_what_begins_after_something_was_heard_of_is_later_however_wrong_the_clock() -> None:
    """T15."""
    here, ahead = Moments(), 10**20
    here.heard(ahead)
    assert here.now() > ahead
    assert here.now() < here.now()
