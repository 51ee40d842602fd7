"""What held goes on holding: clock jumps, a full disk, SIGTERM with a hundred windows."""

import asyncio
import signal
import sqlite3
import time
from pathlib import Path
from random import Random

import asyncssh
import pytest

from keltis.cli import _parser
from keltis.handover import Handover
from keltis.workers import Crew
from keltis_protocol.messages import (
    AddBot,
    Done,
    GameChanged,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    Say,
    StartGame,
)
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.store.steady import Steady
from keltis_server.tables.reading import load
from keltis_server.terminal.output.sequences import GIVE_BACK
from keltis_words.sentences import SENTENCES, refusal_said
from keltis_words.words import words_for
from tests.attacks.clock import Clock
from tests.attacks.visitor import WHOLE, Visitor
from tests.e2e.conftest import Server
from tests.server.players import QUICK, Player, catch_up, enter, play_through, playing

USUAL = Limits(lobby_pause=0, bot_pause=0, retry_pause=0)
HOUR, DAY = 3600.0, 86_400.0
LIMITS = """
[door]
waiting_per_source = 200
waiting = 200
arrivals_burst = 1000
arrivals_everywhere_burst = 1000
sessions_per_source = 200
"""
WINDOWS = 100


class JumpingClock(Clock):
    """Its time of day, and that of the whole process, may be set to another."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.jumped = 0.0
        super().__init__()
        monkeypatch.setattr(time, "time", self.now)
        monkeypatch.setattr(time, "time_ns", lambda: int(self.now() * 1e9))

    def now(self) -> float:
        return super().now() + self.jumped


def mover(players: list[Player]) -> Player:
    """Whose decision it is."""
    return next(player for player in players if player.last(GameChanged).moves)


async def move(players: list[Player]) -> Done | Refused:
    """The first move that there is, by whoever may make it."""
    player = mover(players)
    game = player.last(GameChanged)
    answer = await player.ask(PlayMove, table=game.table, ply=game.ply, move=game.moves[0])
    await catch_up(players)
    return answer


@pytest.mark.parametrize("jump", [HOUR, -HOUR, 365 * DAY, -365 * DAY])
async def test_clock_that_jumps_gives_nobody_more_lines_and_takes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    clock = JumpingClock(monkeypatch)
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, USUAL, clock=clock.time)
    players = await playing(game_server, "anna", "boris")
    anna, table = players[0], players[0].table
    for number in range(USUAL.lines):
        await anna.do(Say, table=table, text=f"line {number}")
    clock.jumped = jump
    assert await anna.refused(Say, table=table, text="gifted") == "too_much_talk"
    await clock.go_on(USUAL.line_seconds)
    await anna.do(Say, table=table, text="on time")
    assert await anna.refused(Say, table=table, text="and more") == "too_much_talk"
    for _ in range(4):
        assert isinstance(await move(players), Done)
    kept = game_server.live_tables[table].table
    replayed = await load(store, table)
    assert replayed is not None
    assert replayed.seq == kept.seq
    await game_server.close()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_clock_that_jumps_an_hour_ends_no_game_early_and_none_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    clock = JumpingClock(monkeypatch)
    store = SqliteStore.open(tmp_path / "games.db", clock.steady)
    game_server = await GameServer.open(store, USUAL, clock=clock.time)
    players = await playing(game_server, "anna", "boris")
    code = players[0].table
    while not game_server.live_tables[code].table.played:
        assert isinstance(await move(players), Done)
    clock.jumped = jump
    for player in players:
        await player.visit.close()
    await clock.go_on(USUAL.abandoned_game_seconds - 60)
    assert game_server.lines[code].playing
    await clock.go_on(120)
    await clock.until(lambda: not game_server.lines[code].playing)
    assert game_server.lines[code].forsaken
    await game_server.close()


def test_worker_that_begins_after_the_clock_was_set_agrees_with_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """T15: what one of them writes down is charged to players at another."""
    words = words_for("en")
    chosen = _parser(words).parse_args(["serve", "--workers", "2", "--data", str(tmp_path)])
    crew = Crew(chosen, tmp_path, words, Handover())
    nows = []
    for jump in (0.0, HOUR, -DAY):
        today = time.time()
        with monkeypatch.context() as set_clock:
            set_clock.setattr(time, "time", lambda jumped=today + jump: jumped)
            command = crew._command(3, 4)
            zero = _parser(words).parse_args(command[4:]).clock_zero
            nows.append(Steady(zero=zero).now())
    assert max(nows) - min(nows) < 60_000
    assert abs(nows[0] - time.time() * 1000) < 60_000


async def test_store_s_clock_that_jumps_a_year_leaves_time_to_come_back_to_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = JumpingClock(monkeypatch)
    store = SqliteStore.open(tmp_path / "games.db", lambda: int(clock.now() * 1000))
    game_server = await GameServer.open(store, USUAL, clock=clock.time)
    players = await playing(game_server, "anna", "boris")
    code = players[0].table
    while not game_server.live_tables[code].table.played:
        assert isinstance(await move(players), Done)
    clock.jumped = 365 * DAY
    for player in players:
        await player.visit.close()
    await clock.go_on(USUAL.guest_return_seconds - 60)
    anna = await enter(game_server, "anna")
    await anna.do(JoinTable, table=code)
    await game_server.close()


def fill(store: SqliteStore) -> None:
    """From now on there is no room for another page."""
    (pages,) = store._writing.execute("pragma page_count").fetchone()
    store._writing.execute(f"pragma max_page_count = {pages}")


def make_room(store: SqliteStore) -> None:
    store._writing.execute("pragma max_page_count = 1000000")


async def test_full_disk_refuses_moves_in_a_sentence_freezes_nothing_else_and_goes_on_with_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """T14: the real SQLite, whose own limit of pages stands for the disk."""
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    players = await playing(game_server, "anna", "boris")
    code = players[0].table
    carla = await enter(game_server, "carla")
    await carla.do(OpenTable, game="keltis", seats=2)
    await carla.do(AddBot, table=carla.table)
    fill(store)
    answer: Done | Refused = Done(id="")
    while isinstance(answer, Done):
        told = len(await store.read(code))
        answer = await move(players)
    assert answer.reason == "store_failed"
    assert refusal_said("en", answer.reason) != answer.reason
    assert "SQLITE_FULL" in caplog.text
    assert len(await store.read(code)) == told
    assert game_server.live_tables[code].table.seq == told
    for _ in range(3):
        answer = await move(players)
        assert isinstance(answer, Refused)
        assert answer.reason == "store_failed"
    guest = await enter(game_server, "", guest=True)
    assert {line.table for line in guest.last(Lobby).tables} == {code, carla.table}
    boris = await enter(game_server, "boris")
    await boris.do(JoinTable, table=code)
    await boris.hear(GameChanged)
    make_room(store)
    await carla.do(StartGame, table=carla.table)
    players = [players[0], boris]
    assert isinstance(await move(players), Done)
    await play_through(players, Random(14))
    await game_server.close()
    with sqlite3.connect(tmp_path / "games.db") as db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    db.close()


@pytest.mark.e2e
async def test_sigterm_tells_a_hundred_windows_gives_their_terminals_back_and_the_server_ends(
    server: Server,
) -> None:
    people = [
        Visitor(server.port, asyncssh.generate_private_key("ssh-ed25519"), f"w{number}")
        for number in range(WINDOWS)
    ]
    for first in range(0, WINDOWS, 10):
        await asyncio.gather(*(each.come(WHOLE) for each in people[first : first + 10]))
    process = server._process
    assert process is not None
    await asyncio.to_thread(server.stop, signal.SIGTERM)
    assert process.returncode == 0
    for each in people:
        await each.until(SENTENCES["shutdown"].encode())
        assert each.data.count(GIVE_BACK.encode()) == 1
        assert each.data.index(GIVE_BACK.encode()) < each.data.index(SENTENCES["shutdown"].encode())
        await each.leave()
    assert "broke" not in server.log
