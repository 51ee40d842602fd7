"""T25: nobody's packets are worked through more than a slice at a time."""

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keltis_server.addresses import network_of
from keltis_server.server import GameServer
from keltis_server.ssh import SshLimits, serve
from keltis_server.ssh.budget import Budget
from keltis_server.ssh.connection import Connection
from keltis_server.ssh.turns import GRACE, LONGEST_REST, SHARE, Turns
from tests.attacks.raw_packets import IGNORE, VERSION, line
from tests.e2e.raw_client import connect


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Loop:
    """A loop of which the test is the clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Any]] = []

    def time(self) -> float:
        return self.now

    def call_at(self, when: float, call: Any) -> object:
        self._due.append((when, call))
        return call

    def run(self, until: float) -> None:
        while self._due and min(self._due, key=lambda each: each[0])[0] <= until:
            when, call = min(self._due, key=lambda each: each[0])
            self._due.remove((when, call))
            self.now = max(self.now, when)
            call()
        self.now = max(self.now, until)


class Busy:
    """Somebody for whom there is always more to do."""

    def __init__(self, turns: Turns, loop: Loop, source: str, cost: float) -> None:
        self.source = source
        self.served = 0.0
        self._turns, self._loop, self._cost = turns, loop, cost

    def work(self) -> None:
        self._loop.now += self._cost
        self.served += self._cost
        self._turns.wait(self)


@pytest.fixture
def loop() -> Loop:
    return Loop()


@pytest.fixture
def turns(loop: Loop) -> Turns:
    return Turns(SshLimits(), loop)  # type: ignore[arg-type]


def test_all_who_wait_share_a_quarter_of_the_time(turns: Turns, loop: Loop) -> None:
    busy = [Busy(turns, loop, f"192.0.2.{number}", 0.0004) for number in range(50)]
    for each in busy:
        turns.wait(each)
    loop.run(3.0)
    assert sum(each.served for each in busy) == pytest.approx(3.0 * SHARE + GRACE, rel=0.02)


def test_after_a_quiet_time_nobody_rests_for_a_login(turns: Turns, loop: Loop) -> None:
    """A newcomer's first picture does not wait for a share that nobody else wants."""
    for login in range(5):
        loop.run(float(login))
        newcomer = Busy(turns, loop, "192.0.2.1", 0.001)
        turns.wait(newcomer)
        loop.run(login + GRACE)
        assert newcomer.served >= GRACE
        turns.leave(newcomer)


def test_networks_share_evenly_and_then_their_sources(turns: Turns, loop: Loop) -> None:
    """However many sockets or addresses somebody has."""
    crowd = [Busy(turns, loop, f"192.0.2.{number}", 0.0004) for number in range(4) for _ in "abcde"]
    alone = Busy(turns, loop, "198.51.100.1", 0.0004)
    for each in (*crowd, alone):
        turns.wait(each)
    loop.run(3.0)
    assert alone.served == pytest.approx(sum(each.served for each in crowd), rel=0.1)
    sources: Counter[str] = Counter()
    for each in crowd:
        sources[each.source] += round(each.served * 1e6)
    assert min(sources.values()) == pytest.approx(max(sources.values()), rel=0.1)


def test_a_newcomer_goes_first_and_waits_no_longer_than_one_rest(turns: Turns, loop: Loop) -> None:
    for number in range(200):
        turns.wait(Busy(turns, loop, f"192.0.2.{number}", 0.002))
    loop.run(2.0)
    came = loop.now
    newcomer = Busy(turns, loop, "192.0.2.250", 0.002)
    turns.wait(newcomer)
    while not newcomer.served:
        loop.run(loop.now + 0.001)
    assert loop.now - came <= LONGEST_REST + 0.005


def test_a_turn_that_breaks_is_not_the_last(turns: Turns, loop: Loop) -> None:
    class Broken(Busy):
        def work(self) -> None:
            raise RuntimeError

    turns.wait(Broken(turns, loop, "192.0.2.1", 0.0))
    other = Busy(turns, loop, "192.0.2.2", 0.0004)
    turns.wait(other)
    with pytest.raises(RuntimeError):
        loop.run(0.1)
    loop.run(0.2)
    assert other.served


