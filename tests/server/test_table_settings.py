"""What is settled about a table when it is opened: offered, checked, written down, told."""

from pathlib import Path

import pytest

from keltis_protocol.messages import JoinTable, OpenTable, TableChanged, Welcome
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.tables import records, settings
from keltis_server.tables.records import Opened
from keltis_words.table_settings import NAMES, VALUES
from tests.server.players import QUICK, enter


@pytest.fixture(autouse=True)
def a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """One setting that no table really has."""
    monkeypatch.setitem(settings.SETTINGS, "tea", ("none", "green", "black"))


async def test_who_comes_in_is_told_what_may_be_settled(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    assert anna.last(Welcome).settings["tea"] == ["none", "green", "black"]


async def test_everybody_at_the_table_is_told_what_is_settled(game_server: GameServer) -> None:
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    await anna.do(OpenTable, game="keltis", seats=2, settings={"tea": "black"})
    assert (await anna.hear(TableChanged)).settings["tea"] == "black"
    await boris.do(JoinTable, table=anna.table)
    assert (await boris.hear(TableChanged)).settings["tea"] == "black"


async def test_what_is_left_out_has_its_default_and_nothing_is_written_of_it(
    tmp_path: Path,
) -> None:
    store = SqliteStore.open(tmp_path / "games.db")
    game_server = await GameServer.open(store, QUICK)
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="keltis", seats=2, settings={"tea": "none"})
    told = (await anna.hear(TableChanged)).settings
    assert told == {name: values[0] for name, values in settings.SETTINGS.items()}
    opened = records.decode((await store.read(anna.table))[0].body)
    assert isinstance(opened, Opened)
    assert opened.settings == {}
    await game_server.close()


@pytest.mark.parametrize("wish", [{"tea": "salty"}, {"coffee": "black"}, {"tea": ""}])
async def test_a_setting_nobody_offers_is_refused(
    game_server: GameServer, wish: dict[str, str]
) -> None:
    anna = await enter(game_server, "anna")
    answer = await anna.refused(OpenTable, game="keltis", seats=2, settings=wish)
    assert answer == "bad_setting"
    assert not anna.table


async def test_settings_are_the_same_after_a_restart(tmp_path: Path) -> None:
    first = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna = await enter(first, "anna")
    await anna.do(OpenTable, game="keltis", seats=2, settings={"tea": "green"})
    table = anna.table
    await first.close()
    second = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    again = await enter(second, "anna")
    await again.do(JoinTable, table=table)
    assert (await again.hear(TableChanged)).settings["tea"] == "green"
    await second.close()


def test_every_setting_and_value_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(settings.SETTINGS, "tea")
    for name, values in settings.SETTINGS.items():
        assert name in NAMES
        assert set(values) == set(VALUES[name]), name
