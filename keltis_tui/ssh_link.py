"""The line to a server by SSH, with the person's own keys, agent, configuration and known hosts."""

import asyncio
import inspect
import re
import socket
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from keltis_protocol.codec import BadMessage, decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, FrameTooLarge, frame
from keltis_protocol.link import LinkClosed
from keltis_protocol.messages import Closing, Command, Fact
from keltis_tui.known_hosts import host_name, remember

PORT: Final = 2222
"""Where a Keltis server listens if nothing else is said."""
HIGHEST_PORT: Final = 65535
KNOWN_HOSTS: Final = "~/.ssh/known_hosts"
_SUBSYSTEM: Final = "keltis"
_DESTINATION: Final = re.compile(
    r"(?:(?P<user>[^@]*)@)?(?:\[(?P<literal>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[^\[\]@:\s]+))"
    r"(?::(?P<port>\d+))?"
)

Ask = Callable[[str, str], bool | Awaitable[bool]]
"""Asks the person whether a host with this fingerprint is the right one."""


class CannotConnect(Exception):
    """There is no line. `code` is one of:

    `bad_destination`, `bad_port`, `bad_config`, `unknown_host`, `unreachable`, `host_key_changed`,
    `host_key_refused`, `login_refused`, `no_keltis`, `lost`.
    """

    def __init__(
        self, code: str, *, host: str = "", fingerprint: str = "", remove: Sequence[str] = ()
    ) -> None:
        super().__init__(code)
        self.code = code
        self.host = host
        self.fingerprint = fingerprint
        self.remove = remove
        """What to tell `ssh-keygen` to have an old host key forgotten."""


@dataclass(frozen=True)
class Destination:
    """Where to go, as a person writes it."""

    host: str
    user: str = ""
    port: int | None = None


def parse(destination: str) -> Destination:
    """Read `[user@]host[:port]`, an IPv6 address in brackets; or `CannotConnect`."""
    found = _DESTINATION.fullmatch(destination.strip())
    if found is None:
        raise CannotConnect("bad_destination", host=destination)
    port = found["port"]
    if port and not (len(port) <= len(str(HIGHEST_PORT)) and 0 < int(port) <= HIGHEST_PORT):
        raise CannotConnect("bad_port", host=destination)
    host = found["literal"] or found["host"]
    return Destination(host, found["user"] or "", int(port) if port else None)


class SshLink:
    """Commands and facts over one SSH channel."""

    def __init__(
        self,
        connection: asyncssh.SSHClientConnection,
        writer: asyncssh.SSHWriter[bytes],
        reader: asyncssh.SSHReader[bytes],
    ) -> None:
        self._connection = connection
        self._writer = writer
        self._reader = reader
        self._frames = FrameReader(SERVER_LIMIT)
        self._facts: deque[Fact] = deque()
        self._ended = ""

    async def send(self, command: Command) -> None:
        """Send one command, or raise `LinkClosed`."""
        if self._ended:
            raise LinkClosed(self._ended)
        try:
            self._writer.write(frame(encode(command), CLIENT_LIMIT))
            await self._writer.drain()
        except (OSError, asyncssh.Error) as error:
            raise self._lost("lost") from error

    async def receive(self) -> Fact:
        """The next fact, or raise `LinkClosed` once there will be no more."""
        while not self._facts:
            if self._ended:
                raise LinkClosed(self._ended)
            try:
                data = await self._reader.read(SERVER_LIMIT)
                self._facts.extend(decode_fact(body) for body in self._frames.feed(data))
            except (OSError, asyncssh.Error) as error:
                raise self._lost("lost") from error
            except (BadMessage, FrameTooLarge) as error:
                raise self._lost("bad_message") from error
            if not data:
                raise self._lost("lost")
        fact = self._facts.popleft()
        if isinstance(fact, Closing):
            self._ended = fact.reason
        return fact

    async def close(self) -> None:
        """Hang up."""
        self._ended = self._ended or "hung_up"
        self._connection.close()
        await self._connection.wait_closed()

    def _lost(self, reason: str) -> LinkClosed:
        self._ended = self._ended or reason
        return LinkClosed(self._ended)


class _Client(asyncssh.SSHClient):
    """Comes in as a guest if no key opens, and remembers which host key it was shown."""

    def __init__(self) -> None:
        self.shown: tuple[str, int, asyncssh.SSHKey] | None = None

    def validate_host_public_key(
        self,
        host: str,
        addr: str,  # noqa: ARG002
        port: int,
        key: asyncssh.SSHKey,
    ) -> bool:
        """Not known: the person is asked before anything is said to this host."""
        self.shown = (host, port, key)
        return False

    def kbdint_auth_requested(self) -> str:
        """Be let in without a question."""
        return ""

    def kbdint_challenge_received(
        self,
        name: str,  # noqa: ARG002
        instructions: str,  # noqa: ARG002
        lang: str,  # noqa: ARG002
        prompts: list[tuple[str, bool]],  # type: ignore[override]
    ) -> list[str] | None:
        """A server that asks something is none of ours."""
        return None if prompts else []


