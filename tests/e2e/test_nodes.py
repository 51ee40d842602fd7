"""Two nodes with a PostgreSQL between them are one server, for real clients."""

import random
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from keltis_protocol.messages import GameChanged, JoinTable, OpenTable, StartGame, TableChanged
from tests.e2e.conftest import Person, Server
from tests.e2e.talker import Talker
from tests.postgres import Postgres

pytestmark = pytest.mark.e2e

MOVES = 12


@pytest.fixture
def nodes(postgres: Postgres, tmp_path: Path) -> Iterator[list[Server]]:
    """Two nodes, each of two processes, that share nothing but the database and a secret."""
    if shutil.which("ssh") is None:
        pytest.skip("this story needs OpenSSH's `ssh`; on Debian: apt install openssh-client")
    address = postgres.new_schema()
    secret = tmp_path / "secret"
    secret.touch(mode=0o600)
    secret.write_bytes(bytes(range(32)))
    options = ["--host-key-secret", str(secret)]
    made = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        made.append(
            Server(tmp_path / name / "data", "", 2, database=address, options=options).start()
        )
    yield made
    for each in made:
        if each.running:
            each.stop(signal.SIGKILL)


def test_two_people_on_two_nodes_play_as_on_one_and_a_node_that_dies_takes_no_table_with_it(
    nodes: list[Server], tmp_path: Path
) -> None:
    """T12, T24."""
    assert nodes[0].fingerprint == nodes[1].fingerprint, "nobody sees a changed host key"
    ann, bob = (Person(tmp_path / name, nodes[0]).make_key() for name in ("ann", "bob"))
    players = [Talker(ann, nodes[0], "ann"), Talker(bob, nodes[1], "bob")]
    players[0].do(OpenTable, game="keltis", seats=2, options={})
    code = players[0].hear(TableChanged).table
    players[1].do(JoinTable, table=code)
    for each in players:
        each.do(StartGame, table=code)
    for each in players:
        each.hear(GameChanged)
    play_on(players, random.Random(7))
    acknowledged = players[0].game.ply
    nodes[0].stop(signal.SIGKILL)
    again = Talker(ann, nodes[1], "ann")
    again.do(JoinTable, table=code)
    assert again.hear(GameChanged).ply == acknowledged
    play_on([again, players[1]], random.Random(8))
    for each in (again, *players):
        each.leave()


def play_on(players: list[Talker], chance: random.Random) -> None:
    """Some moves, each heard by both."""
    for _ in range(MOVES):
        to_act = players[0].to_act
        assert to_act is not None
        players[to_act].play(chance)
        players[1 - to_act].hear_until(players[to_act].game.ply)
        players[to_act].hear_until(players[1 - to_act].game.ply)
