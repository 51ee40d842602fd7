"""A connection to a SQLite file that only reads, in a thread of its own beside the event loop."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from keltis_server.store.contract import StoreFailed
from keltis_server.store.sqlite_file import connect, name_of, refused


class Reader:
    """Asks one question after the other; those of another reader do not wait for them."""

    def __init__(self, path: Path, name: str) -> None:
        try:
            self._db = connect(path)
            self._db.execute("pragma query_only = on")
        except sqlite3.Error as error:
            raise refused(error) from error
        self._thread = ThreadPoolExecutor(1, name)
        self._closed = False

    async def ask(self, query: str, values: Sequence[Any] | dict[str, Any]) -> list[Any]:
        """The rows of a query."""
        if self._closed:
            raise StoreFailed("closed")
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: self._db.execute(query, values).fetchall()
            )
        except sqlite3.Error as error:
            raise StoreFailed(name_of(error)) from error

    async def finish(self) -> None:
        """Answer what was asked, and let go of the file."""
        self._closed = True
        await asyncio.to_thread(self._thread.shutdown)
        self.close()

    def close(self) -> None:
        """Let go of the file at once; nothing is asked any more."""
        self._db.close()
