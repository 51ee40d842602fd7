"""What is said in the lobby: heard by everybody there in every process, kept, bounded, clean."""

import logging
from pathlib import Path

import pytest

from keltis_protocol.messages import (
    Done,
    LeaveTable,
    OpenTable,
    ReportInLobby,
    SaidInLobby,
    SayInLobby,
)
from keltis_server.server import Caller, GameServer
from keltis_server.store.sqlite import SqliteStore
from tests.server.hostile_texts import SEQUENCES
from tests.server.players import QUICK, Player, enter
from tests.server.processes import street


def texts(player: Player) -> list[str]:
    return [line.text for line in player.all(SaidInLobby)]


async def hear(player: Player, text: str) -> SaidInLobby:
    for line in player.all(SaidInLobby):
        if line.text == text:
            return line
    return await player.hear(SaidInLobby, lambda line: line.text == text)


async def test_what_is_said_is_heard_in_every_process_by_all_who_are_at_no_table(
    tmp_path: Path,
) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        anna, boris = await enter(first, "anna"), await enter(second, "boris")
        nora = await enter(second, "nora")
        await nora.do(OpenTable, game="keltis", seats=2)
        await anna.do(SayInLobby, text="  good  evening ")
        said = await hear(boris, "good  evening")
        assert (said.name, said.guest, said.yours) == ("anna", False, False)
        assert (await hear(anna, "good  evening")).yours
        await boris.do(SayInLobby, text="and to you")
        await hear(anna, "and to you")
        assert texts(nora) == []
        assert await nora.refused(SayInLobby, text="me too") == "at_table"
        await nora.do(LeaveTable, table=nora.table)
        await hear(nora, "and to you")
        assert texts(nora) == ["good  evening", "and to you"], "what was said meanwhile, once"


async def test_newcomers_are_told_the_last_lines_also_after_a_kill_and_in_a_new_process(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    before = await GameServer.open(SqliteStore.open(path), QUICK)
    anna = await enter(before, "anna")
    for number in range(4):
        await anna.do(SayInLobby, text=f"line {number}")
    after = await GameServer.open(SqliteStore.open(path), QUICK)  # while the other has not closed
    boris = await enter(after, "boris")
    await boris.do(SayInLobby, text="hello")
    assert texts(boris) == [*(f"line {number}" for number in range(4)), "hello"]
    numbers = [line.number for line in boris.all(SaidInLobby)]
    assert numbers == sorted(set(numbers))
    await after.close()
    await before.close()


async def test_one_who_speaks_under_another_name_is_known_as_the_same(
    game_server: GameServer,
) -> None:
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    await anna.do(SayInLobby, text="one")
    await boris.do(SayInLobby, text="two")
    await hear(boris, "two")
    first, second = boris.all(SaidInLobby)
    assert first.speaker != second.speaker
    assert anna.visit.who.id not in first.speaker
    again = Player(await game_server.visit(Caller(b"key of anna", "other")))
    await again.greet()
    await again.do(SayInLobby, text="three")
    assert (await hear(boris, "three")).speaker == first.speaker


@pytest.mark.parametrize("text", ["", "   ", *SEQUENCES])
async def test_hostile_text_is_refused_as_at_a_table(game_server: GameServer, text: str) -> None:
    """T1."""
    anna = await enter(game_server, "anna")
    assert await anna.refused(SayInLobby, text=text) in ("line_empty", "line_characters")


async def test_a_spammer_is_slowed_down_and_the_others_are_not(game_server: GameServer) -> None:
    """T18."""
    anna, boris = await enter(game_server, "anna"), await enter(game_server, "boris")
    answers = [await anna.ask(SayInLobby, text=f"buy {number}") for number in range(30)]
    assert sum(isinstance(answer, Done) for answer in answers) == 5
    await boris.do(SayInLobby, text="hello")
    assert await boris.refused(SayInLobby, text="Hello") == "said_already"


async def test_a_command_that_comes_again_says_nothing_twice(tmp_path: Path) -> None:
    """T6: over a new line, in another process."""
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        anna = await enter(first, "anna")
        await anna.do(SayInLobby, id="same", text="hello")
        again = await enter(second, "anna")
        boris = await enter(second, "boris")
        assert isinstance(await again.ask(SayInLobby, id="same", text="hello again"), Done)
        await boris.do(SayInLobby, text="last")
        await hear(boris, "last")
        assert texts(boris) == ["hello", "last"]


async def test_a_report_names_who_said_it_and_whence_and_what(
    game_server: GameServer, caplog: pytest.LogCaptureFixture
) -> None:
    anna = Player(await game_server.visit(Caller(b"key of anna", "anna", "192.0.2.7")))
    await anna.greet()
    boris = await enter(game_server, "boris")
    await anna.do(SayInLobby, text="rude")
    number = (await hear(boris, "rude")).number
    assert await boris.refused(ReportInLobby, number=number + 1) == "nothing_said"
    with caplog.at_level(logging.WARNING):
        await boris.do(ReportInLobby, number=number)
    (record,) = caplog.records
    said = record.getMessage()
    assert all(part in said for part in ("boris", "anna", "192.0.2.7", anna.visit.who.id, "rude"))


async def test_who_is_forgotten_has_said_nothing_in_any_process(tmp_path: Path) -> None:
    async with street(tmp_path) as place:
        first, second = await place.open(), await place.open()
        anna = await enter(first, "anna")
        await anna.do(SayInLobby, text="my secret")
        boris = await enter(second, "boris")
        await hear(boris, "my secret")
        caller = Caller(b"key of anna", "anna")
        word = await first.accounts.to_forget(caller)
        await first.accounts.forget(caller, word)
        await boris.do(SayInLobby, text="who was that?")
        for game_server, login in ((first, "nora"), (second, "dora")):
            newcomer = await enter(game_server, login)
            await newcomer.do(SayInLobby, text=f"I am {login}")
            assert "my secret" not in texts(newcomer)
            assert "who was that?" in texts(newcomer)
