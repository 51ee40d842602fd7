"""Work that goes on beside other work: what breaks in it is logged and touches nobody else."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_log: Final = logging.getLogger(__name__)


class contained:  # noqa: N801 (it is used like a function)
    """What breaks inside ends here, and only here in the server; the list then holds it."""

    __slots__ = ("_broken",)

    def __enter__(self) -> list[Exception]:
        self._broken: list[Exception] = []
        return self._broken

    def __exit__(self, _kind: object, error: BaseException | None, _where: object) -> bool:
        if isinstance(error, Exception):  # nothing that breaks for one may touch another
            self._broken.append(error)
            return True
        return False


async def survived(
    what: str, work: Callable[P, Awaitable[None]], /, *args: P.args, **kwargs: P.kwargs
) -> bool:
    """Whether `work` came to its end; a session, a command and a bot's move each run in this.

    It begins in here: what is cancelled before that leaves nothing behind that is never awaited.
    """
    with contained() as broken:
        await work(*args, **kwargs)
    for error in broken:
        log_failure(what, error)
    return not broken


def log_failure(what: str, error: BaseException) -> None:
    """Log where it happened, but neither values nor messages: they may be somebody's cards."""
    places = traceback.extract_tb(error.__traceback__)
    way = " < ".join(f"{place.filename}:{place.lineno} {place.name}" for place in reversed(places))
    _log.error("%s broke: %s at %s", what, type(error).__name__, way)


class Tasks:
    """Tasks that somebody has begun and that must have ended before that somebody does."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin some work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, seconds: float | None = None) -> None:
        """Wait until all of it is done, or so many seconds."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)

    async def close(self) -> None:
        """Cancel what is not done and wait until it has ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
