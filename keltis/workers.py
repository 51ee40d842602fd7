"""`keltis serve --workers N`: starts the workers, joins them by a bell, replaces who dies."""

import argparse
import asyncio
import itertools
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from keltis.banner import announce, farewell, start_logging
from keltis.folder import FolderInUse, claimed, server_folder
from keltis_server.belfry import Belfry
from keltis_server.bell import Serving
from keltis_tui.words import Words

log = logging.getLogger(__name__)

PATIENCE = 4.5
"""Seconds that the workers have to see everybody out."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds until a worker that died is replaced; each time twice as long …"""
SOUND = 60.0
"""… unless it has worked for so many."""


async def serve_with_workers(chosen: argparse.Namespace, words: Words) -> int:
    """Serve in several processes until told to stop."""
    _ = words._
    start_logging()
    data = server_folder(chosen.data)
    try:
        with claimed(data):
            return await Crew(chosen, data, words).work()
    except FolderInUse:
        problem = _("{folder} is used by another keltis; choose one with --data.", folder=data)
    except OSError as error:
        problem = _("Cannot serve on port {port} with data in {folder}: {reason}.",
            port=chosen.port, folder=data, reason=error.strerror or error)  # fmt: skip
    print(problem, file=sys.stderr)
    return 1


class Crew:
    """The workers of one server."""

    def __init__(self, chosen: argparse.Namespace, data: Path, words: Words) -> None:
        self._chosen = chosen
        self._data = data
        self._words = words
        self._port: int = chosen.port
        self._belfry = Belfry()
        self._numbers = itertools.count(1)
        self._processes: set[asyncio.subprocess.Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()

    async def work(self) -> int:
        """Keep all workers going until told to stop; the exit code."""
        for told in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(told, self._close)
        try:
            # The first one makes what is missing and finds the port; the others join it.
            opened = await self._start()
            if opened is None:
                return int(not self._stop.is_set())
            self._port = opened.port
            more = await asyncio.gather(*(self._start() for _ in range(self._chosen.workers - 1)))
            if None in more:
                return int(not self._stop.is_set())
            host, mark = self._chosen.host, opened.fingerprint
            announce(self._words, host, opened.port, mark, self._data)
            await self._stop.wait()
            farewell(self._words)
            return 0
        finally:
            await self._end()

    async def _start(self) -> Serving | None:
        """Start a worker and keep it going; None if it never opened its door."""
        ready: asyncio.Future[Serving | None] = asyncio.get_running_loop().create_future()
        self._tasks.add(asyncio.create_task(self._keep(ready)))
        return await ready

    async def _keep(self, ready: "asyncio.Future[Serving | None]") -> None:
        """Have a worker work, and another one after it if it dies."""

        def serving(said: Serving) -> None:
            if ready.done():
                log.info("another worker is open in its place")
            else:
                ready.set_result(said)

        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            status = await self._run(serving)
            if not ready.done():
                ready.set_result(None)
                return
            if self._stop.is_set():
                return
            pause = FIRST_PAUSE if time.monotonic() - began > SOUND else pause
            log.error("a worker ended with status %s; the next starts in %s s", status, pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _run(self, serving: Callable[[Serving], None]) -> int:
        """One worker from its start to its end; its exit status."""
        if self._stop.is_set():
            return 0
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command(theirs.fileno()), pass_fds=(theirs.fileno(),)
                )
            except OSError as error:
                log.error("a worker cannot be started: %s", error)
                ours.close()
                return 1
        self._processes.add(process)
        try:
            await self._belfry.hang(next(self._numbers), ours, serving)
            if self._stop.is_set():
                process.terminate()
            return await process.wait()
        finally:
            self._processes.discard(process)

    def _command(self, bell: int) -> list[str]:
        """How a worker is started: in a fresh process, with nothing from the current folder."""
        command = [sys.executable, "-P", "-m", "keltis", "serve", "--bell", str(bell)]
        command += ["--host", self._chosen.host, "--port", str(self._port)]
        command += ["--data", str(self._data)]
        return command + (["--limits", str(self._chosen.limits)] if self._chosen.limits else [])

    def _close(self) -> None:
        """Have every worker see its people out."""
        self._stop.set()
        self._belfry.close()
        for process in self._processes:
            with suppress(ProcessLookupError):
                process.terminate()

    async def _end(self) -> None:
        self._close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=PATIENCE)
            for process in self._processes:
                log.error("worker %s does not end and is killed", process.pid)
                process.kill()
            await asyncio.wait(self._tasks)
