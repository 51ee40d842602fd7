"""`keltis admin backup` and `restore`: one file from a store in use, and a whole store from it."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from keltis.cli import main
from keltis.database import open_store
from keltis_server.server import GameServer
from keltis_server.store import migrations
from keltis_server.store.contract import Entry
from tests.server.players import QUICK, playing
from tests.server.test_moving import NewPlace, Place, fill, kept, new_place, rows, use

__all__ = ["new_place"]

KINDS = ("sqlite", "postgres")


@pytest.mark.law
@pytest.mark.parametrize("new", KINDS)
@pytest.mark.parametrize("old", KINDS)
def test_backup_restores_everything_into_a_store_of_either_kind(
    new_place: NewPlace, tmp_path: Path, old: str, new: str
) -> None:
    before, after, file = new_place(old), new_place(new), tmp_path / "backup ?#%.db"
    asyncio.run(fill(before))
    assert main(["admin", "backup", str(file), *before.options]) == 0
    assert file.stat().st_mode & 0o077 == 0
    whole = file.read_bytes()
    assert main(["admin", "restore", str(file), *after.options]) == 0
    assert asyncio.run(kept(after)) == asyncio.run(kept(before))
    assert asyncio.run(rows(after)) == asyncio.run(rows(before))
    asyncio.run(use(after))
    assert file.read_bytes() == whole, "it can be restored again"
    beside = [each.name for each in tmp_path.iterdir() if each.name.startswith(file.name)]
    assert beside == [file.name]


async def play_and_back_up(place: Place, file: Path) -> tuple[str, list[Entry]]:
    """A table at which a game is played to its end, with a backup meanwhile; and its log."""
    place.data.mkdir()
    game_server = await GameServer.open(await open_store(place.data, place.address), QUICK)
    players = await playing(game_server, "anna", "boris", game="stones")
    games = [each.play_on(Random(1)) for each in players]
    backing_up = asyncio.to_thread(main, ["admin", "backup", str(file), *place.options])
    code, *_ = await asyncio.gather(backing_up, *games)
    assert code == 0
    played = await game_server.store.read(players[0].table)
    await game_server.close()
    return players[0].table, played


@pytest.mark.law
@pytest.mark.parametrize("kind", KINDS)
def test_backup_of_a_server_in_play_is_a_moment_of_it(
    new_place: NewPlace, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place, copy, file = new_place(kind), new_place("sqlite"), tmp_path / "backup"
    table, played = asyncio.run(play_and_back_up(place, file))
    assert main(["admin", "restore", str(file), *copy.options]) == 0
    assert main(["admin", "verify", *copy.options]) == 0
    assert "1 tables with 1 games were replayed; 0 things" in capsys.readouterr().out
    saved = asyncio.run(log_of(copy, table))
    assert saved
    assert saved == played[: len(saved)]


async def log_of(place: Place, table: str) -> list[Entry]:
    store = await place.open()
    log = await store.read(table)
    await store.close()
    return log


def cut(whole: bytes) -> bytes:
    return whole[: len(whole) // 2]


@pytest.mark.law
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", [cut, lambda _: b"", lambda _: b"x" * 5000])
def test_file_that_is_no_whole_backup_is_refused_and_nothing_is_written(
    new_place: NewPlace,
    tmp_path: Path,
    kind: str,
    damage: Callable[[bytes], bytes],
    capsys: pytest.CaptureFixture[str],
) -> None:
    before, after, file = new_place("sqlite"), new_place(kind), tmp_path / "backup"
    asyncio.run(fill(before))
    assert main(["admin", "backup", str(file), *before.options]) == 0
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert main(["admin", "restore", str(file), *after.options]) == 1
    assert "is not a whole backup; nothing was written." in capsys.readouterr().err
    file.write_bytes(whole)
    assert main(["admin", "restore", str(file), *after.options]) == 0


@pytest.mark.law
@pytest.mark.parametrize("kind", KINDS)
def test_restore_never_mixes_with_what_is_there_nor_backup_with_a_file(
    new_place: NewPlace, tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place, file = new_place(kind), tmp_path / "backup"
    asyncio.run(fill(place))
    before = asyncio.run(kept(place))
    assert main(["admin", "backup", str(file), *place.options]) == 0
    whole = file.read_bytes()
    assert main(["admin", "restore", str(file), *place.options]) == 1
    assert "already" in capsys.readouterr().err
    assert main(["admin", "backup", str(file), *place.options]) == 1
    assert "File exists" in capsys.readouterr().err
    assert asyncio.run(kept(place)) == before
    assert file.read_bytes() == whole


def test_backup_of_an_older_form_is_brought_up_to_date_and_of_a_newer_refused(
    new_place: NewPlace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, after, file = new_place("sqlite"), new_place("sqlite"), tmp_path / "backup"
    asyncio.run(fill(before))
    assert main(["admin", "backup", str(file), *before.options]) == 0
    with closing(sqlite3.connect(file)) as db, db:
        db.execute(f"pragma user_version = {migrations.NEWEST + 1}")
    assert main(["admin", "restore", str(file), *after.options]) == 1
    assert f"{file} was written by a newer keltis" in capsys.readouterr().err
    with closing(sqlite3.connect(file)) as db, db:
        db.executescript(
            "drop table result; drop index line_due; alter table line drop column due;"
            "pragma user_version = 3;"
        )
    assert main(["admin", "restore", str(file), *after.options]) == 0
    *everything, results = asyncio.run(kept(after))
    assert everything == asyncio.run(kept(before))[:-1]
    assert results == []


def test_backup_that_is_not_there_is_named(
    new_place: NewPlace, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "none"
    assert main(["admin", "restore", str(missing), *new_place("sqlite").options]) == 1
    assert f"{missing} cannot be used: No such file" in capsys.readouterr().err
