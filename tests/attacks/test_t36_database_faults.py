"""T36: a database that is newer, damaged, gone or locked, and a process that is stopped."""

import asyncio
import fcntl
import io
import logging
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import pytest

from keltis.log_lines import BURST, LogLines
from keltis_protocol.messages import GameChanged, PlayMove
from keltis_server.server import GameServer
from keltis_server.store.contract import REFUSED, Entry, StoreFailed, StoreRefused
from keltis_server.store.sqlite import SqliteStore
from keltis_server.store.turns import Turns
from keltis_words.command_line import DATABASE_PROBLEMS
from tests.attacks.visitor import Visitor
from tests.server.players import QUICK, playing

WORKERS = 2
PROGRAM = "tests.attacks.impatient"
LIMITS = """
[door]
arrivals_per_second = 100
arrivals_burst = 100
sessions_per_source = 100
"""
PLAIN = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"]
"""Has even root mind what a file allows."""
PATIENCE = 60.0
ENTRY = Entry(b"x", 0)


def games(folder: Path) -> Path:
    """A database with some games in it."""
    folder.mkdir(mode=0o755, exist_ok=True)
    path = folder / "games.db"

    async def fill() -> None:
        store = SqliteStore.open(path)
        for number in range(200):
            await store.append(f"T{number}", 0, [Entry(b"x" * 500, 0)])
        await store.close()

    asyncio.run(fill())
    return path


def serve(folder: Path, workers: int = 1) -> tuple[int, str]:
    """What a server says that should not start, and its exit code."""
    command = PLAIN if os.getuid() == 0 and shutil.which(PLAIN[0]) else []
    command = [
        *command,
        sys.executable,
        "-m",
        "keltis",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
    ]
    command += ["--data", str(folder), "--workers", str(workers)]
    environment = os.environ | {"LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.e2e
def test_database_of_a_newer_version_is_refused_by_name_and_not_touched(
    tmp_path: Path, workers: int
) -> None:
    path = games(tmp_path / "data")
    db = sqlite3.connect(path)
    db.execute("pragma user_version = 99")
    db.execute("create table of_the_future (x)")
    db.close()
    before = path.read_bytes()
    status, said = serve(path.parent, workers)
    assert status == 1
    assert f"{path} was written by a newer keltis" in said
    assert "Traceback" not in said
    assert path.read_bytes() == before


def garbage(path: Path) -> None:
    path.write_bytes(b"not a database at all, but long enough" * 1000)


def spoilt(path: Path) -> None:
    """The first page is good, the others are not."""
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(byte ^ 0x55 for byte in data[4096:])
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:9000])


@pytest.mark.parametrize("damage", [garbage, spoilt, cut], ids=lambda damage: damage.__name__)
@pytest.mark.e2e
def test_damaged_database_is_refused_with_what_to_do(
    tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    path = games(tmp_path / "data")
    damage(path)
    status, said = serve(path.parent)
    assert status == 1
    assert f"{path} is damaged" in said
    assert "backup" in said
    assert "Traceback" not in said


@pytest.mark.parametrize(("mode", "word"), [(0o444, "written"), (0o000, "opened")])
@pytest.mark.skipif(
    os.getuid() == 0 and shutil.which(PLAIN[0]) is None,
    reason="root may write anything; on Debian util-linux has `setpriv`",
)
@pytest.mark.e2e
def test_database_that_may_not_be_used_is_refused_with_what_to_do(
    tmp_path: Path, mode: int, word: str
) -> None:
    path = games(tmp_path / "data")
    path.chmod(mode)
    status, said = serve(path.parent)
    assert status == 1, said
    assert f"{path} cannot be {word}" in said
    assert "Traceback" not in said


def test_every_reason_of_the_store_has_a_sentence() -> None:
    assert set(DATABASE_PROBLEMS) == REFUSED


def test_database_that_somebody_else_writes_to_for_good_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("keltis_server.store.sqlite_file.WAIT", 0.1)
    path = games(tmp_path / "data")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreRefused, match="locked"):
        SqliteStore.open(path)
    other.close()


def unlink(path: Path) -> None:
    path.unlink()


def unlink_log(path: Path) -> None:
    path.with_name("games.db-wal").unlink()


def unlink_all(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        path.with_name(f"games.db{end}").unlink()


def replace(path: Path) -> None:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)


def truncate(path: Path) -> None:
    os.truncate(path, 4096)


def truncate_log(path: Path) -> None:
    os.truncate(path.with_name("games.db-wal"), 0)


HARMS = [unlink, unlink_log, unlink_all, replace, truncate, truncate_log]


