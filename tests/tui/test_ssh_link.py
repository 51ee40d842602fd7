"""The native client's line: the person's own keys, hosts asked about once, and honest errors."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import VERSION, Closing, Hello, Lobby, Welcome
from keltis_server.server import GameServer
from keltis_server.ssh import Listener, serve
from keltis_server.store.sqlite import SqliteStore
from keltis_tui.ssh_link import CannotConnect, Destination, SshLink, open_link, parse


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("play.example.org", Destination("play.example.org")),
        ("ann@play.example.org", Destination("play.example.org", "ann")),
        ("ann@play.example.org:22", Destination("play.example.org", "ann", 22)),
        ("[2001:db8::1]", Destination("2001:db8::1")),
        ("ann@[2001:db8::1]:2200", Destination("2001:db8::1", "ann", 2200)),
        ("192.0.2.7:2222", Destination("192.0.2.7", "", 2222)),
    ],
)
def test_a_destination_is_read_as_people_write_it(written: str, meant: Destination) -> None:
    assert parse(written) == meant


@pytest.mark.parametrize("written", ["", "a b", "host:x", "::1", "[::1"])
def test_what_is_no_destination_is_said_to_be_none(written: str) -> None:
    with pytest.raises(CannotConnect) as caught:
        parse(written)
    assert caught.value.code == "bad_destination"


@pytest.mark.parametrize("port", ["0", "70000", "9" * 5000])
def test_a_port_that_cannot_be_is_said_to_be_none(port: str) -> None:
    with pytest.raises(CannotConnect) as caught:
        parse(f"host:{port}")
    assert caught.value.code == "bad_port"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A person's home with an empty `.ssh`, and no agent."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USER", "ann")
    monkeypatch.setenv("LOGNAME", "ann")
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    return home


@pytest.fixture
async def listener(tmp_path: Path) -> AsyncIterator[Listener]:
    game_server = await GameServer.open(SqliteStore.open(tmp_path / "games.db"))
    opened = await serve(game_server, "127.0.0.1", 0, tmp_path / "host_key")
    yield opened
    await opened.close()
    await game_server.close()


class Asked:
    """Somebody who answers, and remembers what they were asked."""

    def __init__(self, answer: bool = True) -> None:
        self.answer = answer
        self.questions: list[tuple[str, str]] = []

    def __call__(self, host: str, fingerprint: str) -> bool:
        self.questions.append((host, fingerprint))
        return self.answer


async def greet(link: SshLink) -> Welcome:
    await link.send(Hello(version=VERSION))
    fact = await link.receive()
    assert isinstance(fact, Welcome)
    return fact


def give_key(home: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    path = home / ".ssh" / "id_ed25519"
    key.write_private_key(str(path))
    path.chmod(0o600)


async def test_an_unknown_host_is_asked_about_once_and_then_known(
    home: Path, listener: Listener
) -> None:
    give_key(home)
    asked = Asked()
    link = await open_link(f"127.0.0.1:{listener.port}", asked)
    assert (await greet(link)).you.guest is False
    await link.close()
    assert asked.questions == [("127.0.0.1", listener.fingerprint)]
    known = (home / ".ssh" / "known_hosts").read_text()
    assert re.fullmatch(rf"\[127\.0\.0\.1\]:{listener.port} ssh-ed25519 \S+\n", known)
    again = await open_link(f"127.0.0.1:{listener.port}", asked)
    await again.close()
    assert len(asked.questions) == 1


async def test_a_question_may_take_its_time(home: Path, listener: Listener) -> None:
    async def ask(host: str, fingerprint: str) -> bool:
        await asyncio.sleep(0)
        return True

    link = await open_link(f"127.0.0.1:{listener.port}", ask)
    await link.close()


async def test_without_a_key_one_comes_as_a_guest(home: Path, listener: Listener) -> None:
    link = await open_link(f"somebody@127.0.0.1:{listener.port}", Asked())
    assert (await greet(link)).you.guest is True
    await link.close()


async def test_a_host_the_person_does_not_trust_is_not_talked_to(
    home: Path, listener: Listener
) -> None:
    with pytest.raises(CannotConnect) as caught:
        await open_link(f"127.0.0.1:{listener.port}", Asked(answer=False))
    assert caught.value.code == "host_key_refused"
    assert caught.value.fingerprint == listener.fingerprint
    assert not (home / ".ssh" / "known_hosts").exists()


@pytest.mark.parametrize("hashed", [False, True])
async def test_a_changed_host_key_is_refused_without_a_question(
    home: Path, listener: Listener, hashed: bool
) -> None:
    asked = Asked()
    known = home / ".ssh" / "known_hosts"
    if hashed:
        # Any hashed line makes the next ones hashed, as `ssh` itself would write them.
        known.write_text("|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-rsa x\n")
    await (await open_link(f"127.0.0.1:{listener.port}", asked)).close()
    lines = known.read_text()
    assert ("127.0.0.1" in lines) is not hashed
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().split()[1]
    known.write_text(re.sub(r"(ssh-ed25519) \S+", rf"\1 {other}", lines))
    with pytest.raises(CannotConnect) as caught:
        await open_link(f"127.0.0.1:{listener.port}", asked)
    assert caught.value.code == "host_key_changed"
    assert caught.value.remove == ["-R", f"[127.0.0.1]:{listener.port}"]
    assert len(asked.questions) == 1


async def test_the_machines_own_ssh_key_does_not_stand_in_the_way(
    home: Path, listener: Listener
) -> None:
    """Port 22 of the same machine is known with a key of another kind."""
    other = asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_public_key().decode()
    (home / ".ssh" / "known_hosts").write_text(f"127.0.0.1 {other}")
    asked = Asked()
    await (await open_link(f"127.0.0.1:{listener.port}", asked)).close()
    assert len(asked.questions) == 1


async def test_the_persons_ssh_configuration_counts(home: Path, listener: Listener) -> None:
    (home / ".ssh" / "config").write_text(
        f"Host friends\n  HostName 127.0.0.1\n  Port {listener.port}\n  User bob\n"
        "  UserKnownHostsFile ~/.ssh/friends_hosts\n"
    )
    give_key(home)
    link = await open_link("friends", Asked())
    assert (await greet(link)).you.name == "bob"
    await link.close()
    friends = home / ".ssh" / "friends_hosts"
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode()
    friends.write_text(f"[127.0.0.1]:{listener.port} {other}")
    with pytest.raises(CannotConnect) as caught:
        await open_link("friends", Asked())
    name = f"[127.0.0.1]:{listener.port}"
    assert caught.value.remove == ["-R", name, "-f", str(friends)], "it names the right file"


async def test_nobody_there_is_said_as_unreachable(home: Path, unused_tcp_port: int) -> None:
    with pytest.raises(CannotConnect) as caught:
        await open_link(f"127.0.0.1:{unused_tcp_port}", Asked())
    assert caught.value.code == "unreachable"


async def test_the_last_word_of_the_server_comes_before_the_end(
    home: Path, listener: Listener
) -> None:
    link = await open_link(f"127.0.0.1:{listener.port}", Asked())
    await greet(link)
    assert isinstance(await link.receive(), Lobby)
    closing = asyncio.create_task(listener.close("shutdown"))
    fact = await link.receive()
    assert fact == Closing(reason="shutdown")
    with pytest.raises(LinkClosed) as caught:
        await link.receive()
    assert caught.value.reason == "shutdown"
    await closing
    await link.close()


async def test_a_line_that_breaks_is_lost(home: Path, listener: Listener) -> None:
    link = await open_link(f"127.0.0.1:{listener.port}", Asked())
    await greet(link)
    assert isinstance(await link.receive(), Lobby)
    for arrival in list(listener.connections):
        arrival.abort()
    with pytest.raises(LinkClosed) as caught:
        await link.receive()
    assert caught.value.reason == "lost"
    with pytest.raises(LinkClosed):
        await link.send(Hello(version=VERSION))
    await link.close()
