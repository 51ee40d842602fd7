"""The PROXY protocol, versions 1 and 2: where somebody comes from, said by a balancer we know."""

import asyncio
import ipaddress
import socket
from collections.abc import Sequence
from typing import Final

_SECOND: Final = b"\r\n\r\n\x00\r\nQUIT\n"
"""How version 2 begins."""
_FIRST: Final = b"PROXY "
_LONGEST_LINE: Final = 107
_LONGEST_BLOCK: Final = 1024
_ADDRESSES: Final = {1: (socket.AF_INET, 4), 2: (socket.AF_INET6, 16)}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadHeader(Exception):
    """What came is not what a balancer says first."""


def networks(balancers: Sequence[str]) -> list[Network]:
    """The networks that the balancers are in, or `ValueError`."""
    return [ipaddress.ip_network(each, strict=False) for each in balancers]


def is_balancer(address: str, known: Sequence[Network]) -> bool:
    """Whether somebody who connects from this address speaks for others."""
    if not known:
        return False
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found in network for network in known)


async def read_header(arrived: socket.socket) -> str:
    """The address a balancer names, empty if it speaks for itself; or `BadHeader`.

    Not a byte more than the header is read: what follows belongs to SSH.
    """
    start = await _exactly(arrived, len(_SECOND))
    if start == _SECOND:
        return await _second(arrived)
    if start.startswith(_FIRST):
        return await _first(arrived, start)
    raise BadHeader


async def _first(arrived: socket.socket, line: bytes) -> str:
    while not line.endswith(b"\r\n"):
        if len(line) >= _LONGEST_LINE:
            raise BadHeader
        line += await _exactly(arrived, 1)
    match line.decode("ascii", "replace").split():
        case ["PROXY", "UNKNOWN", *_]:
            return ""
        case ["PROXY", "TCP4" | "TCP6", source, _, _, _]:
            return _address(source)
    raise BadHeader


async def _second(arrived: socket.socket) -> str:
    version, family, *size = await _exactly(arrived, 4)
    length = int.from_bytes(bytes(size))
    if version >> 4 != 2 or length > _LONGEST_BLOCK:
        raise BadHeader
    block = await _exactly(arrived, length)
    if version & 0xF == 0 or family >> 4 not in _ADDRESSES:
        return ""
    kind, width = _ADDRESSES[family >> 4]
    if length < 2 * width:
        raise BadHeader
    return _address(socket.inet_ntop(kind, block[:width]))


def _address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError as error:
        raise BadHeader from error


async def _exactly(arrived: socket.socket, count: int) -> bytes:
    got = b""
    loop = asyncio.get_running_loop()
    while len(got) < count:
        piece = await loop.sock_recv(arrived, count - len(got))
        if not piece:
            raise BadHeader
        got += piece
    return got
