"""`keltis serve`: a server for friends in one command."""

import argparse
import asyncio
import logging
import signal
import socket
import sys
from pathlib import Path

from platformdirs import user_data_path

from keltis.folder import FolderInUse, claimed
from keltis_server import door
from keltis_server.house import House
from keltis_server.limits import AllLimits, BadLimits, read_limits
from keltis_server.sqlite_store import SqliteStore
from keltis_server.terminal.warm import warm_up
from keltis_tui.words import N_, Words

SSH_PORT = 22

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
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    data: Path = chosen.data or user_data_path("keltis") / "server"
    try:
        limits = read_limits(chosen.limits) if chosen.limits else AllLimits()
        with claimed(data):
            await _serve(chosen.host, chosen.port, data, limits, words)
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


async def _serve(host: str, port: int, data: Path, limits: AllLimits, words: Words) -> None:
    _ = words._
    stop = asyncio.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, stop.set)
    house = await House.open(SqliteStore.open(data / "games.db"), limits.house)
    try:
        await warm_up()
        front = await door.serve(house, host, port, data / "host_key", limits=limits.door)
        print(_("Keltis is open. Send your friends this line:"))
        print(f"\n    {_invitation(host, front.port)}\n")
        print(_("Host key: {fingerprint}", fingerprint=front.fingerprint))
        print(_("Data:     {folder}", folder=data), flush=True)
        await stop.wait()
        print(_("Closing: everyone is being told."), flush=True)
        await front.close("shutdown")
    finally:
        await house.close()


def _invitation(host: str, port: int) -> str:
    """The command that brings a friend here."""
    anywhere = host in ("", "0.0.0.0", "::")
    address = socket.gethostname() if anywhere else host
    return f"ssh {address}" if port == SSH_PORT else f"ssh -p {port} {address}"
