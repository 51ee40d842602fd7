"""A visitor of one of the servers that are compared."""

import asyncssh

from benchmarks.doors.servers import Server
from tests.attacks import visitor
from tests.attacks.visitor import LEFT, MY_TURN, RIGHT

__all__ = ["LEFT", "MY_TURN", "RIGHT", "Visitor"]


class Visitor(visitor.Visitor):
    """Logs in by the name that the server knows, or else as one of many."""

    def __init__(self, server: Server, key: asyncssh.SSHKey, number: int = 0) -> None:
        known = server.user != "visitor"
        super().__init__(server.port, key, server.user if known else f"visitor{number}")
