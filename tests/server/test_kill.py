"""`kill -9` in the middle of a game: nothing that was told is lost (T12)."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec
import pytest

from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables.game import TableGame
from keltis_server.tables.records import GameStarted, MoveMade, TookBack, decode

ROOT = Path(__file__).parents[2]
ROUNDS = 6


def play_and_kill(path: Path, random: Random) -> list[tuple[str, int, int, bytes]]:
    """What a playing process told before it was killed at a random moment."""
    paths = os.pathsep.join(
        str(ROOT / part) for part in (".", "engine", "protocol", "words", "server")
    )
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.server.play_until_killed", str(path), str(random.random())],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    lines = [child.stdout.readline() for _ in range(random.randint(1, 120))]
    child.send_signal(signal.SIGKILL)
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -signal.SIGKILL
    told = []
    for line in lines:
        if line.endswith("\n"):
            table, seat, ply, view = line.split()
            told.append((table, int(seat), int(ply), bytes.fromhex(view)))
    return told


async def views(path: Path, table: str) -> dict[tuple[int, int], bytes]:
    """For each seat and ply the view that replaying the stored log gives."""
    store = SqliteStore.open(path)
    found: dict[tuple[int, int], bytes] = {}
    game: TableGame | None = None
    for entry in await store.read(table):
        record = decode(entry.body)
        if isinstance(record, GameStarted):
            game = TableGame(record)
        elif isinstance(record, MoveMade | TookBack):
            assert game is not None
            game.fold(record)
            for seat in range(2):
                found[seat, game.ply] = msgspec.msgpack.encode(game.position.view(seat))
    await store.close()
    return found


@pytest.mark.long
async def test_whatever_was_told_before_the_kill_stands_in_the_log_after_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    random = Random(12)
    told: list[tuple[str, int, int, bytes]] = []
    for _ in range(ROUNDS):
        before = {table: ply for table, _, ply, _ in told}
        fresh = play_and_kill(path, random)
        assert fresh
        for table, _, ply, _ in fresh:
            assert ply >= before.get(table, 0), "the game went on from the last move told"
        told += fresh
        with sqlite3.connect(path) as db:
            assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        db.close()
        for table in {table for table, *_ in told}:
            stored = await views(path, table)
            for name, seat, ply, view in told:
                if name == table:
                    assert stored[seat, ply] == view
    assert max(ply for _, _, ply, _ in told) > 20
