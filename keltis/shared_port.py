"""One port on which several processes listen, each on sockets of its own.

The process that starts them binds the sockets and keeps them too, so that it can hand them on when
the next server takes over: closed in one process, they are still open in the other, and so is the
queue of those who wait there.
"""

import socket
from collections import Counter
from collections.abc import Sequence

from keltis_server import ssh


class SharedPort:
    """The sockets of all workers."""

    def __init__(self, host: str, number: int) -> None:
        self.number = number
        """The port; whichever was free if it was 0."""
        self._host = host
        self._waiting: list[list[socket.socket]] = []
        """The sockets of each worker that has not begun yet."""
        self._used: list[list[socket.socket]] = []

    async def open(self, taken: Sequence[socket.socket], workers: int) -> None:
        """Take sockets of the server before, if there are any, else see that the port is free."""
        if taken:
            self._waiting = divided(taken, workers)
            return
        await ssh.check_port(self._host, self.number)
        self._waiting = [await self._bind()]
        self.number = self._waiting[0][0].getsockname()[1]

    async def sockets(self) -> list[socket.socket]:
        """The sockets of the next worker, open until `close`."""
        own = self._waiting.pop(0) if self._waiting else await self._bind()
        self._used.append(own)
        return own

    def close(self, own: list[socket.socket]) -> None:
        """A worker has ended: its part of those who come is for the others."""
        self._used.remove(own)
        ssh.close_all(own)

    @property
    def all_sockets(self) -> list[socket.socket]:
        """Those of every worker."""
        return [each for own in (*self._waiting, *self._used) for each in own]

    async def _bind(self) -> list[socket.socket]:
        return await ssh.bound_sockets(self._host, self.number, shared=True)


def divided(sockets: Sequence[socket.socket], workers: int) -> list[list[socket.socket]]:
    """The sockets for each of at most so many workers: of each address about as many for each.

    Workers beyond them have to bind sockets of their own, and may.
    """
    parts: list[list[socket.socket]] = [[] for _ in range(workers)]
    given: Counter[object] = Counter()
    for each in sockets:
        each.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        address = each.getsockname()
        parts[given[address] % workers].append(each)
        given[address] += 1
    return [part for part in parts if part]
