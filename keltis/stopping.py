"""What tells a server to stop: every way in which a terminal or a service says so."""

import asyncio
import signal
from collections.abc import Callable
from typing import Final

DISK_FAILED: Final = 3
"""The exit status of a server whose disk failed: what a failed sync left behind is unknown."""


def when_told(stop: Callable[[], None]) -> None:
    """Have `stop` called when told to stop; under `nohup` a closed terminal says nothing."""
    loop = asyncio.get_running_loop()
    for told in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if told != signal.SIGHUP or signal.getsignal(told) != signal.SIG_IGN:
            loop.add_signal_handler(told, stop)
