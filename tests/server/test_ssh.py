"""The SSH server from the inside: who is let in as whom, what is refused, and how it closes."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
import msgspec
import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from keltis_engine.record import verify
from keltis_engine.rules import RULE_SETS
from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, frame
from keltis_protocol.link import Link
from keltis_protocol.messages import (
    VERSION,
    Closing,
    Command,
    Done,
    Fact,
    Hello,
    LeaveTable,
    Lobby,
    OpenTable,
    Refused,
    Welcome,
)
from keltis_server.server import GameServer
from keltis_server.ssh import Listener, SshLimits, serve
from keltis_server.store.contract import Entry
from keltis_server.store.played import Ended, SeatPlayed
from keltis_server.terminal.entrance import Entrance
from keltis_server.terminal.hosted_app import HostedApp
from keltis_server.terminal.output.sequences import GIVE_BACK
from tests.server.players import play_through, playing


class WhoApp(HostedApp):
    """Shows who somebody is and which table they asked for."""

    def __init__(self, link: Link, language: str, entrance: Entrance) -> None:
        super().__init__()
        self.link = link
        self.text = f"[{language}] [{entrance.join}]"

    def compose(self) -> ComposeResult:
        yield Static(self.text, markup=False)

    async def on_mount(self) -> None:
        await self.link.send(Hello(version=VERSION))
        fact = await self.link.receive()
        assert isinstance(fact, Welcome)
        kind = "guest" if fact.you.guest else "player"
        self.query_one(Static).update(f"{self.text} {kind} <{fact.you.name}>")

    def on_key(self) -> None:
        self.exit("Slán!")


@pytest.fixture
async def listener(game_server: GameServer, tmp_path: Path) -> AsyncIterator[Listener]:
    opened = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key", app_for=WhoApp)
    yield opened
    await opened.close()


def connect(
    listener: Listener, **options: Any
) -> AbstractAsyncContextManager[asyncssh.SSHClientConnection]:
    settings: dict[str, Any] = {
        "known_hosts": None,
        "config": None,
        "agent_path": None,
        "client_keys": None,
        "username": "ann",
    }
    return asyncssh.connect("127.0.0.1", listener.port, **(settings | options))


PERSON = rb"(player|guest) <.*?>"
"""What the app says somebody is."""


async def shown(process: asyncssh.SSHClientProcess[bytes], pattern: bytes) -> bytes:
    """What the client got until a pattern was in it."""
    got = b""
    async with asyncio.timeout(10):
        while not re.search(pattern, got):
            piece = await process.stdout.read(65536)
            assert piece, got
            got += piece
    return got


async def rest(process: asyncssh.SSHClientProcess[bytes]) -> bytes:
    async with asyncio.timeout(10):
        return await process.stdout.read()


def terminal(command: str | None = None) -> dict[str, object]:
    return {
        "command": command,
        "term_type": "xterm-256color",
        "term_size": (80, 24),
        "encoding": None,
    }


class GuestClient(asyncssh.SSHClient):
    """Answers no question, because none is asked."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        assert list(prompts) == []
        return []


async def seen_as(listener: Listener, **options: Any) -> str:
    """What the app says this client is."""
    async with (
        connect(listener, client_factory=GuestClient, **options) as conn,
        conn.create_process(**terminal()) as process,
    ):
        got = await shown(process, PERSON)
        process.stdin.write(b"q")
        await rest(process)
    found = re.search(PERSON, got)
    assert found
    return found[0].decode()


async def test_nobody_is_let_in_with_a_library_that_mistakes_people(
    game_server: GameServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T3."""
    monkeypatch.setattr(asyncssh, "__version__", "2.24.0")
    with pytest.raises(RuntimeError, match="somebody else"):
        await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key")


async def test_a_key_makes_a_player_called_by_the_login_name(listener: Listener) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert await seen_as(listener, client_keys=[key]) == "player <ann>"


async def test_the_key_is_the_account_under_whatever_login_name(listener: Listener) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert await seen_as(listener, client_keys=[key]) == "player <ann>"
    assert await seen_as(listener, client_keys=[key], username="somebody") == "player <ann>"


async def test_without_a_key_one_is_a_guest_and_nothing_is_asked(listener: Listener) -> None:
    assert (await seen_as(listener)).startswith("guest <")


async def test_a_key_that_was_offered_but_did_not_sign_makes_nobody_its_owner(
    listener: Listener,
) -> None:
    """T3: the victim's public key is offered, signed for by another key, and then a guest comes."""
    victim = asyncssh.generate_private_key("ssh-ed25519")
    assert await seen_as(listener, client_keys=[victim]) == "player <ann>"
    (forged,) = asyncssh.load_keypairs([asyncssh.generate_private_key("ssh-ed25519")])
    forged.public_data = victim.public_data
    assert (await seen_as(listener, client_keys=[forged])).startswith("guest <")


@pytest.mark.parametrize("name", ["a" * 1000, "root", "ann; rm -rf /", "[/oops]", "[@click=x]y"])
async def test_no_login_name_keeps_anybody_out(listener: Listener, name: str) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    assert await seen_as(listener, client_keys=[key], username=name) == "player <>"


async def test_what_a_person_reads_last_is_the_apps_last_word(listener: Listener) -> None:
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, PERSON)
        process.stdin.write(b"q")
        got = await rest(process)
        await process.wait()
    assert GIVE_BACK.encode() in got
    assert got.endswith("Slán!\r\n".encode())
    assert process.exit_status == 0


