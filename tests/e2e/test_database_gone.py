"""A database that is gone for a while, for people who came by `ssh`: they wait, and play on."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.e2e.conftest import Person, Player, Server
from tests.postgres import Postgres

pytestmark = pytest.mark.e2e

LIMITS = "[house]\nbot_pause = 0\n"
GONE = "could not write that down"


@pytest.fixture
def server(postgres: Postgres, tmp_path: Path) -> Iterator[Server]:
    """A server of two processes that keeps everything in a database."""
    made = Server(tmp_path / "data", LIMITS, 2, database=postgres.new_schema()).start()
    yield made
    if made.running:
        made.stop(signal.SIGKILL)


def test_who_plays_keeps_the_screen_is_told_and_plays_on_when_the_database_is_back(
    server: Server, person: Callable[[str], Person], postgres: Postgres
) -> None:
    """T14."""
    seen = person("ann").make_key().ssh("ann")
    seen.see("A quick game")
    seen.press(" ")
    player = Player(seen)
    assert seen.until(lambda: player.question != ""), seen.text
    player.decide()
    assert seen.until(lambda: player.question != ""), seen.text
    postgres.stop()
    seen.press("d", "1", "enter")
    seen.see(GONE)
    turned_away = person("bob").make_key().ssh("bob")
    turned_away.see("The server cannot write anything down now.")
    turned_away.wait()
    assert not seen.ended
    postgres.start()
    assert seen.until(lambda: player.question != ""), seen.text
    for _ in range(3):
        player.decide()
        assert seen.until(lambda: player.question != "" or player.over), seen.text
    person("cleo").make_key().ssh("cleo").see("A quick game")
    assert "the database is not heard" in server.log
    assert "Traceback" not in server.log
