"""`keltis serve`: a server for friends in one command."""

import argparse
import asyncio
import signal
import socket
import sys
from pathlib import Path

from platformdirs import user_data_path

from keltis.folder import FolderInUse, claimed
from keltis_server.door import open_door
from keltis_server.house import House
from keltis_server.sqlite_store import SqliteStore
from keltis_tui.words import Words

SSH_PORT = 22


async def serve(chosen: argparse.Namespace, words: Words) -> int:
    """Serve until told to stop; everyone is told before the line closes."""
    _ = words._
    data: Path = chosen.data or user_data_path("keltis") / "server"
    try:
        with claimed(data):
            return await _serve(chosen.host, chosen.port, data, words)
    except FolderInUse:
        problem = _("{folder} is used by another keltis; choose one with --data.", folder=data)
    except OSError as error:
        problem = _(
            "Cannot serve on port {port}: {reason}. Choose another with --port.",
            port=chosen.port,
            reason=error.strerror or error,
        )
    print(problem, file=sys.stderr)
    return 1


async def _serve(host: str, port: int, data: Path, words: Words) -> int:
    _ = words._
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for told in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(told, stop.set)
    house = await House.open(SqliteStore.open(data / "games.db"))
    try:
        door = await open_door(house, host, port, data / "host_key")
        print(_("Keltis is open. Send your friends this line:"))
        print(f"\n    {_invitation(host, door.port)}\n")
        print(_("Host key: {fingerprint}", fingerprint=door.fingerprint))
        print(_("Data:     {folder}", folder=data), flush=True)
        await stop.wait()
        print(_("Closing: everyone is being told."), flush=True)
        await door.close("shutdown")
    finally:
        await house.close()
    return 0


def _invitation(host: str, port: int) -> str:
    """The command that brings a friend here."""
    anywhere = host in ("", "0.0.0.0", "::")
    address = socket.gethostname() if anywhere else host
    return f"ssh {address}" if port == SSH_PORT else f"ssh -p {port} {address}"
