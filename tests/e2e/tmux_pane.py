"""Runs in a pane of tmux: writes a file to the terminal, and tells when the terminal has read it.

A terminal answers a question about its cursor only after all that was written before.
"""

import os
import subprocess
import sys
import tty
from pathlib import Path

CURSOR = b"\x1b[6n"


def main() -> None:
    """Show a file, say so on a channel of tmux, and stay until the pane is closed."""
    file, socket, channel = sys.argv[1:]
    tty.setraw(0)
    data = Path(file).read_bytes() + CURSOR
    while data:
        data = data[os.write(1, data) :]
    answer = b""
    while not answer.endswith(b"R"):
        answer += os.read(0, 1)
    subprocess.run(["tmux", "-S", socket, "wait-for", "-S", channel], check=True)
    os.read(0, 1)


if __name__ == "__main__":
    main()
