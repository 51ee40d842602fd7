"""Our server for the benchmark of doors: one process, a house of its own, no limits by address."""

import asyncio
import sys
from pathlib import Path

from keltis_server import door
from keltis_server.house import House
from keltis_server.limits import DoorLimits
from keltis_server.sqlite_store import SqliteStore
from keltis_server.terminal.warm import warm_up

LIFTED = ("waiting", "arrivals", "sessions")
"""All visitors of the benchmark come from one address, which no limit expects."""


async def serve(folder: Path) -> None:
    """Say the port and serve until killed."""
    lifted = {name: 10_000 for name in DoorLimits.__struct_fields__ if name.startswith(LIFTED)}
    house = await House.open(SqliteStore.open(folder / "games.db"))
    await warm_up()
    front = await door.serve(
        house, "127.0.0.1", 0, folder / "host_key", limits=DoorLimits(**lifted)
    )
    print(front.port, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
