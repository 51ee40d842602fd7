"""T1, T2: with the cleaning at the input switched off, nobody's terminal gets more than text.

Mallory is called, wishes luck with and says whatever she likes, and it stands in the store like
that; Ann comes by SSH and looks at all of it.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import asyncssh
import pyte
import pytest

from keltis_protocol.messages import (
    GameChanged,
    GiveLuckyWord,
    JoinTable,
    OpenTable,
    Say,
    SetName,
    StartGame,
    TableChanged,
)
from keltis_server.people import names
from keltis_server.server import GameServer
from keltis_server.ssh import Listener, serve
from keltis_server.tables import texts
from keltis_server.terminal.output.sanitize import STEERING
from tests.e2e.allow_list import foreign
from tests.e2e.raw_client import connect
from tests.server.hostile_texts import SEQUENCES
from tests.server.players import Player, enter, play_through

EVIL = tuple(text for text in SEQUENCES[::3] if "\ud800" not in text)
"""Some of them; `test_foreign_text` shows them all. Halves of characters fit into no message."""


@pytest.fixture
async def listener(
    game_server: GameServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Listener]:
    """A server in which anything may be written."""
    monkeypatch.setattr(names, "refusal", lambda _: None)
    monkeypatch.setattr(names, "tidy", str)
    monkeypatch.setattr(texts, "word_refusal", lambda _: None)
    monkeypatch.setattr(texts, "line_refusal", lambda _: None)
    monkeypatch.setattr(texts, "tidy", str)
    opened = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key")
    yield opened
    await opened.close()


class Watcher:
    """Ann at her terminal: what she sees, and every byte that came."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._screen = pyte.Screen(100, 30)
        self._stream = pyte.ByteStream(self._screen)
        self.data = b""

    async def press(self, keys: bytes, shown: str) -> None:
        """Press keys and look until something is shown."""
        self._process.stdin.write(keys)
        async with asyncio.timeout(30):
            while shown not in "\n".join(self._screen.display):
                piece = await self._process.stdout.read(65536)
                assert piece, self.data
                self.data += piece
                self._stream.feed(piece)


async def plain(conn: asyncssh.SSHClientConnection, *words: str, term: str | None = None) -> bytes:
    """Everything said to `ssh host words`."""
    done = await conn.run(" ".join(words), term_type=term, encoding=None)
    assert isinstance(done.stdout, bytes)
    assert isinstance(done.stderr, bytes)
    return done.stdout + done.stderr


async def hostile(game_server: GameServer, text: str) -> Player:
    """Mallory at an open table of hers."""
    mallory = await enter(game_server, "mallory")
    await mallory.do(SetName, name=text)
    assert mallory.visit.who.name == text, "the cleaning is off"
    await mallory.do(OpenTable, game="stones", seats=2)
    await mallory.hear(TableChanged)
    return mallory


@pytest.mark.law
@pytest.mark.parametrize("text", EVIL)
async def test_what_the_store_holds_is_only_text_to_whoever_looks(
    game_server: GameServer, listener: Listener, text: str
) -> None:
    mallory = await hostile(game_server, text)
    async with connect(listener.port) as conn:
        listed = await plain(conn, "tables")
        assert mallory.table.encode() in listed
        assert foreign(listed) == []
    async with connect(listener.port) as conn:
        process = await conn.create_process(
            "join " + mallory.table, term_type="xterm", term_size=(100, 30), encoding=None
        )
        ann = Watcher(process)
        await ann.press(b"", "lucky word")
        await mallory.do(GiveLuckyWord, table=mallory.table, word=text)
        await mallory.do(Say, table=mallory.table, text=text)
        await mallory.do(StartGame, table=mallory.table)
        await ann.press(b"\r", "turn")
        await mallory.hear(GameChanged)
        await mallory.do(Say, table=mallory.table, text=text + "!")
        await ann.press(b"/", "Esc")
        assert foreign(ann.data) == []


async def test_a_finished_game_on_a_terminal_is_only_text(
    game_server: GameServer, listener: Listener
) -> None:
    """Without a terminal it is a file: its lines are proven as they are, with C0 in quotes."""
    text = "\x1b]0;owned\x07\x9b31m\u202e\u00ad"
    mallory = await hostile(game_server, text)
    boris = await enter(game_server, "boris")
    await boris.do(JoinTable, table=mallory.table)
    players = [mallory, boris]
    for player in players:
        await player.do(StartGame, table=mallory.table)
    for player in players:
        await player.hear(GameChanged)
    await play_through(players, Random(5))
    async with connect(listener.port) as conn:
        shown = await plain(conn, "game", mallory.table, term="xterm")
    assert b"commitment" in shown
    assert foreign(shown) == []
    async with connect(listener.port) as conn:
        file = await plain(conn, "game", mallory.table)
    assert b"\x1b" not in file
    assert STEERING.search(file.decode().replace("\n", "")), "so the test above can fail"
