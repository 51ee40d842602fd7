"""`keltis serve --workers N`: starts the workers, joins them by a bus, replaces who dies."""

import argparse
import asyncio
import itertools
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from keltis.banner import announce, farewell, start_logging
from keltis.database_options import DATABASE, LISTEN_DATABASE
from keltis.folder import claimed
from keltis.handover import Handover, taken_over
from keltis.rehearsal import rehearse
from keltis.shared_port import SharedPort
from keltis.starting import start
from keltis.stopping import DISK_FAILED, when_told
from keltis_server.cluster.bus import Serving
from keltis_server.cluster.hub import Hub
from keltis_server.limits import read_limits
from keltis_server.store.steady import Steady
from keltis_words.words import Words

log = logging.getLogger(__name__)

PATIENCE = 4.5
"""Seconds that the workers have to see everybody out."""
COMING_IN = 1.0
"""Seconds more if the next server takes over, for those who are just coming in."""
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
"""Seconds until a worker that died is replaced; each time twice as long …"""
SOUND = 60.0
"""… unless it has worked for so many."""
ASKED_EVERY = 2.0
"""Seconds between two questions to a worker whether it is well."""
UNANSWERED = 5
"""Questions in a row without an answer after which a worker is killed: half of those who come
would wait for it in vain, and everybody for what it has locked."""


async def serve_with_workers(chosen: argparse.Namespace, words: Words) -> int:
    """Serve in several processes until told to stop."""
    start_logging()

    async def serving(data: Path, handover: Handover) -> int:
        if chosen.limits:  # before another server has ended for this one
            read_limits(chosen.limits)
        if chosen.take_over:
            await rehearse(chosen, data)
        taken = await taken_over(data, chosen.port) if chosen.take_over else []
        with claimed(data):
            return await Crew(chosen, data, words, handover).work(taken)

    return await start(chosen, words, serving)


class Crew:
    """The workers of one server."""

    def __init__(
        self, chosen: argparse.Namespace, data: Path, words: Words, handover: Handover
    ) -> None:
        self._chosen = chosen
        self._data = data
        self._words = words
        self._handover = handover
        self._port = SharedPort(chosen.host, chosen.port)
        self._hub = Hub()
        self._clock = Steady()
        """All workers go by it, or one that begins later would charge others an hour."""
        self._numbers = itertools.count(1)
        self._processes: set[asyncio.subprocess.Process] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = asyncio.Event()
        self._disk_failed = False

    async def work(self, taken: Sequence[socket.socket]) -> int:
        """Keep all workers going until told to stop; the exit code.

        They listen on the sockets taken over from the server before, if there are any.
        """
        when_told(self._close)
        try:
            await self._port.open(taken, self._chosen.workers)
            # The first one makes what is missing; the others join it.
            opened = await self._start()
            if opened is None:
                return int(not self._stop.is_set())
            more = await asyncio.gather(*(self._start() for _ in range(self._chosen.workers - 1)))
            if None in more:
                return int(not self._stop.is_set())
            host, mark = self._chosen.host, opened.fingerprint
            announce(self._words, host, opened.port, mark, self._data)
            await self._handover.offer_until(self._stop, self._data, self._hand_over)
            if self._disk_failed:
                return DISK_FAILED
            farewell(self._words, next_one=self._handover.done)
            return 0
        finally:
            await self._end()

    async def _start(self) -> Serving | None:
        """Start a worker and keep it going; None if it never listened."""
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
            if status == DISK_FAILED:  # another worker would take for written what is not
                self._disk_failed = True
                self._close()
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
        try:
            sockets = await self._port.sockets()
        except OSError as error:
            log.error("a worker has no port to listen on: %s", error)
            return 1
        try:
            return await self._run_at(sockets, serving)
        finally:
            self._port.close(sockets)

    async def _run_at(
        self, sockets: Sequence[socket.socket], serving: Callable[[Serving], None]
    ) -> int:
        ours, theirs = socket.socketpair()
        with theirs:
            passed = [each.fileno() for each in (theirs, *sockets)]
            try:
                process = await asyncio.create_subprocess_exec(
                    *self._command(*passed), pass_fds=passed, env=self._environment()
                )
            except OSError as error:
                log.error("a worker cannot be started: %s", error)
                ours.close()
                return 1
        self._processes.add(process)
        number = next(self._numbers)
        opened = asyncio.Event()

        def open_now(said: Serving) -> None:
            opened.set()
            serving(said)

        watching = asyncio.create_task(self._watch(number, process, opened))
        try:
            await self._hub.connect(number, ours, open_now)
            if self._stop.is_set():
                process.terminate()
            return await process.wait()
        finally:
            watching.cancel()
            self._processes.discard(process)

    async def _watch(
        self, number: int, process: asyncio.subprocess.Process, opened: asyncio.Event
    ) -> None:
        """Kill a worker that listened and then does not answer."""
        await opened.wait()
        unanswered = 0
        while unanswered < UNANSWERED:
            self._hub.ask(number)
            await asyncio.sleep(ASKED_EVERY)
            unanswered = 0 if self._hub.answered(number) else unanswered + 1
        log.error("worker %s does not answer and is killed", process.pid)
        with suppress(ProcessLookupError):
            process.kill()

    def _command(self, bus: int, *sockets: int) -> list[str]:
        """How a worker is started: in a fresh process, with nothing from the current folder."""
        command = [sys.executable, "-P", "-m", "keltis", "serve", "--bus", str(bus)]
        command += ["--sockets", *map(str, sockets), "--workers", str(self._chosen.workers)]
        command += ["--host", self._chosen.host, "--port", str(self._port.number)]
        command += ["--data", str(self._data), "--clock-zero", repr(self._clock.zero)]
        for option in ("limits", "host_key_secret"):
            file: Path | None = getattr(self._chosen, option)
            if file is not None:
                command += [f"--{option.replace('_', '-')}", str(file)]
        return command

    def _environment(self) -> dict[str, str]:
        """What a worker is told that nobody else may see: there may be a password in it."""
        chosen = self._chosen
        named = {DATABASE: chosen.database, LISTEN_DATABASE: chosen.listen_database}
        return os.environ | {name: address for name, address in named.items() if address}

    def _hand_over(self) -> list[socket.socket]:
        """Have every worker let nobody in any more; the sockets at which people wait now."""
        self._hub.replace()
        self._hub.close()
        self._stop.set()
        return self._port.all_sockets

    def _close(self) -> None:
        """Have every worker see its people out."""
        self._stop.set()
        self._hub.close()
        for process in () if self._handover.done else self._processes:
            with suppress(ProcessLookupError):
                process.terminate()

    async def _end(self) -> None:
        self._close()
        if self._tasks:
            more = COMING_IN if self._handover.done else 0
            await asyncio.wait(self._tasks, timeout=PATIENCE + more)
            for process in self._processes:
                log.error("worker %s does not end and is killed", process.pid)
                process.kill()
            await asyncio.wait(self._tasks)
