"""A finished game can be had as a file, and the file proves it to anybody."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from keltis.cli import main
from keltis_engine.fair import commitment
from keltis_engine.position import DEALER
from keltis_engine.record import Record, read, verify, write
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import encode
from keltis_protocol.frames import SERVER_LIMIT, frame
from keltis_protocol.messages import (
    AddBot,
    FetchGame,
    GameChanged,
    GameFile,
    GiveLuckyWord,
    LeaveTable,
    OpenTable,
    SetName,
    StartGame,
    TableChanged,
)
from keltis_server.server import GameServer
from keltis_server.tables import archive
from tests.server.players import Player, enter, play_through, playing, seated

ROOT = Path(__file__).parents[2]
OPTIONS = {"dice": {"games": "2", "side": "both"}}
"""A match over both sides of the dice board (D10); the other games by themselves."""


async def finished(
    game_server: GameServer, game: str, options: dict[str, str] | None = None
) -> tuple[list[Player], str]:
    """Two who have played a whole game with undos and lucky words, and its file."""
    players = await seated(game_server, "anna", "boris", game=game, options=options)
    await players[0].do(GiveLuckyWord, table=players[0].table, word='a "lucky" #1 ☘')
    await players[1].do(GiveLuckyWord, table=players[0].table, word="Glück")
    for player in players:
        await player.do(StartGame, table=player.table)
    await play_through(players, Random(game))
    return players, await fetched(players[0], players[0].table)


PLAYED: dict[str, str] = {}


async def file_of(game_server: GameServer, game: str) -> str:
    """The file of a whole game, which is played once for all who change it."""
    if game not in PLAYED:
        PLAYED[game] = (await finished(game_server, game, OPTIONS.get(game)))[1]
    return PLAYED[game]


def told_to(players: list[Player]) -> list[GameChanged]:
    return [fact for player in players for fact in player.all(GameChanged)]


async def fetched(player: Player, table: str, number: int = 0) -> str:
    """The file as a client puts it together."""
    await player.do(FetchGame, table=table, number=number)
    text, more = "", True
    while more:
        piece = await player.hear(GameFile)
        frame(encode(piece), SERVER_LIMIT)
        text, more = text + piece.text, piece.more
    return text


def verified(path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """What the command line says about a file."""
    path.write_text(text, encoding="utf-8")
    paths = os.pathsep.join(
        str(ROOT / part) for part in (".", "engine", "protocol", "words", "server")
    )
    return subprocess.run(
        [sys.executable, "-m", "keltis", "verify", str(path)],
        env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONPATH": paths},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_file_of_a_game_holds_all_that_happened_and_is_proven_by_the_command(
    game_server: GameServer, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players, text = await finished(game_server, game, OPTIONS.get(game))
    record = verify(text, RULE_SETS)
    told = players[0].last(TableChanged)
    first_told = players[0].all(TableChanged)[0]
    assert (record.rules, record.version) == (game, RULE_SETS[game].version)
    assert record.options == told.options
    assert [(p.kind, p.name, p.word) for p in record.players] == [
        ("person", "anna", 'a "lucky" #1 ☘'),
        ("person", "boris", "Glück"),
    ]
    assert record.commitment == first_told.commitment
    assert record.secret == told.secret
    assert commitment(record.secret) == record.commitment
    assert len(record.entries) == players[0].last(GameChanged).ply
    undone = any(entry.move is None for entry in record.entries)
    assert undone == any(fact.can_take_back for fact in told_to(players))
    assert record.entries[0].who == DEALER
    times = [entry.at for entry in record.entries]
    assert times == sorted(times)
    assert times[0] == 0 < times[-1]
    file = tmp_path / "game.keltis"
    file.write_text(text, encoding="utf-8")
    assert await asyncio.to_thread(main, ["verify", str(file)]) == 0
    assert f"{len(record.entries)} moves are proven" in capsys.readouterr().out


async def test_the_command_in_a_process_of_its_own_proves_and_refuses_alike(
    game_server: GameServer, tmp_path: Path
) -> None:
    text, file = await file_of(game_server, "stones"), tmp_path / "game.keltis"
    said = verified(file, text)
    assert said.returncode == 0, said.stderr
    assert "moves are proven" in said.stdout
    said = verified(file, text.replace("Glück", "Pech"))
    assert said.returncode == 1
    assert "this line was changed" in said.stderr


@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_changed_move_card_or_word_is_refused_by_the_command_with_its_line(
    game_server: GameServer,
    game: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    amount: Callable[[int], int],
) -> None:
    text = await file_of(game_server, game)
    lines = text.splitlines(keepends=True)
    random, file = Random(7), tmp_path / "changed.keltis"
    deals = [n for n, line in enumerate(lines) if line.startswith("dealer ")]
    moves = [n for n, line in enumerate(lines) if line[0] in "01" and "[" in line]
    words = [n for n, line in enumerate(lines) if line.startswith("word ")]
    assert len(words) == 2
    for number in (deals[0], *random.sample(moves, min(20, amount(20))), *words):
        other = "".join([*lines[:number], _another(lines[number], random), *lines[number + 1 :]])
        file.write_text(other, encoding="utf-8")
        assert await asyncio.to_thread(main, ["verify", str(file)]) == 1
        assert f"line {number + 1}: this line was changed" in capsys.readouterr().err


def _another(line: str, random: Random) -> str:
    """The line with one character of its statement changed."""
    statement, mark, digest = line.rpartition(" #")
    at = random.randrange(len(statement.split(" ", 1)[0]) + 1, len(statement))
    other = "7" if statement[at] != "7" else "3"
    return statement[:at] + other + statement[at + 1 :] + mark + digest


Forgery = Callable[[Record], Record]


def _other_deal(record: Record) -> Record:
    """The dealer's first list of cards, stones or dice has its ends swapped."""
    entries = list(record.entries)
    for place, entry in enumerate(entries):
        dealt = msgspec.to_builtins(entry.move)
        for field, cards in enumerate(dealt):
            if isinstance(cards, list | tuple) and len(set(cards)) > 1:
                dealt[field] = [*cards[1:], *cards[:1]]
                moved = msgspec.convert(dealt, type(entry.move))
                entries[place] = replace(entry, move=moved)
                return replace(record, entries=tuple(entries))
    raise AssertionError("nothing was dealt")


