"""Addresses people come from, and whom each counts for."""

import hashlib
import ipaddress
import socket
from dataclasses import dataclass
from functools import lru_cache


@dataclass
class Where:
    """Where people find this server, as far as it knows."""

    host: str = ""
    port: int = 0


def name_of_host(host: str) -> str:
    """What a server that listens there is called by its friends."""
    return socket.gethostname() if host in ("", "0.0.0.0", "::") else host


@lru_cache(maxsize=4096)
def source_of(address: str) -> str:
    """Whom an address counts for: itself, or its /64, which one person holds whole."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Traces:
    """Sources as a log remembers them: enough to count by, too little to tell who it was.

    Sixty-five thousand addresses of the old kind share each trace. Which ones do, only the server
    knows: by a key of its own, or somebody would choose an address that counts for another's.
    """

    def __init__(self, key: bytes) -> None:
        self.key = key

    def of(self, source: str) -> str:
        """The trace of a source; none of one who did not come by the net."""
        if not source:
            return ""
        return hashlib.blake2b(source.encode(), key=self.key, digest_size=2).hexdigest()


@lru_cache(maxsize=4096)
def network_of(source: str) -> str:
    """The network a source is in: of what one person may hold many, its /24 or /48."""
    try:
        found = ipaddress.ip_interface(source)
    except ValueError:
        return source
    width = 24 if found.version == 4 else 48
    return str(ipaddress.ip_network((found.ip, width), strict=False))