async def test_join_goes_to_that_table_and_the_language_is_the_clients(listener: Listener) -> None:
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(
            **terminal("join k7qf"), env={"LANG": "de_AT.UTF-8", "LD_PRELOAD": "x"}
        ) as process,
    ):
        await shown(process, rb"\[de_AT\] \[K7QF\]")


async def run(listener: Listener, command: str | None, **options: Any) -> tuple[int, str, str]:
    """Exit status, output and errors of a command without a terminal."""
    async with connect(listener, client_factory=GuestClient) as conn:
        async with asyncio.timeout(10):
            done = await conn.run(command, stdin=asyncssh.DEVNULL, **options)
    return done.exit_status or 0, str(done.stdout), str(done.stderr)


async def test_without_a_terminal_a_sentence_says_what_to_do(listener: Listener) -> None:
    status, out, err = await run(listener, None)
    assert status == 2
    assert out == ""
    assert "ssh -t" in err


@pytest.mark.parametrize("command", ["sh -c id", "join", "join K7QF; id", "tables 'x", "x" * 5000])
async def test_what_is_no_wish_of_ours_gets_the_usage_and_status_2(
    listener: Listener, command: str
) -> None:
    """T16."""
    status, out, err = await run(listener, command)
    assert status == 2
    assert out == ""
    assert "tables" in err


@pytest.mark.parametrize(("subsystem", "word"), [("sftp", "files"), ("netconf", "service")])
async def test_other_subsystems_are_refused_in_words(
    listener: Listener, subsystem: str, word: str
) -> None:
    """T16."""
    status, _, err = await run(listener, None, subsystem=subsystem)
    assert status == 2
    assert word in err


async def test_a_command_in_no_alphabet_gets_the_usage(listener: Listener) -> None:
    """The library would refuse it without a word."""
    async with connect(listener, client_factory=GuestClient) as conn:
        done = await conn.run(b"\xff\xfe", encoding=None)
    assert done.exit_status == 2
    assert isinstance(done.stderr, bytes)
    assert b"Keltis understands" in done.stderr


@pytest.mark.parametrize("term", ["xterm-\xfc", "\u202e", "\xff\xfe"])
async def test_a_terminal_of_any_name_gets_its_picture(listener: Listener, term: str) -> None:
    """The library would hang up on a name that is not ASCII."""
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**(terminal() | {"term_type": term})) as process,
    ):
        await shown(process, PERSON)


async def test_forwarding_is_refused_with_a_sentence(listener: Listener) -> None:
    """T16."""
    async with connect(listener, client_factory=GuestClient) as conn:
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
            await conn.open_connection("127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelOpenError, match="forwards nothing"):
            await conn.open_unix_connection("/run/secret")
        with pytest.raises(asyncssh.ChannelListenError):
            await conn.forward_remote_port("", 0, "127.0.0.1", 22)


async def test_a_connection_has_one_session(listener: Listener) -> None:
    """T8."""
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, PERSON)
        with pytest.raises(asyncssh.ChannelOpenError, match="One session"):
            await conn.create_process(**terminal())


async def test_a_key_has_so_many_sessions(game_server: GameServer, tmp_path: Path) -> None:
    """T8."""
    limits = SshLimits(sessions_per_key=0)
    listener = await serve(
        game_server, "127.0.0.1", 0, tmp_path / "key", limits=limits, app_for=WhoApp
    )
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with connect(listener, client_factory=GuestClient, client_keys=[key]) as conn:
        with pytest.raises(asyncssh.ChannelOpenError, match="too often"):
            await conn.create_process(**terminal())
    await listener.close()


