"""`keltis serve --workers 2`: one house in several processes, for real clients."""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from keltis_protocol.messages import (
    AddBot,
    GameChanged,
    JoinTable,
    OpenTable,
    StartGame,
    TableChanged,
)
from tests.e2e.talker import Talker, worker_of
from tests.e2e.test_two_players import scores_by_the_log

pytestmark = pytest.mark.e2e

WORKERS = 2
LIMITS = """
[house]
bot_pause = 0.5
[door]
arrivals_per_second = 100
arrivals_burst = 100
sessions_per_source = 100
"""

REPLACED = "another worker is open in its place"
BOT = 2
"""The bot's seat."""

Talk = Callable[..., Talker]


@pytest.fixture
def talk(server: Any, person: Callable[[str], Any]) -> Iterator[Talk]:
    """Has somebody come in with a program, if need be at another worker than `apart_from`."""
    talkers: list[Talker] = []

    def talk(login: str, who: Any = None, apart_from: int = 0) -> Talker:
        who = who or person(login).make_key()
        for _ in range(30):
            talkers.append(Talker(who, server, login))
            if talkers[-1].worker != apart_from:
                return talkers[-1]
            talkers.pop().leave()
        raise AssertionError("always the same worker")

    yield talk
    for each in talkers:
        each.leave()


def sit_apart(talk: Talk, she: str, he: str, her: Any = None) -> tuple[Talker, Talker, str]:
    """Two people at one table, each at another worker, playing."""
    hers = talk(she, her)
    his = talk(he, apart_from=hers.worker)
    hers.do(OpenTable, game="keltis", seats=2, options={})
    code = hers.hear(TableChanged).table
    his.do(JoinTable, table=code)
    for each in (hers, his):
        each.do(StartGame, table=code)
    for each in (hers, his):
        each.hear(GameChanged)
    return hers, his, code


def play_on(players: tuple[Talker, Talker], moves: int, seed: int) -> None:
    """Play at random, as long as the game goes, until everyone has heard the last move."""
    chance = random.Random(seed)
    while moves and (to_act := players[0].to_act) is not None:
        moves -= 1
        players[to_act].play(chance)
        players[1 - to_act].hear_until(players[to_act].game.ply)
        players[to_act].hear_until(players[1 - to_act].game.ply)


def test_two_people_at_different_workers_play_a_whole_game_that_the_log_confirms(
    talk: Talk, server: Any, tmp_path: Path
) -> None:
    hers, his, code = sit_apart(talk, "ann", "bob")
    assert {hers.worker, his.worker} <= set(server.workers)
    play_on((hers, his), 10_000, 3)
    expected = scores_by_the_log(server.data, code, tmp_path / "copy")
    assert hers.totals == expected
    assert his.totals == expected


def kill(server: Any, worker: int) -> Callable[[], None]:
    """Kill a worker; what comes back waits until another one works in its place."""
    before = server.log.count(REPLACED)
    os.kill(worker, signal.SIGKILL)

    def wait_for_another() -> None:
        end = time.monotonic() + 30
        while server.log.count(REPLACED) == before:
            assert time.monotonic() < end, "the worker is not replaced"
            time.sleep(0.05)

    return wait_for_another


def test_worker_killed_with_9_is_replaced_its_people_go_on_and_the_others_notice_nothing(
    talk: Talk, person: Callable[[str], Any], server: Any
) -> None:
    """T12, T21."""
    cara = person("cara").make_key()
    hers, his, code = sit_apart(talk, "cara", "dan", cara)
    play_on((hers, his), 20, 4)
    before, dead = hers.game, hers.worker
    wait_for_another = kill(server, dead)
    his.hear(TableChanged, lambda told: any(seat.away for seat in told.seats))
    again = talk("cara", cara)
    again.do(JoinTable, table=code)
    assert again.hear(GameChanged).view == before.view
    play_on((again, his), 20, 5)
    assert his.alive
    wait_for_another()
    assert len(server.workers) == WORKERS
    assert dead not in server.workers


def test_bots_play_on_when_the_worker_dies_that_moved_them(talk: Talk, server: Any) -> None:
    hers = talk("eve")
    his = talk("fred", apart_from=hers.worker)
    hers.do(OpenTable, game="keltis", seats=3, options={})
    code = hers.hear(TableChanged).table
    his.do(JoinTable, table=code)
    hers.do(AddBot, table=code)
    for each in (hers, his):
        each.do(StartGame, table=code)
    for each in (hers, his):
        each.hear(GameChanged)
    chance = random.Random(6)
    while (to_act := his.to_act) != BOT:
        mover, other = (his, hers) if to_act else (hers, his)
        mover.play(chance)
        other.hear_until(mover.game.ply)
    # Her worker, where the first of the table's people sits, moves the bot.
    wait_for_another = kill(server, hers.worker)
    his.hear(GameChanged, lambda _: his.to_act != BOT)
    wait_for_another()


def test_second_login_at_another_worker_takes_over_the_first(
    talk: Talk, person: Callable[[str], Any], server: Any
) -> None:
    gina = person("gina").make_key()
    for _ in range(30):
        first = gina.ssh("gina")
        first.see("here")
        where = worker_of(server, "gina")
        again = talk("gina", gina)
        first.wait()
        assert b"You came in from somewhere else" in first.data
        assert b"\x1b[?1049l" in first.data
        assert again.alive
        if again.worker != where:
            return
        again.leave()
    raise AssertionError("always the same worker")


def test_second_server_does_not_slip_in_on_a_port_that_workers_share(
    person: Callable[[str], Any], server: Any, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "keltis", "serve", "--workers", "2", "--host", "127.0.0.1"]
    command += ["--port", str(server.port), "--data", str(tmp_path / "other")]
    status, said = person("lea").done(command)
    assert status == 1
    assert f"Cannot serve on port {server.port}" in said


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_when_the_server_ends_so_do_all_workers_within_5_seconds_and_terminals_are_given_back(
    person: Callable[[str], Any], server: Any, how: signal.Signals
) -> None:
    """T24."""
    people = [person(name).make_key() for name in ("hugo", "ida", "jan")]
    terminals = [each.ssh("player") for each in people]
    for terminal in terminals:
        terminal.see("here")
    workers = server.workers
    began = time.monotonic()
    server.stop(how)
    while alive := [worker for worker in workers if Path(f"/proc/{worker}").exists()]:
        assert time.monotonic() - began < 5, f"still there: {alive}"
        time.sleep(0.02)
    for terminal in terminals:
        terminal.wait()
        assert b"\x1b[?1049l" in terminal.data
        assert b"The server is closing" in terminal.data
