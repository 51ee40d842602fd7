"""Servers that start at once: `keltis serve` in the fork of a process that has read the program.

`python -m tests.e2e.forked` reads a line for each server and answers with its process.
"""

import asyncio
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from keltis.cli import main
from keltis_server.terminal.preload import preload
from tests.alive import alive
from tests.e2e.conftest import PATIENCE, ROOT, Server


class Forks:
    """The process from which servers are forked; it is never killed, they are."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.forked"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            start_new_session=True,
        )

    def start(self, arguments: list[str], env: dict[str, str], said: Path, log: Path) -> int:
        """Start `keltis` with arguments; its process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([arguments, env, str(said), str(log)]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(PATIENCE)
        self._process.stdout.close()


class ForkedServer(Server):
    """`keltis serve` in one process, with everything else as in `Server`."""

    def __init__(
        self, forks: Forks, data: Path, limits: str, database: str = "", listen: str = ""
    ) -> None:
        super().__init__(data, limits, database=database)
        self._forks = forks
        self._env = {"KELTIS_DATABASE": database, "KELTIS_LISTEN_DATABASE": listen}
        self._pid = 0

    def start(self) -> "ForkedServer":
        said = self.data.parent / "said"
        said.write_text("")
        arguments = ["serve", "--host", "127.0.0.1", "--port", str(self.port)]
        arguments += ["--data", str(self.data), "--limits", str(self._limits)]
        log = self.data.parent / "server.log"
        self._pid = self._forks.start(arguments, self._env, said, log)
        until = time.monotonic() + PATIENCE
        while not self._opened(said.read_text()):
            assert alive(self._pid), f"it did not start: {self.log}"
            assert time.monotonic() < until
            time.sleep(0.005)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> float:
        began = time.monotonic()
        os.kill(self._pid, how)
        while alive(self._pid):
            assert time.monotonic() < began + PATIENCE
            time.sleep(0.002)
        self._pid = 0
        return time.monotonic() - began

    @property
    def running(self) -> bool:
        return self._pid != 0

    @property
    def pid(self) -> int:
        return self._pid


def serve_forks() -> None:
    """Fork a server for each line."""
    # No fork has to read again what is read here.
    importlib.import_module("keltis.serve")
    importlib.import_module("keltis_server.store.postgres_channel")
    asyncio.run(preload())
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those who end
    for line in sys.stdin:
        arguments, env, said, log = json.loads(line)
        child = os.fork()
        if not child:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.environ.update(env)
            for path, number in ((said, 1), (log, 2)):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND), number)
            os._exit(main(arguments))
        print(child, flush=True)
    os.killpg(0, signal.SIGKILL)  # whatever still runs ends with whoever started it


if __name__ == "__main__":
    serve_forks()