async def test_the_environment_kept_is_small(listener: Listener) -> None:
    """T8: a thousand variables, and one that is huge."""
    stuffing = {f"LC_{number}": "x" * 100 for number in range(1000)} | {"LANG": "x" * 10_000}
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal(), env=stuffing) as process,
    ):
        await shown(process, PERSON)
        (session,) = listener.sessions
        assert session._chan is not None
        assert session._chan.get_environment_bytes() == {}


async def test_too_many_attempts_to_log_in_end_the_connection(listener: Listener) -> None:
    """T7."""

    class Stubborn(asyncssh.SSHClient):
        tries = 0

        def password_auth_requested(self) -> str:
            Stubborn.tries += 1
            return "secret"

    with pytest.raises(asyncssh.DisconnectError):
        async with connect(
            listener, client_factory=Stubborn, preferred_auth=["password"], username="ann"
        ):
            pytest.fail("let in")


async def test_a_flood_from_one_address_is_turned_away_in_words(
    game_server: GameServer, tmp_path: Path
) -> None:
    """T7."""
    limits = SshLimits(arrivals_burst=3, arrivals_per_second=0.001)
    listener = await serve(
        game_server, "127.0.0.1", 0, tmp_path / "key", limits=limits, app_for=WhoApp
    )
    streams = [await asyncio.open_connection("127.0.0.1", listener.port) for _ in range(5)]
    async with asyncio.timeout(10):
        first = [await reader.readline() for reader, _ in streams]
    for _, writer in streams:
        writer.close()
        await asyncio.gather(writer.wait_closed(), return_exceptions=True)
    assert [line.startswith(b"SSH-2.0-") for line in first] == [True] * 3 + [False] * 2
    assert b"wait a moment" in first[-1]
    await listener.close()


async def test_somebody_who_never_logs_in_is_hung_up_on(
    game_server: GameServer, tmp_path: Path
) -> None:
    """T7."""
    limits = SshLimits(login_seconds=0.05)
    listener = await serve(
        game_server, "127.0.0.1", 0, tmp_path / "key", limits=limits, app_for=WhoApp
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", listener.port)
    async with asyncio.timeout(10):
        await reader.read()
    writer.close()
    await writer.wait_closed()
    await listener.close()


async def test_closing_tells_everybody_and_gives_their_terminals_back(listener: Listener) -> None:
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(**terminal()) as process,
    ):
        await shown(process, PERSON)
        async with asyncio.timeout(20):
            await listener.close("shutdown")
        got = await rest(process)
    assert GIVE_BACK.encode() in got
    assert b"server is closing" in got.split(GIVE_BACK.encode())[1]


