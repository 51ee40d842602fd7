"""Sockets to listen on."""

import asyncio
import contextlib
import socket

BACKLOG = 128


async def listening_sockets(host: str, port: int) -> list[socket.socket]:
    """One for each address of `host`; for an empty host one that takes every address."""
    if not host:
        return [_everywhere(port)]
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    try:
        for family, _, _, _, address in dict.fromkeys(found):
            # The first decides the port if any will do; the others take the same.
            chosen = sockets[0].getsockname()[1] if sockets else port
            sockets.append(_open((str(address[0]), chosen), family))
    except OSError:
        for each in sockets:
            each.close()
        raise
    return sockets


def _everywhere(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        # A machine may have IPv6 built in and switched off.
        with contextlib.suppress(OSError):
            return _open(("", port), socket.AF_INET6, dualstack=True)
    return _open(("", port), socket.AF_INET)


def _open(address: tuple[str, int], family: int, *, dualstack: bool = False) -> socket.socket:
    opened = socket.create_server(address, family=family, backlog=BACKLOG, dualstack_ipv6=dualstack)
    opened.setblocking(False)
    return opened
