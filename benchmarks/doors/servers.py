"""Starts each of the servers that are compared, on the loopback address only.

Each has one core for all its processes; the visitors have the others.
"""

import asyncio
import contextlib
import getpass
import os
import shutil
import signal
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import asyncssh

HERE = Path(__file__).parent
SSHD = shutil.which("sshd") or shutil.which("sshd", path="/usr/sbin:/usr/local/sbin")

ALL_CORES = sorted(os.sched_getaffinity(0))


@dataclass(frozen=True)
class Server:
    """A running server."""

    port: int
    process: int
    user: str


def take_cores(process: int, *, server: bool) -> None:
    """Let a process, and what it will start, run on the first core or on all but the first."""
    if len(ALL_CORES) > 1:
        os.sched_setaffinity(process, ALL_CORES[:1] if server else ALL_CORES[1:])


@contextlib.asynccontextmanager
async def python_server(script: str, *arguments: object) -> AsyncIterator[Server]:
    """One of the scripts beside this file, which says its port when it is ready."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, HERE / script, *map(str, arguments), stdout=asyncio.subprocess.PIPE
    )
    take_cores(process.pid, server=True)
    try:
        assert process.stdout is not None
        yield Server(int(await process.stdout.readline()), process.pid, "visitor")
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@contextlib.asynccontextmanager
async def openssh_server(folder: Path, keys: list[asyncssh.SSHKey]) -> AsyncIterator[Server]:
    """OpenSSH with a configuration of its own that starts the app for each visitor."""
    assert SSHD is not None
    if os.getuid() == 0:
        os.makedirs("/run/sshd", exist_ok=True)  # noqa: PTH103 (sshd asks for it if root starts it)
    host_key = folder / "sshd_host_key"
    asyncssh.generate_private_key("ssh-ed25519").write_private_key(host_key)
    host_key.chmod(0o600)
    known = folder / "authorized_keys"
    known.write_bytes(b"".join(key.export_public_key() for key in keys))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    config = folder / "sshd_config"
    config.write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {host_key}\nAuthorizedKeysFile {known}\n"
        f"PidFile none\nUsePAM no\nStrictModes no\nPermitRootLogin yes\nMaxStartups 1000\n"
        f"PrintMotd no\nPrintLastLog no\nLogLevel ERROR\nLoginGraceTime 0\n"
        f"ForceCommand PYTHONPATH={os.environ.get('PYTHONPATH', '')} exec {sys.executable} "
        f"{HERE / 'forced.py'}\n"
    )
    process = await asyncio.create_subprocess_exec(
        SSHD, "-D", "-e", "-f", config, start_new_session=True
    )
    take_cores(process.pid, server=True)
    try:
        await _listening(port)
        yield Server(port, process.pid, getpass.getuser())
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGTERM)
        await process.wait()


async def _listening(port: int) -> None:
    async with asyncio.timeout(10):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
                continue
            writer.close()
            return