@pytest.mark.law
@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
async def test_move_is_not_acknowledged_once_the_database_is_gone_replaced_or_cut(
    tmp_path: Path, harm: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    for number in range(50):
        await store.append(f"T{number}", 0, [Entry(b"x" * 2000, 0)])
    store._writing.execute("pragma wal_checkpoint(passive)")
    await store.append("T", 0, [ENTRY])
    game_server = await GameServer.open(SqliteStore.open(path), QUICK)
    players = await playing(game_server, "anna", "boris")
    mover = next(player for player in players if player.last(GameChanged).moves)
    harm(path)
    game = mover.last(GameChanged)
    for _ in range(30):
        move = Random(1).choice(game.moves)
        fields = {"table": game.table, "ply": game.ply, "move": move}
        assert await mover.refused(PlayMove, **fields) == "store_failed"
        with pytest.raises(StoreFailed):
            await store.append("T", 1, [ENTRY])
    assert "CRITICAL" in {record.levelname for record in caplog.records}
    assert "nothing can be written" in caplog.text
    await game_server.close()
    await store.close()


async def test_database_that_was_only_away_for_a_moment_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    store = SqliteStore.open(path)
    path.rename(tmp_path / "away")
    with pytest.raises(StoreFailed, match=r"games\.db is gone"):
        await store.append("T", 0, [ENTRY])
    (tmp_path / "away").rename(path)
    await store.append("U", 0, [ENTRY])
    await store.close()


async def test_writer_is_not_held_up_by_a_process_that_is_stopped_in_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    monkeypatch.setattr(store._turns, "_patience", 0.1)
    with (tmp_path / "games.db-turns").open("ab") as stopped:
        fcntl.flock(stopped, fcntl.LOCK_EX)
        async with asyncio.timeout(PATIENCE):
            for number in range(20):
                await store.append(f"T{number}", 0, [ENTRY])
    await store.append("T", 0, [ENTRY])
    await store.close()


def test_turn_that_comes_too_late_is_given_up_and_the_next_one_is_waited_for(
    tmp_path: Path,
) -> None:
    turns, other = Turns(tmp_path / "turns", 0.05), Turns(tmp_path / "turns")
    with other, turns:
        assert not turns._held
    end = time.monotonic() + PATIENCE
    while turns._queued:
        assert time.monotonic() < end
        time.sleep(0.01)
    for each in (other, turns, other):
        with each:
            assert each._held
    turns.close()
    other.close()


@pytest.mark.e2e
async def test_worker_that_is_stopped_is_replaced_and_everybody_who_comes_gets_in(
    server: Any, times: int
) -> None:
    stopped = server.workers[0]
    os.kill(stopped, signal.SIGSTOP)
    end = time.monotonic() + PATIENCE
    while server.log.count("another worker is open in its place") == 0:
        assert time.monotonic() < end, "the worker is not replaced"
        await asyncio.sleep(0.1)
    assert f"worker {stopped} does not answer and is killed" in server.log
    assert stopped not in server.workers
    assert len(server.workers) == WORKERS
    key = asyncssh.generate_private_key("ssh-ed25519")
    for number in range(4 if times == 1 else 12):
        async with asyncio.timeout(PATIENCE):
            visitor = Visitor(server.port, key, f"visitor{number}")
            await visitor.come()
            await visitor.leave()


@pytest.mark.e2e
async def test_server_told_by_its_terminal_that_it_hangs_up_sees_everybody_out(server: Any) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    visitor = Visitor(server.port, key, "hanna")
    async with asyncio.timeout(PATIENCE):
        await visitor.come()
        await asyncio.to_thread(server.stop, signal.SIGHUP)
        while b"The server is closing" not in visitor.data:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert b"\x1b[?1049l" in visitor.data
    await visitor.leave()


def test_log_holds_so_many_lines_of_a_kind_and_says_how_many_were_left_out() -> None:
    now = 0.0
    stream = io.StringIO()
    lines = LogLines(stream, lambda: now)
    log = logging.getLogger("flooded")
    log.propagate = False
    log.addHandler(lines)
    for number in range(46_356):
        log.warning("line %d of connection %d", number, number % 14)
        now += 0.0001
    log.warning("another kind")
    log.removeHandler(lines)
    lines.close()
    written = stream.getvalue().splitlines()
    assert len(written) < 2 * BURST
    assert written[0] == "line 0 of connection 0"
    assert "another kind" in written
    left_out = sum(int(line.split()[0]) for line in written if "were left out" in line)
    kept = sum(line.startswith("line ") for line in written)
    assert kept + left_out == 46_356
