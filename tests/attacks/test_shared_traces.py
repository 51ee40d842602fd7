"""Nobody can choose an address that counts for somebody else's when tables are counted."""

import ipaddress
from collections.abc import Callable
from pathlib import Path

import pytest

from keltis_protocol.messages import AddBot, Done, OpenTable, Refused, StartGame
from keltis_server.addresses import Traces
from keltis_server.limits import Limits
from keltis_server.server import Caller, GameServer
from keltis_server.store.contract import StoreFailed
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import Player
from tests.server.processes import Street

HONEST = "192.0.2.7"
SMALL = Limits(lobby_pause=0, bot_pause=0, retry_pause=0, tables=500, tables_per_source=5)
NETWORK = ipaddress.ip_network("2001:db8::/44")
"""What somebody may be given to choose addresses from."""


def chosen_alike(trace: Callable[[str], str]) -> str:
    """An address of the attacker's network whose trace is the honest one's."""
    wanted = trace(HONEST)
    first = int(NETWORK.network_address)
    for number in range(1 << 20):
        address = ipaddress.IPv6Address(first + (number << 64))
        if trace(f"{address}/64") == wanted:
            return str(address)
    raise AssertionError("there is none")


async def open_one(game_server: GameServer, address: str, login: str) -> Done | Refused:
    player = Player(await game_server.visit(Caller(login.encode(), login, address)))
    await player.greet()
    answer = await player.ask(OpenTable, game="keltis", seats=2)
    if isinstance(answer, Done):
        await player.do(AddBot, table=player.table)
        await player.do(StartGame, table=player.table)
    await player.visit.close()
    return answer


async def test_who_chose_an_address_by_its_trace_keeps_nobody_from_opening_tables(
    tmp_path: Path,
) -> None:
    attacker = chosen_alike(Traces(b"").of)  # as anybody can work it out who has this program
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    for number in range(SMALL.tables_per_source):
        assert isinstance(await open_one(game_server, attacker, f"taker{number}"), Done)
    refused = await open_one(game_server, attacker, "taker")
    assert isinstance(refused, Refused)
    assert refused.reason == "too_many_tables_here"
    assert isinstance(await open_one(game_server, HONEST, "anna"), Done)
    await game_server.close()


async def test_traces_are_the_same_in_all_processes_and_after_a_restart_and_other_elsewhere(
    tmp_path: Path,
) -> None:
    street = Street(tmp_path / "games.db")
    first, second = await street.open(SMALL), await street.open(SMALL)
    assert first.traces.of(HONEST) == second.traces.of(HONEST) != ""
    traces = {first.traces.of(f"192.0.2.{number}") for number in range(50)}
    await street.close()
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    assert traces == {again.traces.of(f"192.0.2.{number}") for number in range(50)}
    await again.close()
    elsewhere = await GameServer.open(SqliteStore.open(tmp_path / "other.db"), SMALL)
    assert traces != {elsewhere.traces.of(f"192.0.2.{number}") for number in range(50)}
    await elsewhere.close()


async def test_server_whose_store_cannot_keep_the_secret_opens_with_one_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: SqliteStore, what: str, text: str) -> str:
        raise StoreFailed(f"{what} {len(text)}")

    monkeypatch.setattr(SqliteStore, "keep_note", full)
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), SMALL)
    assert len(game_server.traces.key) == 16
    await game_server.close()
