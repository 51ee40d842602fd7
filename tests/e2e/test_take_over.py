"""The next server takes over while people knock and play (T24): nobody refused, nothing lost."""

import asyncio
import socket
import sqlite3
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, closing
from itertools import cycle
from pathlib import Path
from typing import Any, Self

import pytest

from keltis_server.store.sqlite import SqliteStore
from keltis_words.sentences import SENTENCES
from tests.alive import alive
from tests.e2e.conftest import Player, Server
from tests.e2e.logged import assert_log_tells_the_same, verified
from tests.e2e.test_kill_rounds import go_on, two_playing

pytestmark = pytest.mark.e2e

LIMITS = """
[house]
bot_pause = 0.05
names_per_source = 1000
tables_per_source = 1000
[door]
arrivals_per_second = 1000
arrivals_burst = 1000
arrivals_everywhere = 10000
arrivals_everywhere_burst = 10000
sessions_per_source = 1000
waiting_per_source = 100
noauth_penalty = 0
flood_penalty = 0
"""
PAUSE = 0.005
"""Seconds between two knocks of one who knocks again and again."""
GAMES = 4
"""Games of two people that are going on, usually; fifty with `--thorough`."""
MOST_SECONDS = 60.0


class Knocking:
    """Comes again and again and waits for the server's first line."""

    def __init__(self, port: int) -> None:
        self.outcomes: Counter[str] = Counter()
        self._port = port
        self._done = threading.Event()
        self._threads = [threading.Thread(target=self._knock, args=(n,)) for n in range(3)]

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join()

    def _knock(self, number: int) -> None:
        sources = cycle(f"127.0.{number + 1}.{last}" for last in range(1, 250))
        while not self._done.wait(PAUSE):
            self.outcomes[self._outcome(next(sources))] += 1

    def _outcome(self, source: str) -> str:
        address = ("127.0.0.1", self._port)
        try:
            with socket.create_connection(address, MOST_SECONDS, (source, 0)) as knocking:
                return "let in" if knocking.recv(64).startswith(b"SSH-2.0-Keltis") else "sent away"
        except OSError as error:
            return type(error).__name__


def next_of(server: Server, workers: int = 1) -> Server:
    """Start a server that takes over from another, which has ended by then."""
    after = Server(server.data, LIMITS, workers, options=["--take-over"])
    after.port = server.port
    before = server._process
    assert before is not None
    after.start()
    assert before.wait(MOST_SECONDS) == 0
    assert before.stdout is not None
    assert "Another server takes over." in before.stdout.read()
    before.stdout.close()
    server._process, after._process = after._process, None
    server.fingerprint = after.fingerprint
    return server


@pytest.fixture
def workers(request: pytest.FixtureRequest) -> int:
    """In how many processes the server runs."""
    return int(getattr(request, "param", 1))


@pytest.fixture
def server(tmp_path: Path, workers: int) -> Iterator[Server]:
    server = Server(tmp_path / "data", LIMITS, workers).start()
    yield server
    server.stop()


@pytest.mark.parametrize(
    ("workers", "more"), [(1, (1,)), (2, (3, 1, 2))], indirect=["workers"], ids=str
)
def test_nobody_who_knocks_while_a_server_takes_over_from_another_is_refused(
    server: Server, more: Sequence[int]
) -> None:
    """With as many workers as before, with more and with fewer."""
    fingerprint = server.fingerprint
    with Knocking(server.port) as knocking:
        time.sleep(0.3)
        for workers in more:
            before = {server.pid, *server.workers}
            next_of(server, workers)
            assert not before & {server.pid, *server.workers}
            assert not any(map(alive, before))
            assert len(server.workers) == (workers if workers > 1 else 0)
            time.sleep(0.3)
    assert server.fingerprint == fingerprint
    assert set(knocking.outcomes) == {"let in"}, knocking.outcomes
    assert knocking.outcomes["let in"] > 20


def test_server_that_is_to_take_over_where_none_is_just_opens(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", LIMITS, options=["--take-over"]).start()
    assert server.stop() < MOST_SECONDS


@pytest.mark.parametrize("workers", [1, 2], indirect=True)
def test_one_who_plays_by_ssh_is_told_comes_back_and_finds_the_game_as_it_was(
    server: Server, person: Callable[[str], Any], workers: int
) -> None:
    ann = person("ann").make_key()
    seen = ann.ssh("ann")
    seen.see("A quick game")
    seen.press(" ")
    player = Player(seen)
    assert seen.until(lambda: player.question != ""), seen.text
    player.decide()
    assert seen.until(lambda: player.question != ""), seen.text
    seen.quiet()
    code, question = seen.lines[0].partition("table ")[2].split()[0], player.question
    picture = seen.lines[:17]
    next_of(server, workers)
    seen.wait()
    assert SENTENCES["restart"].encode() in seen.data
    again = ann.ssh("ann", "join", code)
    again.see(question)
    assert again.until(lambda: again.lines[:17] == picture), again.text
    Player(again).decide()


@pytest.mark.parametrize("workers", [1, 2], indirect=True)
async def test_games_go_on_when_the_next_server_takes_over_and_no_move_is_lost_or_made_twice(
    server: Server, times: int, workers: int
) -> None:
    """T24: scripted people over real SSH, the log compared with all they were told."""
    games = GAMES if times == 1 else 50
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(two_playing(lambda: server.port, (f"a{n}", f"b{n}")))
            for n in range(games)
        ]
        everybody = [player for players in tables for player in players]
        await go_on(everybody)
        await asyncio.to_thread(next_of, server, workers)
        await go_on(everybody)
    store = SqliteStore.open(server.data / "games.db")
    for players in tables:
        await assert_log_tells_the_same(store, players)
    await store.close()
    await verified(server.data)


def wrong_limits(server: Server) -> tuple[list[str], str]:
    limits = server.data.parent / "wrong.toml"
    limits.write_text("[house]\nbot_pause = 'soon'\n")
    return ["--limits", str(limits)], "wrong.toml does not hold limits"


def newer_database(server: Server) -> tuple[list[str], str]:
    with closing(sqlite3.connect(server.data / "games.db")) as db:
        db.execute("pragma user_version = 99")
    return [], "games.db was written by a newer keltis"


def missing_secret(server: Server) -> tuple[list[str], str]:
    secret = server.data.parent / "no-secret"
    return ["--host-key-secret", str(secret)], f"There is no {secret}"


def missing_database(_: Server) -> tuple[list[str], str]:
    address = "postgresql://127.0.0.1:1/keltis"
    return ["--database", address], f"{address} does not answer"


@pytest.mark.parametrize("wrong", [wrong_limits, newer_database, missing_secret, missing_database])
@pytest.mark.parametrize("workers", [1, 2], indirect=True)
def test_server_that_cannot_begin_takes_over_from_none(
    server: Server,
    person: Callable[[str], Any],
    workers: int,
    wrong: Callable[[Server], tuple[list[str], str]],
) -> None:
    command = [sys.executable, "-m", "keltis", "serve", "--take-over", "--workers", str(workers)]
    command += ["--port", str(server.port), "--data", str(server.data)]
    options, sentence = wrong(server)
    status, said = person("ann").done([*command, *options])
    assert status == 1
    assert sentence in said
    person("bob").make_key().ssh("bob").see("A quick game")
