"""Masters think in processes of their own: within their time, and whatever happens to those."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_engine.fair import Stream
from keltis_engine.position import DEALER, Position
from keltis_engine.rules import SINGLE_GAMES
from keltis_protocol.messages import AddBot, GameChanged, OpenTable, StartGame, TableChanged
from keltis_server.limits import Limits
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.thinking.thinker import Unusable
from keltis_server.thinking.thinkers import Busy, Thinkers, processes, shared_out
from tests.server.players import Player, enter, view

PATIENT = Limits(bot_seconds=60.0, bot_processes=1, bot_pause=0.0)
"""Time enough for a process to start on a machine with much to do."""


def a_decision(game: str = "dice") -> Position:
    """A position in which a player has a choice."""
    position = SINGLE_GAMES[game].start(2)
    for act in range(100):
        if position.to_act != DEALER and len(position.legal_moves()) > 1:
            return position
        seat = position.to_act
        move = position.deal(Stream(b"d", act=act)) if seat == DEALER else position.legal_moves()[0]
        position = position.play(move)
    raise AssertionError("nobody has a choice")


class Patient(Thinkers):
    """Masters who have time, but none for a process that hangs."""

    async def ready(self) -> int:
        """Wait for the process; it comes back."""
        self.wake()
        for _ in range(900):
            if self.pids:
                return self.pids[0]
            await asyncio.sleep(0.02)
        raise AssertionError("no process comes")

    def stop(self, pid: int) -> None:
        """Have the process hang, and little time from then on."""
        os.kill(pid, signal.SIGSTOP)
        self._seconds = 0.3


@pytest.fixture
async def thinkers() -> AsyncIterator[Patient]:
    """A place to think, closed afterwards."""
    opened = Patient(PATIENT)
    yield opened
    await opened.close()


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def test_a_master_chooses_a_legal_move_and_its_process_is_used_again(
    thinkers: Patient,
) -> None:
    position, pid = a_decision(), await thinkers.ready()
    moves = position.legal_moves()
    for _ in range(2):
        assert await thinkers.choose("dice", position.view(position.to_act), moves) in moves
        await asyncio.sleep(0)
        assert thinkers.pids == [pid]


async def test_nobody_waits_longer_for_a_process_than_it_may_think(thinkers: Patient) -> None:
    """The only one hangs: who asked it and who waits for it both get no answer in their time."""
    position, pid = a_decision(), await thinkers.ready()
    thinkers.stop(pid)
    ask = [
        thinkers.choose("dice", position.view(position.to_act), position.legal_moves())
        for _ in range(2)
    ]
    first, second = await asyncio.gather(*ask, return_exceptions=True)
    assert isinstance(first, Unusable)
    assert isinstance(second, Busy)


async def test_a_process_that_is_killed_costs_one_move_and_another_takes_its_place(
    thinkers: Patient,
) -> None:
    position, pid = a_decision(), await thinkers.ready()
    moves = position.legal_moves()
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(Unusable, match="gone"):
        await thinkers.choose("dice", position.view(position.to_act), moves)
    assert await thinkers.ready() != pid
    assert await thinkers.choose("dice", position.view(position.to_act), moves) in moves


async def test_a_process_that_hangs_is_ended(
    thinkers: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    position, pid = a_decision(), await thinkers.ready()
    thinkers.stop(pid)
    with pytest.raises(Unusable, match="too long"):
        await thinkers.choose("dice", position.view(position.to_act), position.legal_moves())
    await thinkers.close()
    assert gone(pid)


async def test_processes_end_with_the_server_and_when_nobody_asks_for_a_while() -> None:
    thinkers = Patient(msgspec.structs.replace(PATIENT, bot_idle_seconds=0.05))
    position, pid = a_decision(), await thinkers.ready()
    await thinkers.choose("dice", position.view(position.to_act), position.legal_moves())
    for _ in range(500):
        if gone(pid):
            break
        await asyncio.sleep(0.02)
    assert not thinkers.pids
    assert gone(pid)
    other = await thinkers.ready()
    await thinkers.close()
    assert gone(other)


async def against_a_master(game_server: GameServer) -> Player:
    """Somebody who plays The Dice Game against a master."""
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="dice", seats=2)
    await anna.hear(TableChanged)
    await anna.do(AddBot, table=anna.table, bot="master")
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)
    return anna


async def test_a_table_goes_on_when_masters_cannot_think_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No process starts at all: club plays every move of the game, within the master's time."""
    monkeypatch.setattr("sys.executable", str(tmp_path / "no python"))
    limits = msgspec.structs.replace(PATIENT, bot_seconds=0.01)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    with caplog.at_level(logging.WARNING):
        anna = await against_a_master(game_server)
        end = await anna.play_on(Random(3))
    await game_server.close()
    assert view(end)["to_act"] is None
    assert "does not start" in caplog.text


async def test_the_log_names_the_table_where_club_played_for_a_master(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    limits = msgspec.structs.replace(PATIENT, bot_seconds=3.0)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), limits)
    game_server.thinkers.wake()
    for _ in range(900):
        if game_server.thinkers.pids:
            break
        await asyncio.sleep(0.02)
    os.kill(game_server.thinkers.pids[0], signal.SIGKILL)
    with caplog.at_level(logging.WARNING):
        anna = await against_a_master(game_server)
        await anna.play_on(Random(3), moves=4)
    await game_server.close()
    assert f"table {anna.table}: club plays a move for a master that is gone" in caplog.text


@pytest.mark.parametrize(("cores", "workers", "each"), [(8, 1, 7), (8, 2, 3), (8, 8, 1), (1, 4, 1)])
def test_workers_share_the_cores_on_which_masters_think(
    monkeypatch: pytest.MonkeyPatch, cores: int, workers: int, each: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert processes(shared_out(Limits(), workers)) == each
    chosen = Limits(bot_processes=5)
    assert processes(shared_out(chosen, workers)) == 5