async def open_link(destination: str, ask: Ask, back: str = "") -> SshLink:
    """A line to the server, or `CannotConnect`. `ask` is called for a host not known yet.

    With the code `back` a guest is the same as before.
    """
    goal = parse(destination)
    client = _Client()
    try:
        connection = await _connect(goal, client)
    except asyncssh.HostKeyNotVerifiable as error:
        await _introduce(goal, client, ask, error)
        connection = await _connect(goal, _Client())
    try:
        env = {"KELTIS_BACK": back} if back else None
        writer, reader, _ = await connection.open_session(
            subsystem=_SUBSYSTEM, env=env, encoding=None
        )
    except (OSError, asyncssh.Error) as error:
        connection.abort()
        await connection.wait_closed()
        raise CannotConnect("no_keltis", host=goal.host) from error
    return SshLink(connection, writer, reader)


class _Settings:
    """What the person's own configuration says of a destination, and our port if it says none."""

    def __init__(self, goal: Destination) -> None:
        given = {"username": goal.user} if goal.user else {}
        first = asyncssh.SSHClientConnectionOptions(host=goal.host, config=(), **given)
        port = goal.port or int(str(first.config.get("Port", PORT)))
        written = _texts(first.config.get("UserKnownHostsFile")) or [KNOWN_HOSTS]
        also = _texts(first.config.get("GlobalKnownHostsFile"))
        self.files = [Path(each).expanduser() for each in written + also]
        """Where hosts are known from; new ones are written to the first."""
        self.known = asyncssh.read_known_hosts([str(each) for each in self.files if each.is_file()])
        self.options = asyncssh.SSHClientConnectionOptions(
            first,
            port=port,
            known_hosts=self.known,
            # The keys known for the machine's own SSH server must not narrow what ours may show.
            server_host_key_algs="default",
            keepalive_interval=10,
            connect_timeout=20,
            login_timeout=30,
        )

    def remove(self, host: str, port: int) -> list[str]:
        """How `ssh-keygen` forgets a host, in the file that knows it."""
        name = host_name(host, port)
        usual = Path(KNOWN_HOSTS).expanduser()
        knows = [path for path in self.files if path.is_file() and _knows(path, name)]
        file = knows[0] if knows else self.files[0]
        return ["-R", name] if file == usual else ["-R", name, "-f", str(file)]


def _knows(path: Path, name: str) -> bool:
    return bool(asyncssh.read_known_hosts([str(path)]).match(name, "", None)[0])


def _texts(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, list) else []


async def _settings(goal: Destination) -> _Settings:
    try:
        return await asyncio.to_thread(_Settings, goal)
    except (asyncssh.ConfigParseError, asyncssh.KeyImportError, OSError, ValueError) as error:
        raise CannotConnect("bad_config", host=goal.host) from error


async def _connect(goal: Destination, client: _Client) -> asyncssh.SSHClientConnection:
    options = (await _settings(goal)).options
    try:
        return await asyncssh.connect(options.host, options=options, client_factory=lambda: client)
    except asyncssh.HostKeyNotVerifiable:
        raise
    except asyncssh.PermissionDenied as error:
        raise CannotConnect("login_refused", host=goal.host) from error
    except socket.gaierror as error:
        raise CannotConnect("unknown_host", host=goal.host) from error
    except OSError as error:
        raise CannotConnect("unreachable", host=goal.host) from error
    except asyncssh.Error as error:
        raise CannotConnect("lost", host=goal.host) from error


async def _introduce(
    goal: Destination, client: _Client, ask: Ask, error: asyncssh.HostKeyNotVerifiable
) -> None:
    """Have the person look at a key never seen before; a key that has changed is refused."""
    settings = await _settings(goal)
    if client.shown is None:
        remove = settings.remove(goal.host, int(str(settings.options.port)))
        raise CannotConnect("host_key_changed", host=goal.host, remove=remove) from error
    host, port, key = client.shown
    fingerprint = key.get_fingerprint()
    if settings.known.match(host_name(host, port), "", None)[0]:
        remove = settings.remove(host, port)
        raise CannotConnect(
            "host_key_changed", host=host, fingerprint=fingerprint, remove=remove
        ) from error
    answer = ask(host, fingerprint)
    if not (await answer if inspect.isawaitable(answer) else answer):
        raise CannotConnect("host_key_refused", host=host, fingerprint=fingerprint) from error
    remember(settings.files[0], host, port, key.export_public_key("openssh").decode())
