"""A new file that is there under its name only when it is whole."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """Where to write what becomes that file when the block ends; nobody else may read it."""
    if file.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    part = file.with_name(f"{file.name}.part")
    part.touch(mode=0o600, exist_ok=False)
    try:
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.rename(file)
        _keep_name(file.parent)
    finally:
        for end in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _keep_name(folder: Path) -> None:
    """Have the names in a folder survive a loss of power."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
