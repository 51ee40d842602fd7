"""A data folder of two megabytes that is full: moves wait, nothing else does, and room ends it."""

import asyncio
import os
import random
import secrets
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from keltis.cli import main
from keltis_protocol.messages import (
    Done,
    GameChanged,
    JoinTable,
    Lobby,
    OpenTable,
    PlayMove,
    Refused,
    StartGame,
    TableChanged,
)
from keltis_server.store.contract import Entry
from keltis_server.store.sqlite import SqliteStore
from keltis_words.sentences import refusal_said
from tests.e2e.conftest import Person, Server
from tests.e2e.logged import verified
from tests.e2e.talker import Talker
from tests.server.test_moving import NewPlace, Place, new_place

__all__ = ["new_place"]

pytestmark = pytest.mark.e2e

SMALL, LARGER = "2m", "8m"
MOVES = 10


def mount(*arguments: str) -> None:
    """Mount something, as the program `mount` does."""
    done = subprocess.run(["mount", *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        why = f"this story mounts a tmpfs, which only root may: {done.stderr.strip()}"
        assert os.getuid() or os.environ.get("CI") != "true", why
        pytest.skip(why)


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A folder with room for two megabytes."""
    folder = tmp_path / "server" / "data"
    folder.mkdir(parents=True, mode=0o700)
    mount("-t", "tmpfs", "-o", f"size={SMALL},mode=0700", "keltis-test", str(folder))
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.fixture
def server(small: Path) -> Iterator[Server]:
    """A server of two processes whose data is there."""
    made = Server(small, "", 2).start()
    yield made
    if made.running:
        made.stop(signal.SIGKILL)


@pytest.fixture
def talk(server: Server) -> Iterator[Callable[[Person, str], Talker]]:
    """Has somebody come in with a program; all leave at the end."""
    talkers: list[Talker] = []

    def talk(person: Person, login: str) -> Talker:
        talkers.append(Talker(person, server, login))
        return talkers[-1]

    yield talk
    for each in talkers:
        each.leave()


def fill(folder: Path) -> None:
    """Leave no room for another byte."""
    with (folder / "ballast").open("ab", buffering=0) as ballast:
        for size in (65536, 4096, 1):
            try:
                while True:
                    ballast.write(bytes(size))
            except OSError:
                continue


def move(players: list[Talker]) -> Done | Refused:
    """Whoever is to act tries some move; what came of it, heard by both if it was made."""
    to_act = players[0].to_act
    assert to_act is not None
    mover, now = players[to_act], players[to_act].game
    chosen = random.Random(now.ply).choice(now.moves)
    answer = mover.ask(PlayMove, table=now.table, ply=now.ply, move=chosen)
    if isinstance(answer, Done):
        for each in players:
            each.hear_until(now.ply + 1)
        ply = max(each.game.ply for each in players)
        for each in players:
            each.hear_until(ply)
    return answer


async def test_full_disk_refuses_moves_in_a_sentence_and_the_same_server_goes_on_once_it_is_larger(
    server: Server,
    small: Path,
    person: Callable[[str], Person],
    talk: Callable[[Person, str], Talker],
) -> None:
    """T14."""
    ann, bob = person("ann").make_key(), person("bob").make_key()
    players = [talk(ann, "ann"), talk(bob, "bob")]
    players[0].do(OpenTable, game="keltis", seats=2, options={})
    code = players[0].hear(TableChanged).table
    players[1].do(JoinTable, table=code)
    for each in players:
        each.do(StartGame, table=code)
    for each in players:
        each.hear(GameChanged)
    for _ in range(MOVES):
        assert isinstance(move(players), Done)
    processes = server.workers

    fill(small)
    told = 0
    while isinstance(answer := move(players), Done):
        told += 1  # there may be room left in the files that are there
        assert told < 1000
    stood = players[0].game.ply
    for _ in range(3):
        assert isinstance(answer, Refused)
        assert answer.reason == "store_failed"
        assert refusal_said("en", answer.reason) != answer.reason
        answer = move(players)
    assert "SQLITE_FULL" in server.log
    watcher = person("carla").ssh("carla")  # a guest, of whom nothing is written
    watcher.see("here")
    again = talk(bob, "bob")
    again.do(JoinTable, table=code)
    assert again.hear(GameChanged).ply == stood

    mount("-o", f"remount,size={LARGER}", str(small))
    players = [players[0], again]
    for _ in range(MOVES):
        assert isinstance(move(players), Done)
    assert server.workers == processes
    assert "broke" not in server.log
    talk(person("dora").make_key(), "dora").hear(Lobby)
    server.stop()
    (small / "ballast").unlink()
    store = SqliteStore.open(small / "games.db")
    entries = await store.read(code)
    assert (await store.lengths())[code] == len(entries)
    await store.close()
    await verified(small)


@pytest.mark.parametrize("out_of", ["sqlite", "postgres"])
def test_admin_says_which_disk_is_full_and_leaves_nothing_half_written(
    out_of: str,
    new_place: NewPlace,
    small: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    old = new_place(out_of)
    asyncio.run(keep_much(old))
    for what in ("export", "backup"):
        assert main(["admin", what, str(small / what), *old.options]) == 1
        told = capsys.readouterr().err
        assert told == f"{small / what} cannot be used: No space left on device\n"
        assert list(small.iterdir()) == []
        assert main(["admin", what, str(tmp_path / what), *old.options]) == 0
    for what, file in (("import", "export"), ("restore", "backup")):
        capsys.readouterr()
        data = small / what
        assert main(["admin", what, str(tmp_path / file), "--data", str(data)]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"There is no room left to write {data / 'games.db'}.")
        shutil.rmtree(data)
        whole = ["--data", str(tmp_path / f"whole {what}")]
        assert main(["admin", what, str(tmp_path / file), *whole]) == 0


async def keep_much(place: Place) -> None:
    """Keep more than a small disk holds."""
    store = await place.open()
    await store.append("T", 0, [Entry(secrets.token_bytes(3_000_000), 1)])
    await store.close()