class Native:
    """A client that speaks frames."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._reader = FrameReader(SERVER_LIMIT)
        self._facts: list[Fact] = []

    def send(self, command: Command) -> None:
        self._process.stdin.write(frame(encode(command), CLIENT_LIMIT))

    async def receive(self) -> Fact:
        async with asyncio.timeout(10):
            while not self._facts:
                data = await self._process.stdout.read(65536)
                assert data, "hung up"
                self._facts += [decode_fact(body) for body in self._reader.feed(data)]
        return self._facts.pop(0)


async def test_the_subsystem_carries_commands_and_facts(listener: Listener) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        connect(listener, client_keys=[key]) as conn,
        conn.create_process(subsystem="keltis", encoding=None) as process,
    ):
        native = Native(process)
        native.send(Hello(version=VERSION))
        welcome = await native.receive()
        assert isinstance(welcome, Welcome)
        assert (welcome.you.name, welcome.you.guest) == ("ann", False)
        assert isinstance(await native.receive(), Lobby)
        native.send(OpenTable(id="a1", game="keltis", seats=2))
        facts = [await native.receive() for _ in range(2)]
        assert Done(id="a1") in facts
        status, out, _ = await run(listener, "tables")
        assert status == 0
        assert "keltis" in out
        assert "ann" in out


@pytest.mark.parametrize("asks", [True, False])
async def test_program_that_will_send_no_more_is_answered_and_the_line_closed(
    listener: Listener, *, asks: bool
) -> None:
    """Also where all of it came before anybody was there to take it."""
    sent = b'{"type":"Hello","version":1}\n{"type":"LeaveTable","id":"x","table":"ABCDEF"}\n'
    given = {"input": sent} if asks else {"stdin": asyncssh.DEVNULL}
    async with connect(listener, client_factory=GuestClient) as conn, asyncio.timeout(10):
        done = await conn.run("json", encoding=None, **given)
    assert isinstance(done.stdout, bytes)
    told = [msgspec.json.decode(line)["type"] for line in done.stdout.splitlines()]
    assert told == [*["Welcome", "Lobby", "Refused"] * asks, "Closing"]
    assert done.exit_status == 0


async def test_three_messages_that_are_none_end_the_talk(listener: Listener) -> None:
    """T11; who wrote the program is told of the others."""
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(subsystem="keltis", encoding=None) as process,
    ):
        native = Native(process)
        native.send(Hello(version=VERSION))
        for _ in range(3):
            process.stdin.write(frame(b"\xc1", CLIENT_LIMIT))
        told = [await native.receive()]
        while not isinstance(told[-1], Closing):
            told.append(await native.receive())
        assert told[-1] == Closing(reason="bad_message")
        assert told.count(Refused(id="", reason="bad_message")) == 2
        assert await rest(process) == b""


async def test_a_line_of_json_that_is_no_message_is_refused_and_the_next_is_heard(
    listener: Listener,
) -> None:
    sent = b'{"type":"OpenTable"}\nhello\n'
    async with connect(listener, client_factory=GuestClient) as conn, asyncio.timeout(10):
        done = await conn.run("json", encoding=None, input=b'{"type":"Hello","version":1}\n' + sent)
    assert isinstance(done.stdout, bytes)
    told = [msgspec.json.decode(line) for line in done.stdout.splitlines()]
    refused = [fact for fact in told if fact["type"] == "Refused"]
    assert refused == [{"type": "Refused", "id": "", "reason": "bad_message"}] * 2
    assert [fact["type"] for fact in told if fact not in refused] == ["Welcome", "Lobby", "Closing"]


async def test_a_frame_beyond_the_limit_ends_the_talk_before_it_is_read(listener: Listener) -> None:
    """T11."""
    async with (
        connect(listener, client_factory=GuestClient) as conn,
        conn.create_process(subsystem="keltis", encoding=None) as process,
    ):
        process.stdin.write(b"\xff\xff\xff\xff")
        assert await Native(process).receive() == Closing(reason="frame_too_large")


async def test_no_tables_are_said_in_words(listener: Listener) -> None:
    status, out, _ = await run(listener, "tables")
    assert status == 0
    assert "No table" in out


async def test_leaderboards_are_plain_lines_that_a_script_can_read(
    game_server: GameServer, listener: Listener
) -> None:
    status, out, _ = await run(listener, "top")
    assert status == 0
    assert out.count("Nobody has played a rated game lately.") == len(RULE_SETS)
    for table, at in (("A", 5), ("B", 6)):
        await rated_game(game_server, table, at)
    status, out, _ = await run(listener, "top Stones")
    assert status == 0
    assert "\x1b" not in out
    people, bots = out.replace("\r", "").split("\n\n")
    _, first, second = people.splitlines()
    assert first.split()[:2] == ["?", "anna"]
    assert re.search(r" 1\d\d\d\?  ± \d+ +2 games$", first)
    assert second.split()[:2] == ["?", "boris"]
    assert re.search(r"\d\. club +\d+  a bot", bots)
    status, out, err = await run(listener, "top chess")
    assert (status, out) == (1, "")
    assert "does not offer" in err


async def rated_game(game_server: GameServer, table: str, at: int) -> None:
    """A game that anna won against boris has just ended."""
    store = game_server.store
    for name in ("anna", "boris"):
        await store.account(b"key of " + name.encode(), name)
        await store.rename(name, name, name)
    seats = [SeatPlayed("anna", "", 1, 30), SeatPlayed("boris", "", 2, 20)]
    game = Ended(game="stones", listed=True, ladder="stones", seats=seats)
    await store.append(table, 0, [Entry(b"over", store.now() - at)], last=True, ended=game)


async def test_a_finished_game_comes_as_a_file_and_an_unfinished_one_is_refused_in_words(
    game_server: GameServer, listener: Listener
) -> None:
    players = await playing(game_server, "anna", "boris", game="stones")
    table = players[0].table
    status, out, err = await run(listener, f"game {table}")
    assert (status, out) == (1, "")
    assert "not over" in err
    await play_through(players, Random(5))
    for player in players:
        await player.do(LeaveTable, table=table)
    status, out, err = await run(listener, f"game {table.lower()}", encoding="utf-8")
    assert (status, err) == (0, "")
    record = verify(out, RULE_SETS)
    assert [player.name for player in record.players] == ["anna", "boris"]
    status, out, err = await run(listener, "game NOSUCH")
    assert (status, out) == (1, "")
    assert "no table" in err
