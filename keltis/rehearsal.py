"""Whether a server could begin on what is kept: asked before another one ends for it."""

import argparse
from pathlib import Path

from keltis.database import notes_in
from keltis_server import ssh


class _Kept:
    """The notes of a store, of which nothing is changed."""

    def __init__(self, notes: dict[str, str]) -> None:
        self._notes = notes

    async def note(self, what: str) -> str:
        """What is kept under a name; empty if nothing is."""
        return self._notes.get(what, "")

    async def keep_note(self, what: str, text: str) -> str:
        """What would be kept."""
        return self._notes.get(what, text)


async def rehearse(chosen: argparse.Namespace, data: Path) -> None:
    """Raise what would keep a server from beginning: `StoreFailed`, or `HostKeyRefused`."""
    kept = _Kept(await notes_in(data, chosen.database))
    await ssh.shared_host_key(kept, data / "host_key", chosen.host_key_secret)
