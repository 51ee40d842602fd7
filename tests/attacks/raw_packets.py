"""SSH packets as an attacker makes them: by hand, as many as a socket takes."""

import asyncio
import contextlib
import itertools
import os
import struct
from collections.abc import AsyncIterator, Callable

from asyncssh.constants import MSG_DEBUG, MSG_IGNORE, MSG_KEXINIT, MSG_UNIMPLEMENTED

from tests.attacks.honest import Paid

VERSION = b"SSH-2.0-flood\r\n"
KEX_INIT = 30
"""The client's half of an elliptic curve key exchange."""


def string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data


def packet(payload: bytes) -> bytes:
    """A packet as they are before keys are exchanged."""
    padding = 8 - (5 + len(payload)) % 8
    padding += 8 if padding < 4 else 0
    return struct.pack(">IB", 1 + len(payload) + padding, padding) + payload + bytes(padding)


IGNORE = packet(bytes([MSG_IGNORE]) + string(b""))
DEBUG = packet(bytes([MSG_DEBUG, 0]) + string(b"") + string(b""))
UNIMPLEMENTED = packet(bytes([MSG_UNIMPLEMENTED]) + bytes(4))
UNKNOWN = packet(b"\xc0")


def key_exchange() -> bytes:
    """The dearest thing that somebody unknown can ask for."""
    lists = [b"curve25519-sha256", b"ssh-ed25519", *[b"aes128-ctr"] * 2]
    lists += [b"hmac-sha2-256-etm@openssh.com"] * 2 + [b"none"] * 2 + [b""] * 2
    requests = b"".join(map(string, lists)) + bytes(5)
    asked = packet(bytes([MSG_KEXINIT]) + os.urandom(16) + requests)
    return asked + packet(bytes([KEX_INIT]) + string(os.urandom(32)))


@contextlib.asynccontextmanager
async def line(
    port: int, source: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A bare connection from an address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        yield reader, writer
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def flood(
    port: int, seconds: float, sources: list[str], make: Callable[[], bytes], sockets: int = 1
) -> Paid:
    """From each address, send on so many sockets as fast as they take it; come back if cut off."""
    paid = Paid()
    end = asyncio.get_running_loop().time() + seconds

    async def one(source: str) -> None:
        while asyncio.get_running_loop().time() < end:
            try:
                async with line(port, source) as (reader, writer):
                    paid.connections += 1
                    await _pour(writer, make, end)
                    await reader.read(1)
            except OSError:
                paid.refused += 1
                await asyncio.sleep(0.05)

    async with asyncio.TaskGroup() as group:
        for source in itertools.chain(*itertools.repeat(sources, sockets)):
            group.create_task(one(source))
    return paid


async def _pour(writer: asyncio.StreamWriter, make: Callable[[], bytes], end: float) -> None:
    loop = asyncio.get_running_loop()
    writer.write(VERSION)
    while loop.time() < end and not writer.transport.is_closing():
        async with asyncio.timeout(max(0.0, end - loop.time())):
            writer.write(make())
            await writer.drain()
        await asyncio.sleep(0)