def _other_word(record: Record) -> Record:
    anna, boris = record.players
    return replace(record, players=(anna, replace(boris, word="Pech")))


def _move_of_another_seat(record: Record) -> Record:
    entries = list(record.entries)
    place = next(n for n, entry in enumerate(entries) if entry.who != DEALER)
    entries[place] = replace(entries[place], who=1 - entries[place].who)
    return replace(record, entries=tuple(entries))


def _other_result(record: Record) -> Record:
    return replace(record, result=tuple(total + 1 for total in record.result))


FORGERIES: dict[Forgery, str] = {
    _other_deal: "this deal does not follow from the secret",
    _other_word: "this deal does not follow from the secret",
    _move_of_another_seat: "this move was not allowed",
    _other_result: "the game had another result",
}


@pytest.mark.long
@pytest.mark.law
@pytest.mark.parametrize("game", RULE_SETS)
async def test_forgery_with_fitting_digests_is_refused_by_the_command_in_words(
    game_server: GameServer, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = await file_of(game_server, game)
    record, file = read(text, RULE_SETS), tmp_path / "forged.keltis"
    for forge, problem in FORGERIES.items():
        forged = write(forge(record))
        file.write_text(forged, encoding="utf-8")
        assert await asyncio.to_thread(main, ["verify", str(file)]) == 1
        said = capsys.readouterr().err
        assert problem in said
        if forge is not _other_word:  # that one shows in the first deal
            assert f"line {_first_difference(text, forged)}:" in said


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one.splitlines(), other.splitlines(), strict=True)
    return next(n for n, (left, right) in enumerate(pairs, 1) if left != right)


