"""A program that talks to the server from any loopback address and counts what it sends."""

import asyncio
from collections.abc import Sequence
from itertools import count
from types import TracebackType
from typing import Any, Self, TypeVar

import asyncssh

from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, frame
from keltis_protocol.messages import VERSION, Command, Done, Fact, Hello, Refused, Welcome
from tests.attacks.honest import Paid

F = TypeVar("F")
_IDS = count()


class _Guest(asyncssh.SSHClient):
    """Comes in without a key."""

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return []


async def connected(port: int, source: str, login: str) -> asyncssh.SSHClientConnection:
    """A connection, with a fresh key if there is a login; one half made is not left lying about."""
    keys = [asyncssh.generate_private_key("ssh-ed25519")] if login else None
    connecting = asyncio.ensure_future(
        asyncssh.connect(
            "127.0.0.1",
            port,
            local_addr=(source, 0),
            username=login or "guest",
            client_keys=keys,
            client_factory=_Guest,
            known_hosts=None,
            config=None,
            agent_path=None,
            login_timeout=20,
        )
    )
    try:
        return await asyncio.shield(connecting)
    except asyncio.CancelledError:
        (made,) = await asyncio.gather(connecting, return_exceptions=True)
        if isinstance(made, asyncssh.SSHClientConnection):
            await hang_up(made)
        raise


async def hang_up(connection: asyncssh.SSHClientConnection) -> None:
    """End a connection at once."""
    connection.abort()
    await connection.wait_closed()


class Program:
    """One connection with the subsystem `keltis`; what it costs is added to `paid`."""

    def __init__(self, port: int, source: str, paid: Paid, *, login: str = "") -> None:
        """With a login it comes with a fresh key, else as a guest."""
        self._port = port
        self._source = source
        self._login = login
        self.paid = paid
        self._unread: list[Fact] = []
        self._reader = FrameReader(SERVER_LIMIT)

    async def __aenter__(self) -> Self:
        self._connection = await connected(self._port, self._source, self._login)
        self.paid.connections += 1
        try:
            self._process: Any = await self._connection.create_process(
                subsystem="keltis", encoding=None
            )
            self.send(Hello(version=VERSION))
            await self.hear(Welcome)
        except BaseException:
            await hang_up(self._connection)
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        await hang_up(self._connection)

    def send(self, command: Command) -> None:
        """Send a command and wait for nothing."""
        self.write(frame(encode(command), CLIENT_LIMIT))

    def write(self, data: bytes) -> None:
        """Send bytes as they are, in a packet of their own."""
        self._process.stdin.write(data)

    async def hear(self, kind: type[F] | tuple[type[F], ...]) -> F:
        """The next fact of a kind."""
        while True:
            while self._unread:
                fact = self._unread.pop(0)
                if isinstance(fact, kind):
                    return fact
            data = await self._process.stdout.read(65536)
            if not data:
                raise ConnectionError("hung up")
            self._unread += [decode_fact(body) for body in self._reader.feed(data)]

    async def ask(self, kind: type[Command], **fields: Any) -> Done | Refused:
        """Send a command and hear whether it was carried out."""
        fields["id"] = f"p{next(_IDS)}"
        self.send(kind(**fields))
        answer: Done | Refused = await self.hear((Done, Refused))
        self.paid.refused += isinstance(answer, Refused)
        return answer


async def until(seconds: float, *attackers: Any) -> None:
    """Let attackers do their worst for some seconds; those who are turned away are done."""
    failures = (OSError, asyncssh.Error, TimeoutError)
    tasks = [asyncio.create_task(attacker) for attacker in attackers]
    _, still = await asyncio.wait(tasks, timeout=seconds)
    for task in still:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(outcome, BaseException) and not isinstance(
            outcome, (*failures, asyncio.CancelledError)
        ):
            raise outcome
