"""What somebody who runs a server reads: that it is open, and how friends get there."""

import logging
import socket
from pathlib import Path

from keltis.log_lines import LogLines
from keltis_words.words import Words

SSH_PORT = 22


def start_logging(process: str = "") -> None:
    """Log to where errors go; several processes sign their lines."""
    line = f"%(asctime)s {process}%(levelname)s %(message)s"
    logging.basicConfig(level=logging.INFO, format=line, handlers=[LogLines()])
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


def announce(words: Words, host: str, port: int, fingerprint: str, data: Path) -> None:
    """Say that the server is open."""
    _ = words._
    print(_("Keltis is open. Send your friends this line:"))
    print(f"\n    {_invitation(host, port)}\n")
    print(_("Host key: {fingerprint}", fingerprint=fingerprint))
    print(_("Data:     {folder}", folder=data), flush=True)


def farewell(words: Words, *, next_one: bool = False) -> None:
    """Say that the server closes, or that the next one takes its place."""
    _ = words._
    closing, taken = _("Closing: everyone is being told."), _("Another server takes over.")
    print(f"{taken} {closing}" if next_one else closing, flush=True)


def _invitation(host: str, port: int) -> str:
    """The command that brings a friend here."""
    anywhere = host in ("", "0.0.0.0", "::")
    address = socket.gethostname() if anywhere else host
    return f"ssh {address}" if port == SSH_PORT else f"ssh -p {port} {address}"
