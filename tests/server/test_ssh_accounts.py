"""What people ask about themselves after `ssh host`, and what they are told."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import FrameReader, frame
from keltis_protocol.messages import VERSION, AddBot, Hello, OpenTable, StartGame, Welcome
from keltis_server.server import GameServer
from keltis_server.ssh import Listener, serve
from keltis_words.sentences import HELP
from tests.server.players import enter
from tests.server.test_ssh import GuestClient, connect, shown, terminal

CODE = r"\b[A-Z0-9]{10}\b"


@pytest.fixture
async def listener(game_server: GameServer, tmp_path: Path) -> AsyncIterator[Listener]:
    opened = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key")
    yield opened
    await opened.close()


async def ask(listener: Listener, key: asyncssh.SSHKey | None, command: str) -> tuple[int, str]:
    """Exit status and everything said."""
    keys = [key] if key else None
    async with connect(listener, client_factory=GuestClient, client_keys=keys) as conn:
        async with asyncio.timeout(10):
            done = await conn.run(command, stdin=asyncssh.DEVNULL)
    return done.exit_status or 0, str(done.stdout) + str(done.stderr)


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def name_of(game_server: GameServer, key: asyncssh.SSHKey) -> str:
    account = await game_server.store.known(key.public_data)
    return account.name if account else ""


async def test_help_names_every_command_with_what_it_does(listener: Listener) -> None:
    status, said = await ask(listener, None, "help")
    assert status == 0
    commands, colours = said.split("\r\n\r\n")
    assert len(commands.splitlines()) == len(HELP)
    assert "COLORTERM" in colours
    for word in ("join", "back", "tables", "game", "link", "forget-me"):
        assert f" {word}" in said


async def test_a_second_key_is_linked_by_code_and_opens_the_same_account(
    game_server: GameServer, listener: Listener
) -> None:
    first, second = new_key(), new_key()
    async with (
        connect(listener, client_keys=[first]) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, b"ann")
    status, said = await ask(listener, first, "link")
    assert status == 0
    assert "10 minutes" in said
    (code,) = re.findall(CODE, said)
    assert await ask(listener, second, f"link {code.lower()}") == (
        0,
        "This key opens the account of ann from now on.\r\n",
    )
    assert await name_of(game_server, second) == "ann"
    status, said = await ask(listener, new_key(), f"link {code}")
    assert (status, "not known" in said) == (1, True)


async def test_guests_are_told_that_it_takes_a_key(listener: Listener) -> None:
    for command in ("link", "link ABCDEFGHJK", "forget-me", "forget-me ann"):
        status, said = await ask(listener, None, command)
        assert status == 1
        assert "need a key" in said


async def test_an_account_is_deleted_only_with_its_name_as_the_word(
    game_server: GameServer, listener: Listener
) -> None:
    key = new_key()
    async with (
        connect(listener, client_keys=[key]) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, b"ann")
    status, said = await ask(listener, key, "forget-me")
    assert status == 0
    assert "forget-me ann" in said
    status, said = await ask(listener, key, "forget-me bob")
    assert (status, "Nothing was deleted" in said) == (1, True)
    assert await name_of(game_server, key) == "ann"
    status, said = await ask(listener, key, "forget-me ann")
    assert (status, said) == (0, "You are forgotten. Goodbye.\r\n")
    assert await game_server.store.known(key.public_data) is None
    status, said = await ask(listener, key, "forget-me ann")
    assert (status, "no account" in said) == (1, True)


async def test_a_guest_takes_up_the_seat_again_by_the_code_shown(
    game_server: GameServer, listener: Listener
) -> None:
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        got = await shown(process, b"~ann")
        process.stdin.write(b"\x1b[H ")
        await shown(process, b"turn 1")
        (code,) = re.findall(CODE, got.split(b"\x1b")[0].decode())
        name = re.search(rb"~[a-z]+", got)
    assert name
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal(f"back {code}")) as process,
    ):
        await shown(process, b"turn ")
    (line,) = game_server.lines.values()
    assert line.places[0].name == name[0].decode()


async def test_program_of_a_guest_names_the_code_and_has_the_seat_a_wrong_one_makes_a_new_guest(
    game_server: GameServer, listener: Listener
) -> None:
    ann = await enter(game_server, "ann", guest=True)
    code = ann.all(Welcome)[0].return_code
    await ann.do(OpenTable, game="stones", seats=2)
    await ann.do(AddBot, table=ann.table)
    await ann.do(StartGame, table=ann.table)
    for back, name in ((code, ann.visit.who.name), ("ABCDEFGHJK", "~bob"), ("?", "~bob")):
        async with connect(listener, client_factory=GuestClient, username="bob") as conn:
            env = {"KELTIS_BACK": back}
            options = {"subsystem": "keltis", "encoding": None, "env": env}
            writer, reader, _ = await conn.open_session(**options)
            writer.write(frame(encode(Hello(version=VERSION)), 16384))
            frames, told = FrameReader(1 << 20), list[bytes]()
            while not told:
                told += frames.feed(await reader.read(1 << 20))
            welcome = decode_fact(told[0])
            assert isinstance(welcome, Welcome)
            assert welcome.you.name == name
            assert (welcome.return_code == code) == (back == code)


async def test_a_wrong_code_brings_nobody_back(listener: Listener) -> None:
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal("back ABCDEFGHJK")) as process,
    ):
        await shown(process, b"not known")
        await process.wait()
        assert process.exit_status == 1
