"""Our server for the benchmark of doors: one process, a house of its own, no limits by address."""

import asyncio
import sys
from pathlib import Path

from msgspec import structs

from keltis_server import ssh
from keltis_server.limits import Limits, SshLimits
from keltis_server.server import GameServer
from keltis_server.store.sqlite import SqliteStore
from keltis_server.terminal.preload import preload

LIFTED = ("waiting", "arrivals", "sessions")
"""All visitors of the benchmark come from one address, which no limit expects."""
HOUSE = Limits(
    names_per_source=10_000,
    tables_per_source=10_000,
    source_cost_burst=1e9,
    source_cost_per_second=1e9,
    drawn_cells_burst=1e12,
    drawn_cells_per_second=1e12,
)
"""Nor in the house."""


async def serve(folder: Path) -> None:
    """Say the port and serve until killed."""
    names = [name for name in SshLimits.__struct_fields__ if name.startswith(LIFTED)]
    limits = structs.replace(SshLimits(), **dict.fromkeys(names, 10_000))
    game_server = await GameServer.open(SqliteStore.open(folder / "games.db"), HOUSE)
    await preload()
    front = await ssh.serve(game_server, "127.0.0.1", 0, folder / "host_key", limits=limits)
    print(front.port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
