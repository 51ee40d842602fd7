"""`keltis serve`: a server for friends in one command, or one of its workers."""

import argparse
import asyncio
import signal
import socket
import sys
from contextlib import nullcontext
from pathlib import Path

from keltis.banner import announce, farewell, start_logging
from keltis.folder import FolderInUse, claimed, server_folder
from keltis_server import door
from keltis_server.bell import Serving
from keltis_server.house import House
from keltis_server.limits import AllLimits, BadLimits, read_limits
from keltis_server.rope import RopeBell
from keltis_server.sqlite_store import SqliteStore
from keltis_server.terminal.warm import warm_up
from keltis_tui.words import N_, Words

HOST_KEY_PROBLEMS = {
    "lost": N_("{path} is gone, its public half is not. Put the key back from your backup; to make "
    "a new one, which everyone who knows this server must accept, delete {path}.pub too."),
    "unreadable": N_("{path} cannot be read. Give it back to the user who runs the server."),
    "foreign": N_("{path} belongs to another user. Give it to the user who runs the server."),
    "loose": N_("{path} can be read by others. Run: chmod 600 {path}"),
    "bad": N_("{path} is not an ed25519 private key in OpenSSH's form."),
}  # fmt: skip


async def serve(chosen: argparse.Namespace, words: Words) -> int:
    """Serve until told to stop; everyone is told before the line closes."""
    _ = words._
    worker = chosen.bell is not None
    start_logging("[%(process)d] " if worker else "")
    data = server_folder(chosen.data)
    try:
        limits = read_limits(chosen.limits) if chosen.limits else AllLimits()
        # The folder of a worker is claimed by the process that started it.
        with nullcontext() if worker else claimed(data):
            await _serve(chosen, data, limits, words)
            return 0
    except FolderInUse:
        problem = _("{folder} is used by another keltis; choose one with --data.", folder=data)
    except BadLimits as error:
        problem = _("{path} does not hold limits: {reason}", path=chosen.limits, reason=error)
    except door.HostKeyRefused as refused:
        problem = _(HOST_KEY_PROBLEMS[refused.code], path=refused.path)
    except OSError as error:
        problem = _("Cannot serve on port {port} with data in {folder}: {reason}.",
            port=chosen.port, folder=data, reason=error.strerror or error)  # fmt: skip
    print(problem, file=sys.stderr)
    return 1


async def _serve(chosen: argparse.Namespace, data: Path, limits: AllLimits, words: Words) -> None:
    host, port = chosen.host, chosen.port
    stop = asyncio.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, stop.set)
    bell = None
    if chosen.bell is not None:
        bell = await RopeBell.connect(socket.socket(fileno=chosen.bell), stop.set)
        if bell.alone:
            await door.check_port(host, port)
    house = await House.open(SqliteStore.open(data / "games.db"), limits.house, bell)
    try:
        await warm_up()
        front = await door.serve(
            house, host, port, data / "host_key", limits=limits.door, shared=bell is not None
        )
        if bell is None:
            announce(words, host, front.port, front.fingerprint, data)
        else:
            bell.ring(Serving(front.port, front.fingerprint))
        await stop.wait()
        if bell is None:
            farewell(words)
        await front.close("shutdown")
    finally:
        await house.close()
