"""Sockets to listen on."""

import asyncio
import contextlib
import socket

BACKLOG = 128
UNSENT = 64 * 1024
"""Bytes for each client that the kernel keeps, and as many for itself; else it takes megabytes
from us before we learn that somebody does not read."""


async def listening_sockets(host: str, port: int, *, shared: bool) -> list[socket.socket]:
    """One for each address of `host`; for an empty host one that takes every address.

    On a shared port several processes of one user may listen; each gets its part of those who come.
    """
    if not host:
        return [_everywhere(port, shared)]
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(found):
            # The first decides the port if any will do; the others take the same.
            chosen = sockets[0].getsockname()[1] if sockets else port
            sockets.append(_open((str(address[0]), chosen), family, shared))
    except OSError:
        for each in sockets:
            each.close()
        raise
    return sockets


async def check_port(host: str, port: int) -> None:
    """Raise `OSError` if anybody listens there already, be it on a shared port."""
    for each in await listening_sockets(host, port, shared=False):
        each.close()


def _everywhere(port: int, shared: bool) -> socket.socket:
    if socket.has_dualstack_ipv6():
        # A machine may have IPv6 built in and switched off.
        with contextlib.suppress(OSError):
            return _open(("", port), socket.AF_INET6, shared, dualstack=True)
    return _open(("", port), socket.AF_INET, shared)


def _open(
    address: tuple[str, int], family: int, shared: bool, *, dualstack: bool = False
) -> socket.socket:
    opened = socket.create_server(
        address,
        family=family,
        backlog=BACKLOG,
        reuse_port=shared,
        dualstack_ipv6=dualstack,
    )
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)  # those accepted inherit it
    opened.setblocking(False)
    return opened
