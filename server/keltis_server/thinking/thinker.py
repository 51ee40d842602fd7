"""One process in which a bot thinks, as its server sees it."""

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Final

import msgspec

from keltis_server.thinking.said import HEAD, MOST, READY, Answer, Question, framed

LOADING: Final = 60.0
"""Seconds that a process may take until it is ready, on a machine with much to do."""
ENDING: Final = 2.0
"""Seconds until a process that was killed is no longer waited for."""

_decoder: Final = msgspec.msgpack.Decoder(Answer)


class Unusable(Exception):
    """A process that died, hangs or talks nonsense; it says which."""


class Late(Unusable):
    """It has not answered in time, but may still."""


class Thinker:
    """Asked one question at a time; after `Unusable` it is to be ended."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._answer: asyncio.Task[Answer] | None = None

    @property
    def pid(self) -> int:
        """The process, for who looks after it."""
        return self._process.pid

    @classmethod
    async def start(cls) -> "Thinker":
        """A process that has loaded what it needs."""
        order = (sys.executable, "-m", "keltis_server.thinking.worker")
        try:
            process = await asyncio.create_subprocess_exec(
                *order, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        except OSError as error:
            raise Unusable(f"does not start: {error}") from error
        thinker = cls(process)
        try:
            if await thinker._hear(LOADING) != READY:
                raise Unusable("is not what it should be")
        except BaseException:
            await thinker.end()
            raise
        return thinker

    async def ask(self, question: Question, patience: float) -> int:
        """Its choice, for which it is waited so long; `Late` if it is still to come then."""
        assert self._process.stdin is not None
        self._process.stdin.write(framed(question))
        self._answer = asyncio.create_task(self._hear(None))
        await asyncio.wait({self._answer}, timeout=patience)
        if not self._answer.done():
            raise Late("takes too long")
        said = self._answer.result()
        if said.problem:
            raise Unusable(said.problem)
        return said.choice

    async def comes_to_an_end(self, patience: float) -> bool:
        """Whether a late answer came in so many more seconds."""
        assert self._answer is not None
        await asyncio.wait({self._answer}, timeout=patience)
        return self._answer.done() and self._answer.exception() is None

    async def _hear(self, patience: float | None) -> Answer:
        """The next thing it says."""
        output = self._process.stdout
        assert output is not None
        try:
            async with asyncio.timeout(patience):
                length = int.from_bytes(await output.readexactly(HEAD), "big")
                if length > MOST:
                    raise Unusable("talks nonsense")
                return _decoder.decode(await output.readexactly(length))
        except TimeoutError as error:
            raise Unusable("takes too long") from error
        except (asyncio.IncompleteReadError, OSError) as error:
            raise Unusable("is gone") from error
        except msgspec.MsgspecError as error:
            raise Unusable("talks nonsense") from error

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def end(self) -> None:
        """End it, and wait until nothing of it stands."""
        self.kill()
        if self._answer is not None:
            self._answer.cancel()
            await asyncio.gather(self._answer, return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(ENDING):
                await self._process.wait()
