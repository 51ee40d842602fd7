"""Reviews of finished games: made in a process beside the server, one at a time, and kept."""

import asyncio
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections import OrderedDict
from typing import Final

import msgspec

from keltis_server.thinking.said import Reviewed

log = logging.getLogger(__name__)

KEPT: Final = 32
"""So many reviews are kept."""
PATIENCE: Final = 60.0
"""Seconds that one may take, on a machine with much to do."""
ORDER: Final = (sys.executable, "-m", "keltis_server.thinking.reviewer")

_decode: Final = msgspec.msgpack.Decoder(Reviewed).decode


class Reviews:
    """One is made at a time; who asks for the same game again has it at once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Reviewed] = OrderedDict()
        self._one = asyncio.Lock()

    async def of(self, text: str) -> Reviewed | None:
        """The review of a game file; None if there is none to be had."""
        async with self._one:
            found = self._kept.pop(text, None) or await self._make(text)
            if found is not None:
                self._kept[text] = found
                if len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            return found

    async def _make(self, text: str) -> Reviewed | None:
        try:
            process = await asyncio.create_subprocess_exec(
                *ORDER, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
            )
        except OSError as error:
            log.error("no game is reviewed: %s", error)
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                written, _ = await process.communicate(text.encode())
            return _decode(written)
        except (TimeoutError, msgspec.MsgspecError):
            log.warning(
                "a game could not be reviewed; its process ended with %s", process.returncode
            )
            return None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
