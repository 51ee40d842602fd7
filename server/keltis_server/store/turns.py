"""Writers of several processes wait for one another here, in a queue and without sleeping.

SQLite alone has them sleep and try again: with two busy writers one append in a hundred took 0.3 s.
"""

import fcntl
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final, Self

PATIENCE: Final = 2.0
"""Seconds after which a process that has the turn and does not end it is passed over."""


class Turns:
    """Held while one writes. It is only manners: SQLite's own lock is what keeps the file whole.

    So whoever waits too long, because a process was stopped in its turn, writes without one.
    """

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self._file = path.open("ab")
        self._patience = patience
        self._state = threading.Lock()
        self._held = False
        self._queued = False
        """Whether a thread of ours stands in the queue."""
        self._passed = False
        """Whether we have gone on without the turn for which that thread still waits."""

    def __enter__(self) -> Self:
        if self._queued:
            return self
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._wait()
        except OSError:  # a file system without locks
            pass
        else:
            self._held = True
        return self

    def __exit__(self, *_: object) -> None:
        if self._held:
            self._held = False
            self._unlock()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()

    def _wait(self) -> None:
        self._queued, self._passed = True, False
        came = threading.Event()
        threading.Thread(target=self._stand, args=(came,), daemon=True).start()
        came.wait(self._patience)
        with self._state:
            self._held = came.is_set()
            self._passed = not self._held

    def _stand(self, came: threading.Event) -> None:
        """Stand in the queue, however long; a turn that comes too late is given up at once."""
        with suppress(OSError, ValueError):
            fcntl.flock(self._file, fcntl.LOCK_EX)
        with self._state:
            self._queued = False
            if self._passed:
                self._unlock()
            came.set()

    def _unlock(self) -> None:
        with suppress(OSError, ValueError):
            fcntl.flock(self._file, fcntl.LOCK_UN)
