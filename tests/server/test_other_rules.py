"""What was played under other rules is refused by name and never played by these."""

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from keltis.cli import main
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import FetchGame, JoinTable
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.players import QUICK, enter, play_through, playing
from tests.server.test_game_files import fetched

CHANGED = {"oracle": "The Oracle", "dice": "The Dice Game", "stones": "The Way of Stones"}
"""The games whose rules have a second version."""


@pytest.fixture
def old_rules(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A program that calls the rules of these games version 1, until it is undone."""
    for game in CHANGED:
        assert RULE_SETS[game].version == 2
        monkeypatch.setattr(RULE_SETS[game], "version", 1)
    return monkeypatch


@pytest.mark.parametrize("game", CHANGED)
async def test_table_of_old_rules_stays_closed_by_name_and_the_house_opens(
    game: str, tmp_path: Path, old_rules: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    old, _ = await playing(game_server, "anna", "boris", game=game)
    new, _ = await playing(game_server, "cora", "dora", game="keltis")
    await game_server.close()
    old_rules.undo()
    caplog.set_level(logging.ERROR)
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    assert list(again.lines) == [new.table]
    said = f"this game was played under {game} rules 1; this program plays 2"
    assert f"table {old.table} stays closed: {said}" in caplog.text
    anna = await enter(again, "anna")
    for _ in range(QUICK.wrong_codes + 1):  # it is no wrong code
        assert await anna.refused(JoinTable, table=old.table) == "other_rules"
    cora = await enter(again, "cora")
    await cora.do(JoinTable, table=new.table)
    await again.close()


async def test_finished_game_of_old_rules_is_not_told_as_one_of_these(
    tmp_path: Path, old_rules: pytest.MonkeyPatch
) -> None:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    players = await playing(game_server, "anna", "boris", game="stones")
    await play_through(players, Random(1))
    await game_server.close()
    old_rules.undo()
    again = await GameServer.open(SqliteStore.open(tmp_path / "games.db"), QUICK)
    anna = await enter(again, "anna")
    assert await anna.refused(FetchGame, table=players[0].table) == "other_rules"
    await again.close()


@pytest.mark.law
@pytest.mark.parametrize("game", CHANGED)
async def test_file_of_old_rules_is_refused_by_the_command_in_a_sentence(
    game: str,
    game_server: GameServer,
    tmp_path: Path,
    old_rules: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    players = await playing(game_server, "anna", "boris", game=game)
    await play_through(players, Random(1))
    file = tmp_path / "old.keltis"
    file.write_text(await fetched(players[0], players[0].table), encoding="utf-8")
    old_rules.undo()
    assert await asyncio.to_thread(main, ["verify", str(file)]) == 2
    said = capsys.readouterr().err
    assert f"this game was played under rules 1 of {CHANGED[game]}; this program plays" in said
    assert "rules 2" in said
