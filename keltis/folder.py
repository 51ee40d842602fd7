"""A folder of data that one process at a time has for itself."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path


class FolderInUse(Exception):
    """Another process works in that folder."""


def server_folder(wish: Path | None) -> Path:
    """Where a server has its host key and its games."""
    return wish or user_data_path("keltis") / "server"


def make_folder(folder: Path) -> None:
    """Make a folder that nobody else may look into, unless it is there."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)


@contextmanager
def claimed(folder: Path) -> Iterator[Path]:
    """The folder, made if need be, ours alone until the block ends."""
    make_folder(folder)
    with (folder / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FolderInUse(folder) from None
        yield folder
