"""A lucky word is given in the waiting room, and a finished game is saved from its score sheet."""

import re
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import Raw

from keltis import saved_games
from keltis_engine.record import verify
from keltis_engine.rules import RULE_SETS
from keltis_protocol.messages import (
    FetchGame,
    GameFile,
    GiveLuckyWord,
    PlayMove,
    Refused,
    SeatState,
    TableChanged,
)
from keltis_tui.entrance import Entrance
from keltis_tui.screens.table import TableScreen
from keltis_tui.session import Session
from keltis_tui.table.client_game import ClientGame
from screenshots.staged import CODE, Staged, table
from tests.tui.at_table import known, table_of
from tests.tui.conftest import Told, Visiting


def waiting_room(word: str = "", commitment: bytes = b"") -> TableChanged:
    seats = [SeatState(kind="person", name="ann", word=word), SeatState(kind="free")]
    return TableChanged(
        table=CODE,
        game="keltis",
        options={},
        seats=seats,
        state="open",
        private=False,
        owner=True,
        seat=0,
        commitment=commitment,
    )


def is_later(game: ClientGame, ply: int) -> bool:
    return game.ply > ply


def score_sheet(told: Told) -> Session:
    """A session that looks at the score sheet of a finished game."""
    return told(table(2, "over"), Staged(2, "over").until(lambda _: False).changed())


def press(session: Session, *keys: str) -> None:
    for key in keys:
        session.press(key)


def test_a_lucky_word_is_typed_in_the_waiting_room_and_sent(told: Told) -> None:
    session = told(waiting_room())
    session.outbox.clear()
    press(session, "w", *"shamrocks", "backspace", "enter")
    (command,) = session.outbox
    assert isinstance(command, GiveLuckyWord)
    assert (command.table, command.word) == (CODE, "shamrock")


def test_the_waiting_room_shows_the_dealers_promise_and_everybodys_word(told: Told) -> None:
    session = told(waiting_room("shamrock", bytes(range(32))))
    text = session.paint(80, 24).text()
    assert "lucky word: shamrock" in text
    assert "promise: 000102030405060708090a0b0c0d0e0f" in text
    press(session, "w")
    assert "shamrock" in session.paint(80, 24).text(), "what was given can be changed"


def test_a_refused_word_is_explained_where_it_was_typed(told: Told) -> None:
    session = told(waiting_room())
    press(session, "w", "x", "enter")
    session.hear(Refused(id=known(session.outbox[-1], GiveLuckyWord).id, reason="word_characters"))
    assert "Only characters that can be seen" in session.paint(80, 24).text()


def test_a_finished_game_is_kept_on_the_persons_machine_and_the_place_is_shown(told: Told) -> None:
    session = score_sheet(told)
    kept: list[tuple[str, str]] = []

    def keep(name: str, text: str) -> str:
        kept.append((name, text))
        return f"/home/ann/{name}"

    session.client.save = keep
    session.outbox.clear()
    press(session, "s")
    (command,) = session.outbox
    assert isinstance(command, FetchGame)
    assert command.table == CODE
    session.hear(GameFile(table=CODE, text="first half, ", more=True))
    assert kept == []
    session.hear(GameFile(table=CODE, text="second half"))
    ((name, text),) = kept
    assert re.fullmatch(rf"keltis-{CODE}-\d{{4}}-\d\d-\d\d\.keltis", name)
    assert text == "first half, second half"
    assert f"/home/ann/{name}" in session.paint(80, 24).text()


def test_a_long_path_is_shown_whole_on_the_score_sheet(told: Told) -> None:
    session = score_sheet(told)
    folder = "/" + "/".join(f"a_folder_of_ann_{number}" for number in range(12))
    session.client.save = lambda name, _: f"{folder}/{name}"
    press(session, "s")
    session.hear(GameFile(table=CODE, text="text"))
    seen = "".join(session.paint(80, 24).text().split())
    assert f"{folder}/keltis-{CODE}-" in seen


def test_a_file_that_nobody_asked_for_is_not_kept(told: Told) -> None:
    session = score_sheet(told)
    session.client.save = lambda *_: pytest.fail("it was kept")
    session.hear(GameFile(table=CODE, text="surprise"))


def test_a_full_disk_is_said_and_not_fatal(told: Told) -> None:
    session = score_sheet(told)

    def keep(name: str, text: str) -> str:
        raise OSError(28, "No space left on device")

    session.client.save = keep
    press(session, "s")
    session.hear(GameFile(table=CODE, text="text"))
    assert "could not be saved: No space left on device" in session.paint(80, 24).text()


def test_over_plain_ssh_the_command_for_the_file_is_shown_and_nothing_is_fetched(
    told: Told,
) -> None:
    session = score_sheet(told)
    session.outbox.clear()
    press(session, "s")
    assert not session.outbox
    assert f"ssh HOST game {CODE} > game.keltis" in " ".join(session.paint(80, 24).text().split())


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for game files, for now."""
    monkeypatch.setattr(saved_games, "games_folder", lambda: tmp_path / "games")
    return tmp_path / "games"


def test_no_file_is_ever_overwritten_and_the_same_game_is_kept_once(games: Path) -> None:
    paths = [saved_games.save("a.keltis", text) for text in ("one", "two", "one", "three", "two")]
    names = [Path(path).name for path in paths]
    assert names == ["a.keltis", "a-2.keltis", "a.keltis", "a-3.keltis", "a-2.keltis"]
    assert {path.name: path.read_text() for path in games.iterdir()} == {
        "a.keltis": "one",
        "a-2.keltis": "two",
        "a-3.keltis": "three",
    }


@pytest.mark.parametrize("code", ["../../../etc/x", "..", "a\0b", "/abs", "\x1b[2J", "C:\\x"])
def test_a_server_cannot_choose_where_a_file_lies(games: Path, code: str) -> None:
    """T1: the code of a table comes from the server."""
    path = Path(saved_games.save(f"keltis-{code}-2026-11-16.keltis", "text"))
    assert path.parent == games
    assert re.fullmatch(r"keltis-[A-Za-z0-9._-]*-2026-11-16\.keltis", path.name)


def only_file(folder: Path) -> str:
    (file,) = folder.iterdir()
    return file.read_text(encoding="utf-8")


@pytest.mark.long
async def test_a_game_played_in_the_app_is_saved_and_proven(
    visiting: Visiting, games: Path
) -> None:
    async with visiting(entrance=Entrance(game="stones", bots=1)) as seen:
        session = seen.session
        session.client.save = saved_games.save
        await seen.until(lambda: isinstance(session.screen, TableScreen))
        while not seen.game.ended:
            game = seen.game
            if game.my_turn:
                move, ply = Raw(msgspec.msgpack.encode(game.moves[0])), game.ply
                code = table_of(session).table
                session.client.ask(partial(PlayMove, table=code, ply=ply, move=move))
                seen.app._show()
                await seen.until(partial(is_later, game, ply))
            await seen.pilot.pause()
        await seen.press("enter", "s")
        await seen.until_shown("Saved")
    record = verify(only_file(games), RULE_SETS)
    assert [player.kind for player in record.players] == ["person", "bot"]