async def test_unfinished_game_has_no_file_before_it_is_over(game_server: GameServer) -> None:
    anna, boris = await seated(game_server, "anna", "boris", game="stones")
    table = anna.table
    assert await anna.refused(FetchGame, table=table) == "game_not_over"
    for player in (anna, boris):
        await player.do(StartGame, table=table)
    assert await anna.refused(FetchGame, table=table) == "game_not_over"
    await play_through([anna, boris], Random(2))
    first = await fetched(anna, table)
    for player in (anna, boris):
        await player.do(StartGame, table=table)
    assert await boris.refused(FetchGame, table=table, number=2) == "game_not_over"
    assert await fetched(boris, table) == first, "the newest that is over"
    await play_through([anna, boris], Random(2))
    assert await fetched(anna, table, 1) == first
    second = await fetched(anna, table)
    assert second == await fetched(anna, table, 2) != first
    assert verify(first, RULE_SETS).first is None
    assert verify(second, RULE_SETS).first is not None, "C8: the start goes round"


async def test_file_can_still_be_had_when_the_table_is_gone(game_server: GameServer) -> None:
    players, text = await finished(game_server, "stones")
    table = players[0].table
    for player in players:
        await player.do(SetName, name=f"{player.visit.who.name}2")
        await player.do(LeaveTable, table=table)
    stranger = await enter(game_server, "", guest=True)
    assert await fetched(stranger, table) == text, "with the names they played under"


async def test_nobody_finds_games_by_trying_codes(game_server: GameServer) -> None:
    """T19."""
    anna = await enter(game_server, "anna")
    for _ in range(game_server.limits.wrong_codes):
        assert await anna.refused(FetchGame, table="NOSUCH") == "no_such_table"
    assert await anna.refused(FetchGame, table="NOSUCH") == "too_many_tries"


async def test_files_do_not_pile_up_for_somebody_who_does_not_read_them(
    game_server: GameServer,
) -> None:
    """T9."""
    players, _ = await finished(game_server, "stones")
    anna, table = players[0], players[0].table
    for _ in range(3):
        await anna.visit.send(FetchGame(id=anna.new_id(), table=table))
    while anna.visit.has_unread(GameFile):
        await anna.hear(GameFile)
    assert len(anna.all(GameFile)) == 2, "the one before, and one of three"


async def test_file_too_long_for_one_message_comes_in_pieces(
    game_server: GameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, text = await finished(game_server, "stones")
    monkeypatch.setattr(archive, "PIECE", 1000)
    before = len(players[0].all(GameFile))
    assert await fetched(players[0], players[0].table) == text
    assert len(players[0].all(GameFile)) - before > 3


async def test_file_of_a_game_with_bots_names_them_as_bots(game_server: GameServer) -> None:
    anna = await enter(game_server, "anna")
    await anna.do(OpenTable, game="dice", seats=3)
    await anna.hear(TableChanged)
    for _ in range(2):
        await anna.do(AddBot, table=anna.table)
    await anna.do(StartGame, table=anna.table)
    await anna.hear(GameChanged)
    await anna.play_on(Random(1))
    record = verify(await fetched(anna, anna.table), RULE_SETS)
    assert [player.kind for player in record.players] == ["person", "bot", "bot"]
    assert len({player.name for player in record.players}) == 3


@pytest.mark.long
async def test_game_file_is_proven_for_four_players_and_a_renamed_one(
    game_server: GameServer,
) -> None:
    players = await playing(game_server, "anna", "boris", "carla", "dezso")
    await players[2].do(SetName, name="cleo")
    await play_through(players, Random(4))
    record = verify(await fetched(players[0], players[0].table), RULE_SETS)
    assert [player.name for player in record.players] == ["anna", "boris", "carla", "dezso"]
