"""Fifty games on three nodes: one dies, one stops for a while, one hears nothing (T12, T24)."""

import asyncio
import os
import random
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import asyncpg
import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.rules import RULE_SETS
from keltis_server.store.postgres import PostgresStore
from keltis_server.tables.records import GameOver, decode
from tests.e2e.conftest import PATIENCE
from tests.e2e.forked import ForkedServer, Forks
from tests.e2e.logged import assert_log_tells_the_same, verified
from tests.e2e.relay import Relay
from tests.e2e.scripted import Scripted
from tests.postgres import Postgres

pytestmark = [pytest.mark.e2e, pytest.mark.long, pytest.mark.slow]

LIMITS = """
[house]
bot_pause = 0.01
source_cost_burst = 1_000_000
source_cost_per_second = 1_000_000
names_per_source = 1000
empty_table = 3600
[door]
waiting_per_source = 1000
arrivals_per_second = 1000
arrivals_burst = 1000
arrivals_everywhere = 1000
sessions_per_source = 1000
commands_per_second = 1000
prompt_per_second = 10_000
"""
TABLES = 50
PAUSED, THOROUGHLY_PAUSED = 12.0, 60.0
"""Seconds that a node is stopped, usually and with `--thorough`."""
UNHEARD = "the database is not heard"
LISTENERS = """
select pg_terminate_backend(pid) from pg_locks join pg_database on pg_database.oid = database
where locktype = 'advisory' and objsubid = 2 and datname = current_database()
"""


@pytest.fixture
def forks() -> Iterator[Forks]:
    """What starts servers quickly."""
    made = Forks()
    yield made
    made.close()


@asynccontextmanager
async def three_nodes(
    folder: Path, forks: Forks, postgres: Postgres
) -> AsyncIterator[tuple[str, list[ForkedServer], Relay]]:
    """Three nodes on one database, its address, and the relay by which the last one hears it."""
    address = await asyncio.to_thread(postgres.new_schema)
    nodes: list[ForkedServer] = []
    with tempfile.TemporaryDirectory(prefix="keltis-relay-") as here:
        async with Relay(address, here) as relay:
            try:
                for listen in ("", "", relay.address):
                    data = folder / f"node{len(nodes)}" / "data"
                    data.parent.mkdir()
                    nodes.append(ForkedServer(forks, data, LIMITS, address, listen))
                    await asyncio.to_thread(nodes[-1].start)
                yield address, nodes, relay
            finally:
                for node in nodes:
                    if node.running:
                        await asyncio.to_thread(node.stop, signal.SIGKILL)


async def gather_at_tables(nodes: Sequence[ForkedServer], pause: float) -> list[list[Scripted]]:
    """The people of each table, of every game; one alone with a bot, two, or two with a bot."""

    def any_node() -> int:
        return random.choice([node for node in nodes if node.running]).port

    tables: list[list[Scripted]] = []
    games, kinds = cycle(sorted(RULE_SETS)), cycle([(1, 1), (2, 0), (1, 1), (2, 0), (2, 1)])
    for number in range(TABLES):
        people, bots = next(kinds)
        tables.append(
            [
                Scripted(f"p{number}x{n}", any_node, random.Random(n), again=False, pause=pause)
                for n in range(people)
            ]
        )
        opener = tables[-1][0]
        code = await opener.open(next(games), people + bots, bots)
        for person in tables[-1]:
            person.table = code
    return tables


async def test_fifty_games_end_with_the_scores_of_the_log_though_nodes_die_stop_and_hear_nothing(
    tmp_path: Path, forks: Forks, postgres: Postgres, times: int
) -> None:
    paused = PAUSED if times == 1 else THOROUGHLY_PAUSED
    async with three_nodes(tmp_path, forks, postgres) as (address, nodes, relay):
        tables = await gather_at_tables(nodes, pause=0.1 * paused / PAUSED)
        people = [person for table in tables for person in table]
        playing = [asyncio.create_task(person.play(person.table)) for person in people]
        killed, stopped, deaf = nodes

        await asyncio.sleep(2)
        killed.stop(signal.SIGKILL)
        os.kill(stopped.pid, signal.SIGSTOP)
        db = await asyncpg.connect(address)
        await db.execute(LISTENERS)
        await db.close()
        await unheard(deaf, 0)
        heard = deaf.log.count(UNHEARD)
        relay.black_hole()
        await asyncio.sleep(paused)
        assert not all(task.done() for task in playing)
        os.kill(stopped.pid, signal.SIGCONT)
        await unheard(deaf, heard)
        assert relay.swallowed
        relay.mend()
        await asyncio.gather(*playing)
        assert "broke" not in "".join(node.log for node in nodes)
    await assert_games_ended_as_replayed(address, tables)


async def unheard(node: ForkedServer, before: int) -> None:
    """Wait until a node has noticed once more that it does not hear the database."""
    async with asyncio.timeout(PATIENCE):
        while node.log.count(UNHEARD) <= before:  # noqa: ASYNC110 (another process)
            await asyncio.sleep(0.1)


async def assert_games_ended_as_replayed(address: str, tables: Sequence[list[Scripted]]) -> None:
    """Each game ended once, with the scores that its log gives and everybody saw."""
    store = await PostgresStore.open(address)
    for people in tables:
        await assert_log_tells_the_same(store, people, in_order=False)
        records = [decode(entry.body) for entry in await store.read(people[0].table)]
        (over,) = [record for record in records if isinstance(record, GameOver)]
        for person in people:
            assert person.last is not None
            rules = RULE_SETS[person.last.game]
            view = msgspec.msgpack.decode(person.last.view, type=rules.view_type)
            seen = rules.imagine(view, Stream(b"any")).scores()
            assert tuple(sheet.total for sheet in seen) == over.totals
    await store.close()
    assert await verified(Path(), address) == (TABLES, TABLES)
