"""A real PostgreSQL for the tests: one for each process that tests, in a folder of its own."""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import asyncpg

from tests.alive import alive

OTHER_USERS: Final = ("postgres", "nobody")
"""PostgreSQL refuses to run as root, but not as one of these."""
MISSING: Final = "needs PostgreSQL (Debian's package postgresql)"


def program(name: str) -> Path | None:
    """A program of PostgreSQL: where Debian has the newest, or else on the path."""
    debian = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=_version)
    found = shutil.which(name)
    return debian[-1] if debian else Path(found) if found else None


def _version(path: Path) -> float:
    return float(path.parent.parent.name)


class Postgres:
    """A server that can be stopped and started, with a schema for whoever needs one."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="keltis-pg-"))
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._user: str | None = None
        if os.getuid() == 0:
            known = {user.pw_name for user in pwd.getpwall()}
            self._user = next(user for user in OTHER_USERS if user in known)
            shutil.chown(self._folder, self._user)
        command = ["-D", "data", "-U", "keltis", "-A", "trust", "-E", "UTF8", "--locale=C"]
        making = self._run("initdb", *command, "--no-sync")
        assert making.wait() == 0

    def start(self) -> None:
        """Start it and wait until it lets people in."""
        # fsync is on, as it is unless somebody turns it off.
        self._process = self._run("postgres", "-D", "data", "-k", str(self._folder), "-h", "")
        until = time.monotonic() + 60
        while True:
            try:
                asyncio.run(_try(self.address()))
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < until
                time.sleep(0.02)
            else:
                return

    @property
    def running(self) -> bool:
        """Whether it was started and not stopped."""
        return self._process is not None

    @property
    def pid(self) -> int:
        """Its first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, at once and in order unless told how."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def kill(self) -> None:
        """End it with `kill -9`; it can be started again once its children have noticed."""
        assert self._process is not None
        parent = self._process.pid
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        self.stop(signal.SIGKILL)
        until = time.monotonic() + 60
        while any(alive(int(child)) for child in children):
            assert time.monotonic() < until
            time.sleep(0.02)

    def remove(self) -> None:
        """Stop it and leave nothing behind."""
        self.stop()
        shutil.rmtree(self._folder)

    def address(self, schema: str = "public") -> str:
        """Where a schema of it is reached."""
        host = quote(str(self._folder), safe="")
        return f"postgresql://keltis@/postgres?host={host}&search_path={schema}"

    def new_schema(self) -> str:
        """The address of an empty schema."""
        schema = f"test{next(self._numbers)}"
        asyncio.run(_try(self.address(), f"create schema {schema}"))
        return self.address(schema)

    def _run(self, name: str, *arguments: str) -> "subprocess.Popen[bytes]":
        found = program(name)
        assert found is not None
        user: dict[str, Any] = {}
        if self._user is not None:
            group = pwd.getpwnam(self._user).pw_gid
            user = {"user": self._user, "group": group, "extra_groups": []}
        with (self._folder / "output").open("ab") as output:
            return subprocess.Popen(
                [found, *arguments], cwd=self._folder, stdout=output, stderr=output, **user
            )


async def _try(address: str, statement: str = "select 1") -> None:
    try:
        db = await asyncpg.connect(address)
        try:
            await db.execute(statement)
        finally:
            await db.close()
    finally:
        await asyncio.sleep(0.001)  # asyncpg lets go of a refused connection a turn later
