"""Looking at the store whenever something happened there: one look at a time, and none missed."""

import logging
from collections.abc import Awaitable, Callable

from keltis_server.guard import Tasks, survived
from keltis_server.store.contract import StoreFailed

log = logging.getLogger(__name__)


class LookSoon:
    """Has somebody look; what happens during a look is seen by one that follows it."""

    def __init__(self, what: str, look: Callable[[], Awaitable[None]]) -> None:
        self._what = what
        self._look = look
        self._tasks = Tasks()
        self._looking = False
        self._again = False
        """Whether something happened that the look that is under way may have missed."""

    def __call__(self) -> None:
        """Something happened, perhaps: look as soon as nobody else does."""
        self._again = True
        if not self._looking:
            self._looking = True
            self._tasks.spawn(survived(f"looking for {self._what}", self._keep_looking))

    async def close(self) -> None:
        """Look no more."""
        await self._tasks.close()

    async def _keep_looking(self) -> None:
        try:
            while self._again:
                self._again = False
                await self._look()
        except StoreFailed as error:
            log.error("%s: not read: %s", self._what, error)
        finally:
            self._looking = False
