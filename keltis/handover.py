"""A server hands the sockets on which it listens to the next one: nobody who comes is refused.

Both have the same queue of those who wait to be let in, so none of them is lost either.
"""

import asyncio
import contextlib
import logging
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

NAME: Final = "take-over"
"""The socket in the data folder at which the next server asks."""
MOST: Final = 253
"""Sockets that can be handed over: what Linux lets be sent at once."""
PATIENCE: Final = 30.0
"""Seconds that the server before has to tell everybody and end."""


class Handover:
    """Waits in the data folder, into which only this user may look, for the next server."""

    def __init__(self) -> None:
        self._asking: socket.socket | None = None
        """The next server, which waits until this end is closed: until all here has ended."""
        self.done = False
        """Whether the next server has the sockets."""

    async def _offer(
        self, folder: Path, stop_accepting: Callable[[], Sequence[socket.socket]]
    ) -> None:
        """Wait until the next server asks, then let nobody in any more and hand it the sockets."""
        path = folder / NAME
        loop = asyncio.get_running_loop()
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as offered:
            try:
                path.unlink(missing_ok=True)
                offered.bind(str(path))
                offered.listen(1)
            except OSError as error:  # a path too long for a socket, or no such sockets there
                log.warning("no other server can take over from this one: %s", error)
                await asyncio.Event().wait()
            offered.setblocking(False)
            try:
                self._asking, _ = await loop.sock_accept(offered)
            finally:
                path.unlink(missing_ok=True)
            sockets = stop_accepting()
            self._asking.setblocking(True)
            socket.send_fds(self._asking, [b"."], [each.fileno() for each in sockets])
            self.done = True

    async def offer_until(
        self,
        stop: asyncio.Event,
        folder: Path,
        stop_accepting: Callable[[], Sequence[socket.socket]],
    ) -> None:
        """Wait until told to stop, or until another server has taken over."""
        offering = asyncio.create_task(self._offer(folder, stop_accepting))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((offering, stopping), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in (offering, stopping):
                each.cancel()
            await asyncio.gather(offering, stopping, return_exceptions=True)

    def close(self) -> None:
        """All has ended here: the next server may begin."""
        if self._asking is not None:
            self._asking.close()


async def taken_over(folder: Path, port: int) -> list[socket.socket]:
    """The sockets of the server that works in a folder, once it has ended; none if none does.

    If it listened on another port than this one is to, they are of no use and closed.
    """
    sockets = await asyncio.to_thread(_take_over, folder / NAME)
    if any(each.getsockname()[1] == port for each in sockets):
        return sockets
    for each in sockets:
        each.close()
    return []


def _take_over(path: Path) -> list[socket.socket]:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as asking:
        try:
            asking.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            return []
        asking.settimeout(PATIENCE)
        _, given, _, _ = socket.recv_fds(asking, 1, MOST)
        sockets = [socket.socket(fileno=each) for each in given]
        with contextlib.suppress(OSError):  # too slow: the folder's lock says the rest
            asking.recv(1)
        for each in sockets:
            each.setblocking(False)
        return sockets