async def test_key_exchanges_begin_one_by_one_with_a_rest_after_each() -> None:
    """Each is done by a task of its own in one go; several in a row would hold up everybody."""
    loop = asyncio.get_running_loop()
    turns = Turns(SshLimits(), loop)
    rounds = 0
    began: list[int] = []

    def next_round() -> None:
        nonlocal rounds
        rounds += 1
        loop.call_soon(next_round)

    async def exchange(source: str) -> None:
        await turns.turn(source)
        began.append(rounds)
        turns.spent(source, 0.003)

    next_round()
    async with asyncio.timeout(20):
        await asyncio.gather(*(exchange(f"192.0.2.{number}") for number in range(20)))
    assert len(set(began)) == 20, "no two in one round of the loop"


async def test_who_goes_away_while_waiting_for_a_turn_is_given_none() -> None:
    loop = asyncio.get_running_loop()
    turns = Turns(SshLimits(), loop)
    turns.spent("192.0.2.1", 1.0)
    waiting = asyncio.create_task(turns.turn("192.0.2.1"))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not turns._waiting


def test_who_sends_little_does_not_wait_and_a_source_is_counted_whole(
    turns: Turns, loop: Loop
) -> None:
    limits = SshLimits()
    assert sum(turns.prompt("a") for _ in range(1000)) == limits.prompt_burst
    assert turns.prompt("b")
    loop.now = 1.0
    assert sum(turns.prompt("a") for _ in range(1000)) == limits.prompt_per_second


@pytest.mark.parametrize(
    ("source", "network"),
    [
        ("192.0.2.7", "192.0.2.0/24"),
        ("2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("somewhere", "somewhere"),
    ],
)
def test_a_source_is_in_a_network(source: str, network: str) -> None:
    assert network_of(source) == network


@given(st.lists(st.integers(1, 4096), max_size=500))
def test_what_carries_keys_or_commands_is_no_flood(sizes: list[int]) -> None:
    """Each in a packet of its own, with an empty one before it."""
    budget = Budget(SshLimits(spare_burst=4), Clock())
    budget.log_in()
    for size in sizes:
        assert budget.read(size)
        assert budget.packet()
        assert budget.packet()
        budget.carried(size)


def test_what_carries_nothing_is_one_in_the_end() -> None:
    budget = Budget(SshLimits(), Clock())
    budget.log_in()
    assert sum(budget.packet() for _ in range(10_000)) == SshLimits().spare_burst


async def test_a_flood_is_worked_through_a_slice_in_each_round_of_the_loop(
    game_server: GameServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before the login by hand, after it by a client; in between everything else has a round."""
    limits = SshLimits(login_packets=10_000, login_bytes=1_000_000)
    listener = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key", limits=limits)
    loop = asyncio.get_running_loop()
    rounds = 0
    seen: Counter[tuple[int, int]] = Counter()
    process = Connection.process_packet

    def tick() -> None:
        nonlocal rounds
        rounds += 1
        loop.call_soon(tick)

    def counted(conn: Connection, pkttype: int, pktid: int, packet: Any) -> Any:
        seen[id(conn), rounds] += 1
        return process(conn, pkttype, pktid, packet)

    monkeypatch.setattr(Connection, "process_packet", counted)
    tick()
    async with line(listener.port, "127.0.0.2") as (_, writer):
        writer.write(VERSION + IGNORE * 400)
        async with asyncio.timeout(30):
            while seen.total() < 400:  # noqa: ASYNC110 (what is counted is not ours)
                await asyncio.sleep(0.01)
    assert max(seen.values()) == limits.slice_packets
    seen.clear()
    async with connect(listener.port) as conn:
        for _ in range(200):
            conn.send_packet(asyncssh.constants.MSG_IGNORE, asyncssh.packet.String(b""))
        async with asyncio.timeout(30):
            while seen.total() < 200:  # noqa: ASYNC110 (likewise)
                await asyncio.sleep(0.01)
    assert max(seen.values()) <= 2 * limits.slice_packets, "a read, and a turn"
    await listener.close()
