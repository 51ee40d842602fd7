"""A client that does what no honest one does: asyncssh with its manners taken off."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import asyncssh
from asyncssh.auth import ClientAuth
from asyncssh.constants import MSG_USERAUTH_FAILURE, MSG_USERAUTH_REQUEST
from asyncssh.packet import Boolean, SSHPacket, String

from keltis_protocol.codec import decode_fact, encode
from keltis_protocol.frames import CLIENT_LIMIT, SERVER_LIMIT, FrameReader, frame
from keltis_protocol.messages import VERSION, Hello, Welcome

KEY_WELCOME = 60
"""The answer to an offered key that would do; a question to a guest has the same number."""


class Guest(asyncssh.SSHClient):
    """Comes in without a key; `before` is done right before it asks to."""

    def __init__(self, before: Callable[[Any], object] = lambda _: None) -> None:
        self._before = before
        self.conn: Any = None

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        self.conn = conn

    def kbdint_auth_requested(self) -> str:
        deafen(self.conn)
        self._before(self.conn)
        return ""

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str]:
        return []


def deafen(conn: Any) -> None:
    """Have a client not hear the answers to keys it only offered."""
    conn.offered = set()
    hear = conn.process_packet

    def process_packet(pkttype: int, pktid: int, packet: Any) -> Any:
        return pkttype == MSG_USERAUTH_FAILURE or hear(pkttype, pktid, packet)

    conn.process_packet = process_packet


_hear = ClientAuth.process_packet


def _half_deaf(auth: ClientAuth, pkttype: int, pktid: int, packet: SSHPacket) -> Any:
    """Let the welcome of a key that was only offered pass by."""
    payload = packet.get_remaining_payload()
    offered = vars(auth._conn).get("offered", ())
    if pkttype == KEY_WELCOME and any(key in payload for key in offered):
        return True
    return _hear(auth, pkttype, pktid, packet)


setattr(ClientAuth, "process_packet", _half_deaf)  # noqa: B010 - a method of asyncssh


def connect(port: int, **options: Any) -> Any:
    """A connection with nothing of this machine's own."""
    given: dict[str, Any] = {
        "known_hosts": None,
        "config": None,
        "agent_path": None,
        "client_keys": None,
        "username": "victim",
        "client_factory": Guest,
    }
    return asyncssh.connect("127.0.0.1", port, **(given | options))


def offer(conn: Any, key: bytes, algorithm: bytes = b"ssh-ed25519", signature: bytes = b"") -> None:
    """Offer a public key, or claim to have signed with it, without waiting for an answer."""
    conn.offered.add(key)
    conn.send_packet(
        MSG_USERAUTH_REQUEST,
        String("victim"),
        String("ssh-connection"),
        String("publickey"),
        Boolean(bool(signature)),
        String(algorithm),
        String(key),
        String(signature) if signature else b"",
    )


async def who_am_i(conn: Any) -> tuple[str, bool]:
    """The name the house knows this connection by, and whether as a guest."""
    process = await conn.create_process(subsystem="keltis", encoding=None)
    process.stdin.write(frame(encode(Hello(version=VERSION)), CLIENT_LIMIT))
    reader = FrameReader(SERVER_LIMIT)
    async with asyncio.timeout(20):
        while True:
            data = await process.stdout.read(65536)
            assert data, "hung up"
            for body in reader.feed(data):
                fact = decode_fact(body)
                if isinstance(fact, Welcome):
                    process.close()
                    return fact.you.name, fact.you.guest
