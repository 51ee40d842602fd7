"""What somebody who runs a server reads: that it is open, and how friends get there."""

import logging
from pathlib import Path

from keltis.log_lines import LogLines
from keltis_server.addresses import name_of_host
from keltis_words.ssh_lines import ssh_line
from keltis_words.words import Words


def start_logging(process: str = "") -> None:
    """Log to where errors go; several processes sign their lines."""
    line = f"%(asctime)s {process}%(levelname)s %(message)s"
    logging.basicConfig(level=logging.INFO, format=line, handlers=[LogLines()])
    logging.getLogger("asyncssh").setLevel(logging.WARNING)


def announce(words: Words, host: str, port: int, fingerprint: str, data: Path) -> None:
    """Say that the server is open."""
    _ = words._
    print(_("Keltis is open. Send your friends this line:"))
    print(f"\n    {ssh_line(name_of_host(host), port, terminal=False)}\n")
    print(_("Host key: {fingerprint}", fingerprint=fingerprint))
    print(_("Data:     {folder}", folder=data), flush=True)


def farewell(words: Words, *, next_one: bool = False) -> None:
    """Say that the server closes, or that the next one takes its place."""
    _ = words._
    closing, taken = _("Closing: everyone is being told."), _("Another server takes over.")
    print(f"{taken} {closing}" if next_one else closing, flush=True)
