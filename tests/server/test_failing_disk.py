"""T13: the n-th write or sync fails, for every n: nothing that was acknowledged is ever lost."""

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

import asyncssh
import pytest

from keltis.stopping import DISK_FAILED
from keltis_server.store import sqlite_writer
from keltis_server.store.contract import Entry, StoreFailed
from keltis_server.store.sqlite import SqliteStore
from tests.server.failing_disk import Fails, disk

ROOT = Path(__file__).parents[2]
TABLES = ("A", "B")
APPENDS = 8
STEP = 7
"""With `--quick` only every so many-th write or sync fails."""

Bodies = dict[str, list[bytes]]


async def append_some(store: SqliteStore) -> tuple[Bodies, bool]:
    """Write to two tables; what was acknowledged, and whether anything was after a failure."""
    told: Bodies = {table: [] for table in TABLES}
    failed = after = False
    for number in range(APPENDS):
        table = TABLES[number % len(TABLES)]
        body = b"%d," % number * 600
        try:
            await store.append(table, len(told[table]), [Entry(body, 0, f"c{number}")])
        except StoreFailed:
            failed = True
            continue
        told[table].append(body)
        after = after or failed
    return told, after


async def assert_stands(path: Path, told: Bodies) -> None:
    """Whatever was acknowledged stands in a file: in order, and each entry once."""
    store = SqliteStore.open(path)
    for table, bodies in told.items():
        found = [entry.body for entry in await store.read(table)]
        assert found[: len(bodies)] == bodies
        assert len(set(found)) == len(found)
        assert (await store.lengths()).get(table, 0) == len(found)
    await store.close()


def the(what: str, number: int) -> Fails:
    """The n-th write or sync fails, and nothing else."""
    return lambda kind, n: (kind, n) == (what, number)


@pytest.mark.parametrize("what", ["write", "sync"])
async def test_whichever_write_or_sync_fails_nothing_acknowledged_is_lost_even_if_power_fails_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, amount: Callable[[int], int]
) -> None:
    monkeypatch.setattr(sqlite_writer, "CHECKPOINT", 3)
    for number in count(1, max(1, STEP // amount(STEP))):
        folder = tmp_path / str(number)
        folder.mkdir()
        with disk(the(what, number)) as made:
            try:
                store = SqliteStore.open(folder / "games.db")
            except StoreFailed:  # it cannot be opened, so nobody is told anything
                assert made.count[what] >= number
                continue
            told, after = await append_some(store)
            made.after_power_failed(folder / "after")
            failed = made.count[what] >= number
            assert store.broken == failed, "a failure that nobody is told of"
            assert not after, "an entry was acknowledged after a failed write or sync"
            await store.close()
        with disk(lambda *_: False):
            await assert_stands(folder / "after" / "games.db", told)
            await assert_stands(folder / "games.db", told)
        if not failed:
            assert [len(bodies) for bodies in told.values()] == [APPENDS // 2] * 2
            return


async def test_failed_disk_is_told_once_to_whoever_asked_for_it(tmp_path: Path) -> None:
    failing = False
    told = asyncio.Event()
    with disk(lambda kind, _: failing and kind == "sync"):
        store = SqliteStore.open(tmp_path / "games.db")
        store.when_broken(told.set)
        await store.append("T", 0, [Entry(b"x", 0)])
        assert not store.broken
        failing = True
        with pytest.raises(StoreFailed, match="SQLITE_IOERR_FSYNC"):
            await store.append("T", 1, [Entry(b"y", 0)])
        async with asyncio.timeout(20):
            await told.wait()
        await store.close()


async def come_in(port: int) -> None:
    """Come with a new key, of which the server takes note, and stay until it hangs up."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    with suppress(OSError, asyncssh.Error):
        async with asyncssh.connect(
            "127.0.0.1", port, username="anna", client_keys=[key], known_hosts=None, config=None
        ) as connection:
            _, reader, _ = await connection.open_session(subsystem="keltis", encoding=None)
            await reader.read()


FAILING_WHEN_TOLD = """
from pathlib import Path
from tests.server.failing_disk import Fails, disk
failing = disk(lambda kind, _: kind == "sync" and Path({told!r}).exists())
failing.__enter__()
"""


@pytest.mark.e2e
@pytest.mark.parametrize("workers", [1, 2])
def test_server_whose_disk_fails_ends_and_says_why(tmp_path: Path, workers: int) -> None:
    """No worker takes its place: it would hold for written what is not."""
    told = tmp_path / "fail-now"
    (tmp_path / "sitecustomize.py").write_text(FAILING_WHEN_TOLD.format(told=str(told)))
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    command = [sys.executable, "-m", "keltis", "serve", "--host", "127.0.0.1", "--port", "0"]
    command += ["--data", str(tmp_path / "data"), "--workers", str(workers)]
    server = subprocess.Popen(
        command,
        env=os.environ | {"PYTHONPATH": paths, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    said = ""
    try:
        while "SHA256" not in said:
            line = server.stdout.readline()
            assert line, said
            said += line
        port = re.search(r"ssh -p (\d+) ", said)
        assert port is not None
        told.touch()
        asyncio.run(asyncio.wait_for(come_in(int(port[1])), 30))
        assert server.wait(30) == DISK_FAILED, said
        said += server.stdout.read()
    finally:
        if server.poll() is None:
            server.send_signal(signal.SIGKILL)
        server.stdout.close()
    assert "nothing can be written: SQLITE_IOERR_FSYNC" in said
    assert "The disk does not read or write" in said
    assert "the next starts in" not in said
