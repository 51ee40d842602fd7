"""Sockets to listen on: bound first, so that whoever is to listen may be ready by then."""

import asyncio
import contextlib
import socket
from collections.abc import Sequence

BACKLOG = 128
UNSENT = 64 * 1024
"""Bytes for each client that the kernel keeps, and as many for itself; else it takes megabytes
from us before we learn that somebody does not read."""


async def bound_sockets(host: str, port: int, *, shared: bool) -> list[socket.socket]:
    """One for each address of `host`; for an empty host one that takes every address.

    Nobody is let wait at them before `listen`. On a shared port several sockets of one user may be
    listened on; each gets its part of those who come.
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
            sockets.append(_bind((str(address[0]), chosen), family, shared))
    except OSError:
        close_all(sockets)
        raise
    return sockets


def listen(sockets: Sequence[socket.socket]) -> None:
    """Let who comes wait at these sockets; those that were listened on before stay as they are."""
    for each in sockets:
        each.listen(BACKLOG)


def close_all(sockets: Sequence[socket.socket]) -> None:
    """Close them; who waits there is lost unless another process has them too."""
    for each in sockets:
        each.close()


async def check_port(host: str, port: int) -> None:
    """Raise `OSError` if anybody listens there already, be it on a shared port."""
    sockets = await bound_sockets(host, port, shared=False)
    try:
        listen(sockets)
    finally:
        close_all(sockets)


def _everywhere(port: int, shared: bool) -> socket.socket:
    if socket.has_dualstack_ipv6():
        # A machine may have IPv6 built in and switched off.
        with contextlib.suppress(OSError):
            return _bind(("", port), socket.AF_INET6, shared)
    return _bind(("", port), socket.AF_INET, shared)


def _bind(address: tuple[str, int], family: int, shared: bool) -> socket.socket:
    bound = socket.socket(family)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(address[0] != ""))
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)  # those accepted inherit it
        bound.setblocking(False)
        bound.bind(address)
    except OSError:
        bound.close()
        raise
    return bound
