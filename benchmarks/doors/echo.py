"""The limit: a bare SSH server that answers with so many bytes and draws nothing."""

import asyncio
import sys
from pathlib import Path

import asyncssh

from keltis_server.ssh import algorithms


class Echo(asyncssh.SSHServerSession[bytes]):
    """A picture's worth of bytes at the start, a change's worth for each key."""

    def __init__(self, first: int, each: int) -> None:
        self._first = first
        self._each = b"x" * (each - 4) + b"\x1b[0m"
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        self._chan = chan

    def shell_requested(self) -> bool:
        """A plain `ssh host`."""
        return True

    def session_started(self) -> None:
        """The first picture."""
        if self._chan is not None:
            self._chan.write(b"x" * (self._first - 4) + b"quit")

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:  # noqa: ARG002
        """A key."""
        if self._chan is not None:
            self._chan.write(self._each)


class Anybody(asyncssh.SSHServer):
    """Lets everybody in who has a key."""

    def __init__(self, first: int, each: int) -> None:
        self._sizes = (first, each)

    def begin_auth(self, username: str) -> bool:  # noqa: ARG002
        """A key is asked for, as our door does."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are welcome."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Any key will do."""
        return True

    def session_requested(self) -> Echo:
        """A session."""
        return Echo(*self._sizes)


async def serve(folder: Path, first: int, each: int) -> None:
    """Say the port and serve until killed."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(folder / "echo_key")
    server = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_factory=lambda: Anybody(first, each),
        server_host_keys=[key],
        kex_algs=algorithms.KEY_EXCHANGE,
        encryption_algs=algorithms.CIPHERS,
        mac_algs=algorithms.MACS,
        encoding=None,
        line_editor=False,
    )
    print(server.get_port(), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
