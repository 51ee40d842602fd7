"""The honest player sees what there is to be seen: a quiet server, and one that is gone."""

import asyncio
import math
import os
import signal

import pytest

from tests.attacks.honest import Honest, Paid, Times, beside, measure
from tests.e2e.conftest import Server

pytestmark = pytest.mark.e2e


@pytest.fixture(autouse=True)
def running(server: Server) -> None:
    if not server.running:
        server.start()


def test_a_quiet_server_answers_every_key_and_every_newcomer(server: Server) -> None:
    seen = measure(server.port, 1.5)
    assert seen.failures == 0
    assert seen.count > 1
    assert len(seen.first_pictures) >= 1
    assert 0 < seen.p50 <= seen.p95 < math.inf
    assert seen.first_picture >= min(seen.first_pictures)


def test_the_player_alone(server: Server) -> None:
    seen = measure(server.port, 0.3, newcomers=False)
    assert (seen.failures, seen.first_pictures) == (0, [])
    assert seen.count > 1


def test_who_measures_often_meets_one_player_at_one_table(server: Server, times: int) -> None:
    often = 2 if times == 1 else 5
    seen = [measure(server.port, 0.1, newcomers=False) for _ in range(often)]
    assert [each.failures for each in seen] == [0] * often


def test_a_server_that_goes_is_a_failure(server: Server) -> None:
    with Honest(server.port, 2.0) as honest:
        server.stop(signal.SIGKILL)
        assert honest.times().failures > 1


def test_a_server_that_stops_answering_is_a_failure(
    server: Server,
) -> None:
    with Honest(server.port, 0.5, patience=1.0) as honest:
        os.kill(server.pid, signal.SIGSTOP)
        try:
            assert honest.times().failures > 1
        finally:
            os.kill(server.pid, signal.SIGCONT)


async def test_what_the_attacker_paid_comes_back_with_what_was_seen(server: Server) -> None:
    async def attack(port: int, seconds: float) -> Paid:
        await asyncio.sleep(seconds / 2)
        return Paid(connections=port)

    seen, paid = await beside(attack, server.port, 0.5)
    assert paid == Paid(connections=server.port)
    assert seen.failures == 0


def test_who_saw_nothing_has_no_time_to_show() -> None:
    assert Times().p50 == Times().p95 == Times().first_picture == math.inf
