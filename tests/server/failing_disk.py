"""A disk under SQLite that fails when told, and forgets what was never synced when power fails.

It stands between SQLite and the system: `xWrite` and `xSync` of every file that is opened.
"""

import _sqlite3
import ctypes
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, c_int, c_int64, c_void_p
from pathlib import Path
from typing import Any, Final

WRITE_FAILED: Final = sqlite3.SQLITE_IOERR_WRITE
SYNC_FAILED: Final = sqlite3.SQLITE_IOERR_FSYNC

_OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)
_WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_SYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(ctypes.Structure):
    """The beginning of `sqlite3_vfs`."""

    _fields_ = [
        *((name, c_int) for name in ("version", "file_size", "longest_path")),
        *((name, c_void_p) for name in ("next", "name", "data", "open")),
    ]


class _Methods(ctypes.Structure):
    """`sqlite3_io_methods` in its third version."""

    _fields_ = [
        ("version", c_int),
        *((name, c_void_p) for name in ("close", "read", "write", "truncate", "sync")),
        ("others", c_void_p * 13),
    ]


Fails = Callable[[str, int], bool]
"""Whether the n-th `write` or `sync`, counted from 1, fails."""


class Disk:
    """Every file of SQLite as a failing power supply would leave it."""

    def __init__(self, fails: Fails) -> None:
        self.count: Counter[str] = Counter()
        """How many writes and syncs there were."""
        self._fails = fails
        self._durable: dict[Path, bytearray] = {}
        self._pending: dict[Path, list[tuple[int, bytes | None]]] = {}
        """Written since the last sync, with its place; None cuts the file there."""
        self._paths: dict[int, Path] = {}
        self._kept: list[object] = []
        """What C points to."""

    def after_power_failed(self, folder: Path) -> None:
        """Put into a folder what was synced, and nothing else."""
        folder.mkdir()
        for path, data in self._durable.items():
            if path.exists():  # a file that was deleted is
                (folder / path.name).write_bytes(data)

    def opened(self, file: int, path: Path) -> None:
        """SQLite has opened a file: from now on it writes through this disk."""
        self._paths[file] = path
        self._durable.setdefault(path, bytearray())
        self._pending.setdefault(path, [])
        place = ctypes.cast(file, POINTER(POINTER(_Methods)))
        before = place.contents.contents
        write, truncate = _WRITE(before.write), _TRUNCATE(before.truncate)
        after = _Methods.from_buffer_copy(before)

        def on_write(this: int, data: int, size: int, at: int) -> int:
            if self._failing("write"):
                return WRITE_FAILED
            self._pending[self._paths[this]].append((at, ctypes.string_at(data, size)))
            return int(write(this, data, size, at))

        def on_truncate(this: int, size: int) -> int:
            self._pending[self._paths[this]].append((size, None))
            return int(truncate(this, size))

        def on_sync(this: int, _: int) -> int:
            # After a failure the system holds for written what is not: no later sync brings it.
            pending, self._pending[self._paths[this]] = self._pending[self._paths[this]], []
            if self._failing("sync"):
                return SYNC_FAILED
            for at, data in pending:
                _apply(self._durable[self._paths[this]], at, data)
            return sqlite3.SQLITE_OK

        made = _WRITE(on_write), _TRUNCATE(on_truncate), _SYNC(on_sync)
        after.write, after.truncate, after.sync = (_address(each) for each in made)
        place[0] = ctypes.pointer(after)
        self._kept += [*made, after, write, truncate]

    def _failing(self, what: str) -> bool:
        self.count[what] += 1
        return self._fails(what, self.count[what])


def _apply(data: bytearray, at: int, written: bytes | None) -> None:
    if written is None:
        del data[at:]
        return
    data.extend(bytes(max(0, at - len(data))))
    data[at : at + len(written)] = written


def _address(function: Any) -> int | None:
    return ctypes.cast(function, c_void_p).value


_in_use: list[object] = []
"""Files may be closed after their disk: what C points to is never given up."""


@contextmanager
def disk(fails: Fails) -> Iterator[Disk]:
    """Have all that SQLite opens in this process from now on lie on such a disk."""
    made = Disk(fails)
    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None).contents
    before = vfs.open
    system_open = _OPEN(before)

    def on_open(this: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        result = int(system_open(this, name, file, flags, out))
        if result == sqlite3.SQLITE_OK and name is not None:
            made.opened(file, Path(ctypes.string_at(name).decode()))
        return result

    ours = _OPEN(on_open)
    _in_use.extend((made, ours, system_open))
    vfs.open = _address(ours)
    try:
        yield made
    finally:
        vfs.open = before
