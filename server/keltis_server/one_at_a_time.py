"""Work that is done one at a time for each key, be it a table's code or where somebody is from."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class OneAtATime:
    """A lock for each key, kept only as long as somebody holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    @asynccontextmanager
    async def hold(self, key: str) -> AsyncIterator[None]:
        """Wait until nobody else holds the key, and hold it."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._users[key] = self._users.get(key, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._locks[key]
