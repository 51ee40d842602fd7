"""A server for the pictures, and the real `ssh` in a terminal: what that shows is drawn."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from fcntl import ioctl
from pathlib import Path
from typing import Final

import asyncssh
import pyte

QUIET: Final = 0.6
"""After so many seconds without a byte the picture is taken to be whole and at rest."""
PATIENCE: Final = 30.0
KEYS: Final = {"enter": "\r", "escape": "\x1b[27u", "right": "\x1b[C", "down": "\x1b[B"}
KEYS_F: Final = {f"f{n}": f"\x1bO{letter}" for n, letter in enumerate("PQRS", 1)}
OPTIONS: Final = (
    "UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "LogLevel=ERROR",
    "IdentitiesOnly=yes",
)  # fmt: skip


class NoServer(Exception):
    """The server did not open."""


class Server:
    """`keltis serve` on a free port of this machine, with the data of a folder."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "keltis", "serve", "--host", "127.0.0.1", "--port", "0"]
        self._process = subprocess.Popen(
            [*command, "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"ssh -p (\d+) ", line):
                self.port = int(found[1])
            if "SHA256:" in line:
                return
        raise NoServer("keltis serve said nothing of a port")

    def stop(self) -> None:
        """Close it."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()


def make_key(path: Path) -> bytes:
    """A key to come with; what identifies it comes back."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(path)
    path.chmod(0o600)
    return key.public_data


def visit(
    port: int,
    key: Path,
    size: tuple[int, int],
    *,
    wish: Sequence[str] = (),
    keys: Sequence[str] = (),
    full: bool = False,
) -> pyte.Screen:
    """Come by `ssh`, press keys, and give back what the terminal shows once nothing more comes."""
    command = ["ssh", "-tt", "-i", str(key), "-p", str(port), "-l", "ann"]
    for option in (*OPTIONS, *(["SetEnv=COLORTERM=truecolor"] if full else [])):
        command += ["-o", option]
    inside, outside = pty.openpty()
    ioctl(outside, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
    environment = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]}
    process = subprocess.Popen(
        [*command, "127.0.0.1", *wish],
        stdin=outside, stdout=outside, stderr=outside, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(outside)
    screen = pyte.Screen(*size)
    stream = pyte.ByteStream(screen)
    try:
        _read(inside, stream.feed, lambda: any(line.strip() for line in screen.display))
        for pressed in keys:
            os.write(inside, (KEYS | KEYS_F).get(pressed, pressed).encode())
            _read(inside, stream.feed, lambda: True)
    finally:
        process.kill()
        process.wait()
        os.close(inside)
    return screen


def _read(terminal: int, feed: Callable[[bytes], None], so: Callable[[], bool]) -> None:
    """Take in what comes until it is `so` and quiet."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], QUIET)
        if not ready:
            if so():
                return
            continue
        try:
            feed(os.read(terminal, 65536))
        except OSError:  # the other end is closed
            return
